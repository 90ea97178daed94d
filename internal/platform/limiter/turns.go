// Package limiter bounds how many callers do something at a time, and how often.
package limiter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/fault"
)

// Turns lets a bounded number of callers in at a time, and of each key at most its share.
// The others wait in fair turns: a caller whose key has few waiting callers comes before
// one whose key has many. It guards work that costs memory or processor time; a waiting
// caller costs neither.
type Turns[K comparable] struct {
	opt TurnsOptions

	mu      sync.Mutex
	waiting []*Turn[K]
	running int
	present int // joined, waiting or running
	byKey   map[K]*keyTurns
	reached int64 // rank of the last caller that got a place
	joined  int64
	firsts  int // places in a row that went to first callers
}

// TurnsOptions are the bounds of Turns.
type TurnsOptions struct {
	// Places is how many callers are in at a time.
	Places int
	// Share is how many of them may have the same key; all of them when zero.
	Share int
	// Queue is how many callers may wait.
	Queue int
	// KeyQueue is how many callers with the same key may wait; all of them when zero.
	KeyQueue int
	// Wait is the longest wait; without a bound when zero.
	Wait time.Duration
	// Retry is the Retry-After of a refusal.
	Retry time.Duration
	// Refuse makes the error of a refusal; fault.Busy when nil.
	Refuse func(retry time.Duration) *fault.Error
}

// keyTurns counts the callers of a key that are present.
type keyTurns struct {
	present, running int
	last             int64 // rank of the key's last caller
}

// NewTurns makes the places.
func NewTurns[K comparable](opt TurnsOptions) *Turns[K] {
	if opt.Share == 0 {
		opt.Share = opt.Places
	}

	if opt.KeyQueue == 0 {
		opt.KeyQueue = opt.Queue
	}

	if opt.Refuse == nil {
		opt.Refuse = fault.Busy
	}

	return &Turns[K]{opt: opt, byKey: map[K]*keyTurns{}}
}

// Caller is who asks for a place.
type Caller[K comparable] struct {
	// Key is whose share the place is.
	Key K
	// Groups are larger groups that the caller belongs to, such as the network of an
	// address. Turns are fair between them, too, but less strictly.
	Groups []K
	// First callers come before all others, but one place in four goes to the others. A key has
	// few of them: the rest of a flood waits as everybody.
	First bool
}

// The ranks that one caller takes of its key and of its groups.
const (
	keyStep   = 4
	groupStep = 1
)

// Turn is a caller's place, or its place in the queue. Call Leave when it is no longer
// needed.
type Turn[K comparable] struct {
	turns  *Turns[K]
	caller Caller[K]
	rank   int64
	order  int64
	state  turnState
	ready  chan struct{} // closed when the state is no longer waiting
}

type turnState int

const (
	turnJoined turnState = iota
	turnWaiting
	turnRunning
	turnRefused
	turnLeft
)

// Enter joins the queue and waits for a place. The caller calls the function that it
// returns when the place is no longer needed. Errors: those of Join and Wait.
func (t *Turns[K]) Enter(ctx context.Context, c Caller[K]) (leave func(), err error) {
	turn, err := t.Join(c)
	if err != nil {
		return nil, err
	}

	if err := turn.Wait(ctx); err != nil {
		turn.Leave()

		return nil, err
	}

	return turn.Leave, nil
}

// Join reserves a place in the queue and does not wait. It refuses a caller whose key has
// too many callers already, and one that would come last while the queue is full.
func (t *Turns[K]) Join(c Caller[K]) (*Turn[K], error) {
	t.mu.Lock()
	defer t.mu.Unlock()

	if own := t.byKey[c.Key]; own != nil && own.present >= t.opt.Share+t.opt.KeyQueue {
		return nil, t.refusal()
	}

	if own := t.byKey[c.Key]; own != nil && own.present >= mostFirst {
		c.First = false
	}

	t.joined++
	turn := &Turn[K]{turns: t, caller: c, rank: t.rankOf(c), order: t.joined, ready: make(chan struct{})}

	if t.present >= t.opt.Places+t.opt.Queue && !t.evictBehind(turn) {
		return nil, t.refusal()
	}

	t.count(turn, 1)

	return turn, nil
}

