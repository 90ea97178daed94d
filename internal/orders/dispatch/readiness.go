package dispatch

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// readiness is what is known about whether orders can be dispatched.
type readiness struct {
	mu       sync.Mutex
	lastLook time.Time // when a look for waiting orders last succeeded
}

// missedLooks is the number of looks for waiting orders that may fail or hang before the service is unready.
const missedLooks = 30

func (r *readiness) recordLook(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()

	r.lastLook = now
}

var errLateLook = errors.New("the last look for waiting orders is long ago")

// Ready returns an error while the dispatch doesn't read what waits.
func (s *Service) Ready() error {
	s.readiness.mu.Lock()
	defer s.readiness.mu.Unlock()

	if ago := s.deps.Clock.Now().Sub(s.readiness.lastLook); !s.opt.Hold && ago > missedLooks*s.opt.Poll {
		return fmt.Errorf("orders can't be dispatched: %w: %s", errLateLook, ago)
	}

	return nil
}
