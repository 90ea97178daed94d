// Package batch gathers requests that arrive while earlier ones are being
// written, so that one commit serves many callers. An idle batcher adds no
// wait: a lone request is flushed at once.
package batch

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/fault"
)

// Call is one request of a flush. The flush sets Res or Err. It must not keep
// the call or anything it points to, since calls are reused.
type Call[Req, Res any] struct {
	Req Req
	Res Res
	Err error

	state atomic.Int32
	done  chan struct{} // one signal for each use; buffered, so that a flush never waits for a caller
}

// The states of a call. The flush and the caller compete to move it from
// waiting.
const (
	waiting   int32 = iota
	taken           // by a flush; the request may take effect
	withdrawn       // by its caller; the request never takes effect
)

// Defaults of Options.
const (
	defaultMax   = 256
	queueBatches = 4 // batches that may wait

	defaultTimeout = 10 * time.Second
)

// Options are the limits of a batcher; a zero value takes the default.
type Options struct {
	// Max is the largest number of calls in one flush; 256 by default.
	Max int
	// Timeout is the longest time of a flush; 10 s by default. Its context ends
	// then, so a silent database doesn't block callers for ever.
	Timeout time.Duration
	// Queue is how many calls may wait, four batches by default. Further
	// callers wait for room, as long as their context allows.
	Queue int
	// Pause is the wait before the flush that follows a flush of at least crowd
	// calls, so that it has more of them; none by default. It is for requests
	// for which nobody waits: fewer flushes cost less than many small ones.
	Pause time.Duration
}

// crowd is the number of calls in a flush from which the next one pauses.
const crowd = 8

// Batcher hands requests of many callers to one flush function.
type Batcher[Req, Res any] struct {
	opt   Options
	flush func(ctx context.Context, calls []*Call[Req, Res])
	calls sync.Pool

	queue    chan *Call[Req, Res]
	stopping chan struct{}

	// sending is read-locked while a call is put into the queue. Stop takes the
	// write lock to know that no further call can come.
	sending sync.RWMutex
	stopped bool

	flushing sync.Mutex      // held during a flush, by the batcher's goroutine or a lone caller
	quiet    atomic.Bool     // the last flush had one call and left none behind
	first    atomic.Int32    // calls that left the queue and wait for a lone caller's flush
	running  context.Context //nolint:containedctx // of all flushes; set before quiet

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	busy   sync.WaitGroup
}

// New makes a batcher. It flushes nothing before Start. flush gets 1 to Max
// calls, may reorder the slice, and must set the outcome of every call. Its
// context belongs to no caller: it ends after Options.Timeout, or when Stop runs
// out of time.
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

// Start begins flushing. Calls made before Start wait for it. Flushes use the
// values of ctx but not its cancellation.
func (b *Batcher[Req, Res]) Start(ctx context.Context) {
	b.start.Do(func() {
		run, cancel := context.WithCancel(context.WithoutCancel(ctx)) //nolint:gosec // Stop calls it
		b.cancel = cancel
		b.running = run

		b.busy.Go(b.run)
		b.quiet.Store(true)
	})
}

// Stop refuses new calls, finishes the queued ones and waits for them. When ctx
// ends first, Stop cancels the running flushes, waits for their return and
// returns the context's error. A second Stop waits like the first.
func (b *Batcher[Req, Res]) Stop(ctx context.Context) error {
	b.start.Do(func() {}) // never started, so there is nothing to wait for
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

// Do submits a request and waits for its outcome.
//
// When ctx ends before a flush took the request, Do returns the context's error
// and the request has no effect. When it was taken already, it may still take
// effect: Do returns fault.ErrOutcomeUnknown, which wraps the context's error. A
// stopping batcher returns fault.ErrUnavailable.
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

// Outcome is the result of one request of DoAll.
type Outcome[Res any] struct {
	Res Res
	Err error
}

// DoAll submits several requests in their order and waits for all of them. Each
// gets the outcome that Do would return. The caller needs no goroutine for each
// request.
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

// hand puts a request into the queue. After an error the request has no effect.
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
		// Don't reuse the call: the queue or a flush still refers to it.
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
