package supplier

import (
	"sync"
	"time"
)

// circuit is the circuit breaker of one supplier. After a run of calls without
// an answer it refuses new purchases for a while, so orders fail over at once
// instead of waiting for a time-out each. Then it lets one purchase through as a
// probe.
type circuit struct {
	mu         sync.Mutex
	after      int
	rest       time.Duration
	silent     int
	openUntil  time.Time
	probing    bool
	lastAnswer time.Time
}

// allow reports whether a new purchase may be sent now.
func (c *circuit) allow(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()

	if c.openUntil.IsZero() {
		return true
	}

	if now.Before(c.openUntil) || c.probing {
		return false
	}

	c.probing = true

	return true
}

// record counts the result of a call of any kind, status queries too.
func (c *circuit) record(now time.Time, silent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.probing = false

	if !silent {
		c.silent = 0
		c.openUntil = time.Time{}
		c.lastAnswer = now

		return
	}

	c.silent++
	if c.after > 0 && c.silent >= c.after {
		c.openUntil = now.Add(c.rest)
	}
}

func (c *circuit) fill(h *Health, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()

	h.SilentInARow = c.silent
	h.Open = now.Before(c.openUntil)
	h.LastAnswerAt = c.lastAnswer
}

// release returns a probe that was allowed but never sent.
func (c *circuit) release() {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.probing = false
}
