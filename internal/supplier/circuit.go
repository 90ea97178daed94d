package supplier

import (
	"sync"
	"time"
)

// circuit remembers how a supplier has been doing. After a run of silence it
// refuses new purchases for a while, so that orders fail over at once instead
// of each waiting for its own time-out; then it lets one through as a probe.
type circuit struct {
	mu         sync.Mutex
	after      int
	rest       time.Duration
	silent     int
	openUntil  time.Time
	probing    bool
	lastAnswer time.Time
}

// allow says whether a new purchase may be sent now.
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

// record takes the result of any call, purchases and questions alike.
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

// release gives a probe back that was allowed but never sent.
func (c *circuit) release() {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.probing = false
}
