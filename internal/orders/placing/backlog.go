package placing

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// backlog bounds how many orders wait for their suppliers or their outcome, of one client and of all. It counts them in the
// database every second or less often, and adds the orders that this node took since, and those that it was placing
// when the count began: they may have been stored after it. So it never lets in more than its bounds from this node,
// and other nodes are seen at the next count.
type backlog struct {
	ofClient, ofAll int

	mu      sync.Mutex
	waiting map[int64]int // by client, at the last count, and taken since it began
	all     int
	placing map[int64]int // by client, taken and neither stored nor refused yet
	taken   map[int64]int // by client, that the count that runs may miss
}

func newBacklog(ofClient, ofAll int) *backlog {
	return &backlog{ofClient: ofClient, ofAll: ofAll, waiting: map[int64]int{}, placing: map[int64]int{}, taken: map[int64]int{}}
}

// fullRetry is the Retry-After of orders that found the backlog full.
const fullRetry = 5 * time.Second

// reserve counts an order that is about to be placed. It returns fault.ErrBusy if too many wait. After it was stored or
// refused, call release. An order that is refused is counted until the next count.
func (b *backlog) reserve(clientID int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()

	if b.all >= b.ofAll || b.waiting[clientID] >= b.ofClient {
		return fault.Busy(fullRetry)
	}

	b.waiting[clientID]++
	b.placing[clientID]++
	b.taken[clientID]++
	b.all++

	return nil
}

// release releases the reservation of an order. Call it once the order is stored or refused.
func (b *backlog) release(clientID int64) {
	b.mu.Lock()
	defer b.mu.Unlock()

	if b.placing[clientID]--; b.placing[clientID] == 0 {
		delete(b.placing, clientID)
	}
}

// Waiting is the number of orders that wait for their suppliers, at the last count, for metrics.
func (s *Service) Waiting() int {
	s.backlog.mu.Lock()
	defer s.backlog.mu.Unlock()

	return s.backlog.all
}

// beginCount begins a count of the orders that wait in the database.
func (b *backlog) beginCount() {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.taken = maps.Clone(b.placing)
}

// endCount ends a count with what it found. Orders that were being placed during the count may be counted twice, until the next one.
func (b *backlog) endCount(found map[int64]int) {
	b.mu.Lock()
	defer b.mu.Unlock()

	for client, n := range b.taken {
		found[client] += n
	}

	b.waiting, b.all = found, 0
	for _, n := range found {
		b.all += n
	}
}

// countPart limits the time that counting takes: a hundredth of all time, unless a count is so slow that a client who is
// told to try again would meet the same count.
const countPart = 100

// countWaiting counts the waiting orders until ctx ends.
func (s *Service) countWaiting(ctx context.Context) {
	for ctx.Err() == nil {
		began := time.Now()

		if err := s.countOnce(ctx); err != nil && ctx.Err() == nil {
			s.deps.Log.ErrorContext(ctx, "orders that wait not counted, trying again", "error", err)
		}

		select {
		case <-ctx.Done():
		case <-time.After(max(s.opt.CountPause, min(countPart*time.Since(began), fullRetry))):
		}
	}
}

func (s *Service) countOnce(ctx context.Context) error {
	s.backlog.beginCount()

	found := map[int64]int{}

	err := s.deps.DB.Read(ctx, `SELECT client_id, COUNT(*) FROM (
			SELECT client_id FROM order_attempts WHERE state = 'prepared'
			UNION ALL SELECT client_id FROM order_attempts WHERE next_check_at IS NOT NULL) a GROUP BY client_id`, nil,
		func(row db.Row) error {
			var client, n int64

			err := row.Scan(&client, &n)
			found[client] = int(n)

			return err
		})
	if err != nil {
		return fmt.Errorf("count the orders that wait: %w", err)
	}

	s.backlog.endCount(found)

	return nil
}
