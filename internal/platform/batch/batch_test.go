package batch_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"loket/internal/platform/batch"
	"loket/internal/platform/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type call = batch.Call[int, int]

func double(_ context.Context, calls []*call) {
	for _, c := range calls {
		c.Res = 2 * c.Req
	}
}

func started(t *testing.T, opt batch.Options, flush func(context.Context, []*call)) *batch.Batcher[int, int] {
	t.Helper()

	b := batch.New(opt, flush)
	b.Start(t.Context())
	t.Cleanup(func() {
		if err := b.Stop(context.Background()); err != nil {
			t.Errorf("stop: %v", err)
		}
	})

	return b
}

// held is a flush that signals when it has begun and then waits to be released.
type held struct {
	began chan []int
	goOn  chan struct{}
}

func hold() *held { return &held{began: make(chan []int), goOn: make(chan struct{})} }

func (h *held) flush(ctx context.Context, calls []*call) {
	reqs := make([]int, len(calls))
	for i, c := range calls {
		reqs[i] = c.Req
	}

	h.began <- reqs

	<-h.goOn

	double(ctx, calls)
}

func TestEachCallerGetsItsOwnOutcome(t *testing.T) {
	t.Parallel()

	errOdd := errors.New("odd")
	b := started(t, batch.Options{Max: 16, Queue: 8}, func(ctx context.Context, calls []*call) {
		if len(calls) > 16 {
			t.Errorf("a batch of %d", len(calls))
		}

		double(ctx, calls)

		for _, c := range calls {
			if c.Req%2 == 1 {
				c.Err = errOdd
			}
		}

		clear(calls) // the flush may do what it likes with its slice
	})

	var wg sync.WaitGroup
	for worker := range 32 {
		wg.Go(func() {
			for n := range 200 {
				req := worker*1000 + n

				res, err := b.Do(t.Context(), req)
				if res != 2*req || errors.Is(err, errOdd) != (req%2 == 1) {
					t.Errorf("%d gave %d, %v", req, res, err)
				}
			}
		})
	}

	wg.Wait()
}

func TestDoAllKeepsItsOrder(t *testing.T) {
	t.Parallel()

	odd := errors.New("odd")
	b := started(t, batch.Options{Max: 3}, func(ctx context.Context, calls []*call) {
		double(ctx, calls)

		for _, c := range calls {
			if c.Req%2 == 1 {
				c.Res, c.Err = 0, odd
			}
		}
	})

	const many = 50 // more than the queue has room for

	reqs := make([]int, many)
	for i := range reqs {
		reqs[i] = i
	}

	for i, o := range b.DoAll(t.Context(), reqs) {
		switch {
		case i%2 == 1 && (!errors.Is(o.Err, odd) || o.Res != 0):
			t.Errorf("%d gave %d, %v", i, o.Res, o.Err)
		case i%2 == 0 && (o.Err != nil || o.Res != 2*i):
			t.Errorf("%d gave %d, %v", i, o.Res, o.Err)
		}
	}
}

func TestDoAllGivesUp(t *testing.T) {
	t.Parallel()

	h := hold()
	b := started(t, batch.Options{Max: 1, Queue: 1}, h.flush)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan []batch.Outcome[int])

	go func() { done <- b.DoAll(ctx, []int{1, 2, 3}) }()

	<-h.began // 1 is being flushed, 2 waits, 3 finds no room or waits
	cancel()

	out := <-done
	if !fault.ErrOutcomeUnknown.Is(out[0].Err) {
		t.Errorf("the one that was taken gave %v", out[0].Err)
	}

	for _, o := range out[1:] {
		if !errors.Is(o.Err, context.Canceled) || fault.ErrOutcomeUnknown.Is(o.Err) {
			t.Errorf("one that was not taken gave %v", o.Err)
		}
	}

	close(h.goOn)
}

func TestGathersWhileFlushing(t *testing.T) {
	t.Parallel()

	h := hold()
	b := started(t, batch.Options{Max: 8}, h.flush)

	const callers = 5

	var wg sync.WaitGroup

	do := func(req int) { wg.Go(func() { _, _ = b.Do(t.Context(), req) }) }

	do(100)

	if first := <-h.began; len(first) != 1 || first[0] != 100 {
		t.Fatalf("the first batch was %v", first)
	}

	for n := range callers {
		do(n)
	}

	waitFor(b, callers) // the flush is held meanwhile

	h.goOn <- struct{}{}

	if second := <-h.began; len(second) != callers {
		t.Errorf("the second batch was %v", second)
	}

	h.goOn <- struct{}{}

	wg.Wait()
}

