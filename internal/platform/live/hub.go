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
	// ID is greater with every event of a subscription.
	ID int64
	// Topic names what changed: orders, deposits. Everything means that hints may have
	// been missed.
	Topic Topic
}

// Everything is the topic of a hint about all topics.
const Everything = Topic("everything")

// AllClients subscribes to the topics of all clients, and to those of no single client.
const AllClients int64 = 0

// EveryClient is whose topic changed when it is that of all clients: each subscriber gets the hint.
const EveryClient int64 = -1

// Intervals of the hub.
const (
	// sendGap is the least time between two rounds of hints. Changes within it are sent
	// together. The first change after a quiet time is sent at once.
	sendGap = 100 * time.Millisecond
	// Telling other nodes takes at most a twentieth of the time, however many clients
	// change.
	tellPart = 20
	// recentTime is for how long, at least, changes are remembered for new readers, who may
	// have loaded their data just before. It may be three times as long.
	recentTime = 10 * time.Second

	dbTime  = 5 * time.Second
	channel = "loket_live"
)

// key is a topic of a client.
type key struct {
	client int64
	topic  Topic
}

// Hub collects changes and sends hints to the subscribers of this node and, by NOTIFY of
// the database, to those of other nodes.
type Hub struct {
	d      *db.DB
	clk    clock.Clock
	log    *slog.Logger
	holder string // notices of this node are ignored

	mu     sync.Mutex
	dirty  map[key]struct{} // changed, not sent yet
	untold map[key]struct{} // sent on this node, other nodes don't know
	recent map[key]struct{} // changed since turned, on any node
	older  map[key]struct{} // changed within recentTime before turned
	turned time.Time
	subs   map[int64]map[*subscription]struct{}
	lastID int64
	closed bool

	send, tell chan struct{} // signals

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
		dirty: map[key]struct{}{}, untold: map[key]struct{}{}, recent: map[key]struct{}{}, turned: clk.Now(),
		subs: map[int64]map[*subscription]struct{}{}, send: make(chan struct{}, 1), tell: make(chan struct{}, 1),
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
// Nothing is sent in the transaction itself: NOTIFY there would serialise all commits.
// The hub notifies afterwards, once for many changes.
func (h *Hub) ChangedTx(tx Transaction, client int64, topic Topic) {
	if h != nil {
		tx.AfterCommit(func() { h.markChanged(client, topic) })
	}
}

func (h *Hub) markChanged(client int64, topic Topic) {
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

// Start begins to send changes, and to exchange them with other nodes. The loops keep the values of ctx but not
// its cancellation.
func (h *Hub) Start(ctx context.Context) {
	h.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.cancel = cancel

		h.loops.Go(func() { h.sendLoop(ctx) })

		if h.d.Engine() == db.Postgres { // on SQLite there are no other nodes
			h.loops.Go(func() { h.tellLoop(ctx) })
			h.loops.Go(func() { h.listen(ctx) })
		}
	})
}

// Stop sends the changes until now and ends every subscription. A second Stop
// returns the result of the first.
func (h *Hub) Stop(ctx context.Context) error {
	h.halt.Do(func() {
		started := true

		h.start.Do(func() { started = false })

		if started {
			h.cancel()
			h.loops.Wait()
			h.sendAll()

			if err := h.tellAll(ctx); err != nil {
				h.err = fmt.Errorf("stop live hints: %w", err)
			}
		}

		h.endAll()
	})

	return h.err
}

// sendLoop sends hints to the subscribers of this node.
func (h *Hub) sendLoop(ctx context.Context) {
	for await(ctx, h.send) {
		h.sendAll()
		leave(h.tell)

		if !pause(ctx, sendGap) {
			return
		}
	}
}

func (h *Hub) sendAll() {
	h.mu.Lock()
	defer h.mu.Unlock()

	for k := range h.dirty {
		h.offer(k)

		if h.d.Engine() == db.Postgres {
			h.untold[k] = struct{}{}
		}
	}

	clear(h.dirty)
}

// offer gives a hint to the client's subscribers, and to new ones for a while. The caller
// holds h.mu.
func (h *Hub) offer(k key) {
	if now := h.clk.Now(); now.Sub(h.turned) >= recentTime {
		h.older, h.recent, h.turned = h.recent, map[key]struct{}{}, now
	}

	h.recent[k] = struct{}{}
	id := h.nextID()

	if k.client == EveryClient {
		h.offerToAll(k.topic, id)

		return
	}

	for s := range h.subs[k.client] {
		s.offer(k.topic, id)
	}

	if k.client != AllClients && k.topic != Everything { // that of one client, after a command, is not everything
		for s := range h.subs[AllClients] {
			s.offer(k.topic, id)
		}
	}
}

// offerEverything tells all subscribers that they may have missed hints.
func (h *Hub) offerEverything() {
	h.mu.Lock()
	defer h.mu.Unlock()

	h.offerToAll(Everything, h.nextID())
}

// offerToAll gives a hint to all subscribers. The caller holds h.mu.
func (h *Hub) offerToAll(topic Topic, id int64) {
	for _, subs := range h.subs {
		for s := range subs {
			s.offer(topic, id)
		}
	}
}

// nextID makes the id of a hint. Ids of a later run are greater, unless the clock was
// set back. The caller holds h.mu.
func (h *Hub) nextID() int64 {
	h.lastID = max(h.lastID+1, clock.Micros(h.clk.Now()))

	return h.lastID
}

// await waits for a signal. It returns false when the hub stops.
func await(ctx context.Context, signal <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-signal:
		return true
	}
}

func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()

	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
