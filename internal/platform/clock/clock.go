// Package clock tells the time. Tests use a clock that they set by hand. Times
// are UTC and truncated to microseconds, the precision of both database engines.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface {
	// Now is the current time in UTC, truncated to microseconds.
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

// Micros converts a time to its stored form: microseconds since 1970 in UTC.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// FromMicros converts a stored time back.
func FromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// FromMicrosOrZero is FromMicros, but the zero time of 0: what a table stores as NULL or 0 has not happened.
func FromMicrosOrZero(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}

	return FromMicros(us)
}

// Latest returns the later of two times.
func Latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}

	return a
}
