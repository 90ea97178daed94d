// Package batch gathers requests that arrive while earlier ones are being
// written, so that one commit serves many callers. An idle batcher adds no
// wait: a lone request is flushed at once.
package batch

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/fault"
)

// Call is one request on its way through a flush, which sets Res or Err.
// Neither the call nor what it points to may be kept after the flush ends:
// calls are used again.
type Call[Req, Res any] struct {
	Req Req
	Res Res
	Err error

	state atomic.Int32
	done  chan struct{} // one signal per use; buffered, so that a flush never waits for a caller
}

// The states of a call: whoever takes it from waiting decides its fate.
const (
	waiting   int32 = iota
	taken           // by a flush: it may take effect
	withdrawn       // by its caller: it never takes effect
)

// Defaults of Options.
const (
	defaultMax   = 256
	queueBatches = 4 // batches that may wait

	defaultTimeout = 10 * time.Second
)

// Options bound a batcher; a zero takes the default.
type Options struct {
	// Max is the largest number of calls in one flush; 256 by default.
	Max int
	// Timeout ends the context of a flush, so that a database which no longer
	// answers holds nobody for longer; 10 s by default.
	Timeout time.Duration
	// Queue is how many calls may wait, four batches by default. Further
	// callers wait for room, as long as their context allows.
	Queue int
}

// Batcher hands requests of many callers to one flush function.
type Batcher[Req, Res any] struct {
	opt   Options
	flush func(ctx context.Context, calls []*Call[Req, Res])
	calls sync.Pool

	queue    chan *Call[Req, Res]
	stopping chan struct{}

	// sending is held for reading while a call is put into the queue, so that
	// Stop knows when no more can come.
	sending sync.RWMutex
	stopped bool

	flushing sync.Mutex      // held by whoever flushes: the batcher's goroutine or a lone caller
	quiet    atomic.Bool     // the last flush had one call and left none behind
	first    atomic.Int32    // calls that left the queue and wait for a lone caller's flush
	running  context.Context //nolint:containedctx // of all flushes; set before quiet

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	busy   sync.WaitGroup
}

// New makes a batcher that waits for Start. flush gets 1 to Max calls, may
// reorder the slice, and leaves every call with its own outcome; its context
// is no caller's and ends only after Options.Timeout or when Stop runs out of
// time.
func New[Req, Res any](opt Options, flush func(ctx context.Context, calls []*Call[Req, Res])) *Batcher[Req, Res] {
	if opt.Max <= 0 {
		opt.Max = defaultMax
	}

	if opt.Queue <= 0 {
		opt.Queue = queueBatches * opt.Max
	}

	if opt.Timeout <= 0 {
		opt.Timeout = defaultTimeout
	}

	return &Batcher[Req, Res]{
		opt:      opt,
		flush:    flush,
		calls:    sync.Pool{New: func() any { return &Call[Req, Res]{done: make(chan struct{}, 1)} }},
		queue:    make(chan *Call[Req, Res], opt.Queue),
		stopping: make(chan struct{}),
	}
}

// Start begins flushing; calls made before wait for it. The flushes see the
// values of ctx, not its end.
func (b *Batcher[Req, Res]) Start(ctx context.Context) {
	b.start.Do(func() {
		run, cancel := context.WithCancel(context.WithoutCancel(ctx)) //nolint:gosec // Stop calls it
		b.cancel = cancel
		b.running = run

		b.busy.Go(b.run)
		b.quiet.Store(true)
	})
}

// Stop refuses new calls, finishes those that were taken in and waits for
// that. When ctx ends first, running flushes are cancelled and its error is
// given once they are back. A second Stop waits like the first.
func (b *Batcher[Req, Res]) Stop(ctx context.Context) error {
	b.start.Do(func() {}) // never started: there is nothing to wait for
	b.halt.Do(func() {
		close(b.stopping)
		b.sending.Lock()
		b.stopped = true
		close(b.queue)
		b.sending.Unlock()
	})

	if b.cancel == nil {
		b.refuseQueued()

		return nil
	}

	done := make(chan struct{})

	go func() {
		b.busy.Wait()
		close(done)
	}()

	select {
	case <-done:
		b.cancel()

		return nil
	case <-ctx.Done():
		b.cancel()
		<-done

		return fmt.Errorf("stop batcher: %w", ctx.Err())
	}
}

// Do hands a request in and waits for its outcome.
//
// A caller whose context ends before its request was taken gets the context's
// error, and the request has no effect. When it was taken already, it may take
// effect all the same: that is fault.ErrOutcomeUnknown around the context's
// error. A stopping batcher answers fault.ErrUnavailable.
func (b *Batcher[Req, Res]) Do(ctx context.Context, req Req) (Res, error) {
	if c, done := b.alone(ctx, req); done {
		res, err := c.Res, c.Err
		b.recycle(c)

		return res, err
	}

	c, err := b.hand(ctx, req)
	if err != nil {
		var none Res

		return none, err
	}

	return b.await(ctx, c)
}

