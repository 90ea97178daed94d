package limiter

import (
	"sync"
	"time"
)

// Rate bounds how often something happens in a window of time, for each key and in all.
// Its memory is bounded by the bound in all.
type Rate[K comparable] struct {
	most, inAll int
	window      time.Duration

	mu    sync.Mutex
	began time.Time
	count int
	byKey map[K]int
}

// NewRate makes a Rate that allows most events of a key, and inAll events of all keys, in
// each window.
func NewRate[K comparable](most, inAll int, window time.Duration) *Rate[K] {
	return &Rate[K]{most: most, inAll: inAll, window: window, byKey: map[K]int{}}
}

// Allow counts an event and reports whether it is within the bounds.
func (r *Rate[K]) Allow(key K, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()

	if now.Sub(r.began) >= r.window {
		r.began, r.count = now, 0
		clear(r.byKey)
	}

	if r.count >= r.inAll || r.byKey[key] >= r.most {
		return false
	}

	r.count++
	r.byKey[key]++

	return true
}
