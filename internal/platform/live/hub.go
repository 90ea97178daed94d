// Package live sends hints to screens when data of their client changed, so that they
// load it again. A hint carries no data. An extra hint only costs a load, and hints for
// the same topic are merged.
package live

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// Event is a hint that a topic of the subscriber's client changed.
type Event struct {
	// ID is greater with every event of a subscription. It is about the time of the
	// change in microseconds, so a reader can resume on any node.
	ID int64
	// Topic names what changed: orders, deposits.
	Topic Topic
}

// Intervals of the hub.
const (
	// sendGap is the least time between two rounds of hints. Changes within it are sent
	// together. The first change after a quiet time is sent at once.
	sendGap = 100 * time.Millisecond
	// Writing takes at most a twentieth of the time, however many clients change. On
	// SQLite only returning subscribers of this process read the table, so once a second
	// is enough.
	storeGap     = sendGap
	storeGapLite = time.Second
	storePart    = 20
	// pollGap is how often changes of other nodes are read when no notice comes. overlap
	// is how far a poll reaches back before the previous one, because clocks differ and
	// commits take time.
	pollGap = time.Second
	overlap = 10 * time.Second

	dbTime  = 5 * time.Second
	channel = "loket_live"
)

// key is a topic of a client.
type key struct {
	client int64
	topic  Topic
}

// Hub collects changes and sends hints to the subscribers of this node and, through the
// database, to those of other nodes.
type Hub struct {
	d      *db.DB
	clk    clock.Clock
	log    *slog.Logger
	holder string // notices of this node are ignored

	mu      sync.Mutex
	dirty   map[key]struct{} // changed, not sent yet
	unsaved map[key]int64    // sent on this node with this id, not in the table yet
	subs    map[int64]map[*subscription]struct{}
	lastID  int64
	joined  []joiner // subscribers whose missed changes must be read
	closed  bool

	send, save, poll, join chan struct{} // signals

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	loops  sync.WaitGroup
	err    error
}

// New makes a hub. Call Start to run it.
func New(d *db.DB, clk clock.Clock, log *slog.Logger) *Hub {
	return &Hub{
		d: d, clk: clk, log: log, holder: ids.Token(),
		dirty: map[key]struct{}{}, unsaved: map[key]int64{}, subs: map[int64]map[*subscription]struct{}{},
		send: make(chan struct{}, 1), save: make(chan struct{}, 1), poll: make(chan struct{}, 1), join: make(chan struct{}, 1),
	}
}

// Topic names what a hint is about. Each domain defines its own topics.
type Topic string

// Transaction is a db.Tx or a db.Batch.
type Transaction interface {
	AfterCommit(f func())
}

// ChangedTx records in a transaction that a topic of a client changes. When the
// transaction commits, the subscribers of all nodes get a hint; when it doesn't, they get
// none. It never waits and never fails. On a nil hub it does nothing.
//
// Nothing is written in the transaction itself: NOTIFY there would serialise all commits,
// and a row for each client and topic would serialise the commits of one client. The hub
// writes and notifies afterwards, once for many changes.
func (h *Hub) ChangedTx(tx Transaction, client int64, topic Topic) {
	if h != nil {
		tx.AfterCommit(func() { h.changed(client, topic) })
	}
}

func (h *Hub) changed(client int64, topic Topic) {
	k := key{client, topic}

	h.mu.Lock()
	_, known := h.dirty[k]
	h.dirty[k] = struct{}{}
	h.mu.Unlock()

	if !known {
		leave(h.send)
	}
}

func leave(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// Start begins to send, store and read changes. The loops keep the values of ctx but not
// its cancellation.
func (h *Hub) Start(ctx context.Context) {
	h.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.cancel = cancel

		h.loops.Go(func() { h.sendLoop(ctx) })
		h.loops.Go(func() { h.saveLoop(ctx) })
		h.loops.Go(func() { h.joinLoop(ctx) })

		if h.d.Engine() == db.Postgres { // on SQLite there are no other nodes
			h.loops.Go(func() { h.pollLoop(ctx) })
			h.loops.Go(func() { h.listen(ctx) })
		}
	})
}

// Stop sends and stores the changes until now and ends every subscription. A second Stop
// returns the result of the first.
func (h *Hub) Stop(ctx context.Context) error {
	h.halt.Do(func() {
		started := true

		h.start.Do(func() { started = false })

		if started {
			h.cancel()
			h.loops.Wait()
			h.sendAll()

			if _, err := h.saveAll(ctx); err != nil {
				h.err = fmt.Errorf("stop live hints: %w", err)
			}
		}

		h.endAll()
	})

	return h.err
}

// sendLoop sends hints to the subscribers of this node.
func (h *Hub) sendLoop(ctx context.Context) {
	for await(ctx, h.send, 0) {
		h.sendAll()
		leave(h.save)

		if !pause(ctx, sendGap) {
			return
		}
	}
}

func (h *Hub) sendAll() {
	h.mu.Lock()
	defer h.mu.Unlock()

	if len(h.dirty) == 0 {
		return
	}

	h.lastID = max(h.lastID+1, clock.Micros(h.clk.Now()))

	for k := range h.dirty {
		h.unsaved[k] = h.lastID
		h.offer(k, h.lastID)
	}

	clear(h.dirty)
}

// offer gives a hint to the client's subscribers. The caller holds h.mu.
func (h *Hub) offer(k key, id int64) {
	for s := range h.subs[k.client] {
		s.offer(k.topic, id)
	}
}

// await waits for a signal, or at most for the given time if it is above zero. It returns
// false when the hub stops.
func await(ctx context.Context, signal <-chan struct{}, most time.Duration) bool {
	var late <-chan time.Time

	if most > 0 {
		timer := time.NewTimer(most)
		defer timer.Stop()

		late = timer.C
	}

	select {
	case <-ctx.Done():
		return false
	case <-signal:
		return true
	case <-late:
		return true
	}
}

func pause(ctx context.Context, wait time.Duration) bool {
	return await(ctx, nil, wait) && ctx.Err() == nil
}
