package supplier

import (
	"sync"
	"time"
)

// circuit is the circuit breaker of one kind of calls of a supplier. After a run of calls without an
// answer it is open: no call of the kind begins for a while. Then one is let through as a probe.
type circuit struct {
	mu         sync.Mutex
	after      int
	rest       time.Duration
	silent     int
	openedAt   time.Time // zero while it is closed
	openUntil  time.Time
	probing    bool
	lastAnswer time.Time
}

// setAfter changes how many silent calls in a row open the circuit.
func (c *circuit) setAfter(after int) {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.after = after
}

// allow reports whether a call may begin now. If not, it returns the time to ask again.
func (c *circuit) allow(now time.Time) (bool, time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()

	switch {
	case c.openUntil.IsZero():
		return true, time.Time{}
	case now.Before(c.openUntil):
		return false, c.openUntil
	case c.probing:
		return false, now.Add(c.rest)
	}

	c.probing = true

	return true, time.Time{}
}

// openSince is the time at which the circuit opened; zero while it is closed.
func (c *circuit) openSince() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()

	return c.openedAt
}

// record counts the result of a call.
func (c *circuit) record(now time.Time, silent bool) {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.probing = false

	if !silent {
		c.silent = 0
		c.openedAt, c.openUntil = time.Time{}, time.Time{}
		c.lastAnswer = now

		return
	}

	c.silent++
	if c.after > 0 && c.silent >= c.after {
		c.openUntil = now.Add(c.rest)

		if c.openedAt.IsZero() {
			c.openedAt = now
		}
	}
}

// state returns what Health shows of a circuit.
func (c *circuit) state(now time.Time) (silent int, open bool, lastAnswer time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()

	return c.silent, now.Before(c.openUntil), c.lastAnswer
}

// release returns a probe that was allowed but never sent.
func (c *circuit) release() {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.probing = false
}