// alone flushes a request in its caller's own goroutine when nobody else is
// there, which saves two switches of goroutines. Where callers come in numbers
// it would take a flush away from many for the sake of one, so the last flush
// must have had one call as well.
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

// join makes Stop wait for a flush; false when it has stopped already.
func (b *Batcher[Req, Res]) join() bool {
	b.sending.RLock()
	defer b.sending.RUnlock()

	if b.stopped {
		return false
	}

	b.busy.Add(1)

	return true
}

// Outcome is what a call of DoAll came to.
type Outcome[Res any] struct {
	Res Res
	Err error
}

// DoAll hands several requests in, in their order, and waits for all of them;
// each has the outcome that Do would give. It saves its caller a goroutine for
// each request.
func (b *Batcher[Req, Res]) DoAll(ctx context.Context, reqs []Req) []Outcome[Res] {
	out := make([]Outcome[Res], len(reqs))
	calls := make([]*Call[Req, Res], len(reqs))

	for i, req := range reqs {
		calls[i], out[i].Err = b.hand(ctx, req)
	}

	for i, c := range calls {
		if c != nil {
			out[i].Res, out[i].Err = b.await(ctx, c)
		}
	}

	return out
}

// hand puts a request into the queue; after an error it has no effect.
func (b *Batcher[Req, Res]) hand(ctx context.Context, req Req) (*Call[Req, Res], error) {
	c, _ := b.calls.Get().(*Call[Req, Res])
	c.Req = req
	c.state.Store(waiting)

	if err := b.submit(ctx, c); err != nil {
		b.recycle(c)

		return nil, err
	}

	return c, nil
}

// await waits for the outcome of a call in the queue.
func (b *Batcher[Req, Res]) await(ctx context.Context, c *Call[Req, Res]) (Res, error) {
	select {
	case <-c.done:
		res, err := c.Res, c.Err
		b.recycle(c)

		return res, err
	case <-ctx.Done():
		// The call is left to the queue or the flush, which still has it.
		var none Res

		if c.state.CompareAndSwap(waiting, withdrawn) {
			return none, fmt.Errorf("wait for a batch: %w", ctx.Err())
		}

		return none, fault.ErrOutcomeUnknown.Wrap(ctx.Err())
	}
}

// Waiting is the number of calls in the queue, for metrics and tests.
func (b *Batcher[Req, Res]) Waiting() int { return len(b.queue) + int(b.first.Load()) }

func (b *Batcher[Req, Res]) submit(ctx context.Context, c *Call[Req, Res]) error {
	b.sending.RLock()
	defer b.sending.RUnlock()

	if b.stopped {
		return fault.ErrUnavailable.New()
	}

	select {
	case b.queue <- c: // the common case, without the cost of a full select
		return nil
	default:
	}

	select {
	case b.queue <- c:
		return nil
	case <-b.stopping:
		return fault.ErrUnavailable.New()
	case <-ctx.Done():
		return fmt.Errorf("wait for room in a batch: %w", ctx.Err())
	}
}

func (b *Batcher[Req, Res]) recycle(c *Call[Req, Res]) {
	var (
		req Req
		res Res
	)

	c.Req, c.Res, c.Err = req, res, nil
	b.calls.Put(c)
}

func (b *Batcher[Req, Res]) run() {
	calls := make([]*Call[Req, Res], 0, b.opt.Max)
	lent := make([]*Call[Req, Res], 0, b.opt.Max)

	for first := range b.queue { // until Stop closes it and it is empty
		b.first.Store(1)
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

// gather adds what else is there to the first call.
func (b *Batcher[Req, Res]) gather(calls []*Call[Req, Res]) []*Call[Req, Res] {
	seen := 0

	for len(calls) < b.opt.Max {
		select {
		case c, open := <-b.queue:
			if !open {
				return calls
			}

			calls = take(calls, c)
		default:
			if len(calls) == seen {
				return calls
			}

			// Callers that the last flush woke are ready to run but have not
			// come this far: let them, as long as that brings more.
			seen = len(calls)

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

// guard runs a flush. A panic may have come before or after its commit, so
// nobody knows what took effect.
func (b *Batcher[Req, Res]) guard(calls []*Call[Req, Res]) {
	all := calls

	defer func() {
		if p := recover(); p != nil {
			err := fmt.Errorf("panic in a batch: %v\n%s", p, debug.Stack()) //nolint:err113 // for the log alone

			for _, c := range all {
				c.Err = fault.ErrOutcomeUnknown.Wrap(err)
			}
		}
	}()

	ctx, cancel := context.WithTimeout(b.running, b.opt.Timeout)
	defer cancel()

	b.flush(ctx, calls)
}

// refuseQueued answers the calls of a batcher that never started.
func (b *Batcher[Req, Res]) refuseQueued() {
	for c := range b.queue {
		if c.state.CompareAndSwap(waiting, taken) {
			c.Err = fault.ErrUnavailable.New()
			c.done <- struct{}{}
		}
	}
}