// Wait waits for the place. It returns the refusal when the wait takes too long or the
// queue became full of callers that come before, and the error of a context that was
// cancelled.
func (turn *Turn[K]) Wait(ctx context.Context) error {
	t := turn.turns

	t.mu.Lock()
	if turn.state == turnJoined {
		turn.state = turnWaiting
		t.waiting = append(t.waiting, turn)
		t.next()
	}
	t.mu.Unlock()

	var late <-chan time.Time

	if t.opt.Wait > 0 {
		timer := time.NewTimer(t.opt.Wait)
		defer timer.Stop()

		late = timer.C
	}

	select {
	case <-turn.ready:
	case <-late:
	case <-ctx.Done():
	}

	t.mu.Lock()
	defer t.mu.Unlock()

	if turn.state == turnRunning {
		return nil
	}

	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("wait for a turn: %w", ctx.Err())
	}

	return t.refusal()
}

// Leave gives the place up, or the place in the queue. More calls do nothing.
func (turn *Turn[K]) Leave() {
	t := turn.turns

	t.mu.Lock()
	defer t.mu.Unlock()

	switch turn.state {
	case turnRefused, turnLeft:
		return
	case turnRunning:
		t.running--
		t.byKey[turn.caller.Key].running--
	case turnWaiting:
		t.remove(turn)
	case turnJoined:
	}

	turn.state = turnLeft
	t.count(turn, -1)
	t.next()
}

// Running is how many callers have a place.
func (t *Turns[K]) Running() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()

	return int64(t.running)
}

// Waiting is how many callers wait for one.
func (t *Turns[K]) Waiting() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()

	return int64(t.present - t.running)
}

func (t *Turns[K]) refusal() error { return t.opt.Refuse(t.opt.Retry) }

// rankOf is the rank of a new caller: behind the present callers of its key and groups, but
// not before those that got a place already.
func (t *Turns[K]) rankOf(c Caller[K]) int64 {
	rank := t.reached

	if own := t.byKey[c.Key]; own != nil {
		rank = max(rank, own.last+keyStep)
	}

	for _, g := range c.Groups {
		if own := t.byKey[g]; own != nil {
			rank = max(rank, own.last+groupStep)
		}
	}

	return rank
}

// count adds a caller to its key and groups, or takes it away.
func (t *Turns[K]) count(turn *Turn[K], n int) {
	t.present += n

	for _, key := range append([]K{turn.caller.Key}, turn.caller.Groups...) {
		own := t.byKey[key]
		if own == nil {
			own = &keyTurns{}
			t.byKey[key] = own
		}

		own.last = max(own.last, turn.rank)

		if own.present += n; own.present == 0 {
			delete(t.byKey, key)
		}
	}
}

// before reports whether a caller comes before another one.
func (turn *Turn[K]) before(other *Turn[K]) bool {
	switch {
	case turn.caller.First != other.caller.First:
		return turn.caller.First
	case turn.rank != other.rank:
		return turn.rank < other.rank
	default:
		return turn.order < other.order
	}
}

// next gives free places to the callers whose turn it is.
func (t *Turns[K]) next() {
	for t.running < t.opt.Places {
		turn := t.first(t.firsts < firstsInARow)
		if turn == nil {
			return
		}

		if t.firsts++; !turn.caller.First {
			t.firsts = 0
		}

		t.remove(turn)
		turn.state = turnRunning
		t.running++
		t.byKey[turn.caller.Key].running++
		t.reached = max(t.reached, turn.rank)
		close(turn.ready)
	}
}

// mostFirst is how many callers of a key that are present at a time may come first.
const mostFirst = 8

// firstsInARow is how many places in a row go to first callers while others wait.
const firstsInARow = 3

// first returns the waiting caller whose turn it is; nil if none may have a place.
func (t *Turns[K]) first(firstsFirst bool) *Turn[K] {
	var out *Turn[K]

	for _, turn := range t.waiting {
		if t.byKey[turn.caller.Key].running >= t.opt.Share {
			continue
		}

		if out == nil || out.caller.First == turn.caller.First && turn.before(out) || out.caller.First != turn.caller.First && turn.caller.First == firstsFirst {
			out = turn
		}
	}

	return out
}

// evictBehind refuses the last of the waiting callers if it comes behind a new one.
func (t *Turns[K]) evictBehind(turn *Turn[K]) bool {
	last := turn

	for _, other := range t.waiting {
		if last.before(other) {
			last = other
		}
	}

	if last == turn {
		return false
	}

	t.remove(last)
	last.state = turnRefused
	t.count(last, -1)
	close(last.ready)

	return true
}

func (t *Turns[K]) remove(turn *Turn[K]) {
	t.waiting = slices.DeleteFunc(t.waiting, func(other *Turn[K]) bool { return other == turn })
}
