package supplier

import (
	"context"
	"fmt"
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

// slots limits the calls of one supplier that are in flight: all together, and each kind.
type slots struct {
	mu    sync.Mutex
	limit int
	used  int
	share [callKinds]shareOfSlots
}

// shareOfSlots is the part of the limit that one kind of call may use.
type shareOfSlots struct {
	most, used int
	// freed gets a signal whenever a call of any kind has ended.
	freed chan struct{}
}

func newSlots(limit int) *slots {
	s := &slots{limit: limit}
	s.share[Purchase].most = max(1, limit-limit/keptFromPurchases)
	s.share[StatusQuery].most = max(1, limit/partOfOthers)
	s.share[Inquiry].most = max(1, limit/partOfOthers)

	for i := range s.share {
		s.share[i].freed = make(chan struct{}, 1)
	}

	return s
}

func (s *slots) tryTake(kind CallKind) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	share := &s.share[kind]
	if s.used >= s.limit || share.used >= share.most {
		return false
	}

	s.used++
	share.used++

	return true
}

// take waits for a slot. Its error is that of ctx.
func (s *slots) take(ctx context.Context, kind CallKind) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before the call: %w", err)
	}

	for !s.tryTake(kind) {
		select {
		case <-s.share[kind].freed:
		case <-ctx.Done():
			return fmt.Errorf("waiting for a free call: %w", ctx.Err())
		}
	}

	s.pass(kind) // another caller may be waiting for what is still free

	return nil
}

func (s *slots) release(kind CallKind) {
	s.mu.Lock()
	s.used--
	s.share[kind].used--
	s.mu.Unlock()

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
