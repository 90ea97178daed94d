package order

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/db"
)

// readiness is what is known about whether orders can be placed and dispatched.
type readiness struct {
	mu       sync.Mutex
	failure  error     // of the last batch of orders; nil if it was written
	failedAt time.Time // of the failure
	lookedAt time.Time // of the last look for waiting orders that succeeded
}

const (
	// failureTime is how long a failed batch makes the service unready. A node that gets no more orders can't
	// write another batch, so it takes some again after that.
	failureTime = 10 * time.Second
	// missedLooks is the number of looks for waiting orders that may fail or hang before the service is unready.
	missedLooks = 30
)

// wrote records the outcome of a batch. A row that the database refuses is no failure of the database.
func (r *readiness) wrote(now time.Time, err error) {
	if db.IsRow(err) {
		err = nil
	}

	r.mu.Lock()
	defer r.mu.Unlock()

	r.failure, r.failedAt = err, now
}

func (r *readiness) looked(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()

	r.lookedAt = now
}

var errLateLook = errors.New("the last look for waiting orders is long ago")

// Ready returns an error while orders can't be placed or dispatched: the database refused the last batch of
// orders, or the dispatch doesn't read what waits.
func (s *Service) Ready() error {
	now := s.Clock.Now()

	s.readiness.mu.Lock()
	defer s.readiness.mu.Unlock()

	if err := s.readiness.failure; err != nil && now.Sub(s.readiness.failedAt) < failureTime {
		return fmt.Errorf("orders can't be placed: %w", err)
	}

	if ago := now.Sub(s.readiness.lookedAt); !s.opt.Hold && ago > missedLooks*s.opt.Poll {
		return fmt.Errorf("orders can't be dispatched: %w: %s", errLateLook, ago)
	}

	return nil
}
