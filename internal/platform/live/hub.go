// Package live tells screens that something of their client changed, so that
// they look again. A hint carries no data: one too many costs a look, and
// hints of the same thing melt into one.
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
	// ID grows with every event of a subscription; it is about the microsecond
	// of the change, so it resumes a subscription on any node.
	ID int64
	// Topic is what changed: orders, deposits, ...
	Topic Topic
}

// Pace of the hub.
const (
	// tellGap is the least time between two rounds of hints: what changes within
	// it is told once. The first change after a quiet time is told at once.
	tellGap = 100 * time.Millisecond
	// A round of writing takes at most a twentieth of the time, however many
	// clients change. On SQLite nobody but this process reads the table, for
	// subscribers that come back: once a second is enough.
	storeGap     = tellGap
	storeGapLite = time.Second
	storePart    = 20
	// pollGap is how often other nodes' changes are looked for when no notice
	// comes; overlap is how far each look reaches back behind the last, for
	// clocks that differ and commits that took their time.
	pollGap = time.Second
	overlap = 10 * time.Second

	dbTime  = 5 * time.Second
	channel = "loket_live"
)

// key is one thing that changed.
type key struct {
	client int64
	topic  Topic
}

// Hub gathers changes and hands hints to the subscribers of this node and,
// through the database, of others.
type Hub struct {
	d      *db.DB
	clk    clock.Clock
	log    *slog.Logger
	holder string // own notices need no look

	mu      sync.Mutex
	dirty   map[key]struct{} // changed, not told yet
	unsaved map[key]int64    // told here with this id, not in the table yet
	subs    map[int64]map[*subscription]struct{}
	lastID  int64
	joined  []joiner // subscribers whose missed changes are to be looked up
	closed  bool

	tell, save, poll, join chan struct{} // signals

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	loops  sync.WaitGroup
	err    error
}

// New makes a hub that waits for Start.
func New(d *db.DB, clk clock.Clock, log *slog.Logger) *Hub {
	return &Hub{
		d: d, clk: clk, log: log, holder: ids.Token(),
		dirty: map[key]struct{}{}, unsaved: map[key]int64{}, subs: map[int64]map[*subscription]struct{}{},
		tell: make(chan struct{}, 1), save: make(chan struct{}, 1), poll: make(chan struct{}, 1), join: make(chan struct{}, 1),
	}
}

// Topic names what a hint is about. Each domain defines its own topics.
type Topic string

// Transaction is a db.Tx or a db.Batch.
type Transaction interface {
	AfterCommit(f func())
}

// ChangedTx records in a transaction that a topic of a client changes. When the
// transaction commits, the subscribers of all nodes get a hint; when it doesn't,
// they get none. It never waits and never fails. On a nil hub it does nothing.
//
// Nothing is written in the transaction itself: NOTIFY there would serialise all
// commits, and a row for each client and topic would serialise the commits of
// one client. The hub writes and notifies afterwards, once for many changes.
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
		leave(h.tell)
	}
}

func leave(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// Start begins to tell, store and hear changes. The loops see the values of
// ctx, not its end.
func (h *Hub) Start(ctx context.Context) {
	h.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.cancel = cancel

		h.loops.Go(func() { h.tellLoop(ctx) })
		h.loops.Go(func() { h.saveLoop(ctx) })
		h.loops.Go(func() { h.joinLoop(ctx) })

		if h.d.Engine() == db.Postgres { // on SQLite there are no other nodes
			h.loops.Go(func() { h.pollLoop(ctx) })
			h.loops.Go(func() { h.listen(ctx) })
		}
	})
}

// Stop tells and stores what changed until now, and ends every subscription.
// A second Stop gives what the first gave.
func (h *Hub) Stop(ctx context.Context) error {
	h.halt.Do(func() {
		started := true

		h.start.Do(func() { started = false })

		if started {
			h.cancel()
			h.loops.Wait()
			h.tellAll()

			if _, err := h.saveAll(ctx); err != nil {
				h.err = fmt.Errorf("stop live hints: %w", err)
			}
		}

		h.endAll()
	})

	return h.err
}

// tellLoop hands hints to the subscribers of this node.
func (h *Hub) tellLoop(ctx context.Context) {
	for await(ctx, h.tell, 0) {
		h.tellAll()
		leave(h.save)

		if !pause(ctx, tellGap) {
			return
		}
	}
}

func (h *Hub) tellAll() {
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

// offer hands a hint to the client's subscribers; h.mu is held.
func (h *Hub) offer(k key, id int64) {
	for s := range h.subs[k.client] {
		s.offer(k.topic, id)
	}
}

// await waits for a signal, or for a time when that is given; false when the
// hub stops.
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
