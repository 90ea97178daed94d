package batch

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"loket/internal/platform/fault"
)

func (b *Batcher[Req, Res]) run() {
	calls := make([]*Call[Req, Res], 0, b.opt.Max)
	lent := make([]*Call[Req, Res], 0, b.opt.Max)

	for first := range b.queue { // until Stop closes it and it is empty
		b.first.Store(1)

		if len(calls) >= crowd { // of the last flush
			time.Sleep(b.opt.Pause)
		}

		b.flushing.Lock()
		b.first.Store(0)

		calls = b.gather(take(calls[:0], first))

		if len(calls) > 0 {
			lent = append(lent[:0], calls...) // flush may shuffle or cut its own slice
			b.guard(lent)
		}

		b.quiet.Store(len(calls) <= 1 && len(b.queue) == 0)
		b.flushing.Unlock()

		for i, c := range calls {
			calls[i] = nil

			c.done <- struct{}{}
		}

		clear(lent)
	}
}

// maxYields is how often in a row the batcher yields the processor without
// getting a new call before it begins a flush.
const maxYields = 3

// gather adds the queued calls to the first one. Callers that the last flush
// woke may be ready to run but not yet in the queue, so gather yields to them as
// long as new calls arrive.
func (b *Batcher[Req, Res]) gather(calls []*Call[Req, Res]) []*Call[Req, Res] {
	for idle := 0; len(calls) < b.opt.Max && idle < maxYields; {
		select {
		case c, open := <-b.queue:
			if !open {
				return calls
			}

			calls = take(calls, c)
			idle = 0
		default:
			idle++

			runtime.Gosched()
		}
	}

	return calls
}

func take[Req, Res any](calls []*Call[Req, Res], c *Call[Req, Res]) []*Call[Req, Res] {
	if c.state.CompareAndSwap(waiting, taken) {
		return append(calls, c)
	}

	return calls // withdrawn: nobody waits for it
}

// guard runs a flush. After a panic the outcome of every call is unknown: it may
// have happened before or after the commit.
func (b *Batcher[Req, Res]) guard(calls []*Call[Req, Res]) {
	all := calls

	defer func() {
		if p := recover(); p != nil {
			err := fmt.Errorf("panic in a batch: %v\n%s", p, debug.Stack())

			for _, c := range all {
				c.Err = fault.ErrOutcomeUnknown.Wrap(err)
			}
		}
	}()

	ctx, cancel := context.WithTimeout(b.running, b.opt.Timeout)
	defer cancel()

	b.flush(ctx, calls)
}

// refuseQueued refuses the calls of a batcher that was stopped before it started.
func (b *Batcher[Req, Res]) refuseQueued() {
	for c := range b.queue {
		if c.state.CompareAndSwap(waiting, taken) {
			c.Err = fault.ErrUnavailable.New()
			c.done <- struct{}{}
		}
	}
}

// alone flushes a request in its caller's goroutine when no other call waits,
// which saves two goroutine switches. Under load it would delay a shared flush
// for one call, so the last flush must have had a single call too.
func (b *Batcher[Req, Res]) alone(ctx context.Context, req Req) (*Call[Req, Res], bool) {
	if !b.quiet.Load() || len(b.queue) > 0 || ctx.Err() != nil || !b.flushing.TryLock() {
		return nil, false
	}
	defer b.flushing.Unlock()

	if !b.join() {
		return nil, false
	}
	defer b.busy.Done()

	c, _ := b.calls.Get().(*Call[Req, Res])
	c.Req = req

	b.guard([]*Call[Req, Res]{c})
	b.quiet.Store(len(b.queue) == 0)

	return c, true
}

// join makes Stop wait for a flush. It returns false when the batcher has
// stopped.
func (b *Batcher[Req, Res]) join() bool {
	b.sending.RLock()
	defer b.sending.RUnlock()

	if b.stopped {
		return false
	}

	b.busy.Add(1)

	return true
}
