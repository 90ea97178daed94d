package identity

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"loket/internal/platform/fault"
)

// gate lets a bounded number in at a time and a bounded number wait, in the
// order they came. What it guards costs memory or the processor; a waiting
// caller costs neither.
type gate struct {
	slots   chan struct{}
	queue   int64
	waiting atomic.Int64
}

func newGate(slots, queue int) *gate {
	return &gate{slots: make(chan struct{}, slots), queue: int64(queue)}
}

// queueFullRetry is told to callers that found the queue full: it has moved on
// by then.
const queueFullRetry = 10 * time.Second

// enter waits for a place; whoever got nil must leave. Beyond the queue it is
// ErrThrottled at once, and for whoever waited to the end of their time: so
// many are no fault of ours, and each may come again.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}

	defer g.waiting.Add(-1)

	if g.waiting.Add(1) > g.queue {
		return throttled(queueFullRetry)
	}

	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return throttled(queueFullRetry)
		}

		return fmt.Errorf("wait for a turn: %w", ctx.Err())
	}
}

func (g *gate) leave() { <-g.slots }

func throttled(after time.Duration) *fault.Error {
	e := ErrThrottled.New()
	e.RetryAfter = after

	return e
}
