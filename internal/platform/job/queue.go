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

// Options of a queue; a zero takes the default.
type Options struct {
	// Holder names the node in the table; a token is added to it, so that no
	// two processes ever share a name.
	Holder string
	// Poll is how often the table is looked at when nothing else wakes the
	// queue; a second.
	Poll time.Duration
	// Lease is how long a silent node keeps its jobs; 30 seconds. It is renewed
	// when a third of it has passed.
	Lease time.Duration
	// Observe, if any, is told of every run that ended. It must be quick.
	Observe func(kind string, outcome Outcome, took time.Duration)
}

const (
	defaultPoll  = time.Second
	defaultLease = 30 * time.Second
	beatsInLease = 3

	// maxWrites bounds the claims and ends in one transaction.
	maxWrites = 512
	// maxClaim bounds the jobs that one claim takes.
	maxClaim = 128
	// channel carries the hints between nodes.
	channel = "loket_jobs"
)

// Queue works off the jobs of one database on one node. Make it with NewQueue,
// add kinds with Handle and schedules with Every, then Start.
type Queue struct {
	d   *db.DB
	clk clock.Clock
	ids *ids.Generator
	log *slog.Logger
	opt Options

	holder    string
	lanes     map[string]*lane // by kind; fixed once started
	schedules []*schedule
	faults    []error // of Handle and Every, reported by Start

	writes *batch.Batcher[write, written]
	look   *looker
	hints  *hints
	runs   *runs
	events *broadcast
	misses missing

	mu      sync.Mutex
	started bool
	stopped bool
	stopErr error
	ended   chan struct{}

	fetching context.CancelCauseFunc // ends everything that takes new work
	working  context.CancelCauseFunc // ends the runs
	beating  context.CancelFunc      // ends the renewal of leases
	fetchers sync.WaitGroup
	workers  sync.WaitGroup
	beats    sync.WaitGroup
	base     context.Context //nolint:containedctx // what every run's context is made from
}

// NewQueue makes a queue that waits for Start; adding jobs works at once. The
// ids must differ from those of other nodes' queues; they may be the same as
// ids of other tables.
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
		lanes:  map[string]*lane{},
		runs:   &runs{active: map[*run]struct{}{}},
		events: newBroadcast(),
		ended:  make(chan struct{}),
	}
	q.writes = batch.New(batch.Options{Max: maxWrites}, q.flush)
	q.look = newLooker(q)
	q.hints = newHints(q)

	return q
}

// Handle says how a kind is worked on. It must come before Start, once a kind.
func (q *Queue) Handle(kind string, opt KindOptions, fn func(ctx context.Context, j Job) error) {
	q.mu.Lock()
	defer q.mu.Unlock()

	switch {
	case q.started:
		q.faults = append(q.faults, fmt.Errorf("kind %s is handled after Start", kind))
	case kind == "" || fn == nil:
		q.faults = append(q.faults, fmt.Errorf("kind %q has no name or no handler", kind))
	case q.lanes[kind] != nil:
		q.faults = append(q.faults, fmt.Errorf("kind %s is handled twice", kind))
	default:
		q.lanes[kind] = newLane(q, kind, opt.withDefaults(), fn)
	}
}

// Start takes the first jobs and returns. The runs see the values of ctx, not
// its end. It fails on mistakes in Handle and Every and when the schedules
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

	for _, l := range q.lanes {
		q.fetchers.Go(func() { l.fetch(fetch) })
	}

	q.fetchers.Go(func() { q.look.run(fetch) })
	q.fetchers.Go(func() { q.hints.run(fetch) })
	q.fetchers.Go(func() { q.listen(fetch) })
	q.beats.Go(func() { q.beat(beat) })

	return nil
}

// Wake asks for a look at the table now: for one kind, or with an empty kind
// for all of them, due schedules and lost leases. Jobs that are added through
// this queue wake it by themselves.
func (q *Queue) Wake(kind string) {
	if kind == "" {
		q.look.now()

		return
	}

	if l := q.lanes[kind]; l != nil {
		l.wakeUp()
	}
}

// Part of the time to stop that is kept for handing jobs back.
const (
	handBackPart = 5
	handBackMost = 2 * time.Second
	handBackTime = 2 * time.Second // when the caller's time is over already
)

// Stop takes no more jobs, waits for the running ones, and hands back what is
// not finished shortly before ctx ends; those runs' contexts end first. Handed
// back jobs are ready for other nodes at once. A second Stop gives what the
// first gave.
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
	q.fetchers.Wait() // they give up at once; a claim under way ends with its transaction

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

	q.hints.last(ctx)

	return err
}

// timeLeft is ctx, or a short time of our own when that is over: what was
// taken must be written down or handed back all the same.
func timeLeft(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}

	return context.WithTimeout(context.WithoutCancel(ctx), handBackTime)
}

// abandon ends the runs that did not finish in time. Those that heed their
// context settle themselves; the others are handed back as they run.
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
		_, err := q.writes.Do(ctx, write{end: q.returned(r)})
		errs = append(errs, err)
	}

	q.log.WarnContext(ctx, "jobs handed back while they run", "jobs", len(left))

	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("hand back %d jobs: %w", len(left), err)
	}

	return nil
}

// Idle waits until no due job of the handled kinds is ready or running on any
// node. It is for tests and for emptying a node.
func (q *Queue) Idle(ctx context.Context) error {
	const look = 20 * time.Millisecond // for what other nodes end

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
		case <-time.After(look):
		}
	}
}

func (q *Queue) kinds() []string {
	out := make([]string, 0, len(q.lanes))
	for kind := range q.lanes {
		out = append(out, kind)
	}

	slices.Sort(out)

	return out
}

// broadcast lets many wait for the next event.
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
