// Package limiter bounds how many callers do something at a time.
package limiter

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"loket/internal/platform/fault"
)

// Limiter lets a bounded number of callers in at a time, in the order in which
// they came, and a bounded number wait. It guards work that costs memory or
// processor time; a waiting caller costs neither.
type Limiter struct {
	slots   chan struct{}
	queue   int64
	waiting atomic.Int64
}

// New makes a limiter with so many places and so long a queue.
func New(slots, queue int) *Limiter {
	return &Limiter{slots: make(chan struct{}, slots), queue: int64(queue)}
}

// queueFullRetry is the Retry-After of callers that found the queue full.
const queueFullRetry = 10 * time.Second

// Enter waits for a place. A caller that got nil must call Leave. Overload is
// retried by the caller: fault.ErrThrottled at once when the queue is full, and
// when ctx's deadline passes while waiting.
func (l *Limiter) Enter(ctx context.Context) error {
	select {
	case l.slots <- struct{}{}:
		return nil
	default:
	}

	defer l.waiting.Add(-1)

	if l.waiting.Add(1) > l.queue {
		return fault.Throttled(queueFullRetry)
	}

	select {
	case l.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return fault.Throttled(queueFullRetry)
		}

		return fmt.Errorf("wait for a turn: %w", ctx.Err())
	}
}

// Leave gives the place back.
func (l *Limiter) Leave() { <-l.slots }

// Running is how many callers have a place.
func (l *Limiter) Running() int64 { return int64(len(l.slots)) }

// Waiting is how many callers wait for one.
func (l *Limiter) Waiting() int64 { return l.waiting.Load() }
