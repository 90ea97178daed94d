package placing

import (
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/db"
)

// readiness is what is known about whether orders can be placed.
type readiness struct {
	mu       sync.Mutex
	failure  error     // of the last batch of orders; nil if it was written
	failedAt time.Time // of the failure
}

// failureTime is how long a failed batch makes the service unready. A node that gets no more orders can't
// write another batch, so it takes some again after that.
const failureTime = 10 * time.Second

// recordBatch records the outcome of a batch. A row that the database refuses is no failure of the database.
func (r *readiness) recordBatch(now time.Time, err error) {
	if db.IsRow(err) {
		err = nil
	}

	r.mu.Lock()
	defer r.mu.Unlock()

	r.failure, r.failedAt = err, now
}

// Ready returns an error while orders can't be placed: the database refused the last batch of orders.
func (s *Service) Ready() error {
	s.readiness.mu.Lock()
	defer s.readiness.mu.Unlock()

	if err := s.readiness.failure; err != nil && s.deps.Clock.Now().Sub(s.readiness.failedAt) < failureTime {
		return fmt.Errorf("orders can't be placed: %w", err)
	}

	return nil
}