// TestPausesAfterACrowd: calls that come one after the other soon after a large flush share the next one.
func TestPausesAfterACrowd(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		const (
			pause  = 3 * time.Millisecond
			crowd  = 8
			latest = 3
		)

		var (
			sizes []int
			wg    sync.WaitGroup
		)

		b := batch.New(batch.Options{Pause: pause}, func(ctx context.Context, calls []*call) {
			sizes = append(sizes, len(calls))
			double(ctx, calls)
		})
		do := func() { wg.Go(func() { _, _ = b.Do(t.Context(), 1) }) }

		for range crowd {
			do() // they wait for the start
		}

		synctest.Wait()
		b.Start(t.Context())
		synctest.Wait()

		for range latest {
			do()
			time.Sleep(pause / latest)
		}

		wg.Wait()

		if want := []int{crowd, latest}; !slices.Equal(sizes, want) {
			t.Errorf("flushes of %v calls, want %v", sizes, want)
		}

		if err := b.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestPanicReachesEveryCaller(t *testing.T) {
	t.Parallel()

	b := started(t, batch.Options{}, func(_ context.Context, calls []*call) {
		if calls[0].Req < 0 {
			panic("boom")
		}
	})

	if _, err := b.Do(t.Context(), -1); !fault.ErrOutcomeUnknown.Is(err) {
		t.Errorf("got %v", err)
	}

	if _, err := b.Do(t.Context(), 1); err != nil {
		t.Errorf("the batcher did not survive: %v", err)
	}
}

func TestGivingUp(t *testing.T) {
	t.Parallel()

	h := hold()
	b := started(t, batch.Options{Max: 8}, h.flush)

	// A lone caller flushes for itself and stays to the end.
	lone, cancelLone := context.WithCancel(t.Context())
	errLone := giveUp(lone, b, 0)

	<-h.began
	cancelLone()

	taken, cancelTaken := context.WithCancel(t.Context())
	errTaken := giveUp(taken, b, 1)

	waitFor(b, 1)

	h.goOn <- struct{}{}

	if err := <-errLone; err != nil {
		t.Errorf("lone: got %v", err)
	}

	<-h.began
	cancelTaken()

	if err := <-errTaken; !fault.ErrOutcomeUnknown.Is(err) || !errors.Is(err, context.Canceled) {
		t.Errorf("taken: got %v", err)
	}

	queued, cancelQueued := context.WithCancel(t.Context())
	errQueued := giveUp(queued, b, 2)

	waitFor(b, 1)
	cancelQueued()

	if err := <-errQueued; fault.ErrOutcomeUnknown.Is(err) || !errors.Is(err, context.Canceled) {
		t.Errorf("queued: got %v", err)
	}

	h.goOn <- struct{}{}

	last := giveUp(t.Context(), b, 3)

	if next := <-h.began; len(next) != 1 || next[0] != 3 {
		t.Errorf("a withdrawn call was flushed: %v", next)
	}

	h.goOn <- struct{}{}

	if err := <-last; err != nil {
		t.Errorf("last: got %v", err)
	}
}

// giveUp submits a request whose context the test cancels.
func giveUp(ctx context.Context, b *batch.Batcher[int, int], req int) <-chan error {
	got := make(chan error, 1)

	go func() {
		_, err := b.Do(ctx, req)
		got <- err
	}()

	return got
}

// waitFor waits until the queue holds the given number of calls.
func waitFor(b *batch.Batcher[int, int], calls int) {
	for b.Waiting() < calls {
		runtime.Gosched()
	}
}

func TestFlushThatDoesNotEndIsEnded(t *testing.T) {
	t.Parallel()

	b := started(t, batch.Options{Timeout: time.Millisecond}, func(ctx context.Context, calls []*call) {
		<-ctx.Done()

		calls[0].Err = ctx.Err()
	})

	if _, err := b.Do(t.Context(), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestStopFinishesWhatWasTakenIn(t *testing.T) {
	t.Parallel()

	h := hold()
	b := batch.New(batch.Options{Max: 1}, h.flush)
	b.Start(t.Context())

	var good atomic.Int32

	var wg sync.WaitGroup
	for n := range 3 {
		wg.Go(func() {
			if res, err := b.Do(t.Context(), n); err == nil && res == 2*n {
				good.Add(1)
			}
		})
	}

	<-h.began

	waitFor(b, 2)

	stopped := make(chan error)

	go func() { stopped <- b.Stop(t.Context()) }()

	go func() {
		h.goOn <- struct{}{}

		for range 2 {
			<-h.began

			h.goOn <- struct{}{}
		}
	}()

	if err := <-stopped; err != nil {
		t.Fatal(err)
	}

	wg.Wait()

	if good.Load() != 3 {
		t.Errorf("%d of 3 calls were finished", good.Load())
	}

	if _, err := b.Do(t.Context(), 9); !fault.ErrUnavailable.Is(err) {
		t.Errorf("after Stop: %v", err)
	}

	if err := b.Stop(t.Context()); err != nil {
		t.Errorf("second Stop: %v", err)
	}
}

func TestStopOutOfTimeCancelsTheFlush(t *testing.T) {
	t.Parallel()

	began := make(chan struct{})
	b := batch.New(batch.Options{}, func(ctx context.Context, calls []*call) {
		close(began)
		<-ctx.Done()

		calls[0].Err = ctx.Err()
	})
	b.Start(t.Context())

	got := make(chan error)

	go func() {
		_, err := b.Do(context.Background(), 1)
		got <- err
	}()

	<-began

	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	if err := b.Stop(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stop gave %v", err)
	}

	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller got %v", err)
	}
}

func TestStopBeforeStartRefuses(t *testing.T) {
	t.Parallel()

	b := batch.New(batch.Options{}, double)
	got := make(chan error)

	go func() {
		_, err := b.Do(t.Context(), 1)
		got <- err
	}()

	waitFor(b, 1)

	if err := b.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}

	if err := <-got; !fault.ErrUnavailable.Is(err) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkDo(b *testing.B) {
	var flushes, size atomic.Int64

	bt := batch.New(batch.Options{}, func(_ context.Context, calls []*call) {
		flushes.Add(1)
		size.Add(int64(len(calls)))
	})
	bt.Start(b.Context())
	b.SetParallelism(128)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = bt.Do(b.Context(), 1)
		}
	})
	b.ReportMetric(float64(size.Load())/float64(flushes.Load()), "calls/flush")

	if err := bt.Stop(b.Context()); err != nil {
		b.Fatal(err)
	}
}
