package supplier

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// CallKind says what a call is for. Each kind has its own share of a supplier's calls and its own
// circuit, so that slow inquiries don't hold up purchases.
type CallKind int

// The kinds of calls.
const (
	Purchase CallKind = iota // Buy and Pay
	StatusQuery
	Inquiry
)

const callKinds = 3

// String names the kind in metrics.
func (k CallKind) String() string {
	switch k {
	case Purchase:
		return "purchase"
	case StatusQuery:
		return "status"
	case Inquiry:
		return "inquiry"
	}

	return "unknown"
}

// The largest parts of a supplier's limit: purchases leave an eighth free for other calls, and
// status queries and inquiries take at most a quarter each.
const (
	keptFromPurchases = 8
	partOfOthers      = 4
)

// slots limits the calls of one supplier that are in flight: all together, and each kind. While inquiries wait, no
// slot is free for them: each freed slot that they may use goes to the next one at once.
type slots struct {
	mu      sync.Mutex
	limit   int
	used    int
	share   [callKinds]shareOfSlots
	waiting inquiryTurns
}

// shareOfSlots is the part of the limit that one kind of call may use.
type shareOfSlots struct {
	most, used int
	// freed gets a signal whenever a call of any kind has ended.
	freed chan struct{}
}

func newSlots(limit int) *slots {
	s := &slots{waiting: inquiryTurns{ofClient: map[int64][]chan struct{}{}}}

	for i := range s.share {
		s.share[i].freed = make(chan struct{}, 1)
	}

	s.setLimit(limit)

	return s
}

// setLimit changes how many calls may be in flight. Calls that are beyond a lower limit end as they would; none begins before.
func (s *slots) setLimit(limit int) {
	s.mu.Lock()
	s.limit = limit
	s.share[Purchase].most = max(1, limit-limit/keptFromPurchases)
	s.share[StatusQuery].most = max(1, limit/partOfOthers)
	s.share[Inquiry].most = max(1, limit/partOfOthers)
	s.handOver()
	s.mu.Unlock()

	for k := range s.share {
		s.pass(CallKind(k))
	}
}

func (s *slots) tryTake(kind CallKind) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.takeFree(kind)
}

// takeFree takes a slot if one is free. The caller holds mu.
func (s *slots) takeFree(kind CallKind) bool {
	share := &s.share[kind]
	if s.used >= s.limit || share.used >= share.most {
		return false
	}

	s.used++
	share.used++

	return true
}

// room is the number of slots that are free for a kind.
func (s *slots) room(kind CallKind) int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return max(0, min(s.limit-s.used, s.share[kind].most-s.share[kind].used)) // a lower limit may be overdrawn
}

// takeForInquiry waits for a slot, in turns between clients. Its error is that of ctx, and no slot is taken then.
func (s *slots) takeForInquiry(ctx context.Context, clientID int64) error {
	granted := make(chan struct{})

	s.mu.Lock()
	s.waiting.add(clientID, granted)
	s.handOver()
	s.mu.Unlock()

	select {
	case <-granted:
	case <-ctx.Done():
	}

	if err := ctx.Err(); err != nil {
		s.stopWaiting(clientID, granted)

		return fmt.Errorf("waiting for a free call: %w", err)
	}

	return nil
}

// stopWaiting takes an inquiry out of the turns. If it has got its slot meanwhile, the slot is given back.
func (s *slots) stopWaiting(clientID int64, granted chan struct{}) {
	s.mu.Lock()
	waited := s.waiting.remove(clientID, granted)
	s.mu.Unlock()

	if !waited {
		s.release(Inquiry)
	}
}

// handOver gives free slots to the waiting inquiries. The caller holds mu.
func (s *slots) handOver() {
	for !s.waiting.empty() && s.takeFree(Inquiry) {
		close(s.waiting.next())
	}
}

// giveBack gives a slot back without a call. It signals nothing: a caller that waits for a slot would wake itself.
func (s *slots) giveBack(kind CallKind) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.used--
	s.share[kind].used--
	s.handOver()
}

func (s *slots) release(kind CallKind) {
	s.giveBack(kind)

	for k := range s.share {
		s.pass(CallKind(k))
	}
}

func (s *slots) pass(kind CallKind) {
	select {
	case s.share[kind].freed <- struct{}{}:
	default: // a signal is there already
	}
}

func (s *slots) inFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.used
}

// inquiryTurns holds the inquiries that wait for a slot. Clients take turns, and the oldest inquiry of a client goes first,
// so many inquiries of one client don't hold up another client's. The channel of an inquiry is closed when it gets its slot.
type inquiryTurns struct {
	ring     []int64 // clients with waiting inquiries; the next turn is that of the first
	ofClient map[int64][]chan struct{}
}

func (t *inquiryTurns) empty() bool { return len(t.ring) == 0 }

// add puts an inquiry behind the others of its client, and a client that has none behind all clients.
func (t *inquiryTurns) add(clientID int64, granted chan struct{}) {
	if len(t.ofClient[clientID]) == 0 {
		t.ring = append(t.ring, clientID)
	}

	t.ofClient[clientID] = append(t.ofClient[clientID], granted)
}

// next takes out the inquiry whose turn it is. One must be waiting.
func (t *inquiryTurns) next() chan struct{} {
	clientID := t.ring[0]
	granted := t.ofClient[clientID][0]

	t.remove(clientID, granted)

	if len(t.ofClient[clientID]) > 0 {
		t.ring = append(t.ring[1:], clientID)
	}

	return granted
}

// remove takes out an inquiry. It returns false if it doesn't wait any more.
func (t *inquiryTurns) remove(clientID int64, granted chan struct{}) bool {
	held := t.ofClient[clientID]

	i := slices.Index(held, granted)
	if i < 0 {
		return false
	}

	if len(held) > 1 {
		t.ofClient[clientID] = slices.Delete(held, i, i+1)

		return true
	}

	delete(t.ofClient, clientID)

	at := slices.Index(t.ring, clientID)
	t.ring = slices.Delete(t.ring, at, at+1)

	return true
}
