// Package clock gives the time to everything that needs it, so that tests can
// stand still or travel. Times are UTC and cut to microseconds, which is what
// both database engines keep.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface {
	// Now is the present in UTC, cut to microseconds.
	Now() time.Time
}

// System is the clock of the machine.
type System struct{}

// Now implements Clock.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Manual is a clock that moves only when told; safe for several goroutines.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual makes a clock that shows t.
func NewManual(t time.Time) *Manual {
	return &Manual{now: t.UTC().Truncate(time.Microsecond)}
}

// Now implements Clock.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()

	return m.now
}

// Advance moves the clock by d.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()

	m.now = m.now.Add(d)
}

// Micros is how a time is stored: microseconds since 1970 in UTC.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// FromMicros reads a stored time.
func FromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }
