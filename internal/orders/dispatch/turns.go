package dispatch

import (
	"maps"
	"sync"
	"time"

	"loket/internal/platform/clock"
)

// The most waiting orders that a supplier queue keeps in memory: of one client, and of all. What is beyond stays in
// the database and is read when its turn comes.
const (
	heldOfClient = 256
	heldOfAll    = 16_384
	leastRefill  = 16
)

// inARow is how many orders of one part of the database are handed out before the next part has its turn. Claims and answers of one part share
// commits, so they come one after the other.
const inARow = maxClaim

// turns holds orders that wait for a supplier, and hands them out in turns: one of each client, the oldest
// first. Many orders of one client therefore don't hold up another client's. Where a database has several parts, those have turns, too.
type turns struct {
	mu      sync.Mutex
	part    func(client int64) int
	clients map[int64]*clientTurn
	parts   map[int]*partTurn
	ring    []*partTurn // parts whose turn comes, in that order
	held    int
	// out are the orders that were handed out and whose claim is not committed yet. The database may still show them as waiting.
	out map[orderKey]bool
}

// partTurn has the clients of one part of the database.
type partTurn struct {
	number int
	ring   []*clientTurn // clients whose turn comes, in that order
	out    int           // orders handed out in this turn
}

// clientTurn holds the waiting orders of one client. Only its head is in memory while more is set.
type clientTurn struct {
	id   int64
	held []*orderAttempt
	// more: the database holds further orders, which were prepared until upTo. New orders are not kept
	// in memory then, so that the oldest goes first.
	more bool
	upTo time.Time
	// passed: an order was not kept since the last refill began.
	passed bool
}

func newTurns(part func(client int64) int) *turns {
	return &turns{part: part, clients: map[int64]*clientTurn{}, parts: map[int]*partTurn{}, out: map[orderKey]bool{}}
}

// add keeps a new order, unless older ones of its client wait in the database.
func (t *turns) add(w *orderAttempt) {
	t.mu.Lock()
	defer t.mu.Unlock()

	c := t.client(w.order.ClientID)

	if c.more || len(c.held) >= heldOfClient || t.held >= heldOfAll {
		c.more, c.passed = true, true
		c.upTo = clock.Latest(c.upTo, w.attempt.PreparedAt)

		return
	}

	c.held = append(c.held, w)
	t.held++
}

// expect notes that the database holds orders of a client that were prepared until a moment.
func (t *turns) expect(clientID int64, upTo time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()

	c := t.client(clientID)
	c.more = true
	c.upTo = clock.Latest(c.upTo, upTo)
}

// client returns the turn of a client, and adds it behind all others if it has none.
func (t *turns) client(id int64) *clientTurn {
	c := t.clients[id]
	if c == nil {
		c = &clientTurn{id: id}
		t.clients[id] = c

		p := t.partOf(id)
		p.ring = append(p.ring, c)
	}

	return c
}

// partOf returns the turn of a client's part, and adds it behind all others if it has none.
func (t *turns) partOf(client int64) *partTurn {
	n := t.part(client)

	p := t.parts[n]
	if p == nil {
		p = &partTurn{number: n}
		t.parts[n] = p
		t.ring = append(t.ring, p)
	}

	return p
}

func (t *turns) empty() bool {
	t.mu.Lock()
	defer t.mu.Unlock()

	return len(t.clients) == 0
}

// next hands out the next order; call forget once its claim is committed. It returns a refill instead if the
// client's next orders are only in the database, or neither if nothing waits.
func (t *turns) next() (w *orderAttempt, found bool, r *refill) {
	t.mu.Lock()
	defer t.mu.Unlock()

	for len(t.ring) > 0 {
		p := t.ring[0]

		if len(p.ring) == 0 || p.out == inARow {
			t.endTurn(p)

			continue
		}

		c := p.ring[0]

		if len(c.held) > 0 {
			w, c.held = c.held[0], c.held[1:]
			t.held--
			t.out[w.key()] = true

			p.ring = append(p.ring[1:], c)
			p.out++

			return w, true, nil
		}

		if c.more {
			c.passed = false
			limit := max(leastRefill, min(heldOfClient, (heldOfAll-t.held)/len(t.clients)))

			return nil, false, &refill{client: c.id, upTo: c.upTo, limit: limit + len(t.out), skip: maps.Clone(t.out)}
		}

		p.ring = p.ring[1:]

		delete(t.clients, c.id)
	}

	return nil, false, nil
}

// endTurn lets the part whose turn it is wait behind the others, or forgets it if it has no client any more.
func (t *turns) endTurn(p *partTurn) {
	t.ring = t.ring[1:]
	p.out = 0

	if len(p.ring) > 0 {
		t.ring = append(t.ring, p)
	} else {
		delete(t.parts, p.number)
	}
}

// refill is a request to read waiting orders of a client from the database, the oldest first.
type refill struct {
	client int64
	upTo   time.Time
	limit  int
	skip   map[orderKey]bool // orders that were handed out before the reading began
}

// fill keeps what was read for a refill.
func (t *turns) fill(r refill, read []*orderAttempt) {
	t.mu.Lock()
	defer t.mu.Unlock()

	c := t.client(r.client)
	c.more = len(read) == r.limit || c.passed

	for _, w := range read {
		if !r.skip[w.key()] {
			c.held = append(c.held, w)
			t.held++
		}
	}
}

// forget forgets orders whose claim is committed.
func (t *turns) forget(list []*orderAttempt) {
	t.mu.Lock()
	defer t.mu.Unlock()

	for _, w := range list {
		delete(t.out, w.key())
	}
}

// readAgain forgets orders whose claim failed or may have failed: those that still wait are read again.
func (t *turns) readAgain(list []*orderAttempt) {
	t.forget(list)

	for _, w := range list {
		t.expect(w.order.ClientID, w.attempt.PreparedAt)
	}
}
