package limiter

import (
	"sync"
	"sync/atomic"
)

// Shares bounds how many places are taken at a time, in all and by each key. Nobody
// waits: a caller that finds no place is refused.
type Shares[K comparable] struct {
	opt   SharesOptions
	taken atomic.Int64

	mu    sync.Mutex
	byKey map[K]int
}

// SharesOptions are the bounds of Shares.
type SharesOptions struct {
	// Places is how many there are in all.
	Places int
	// Share is the most places of one key.
	Share int
	// From is the number of taken places from which on shares are enforced. With fewer
	// taken, a key may have more than its share.
	From int
}

// NewShares makes the places.
func NewShares[K comparable](opt SharesOptions) *Shares[K] {
	return &Shares[K]{opt: opt, byKey: map[K]int{}}
}

// Take takes a place for a key. A caller that got true must call Release.
func (s *Shares[K]) Take(key K) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	taken := int(s.taken.Load())
	if taken >= s.opt.Places || taken >= s.opt.From && s.byKey[key] >= s.opt.Share {
		return false
	}

	s.add(key, 1)

	return true
}

// TakeAlways takes a place without regard to the bounds. The caller must call Release.
func (s *Shares[K]) TakeAlways(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.add(key, 1)
}

// Release gives a place back.
func (s *Shares[K]) Release(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.add(key, -1)
}

func (s *Shares[K]) add(key K, n int) {
	s.taken.Add(int64(n))

	if s.byKey[key] += n; s.byKey[key] == 0 {
		delete(s.byKey, key)
	}
}

// Taken is how many places are taken.
func (s *Shares[K]) Taken() int { return int(s.taken.Load()) }
