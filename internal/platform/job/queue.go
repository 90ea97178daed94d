package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// Options configure a queue; a zero value takes the default.
type Options struct {
	// Holder is the node's name in the table. A random token is added, so no two processes
	// have the same name.
	Holder string
	// Poll is the longest time between two polls of the table; 1 second by default.
	Poll time.Duration
	// Lease is how long a node keeps its jobs without renewal; 30 seconds by default. It
	// is renewed after a third of that time.
	Lease time.Duration
	// Observe, if any, is called after every run. It must return quickly.
	Observe func(kind string, outcome Outcome, took time.Duration)
}

const (
	defaultPoll  = time.Second
	defaultLease = 30 * time.Second
	beatsInLease = 3

	// maxWrites is the most claims and ends in one transaction.
	maxWrites = 512
	// maxClaim is the most jobs that one claim takes.
	maxClaim = 128
	// channel is the PostgreSQL channel of the hints between nodes.
	channel = "loket_jobs"
)

// Queue runs the jobs of one database on one node. Make it with NewQueue, add kinds with
// Handle and schedules with Every, then call Start.
type Queue struct {
	d   *db.DB
	clk clock.Clock
	ids *ids.Generator
	log *slog.Logger
	opt Options

	holder    string
	pools     map[string]*pool // by kind; fixed once started
	schedules []*schedule
	faults    []error // errors of Handle and Every, returned by Start

	writes *batch.Batcher[write, writeResult]
	poller *poller
	hints  *hints
	runs   *runs
	events *broadcast
	misses missing

	mu      sync.Mutex
	started bool
	stopped bool
	stopErr error
	ended   chan struct{}

	fetching context.CancelCauseFunc // cancels claims and polls
	working  context.CancelCauseFunc // cancels the runs
	beating  context.CancelFunc      // cancels the renewal of leases
	fetchers sync.WaitGroup
	workers  sync.WaitGroup
	beats    sync.WaitGroup
	base     context.Context //nolint:containedctx // what every run's context is made from
}

// NewQueue makes a queue. It runs no jobs before Start, but jobs can be added. The ids must
// differ from those of other nodes' queues. They may equal ids of other tables. Without a
// generator, which needs a node number, EnqueueTx takes ids from a sequence, and the queue
// must not be started: it is for staff commands.
func NewQueue(d *db.DB, clk clock.Clock, generator *ids.Generator, log *slog.Logger, opt Options) *Queue {
	if opt.Poll <= 0 {
		opt.Poll = defaultPoll
	}

	if opt.Lease <= 0 {
		opt.Lease = defaultLease
	}

	q := &Queue{
		d: d, clk: clk, ids: generator, log: log, opt: opt,
		holder: opt.Holder + "/" + ids.Token(),
		pools:  map[string]*pool{},
		runs:   &runs{active: map[*run]struct{}{}},
		events: newBroadcast(),
		ended:  make(chan struct{}),
	}
	q.writes = batch.New(batch.Options{Max: maxWrites}, q.flush)
	q.poller = newPoller(q)
	q.hints = newHints(q)

	return q
}

// Handle sets the handler of a kind. Call it before Start, once for each kind.
func (q *Queue) Handle(kind string, opt KindOptions, fn func(ctx context.Context, j Job) error) {
	q.mu.Lock()
	defer q.mu.Unlock()

	switch {
	case q.started:
		q.faults = append(q.faults, fmt.Errorf("kind %s is handled after Start", kind))
	case kind == "" || fn == nil:
		q.faults = append(q.faults, fmt.Errorf("kind %q has no name or no handler", kind))
	case q.pools[kind] != nil:
		q.faults = append(q.faults, fmt.Errorf("kind %s is handled twice", kind))
	default:
		q.pools[kind] = newPool(q, kind, opt.withDefaults(), fn)
	}
}

// Start begins to run jobs and returns. Runs use the values of ctx but not its
// cancellation. It returns the errors of Handle and Every, and fails when the schedules
// can't be stored.
func (q *Queue) Start(ctx context.Context) error {
	q.mu.Lock()
	defer q.mu.Unlock()

	if q.started || q.stopped {
		return errors.New("start jobs: the queue was started or stopped already")
	}

	if err := errors.Join(q.faults...); err != nil {
		return fmt.Errorf("start jobs: %w", err)
	}

	if err := q.storeSchedules(ctx); err != nil {
		return fmt.Errorf("start jobs: %w", err)
	}

	q.started = true
	q.writes.Start(ctx)

	ctx = context.WithoutCancel(ctx)
	fetch, stopFetch := context.WithCancelCause(ctx)
	beat, stopBeat := context.WithCancel(ctx)
	q.fetching, q.beating = stopFetch, stopBeat
	q.base, q.working = context.WithCancelCause(ctx)

	for _, l := range q.pools {
		q.fetchers.Go(func() { l.fetch(fetch) })
	}

	q.fetchers.Go(func() { q.poller.run(fetch) })
	q.fetchers.Go(func() { q.hints.run(fetch) })
	q.fetchers.Go(func() { q.listen(fetch) })
	q.beats.Go(func() { q.beat(beat) })

	return nil
}

