package supplier

import (
	"slices"
	"sync"
	"time"
)

const (
	// recentSpan is how long the time of an answer counts, and recentMost how many do.
	recentSpan = 15 * time.Minute
	recentMost = 512

	slowPercent, percentBase = 95, 100
)

// answerTimes are how long the last purchases took until the supplier answered.
type answerTimes struct {
	mu   sync.Mutex
	list [recentMost]answerTime
	next int
}

type answerTime struct {
	at   time.Time
	took time.Duration
}

func (a *answerTimes) add(at time.Time, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()

	a.list[a.next] = answerTime{at, took}
	a.next = (a.next + 1) % recentMost
}

// read returns the median and the 95th percentile of those since recentSpan before now; zero without one.
func (a *answerTimes) read(now time.Time) (median, slow time.Duration) {
	a.mu.Lock()

	took := make([]time.Duration, 0, recentMost)

	for _, one := range a.list {
		if !one.at.IsZero() && now.Sub(one.at) < recentSpan {
			took = append(took, one.took)
		}
	}

	a.mu.Unlock()

	if len(took) == 0 {
		return 0, 0
	}

	slices.Sort(took)

	return took[len(took)/2], took[len(took)*slowPercent/percentBase]
}
