package limiter_test

import (
	"testing"
	"time"

	"loket/internal/platform/limiter"
)

// A key may have more than its share while few places are taken. Later it is refused and
// others are not, until all places are taken.
func TestShares(t *testing.T) {
	t.Parallel()

	s := limiter.NewShares[string](limiter.SharesOptions{Places: 8, Share: 2, From: 4})

	take := func(key string, want int) {
		t.Helper()

		got := 0
		for s.Take(key) {
			got++
		}

		if got != want {
			t.Errorf("%s took %d places, want %d", key, got, want)
		}
	}

	take("greedy", 4)
	take("second", 2)
	take("third", 2)
	take("late", 0)

	s.Release("third")
	take("second", 0)
	take("late", 1)

	s.TakeAlways("trusted")

	if s.Taken() != 9 {
		t.Errorf("%d places are taken", s.Taken())
	}
}

func TestRate(t *testing.T) {
	t.Parallel()

	r := limiter.NewRate[string](2, 3, time.Minute)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

	for i, c := range []struct {
		key  string
		wait time.Duration
		want bool
	}{
		{"a", 0, true},
		{"a", 0, true},
		{"a", 0, false},
		{"b", 0, true},
		{"c", 0, false},
		{"a", time.Minute, true},
	} {
		now = now.Add(c.wait)

		if got := r.Allow(c.key, now); got != c.want {
			t.Errorf("event %d of %s: %t", i, c.key, got)
		}
	}
}