// Wake polls the table now: for one kind, or with an empty kind for all kinds, due
// schedules and expired leases. Jobs that are added through this queue wake it by
// themselves.
func (q *Queue) Wake(kind string) {
	if kind == "" {
		q.poller.pollNow()

		return
	}

	if l := q.pools[kind]; l != nil {
		l.wakeUp()
	}
}

// The part of the stop time that is kept for releasing jobs.
const (
	handBackPart = 5
	handBackMost = 2 * time.Second
	handBackTime = 2 * time.Second // used when the caller's context has ended already
)

// Stop claims no more jobs and waits for the running ones. Shortly before ctx ends it
// cancels the remaining runs and releases their jobs, which are then ready for other
// nodes at once. A second Stop returns the result of the first.
func (q *Queue) Stop(ctx context.Context) error {
	q.mu.Lock()
	first, started := !q.stopped, q.started
	q.stopped = true
	q.mu.Unlock()

	if !first {
		select {
		case <-q.ended:
			return q.stopErr
		case <-ctx.Done():
			return fmt.Errorf("stop jobs: %w", ctx.Err())
		}
	}

	defer close(q.ended)

	if started {
		q.stopErr = q.stop(ctx)
	}

	return q.stopErr
}

func (q *Queue) stop(ctx context.Context) error {
	q.fetching(errStopping)
	q.fetchers.Wait() // they end at once; a claim in flight ends with its transaction

	done := make(chan struct{})

	go func() {
		q.workers.Wait()
		close(done)
	}()

	patience, cancel := context.WithCancel(ctx)
	defer cancel()

	if deadline, ok := ctx.Deadline(); ok {
		var stopPatience context.CancelFunc

		left := time.Until(deadline)
		patience, stopPatience = context.WithTimeout(ctx, left-min(left/handBackPart, handBackMost))

		defer stopPatience()
	}

	var err error

	select {
	case <-done:
	case <-patience.Done():
		err = q.abandon(ctx, done)
	}

	q.working(errStopping)
	q.beating()
	q.beats.Wait()

	ctx, cancelLast := timeLeft(ctx)
	defer cancelLast()

	if stopErr := q.writes.Stop(ctx); stopErr != nil {
		err = errors.Join(err, fmt.Errorf("stop jobs: %w", stopErr))
	}

	q.hints.sendRemaining(ctx)

	return err
}

// timeLeft is ctx, or a short context of our own when ctx has ended, since the ends of runs
// must still be stored.
func timeLeft(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}

	return context.WithTimeout(context.WithoutCancel(ctx), handBackTime)
}

// abandon cancels the runs that did not finish in time. Runs that heed their context
// settle themselves. The jobs of the others are released while they still run.
func (q *Queue) abandon(ctx context.Context, done <-chan struct{}) error {
	q.working(errStopping)

	ctx, cancel := timeLeft(ctx)
	defer cancel()

	heed, cancelHeed := context.WithTimeout(ctx, handBackMost/handBackPart)
	defer cancelHeed()

	select {
	case <-done:
		return nil
	case <-heed.Done():
	}

	left := q.runs.list()
	errs := make([]error, 0, len(left))

	for _, r := range left {
		_, err := q.writes.Do(ctx, write{end: q.returnedEnd(r)})
		errs = append(errs, err)
	}

	q.log.WarnContext(ctx, "released jobs that are still running", "jobs", len(left))

	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("hand back %d jobs: %w", len(left), err)
	}

	return nil
}

// Idle waits until no due job of the handled kinds is ready or running on any
// node. It is for tests and for emptying a node.
func (q *Queue) Idle(ctx context.Context) error {
	const pollEvery = 20 * time.Millisecond // poll interval for jobs of other nodes

	for {
		changed := q.events.wait()

		busy, err := q.busy(ctx)
		if err != nil || !busy {
			return err
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for idle jobs: %w", ctx.Err())
		case <-changed:
		case <-time.After(pollEvery):
		}
	}
}

func (q *Queue) kinds() []string {
	out := make([]string, 0, len(q.pools))
	for kind := range q.pools {
		out = append(out, kind)
	}

	slices.Sort(out)

	return out
}

// broadcast wakes all that wait for the next event.
type broadcast struct{ ch atomic.Pointer[chan struct{}] }

func newBroadcast() *broadcast {
	b := &broadcast{}
	ch := make(chan struct{})
	b.ch.Store(&ch)

	return b
}

func (b *broadcast) wait() <-chan struct{} { return *b.ch.Load() }

func (b *broadcast) tell() {
	next := make(chan struct{})
	close(*b.ch.Swap(&next))
}
