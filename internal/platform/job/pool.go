package job

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// pool claims the jobs of one kind and runs them in its workers.
type pool struct {
	q    *Queue
	kind string
	opt  KindOptions
	fn   Handler

	wake  chan struct{} // one signal is kept, so that none is lost during a claim
	slots chan struct{} // free workers

	counts counters
}

// counters are what happened on this node since the start.
type counters struct{ done, retried, snoozed, dead, returned, lost atomic.Int64 }

func newPool(q *Queue, kind string, opt KindOptions, fn Handler) *pool {
	l := &pool{
		q: q, kind: kind, opt: opt, fn: fn,
		wake: make(chan struct{}, 1), slots: make(chan struct{}, opt.Workers),
	}

	for range opt.Workers {
		l.slots <- struct{}{}
	}

	l.wakeUp() // what is there already

	return l
}

func (l *pool) wakeUp() {
	select {
	case l.wake <- struct{}{}:
	default: // it will poll anyway
	}
}

// Waits after a claim that the database refused.
const (
	claimFirstWait = 100 * time.Millisecond
	claimMostWait  = 5 * time.Second
)

func (l *pool) fetch(ctx context.Context) {
	wait := claimFirstWait

	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		}

		err := l.drain(ctx)
		if err == nil {
			wait = claimFirstWait

			continue
		}

		l.q.log.ErrorContext(ctx, "could not claim jobs, will retry", "kind", l.kind, "error", err)
		l.wakeUp()

		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
			wait = min(2*wait, claimMostWait)
		}
	}
}

// drain claims as many jobs as there are free workers until it gets fewer than
// it asked for: then no more are due.
func (l *pool) drain(ctx context.Context) error {
	for {
		free := l.takeSlots(ctx)
		if free == 0 {
			return nil // the queue stops
		}

		// Not cancelled by a stop: jobs that were claimed must be known here.
		got, err := l.q.writes.Do(context.WithoutCancel(ctx), write{claim: l.kind, limit: free})

		for range free - len(got.jobs) {
			l.slots <- struct{}{}
		}

		for _, j := range got.jobs {
			l.q.workers.Go(func() { l.work(ctx, j, got.until) })
		}

		if err != nil || len(got.jobs) < free {
			return err
		}
	}
}

// takeSlots waits for one free worker and takes what else is free.
func (l *pool) takeSlots(ctx context.Context) int {
	select {
	case <-ctx.Done():
		return 0
	case <-l.slots:
	}

	for n := 1; n < maxClaim; n++ {
		select {
		case <-l.slots:
		default:
			return n
		}
	}

	return maxClaim
}

// work runs one job and writes down how it ended.
func (l *pool) work(fetching context.Context, j Job, until time.Time) {
	r := &run{job: j, pool: l, until: until}
	r.ctx, r.cancel = context.WithCancelCause(l.q.base)
	l.q.runs.add(r)

	defer func() {
		l.q.runs.remove(r)
		r.cancel(nil)
	}()

	if fetching.Err() != nil { // claimed while the queue began to stop
		l.slots <- struct{}{}

		l.q.storeEnd(r, l.q.returnedEnd(r), 0) //nolint:contextcheck // a run has its own

		return
	}

	start := time.Now()

	var err error
	if j.Attempt > l.opt.MaxAttempts {
		// Its last attempts ended with their nodes; another could end this one.
		err = Discard(errLeaseLost)
	} else {
		err = l.call(r) //nolint:contextcheck // as above
	}

	took := time.Since(start)

	l.slots <- struct{}{} // the next job need not wait for the end of this one to be written

	l.q.storeEnd(r, l.judge(r, err), took) //nolint:contextcheck // as above
}

// call runs the handler within its time; a panic is an error like any other.
func (l *pool) call(r *run) (err error) {
	ctx, cancel := context.WithTimeoutCause(r.ctx, l.opt.Timeout, errTimeout)
	defer cancel()

	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
			l.q.log.ErrorContext(ctx, "job panicked", "kind", l.kind, "job", r.job.ID, "error", err, "stack", string(debug.Stack()))
		}
	}()

	err = l.fn(ctx, r.job)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w (%w)", err, context.Cause(ctx))
	}

	return err
}

// judge says what becomes of a job after a run.
func (l *pool) judge(r *run, err error) end {
	e := end{run: r}
	now := l.q.clk.Now()

	if err == nil {
		e.outcome = Done

		return e
	}

	if snooze, ok := errors.AsType[snoozeError](err); ok {
		e.outcome, e.runAt, e.attempt = Snoozed, now.Add(snooze.wait), r.job.Attempt-1

		return e
	}

	e.cause = clip(err.Error())

	_, discard := errors.AsType[discardError](err)

	switch {
	case !discard && l.q.base.Err() != nil: // ended by the stop
		e = l.q.returnedEnd(r)
	case discard || r.job.Attempt >= l.opt.MaxAttempts:
		e.outcome, e.runAt, e.attempt = Dead, now, r.job.Attempt
	default:
		e.outcome, e.runAt, e.attempt = Retried, now.Add(jitter(l.opt.Backoff(r.job.Attempt))), r.job.Attempt
	}

	return e
}
