package event

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Options of a record; a zero value takes the default.
type Options struct {
	// Look is the time between two looks for facts that other nodes wrote; 1 second.
	Look time.Duration
	// Gap is the least time between two rounds on this node: facts that come within it are read together; 100 ms.
	Gap time.Duration
	// Portion is the most facts that a consumer gets in one transaction; 500, and 50 on SQLite, where all others wait for it.
	Portion int
	// Retry is the time after which a fact that was set aside is tried again. It doubles with each failure, up to an hour; 1 second.
	Retry time.Duration
}

const (
	defaultLook    = time.Second
	defaultGap     = 100 * time.Millisecond
	defaultPortion = 500
	litePortion    = 50
	defaultRetry   = time.Second
)

func (o Options) withDefaults(engine db.Engine) Options {
	if o.Look <= 0 {
		o.Look = defaultLook
	}

	if o.Gap <= 0 {
		o.Gap = defaultGap
	}

	if o.Portion <= 0 {
		o.Portion = defaultPortion
		if engine == db.SQLite {
			o.Portion = litePortion
		}
	}

	if o.Retry <= 0 {
		o.Retry = defaultRetry
	}

	return o
}

// Record has the consumers of a node read what happened. Any number of nodes may do so at once. Make it with New, add consumers with
// Consume, then call Start.
type Record struct {
	d   *db.DB
	clk clock.Clock
	log *slog.Logger
	opt Options

	consumers []*consumer  // fixed once started
	last      atomic.Int64 // the greatest position that this node knows of
	restores  atomic.Int64 // how often the database was found to be an older state of itself

	inPhases    atomic.Bool  // a transaction may be visible on one server before it is on another
	phasesAsked atomic.Int64 // when that was asked, in microseconds
	awaited     atomic.Int64 // how long the last positions waited for commits on all servers, in nanoseconds

	arrivals arrivals

	wake   chan struct{}
	store  sync.Mutex // of the consumers' rows
	known  bool       // their rows exist
	cancel context.CancelFunc
	loops  sync.WaitGroup
}

// New makes a record that nobody reads yet.
func New(d *db.DB, clk clock.Clock, log *slog.Logger, opt Options) *Record {
	return &Record{d: d, clk: clk, log: log, opt: opt.withDefaults(d.Engine()), wake: make(chan struct{}, 1)}
}

// Start begins to read and returns. The loops keep the values of ctx but not its cancellation. It fails when the positions of new
// consumers can't be stored.
func (r *Record) Start(ctx context.Context) error {
	if err := r.register(ctx); err != nil {
		return err
	}

	ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	stop := r.d.OnSignal(written, func() { leave(r.wake) })

	r.loops.Go(func() {
		defer stop()

		r.run(ctx)
	})

	for _, c := range r.consumers {
		r.loops.Go(func() { r.consume(ctx, c) })
	}

	leave(r.wake) // for what was written before

	return nil
}

// Stop ends reading and waits for the transaction of each consumer, or for the end of ctx. Nothing is lost: the next start goes on.
func (r *Record) Stop(ctx context.Context) error {
	if r.cancel == nil {
		return nil
	}

	r.cancel()

	ended := make(chan struct{})

	go func() {
		r.loops.Wait()
		close(ended)
	}()

	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop the record of events: %w", ctx.Err())
	}
}

// run gives positions and wakes the consumers: after a commit on this node at once, and at each look.
func (r *Record) run(ctx context.Context) {
	tick := time.NewTicker(r.opt.Look)
	defer tick.Stop()

	for {
		fresh := true

		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		case <-tick.C:
			var err error
			if fresh, err = r.look(ctx); err != nil {
				r.complain(ctx, "could not look for new events", err)
			}
		}

		if fresh {
			r.round(ctx)
		}

		for _, c := range r.consumers {
			leave(c.wake)
		}

		r.announce(ctx)

		if !pause(ctx, r.gap()) {
			return
		}
	}
}

// awaitPart bounds the waits for commits on all servers, each of which connects to all of them, to a part of the time.
const awaitPart = 20

// gap is the time until the next round.
func (r *Record) gap() time.Duration {
	return max(r.opt.Gap, min(awaitPart*time.Duration(r.awaited.Load()), r.opt.Look))
}

// round gives positions to all facts that were committed.
func (r *Record) round(ctx context.Context) {
	for more := true; more; {
		var (
			busy bool
			err  error
		)

		if more, busy, err = r.number(ctx); err != nil {
			r.complain(ctx, "could not number new events", err)

			return // the next look tries again
		}

		if busy {
			leave(r.wake) // the other node may have looked before our commit

			return
		}
	}
}

// look learns what other nodes did. It is one query, and reports whether facts without a position wait. What it reads replaces what the
// node knew: the database may be a restored one.
func (r *Record) look(ctx context.Context) (fresh bool, err error) {
	if time.Since(time.UnixMicro(r.phasesAsked.Load())) > phasesTime {
		if err := r.askPhases(ctx); err != nil {
			r.restores.Add(1) // as below

			return false, err
		}
	}

	waiting := "FALSE"
	if r.d.Engine() == db.Postgres {
		waiting = "(SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT 1) IS NOT NULL"
	}

	type state struct{ position, aside int64 }

	var last int64

	before, lastBefore := r.storedPositions(), r.last.Load()
	now := map[string]state{}

	err = r.d.Read(ctx, "SELECT name, position, set_aside, "+waiting+", "+r.end()+" FROM event_positions", nil, func(row db.Row) error {
		var (
			name string
			s    state
		)

		err := row.Scan(&name, &s.position, &s.aside, &fresh, &last)
		now[name] = s

		return err
	})
	if err != nil {
		r.restores.Add(1) // the database may come back as an older state of itself

		return false, err
	}

	older := last < lastBefore
	for i, c := range r.consumers {
		older = older || now[c.Name].position < before[i].position
	}

	if older {
		r.handleRestore(ctx)
	}

	r.recordPosition(lastBefore, last) // before the consumers' positions: see step

	missing := false

	for i, c := range r.consumers {
		s, is := now[c.Name]
		missing = missing || !is

		// A consumer that stored a position meanwhile knows better. If the database is older than that, the next look sees it.
		if c.stored.CompareAndSwap(before[i], &storedPosition{s.position, r.restores.Load()}) {
			c.aside.Store(s.aside)
		}
	}

	if missing { // restored to a state from before a consumer was added
		err = r.registerAgain(ctx)
	}

	return fresh, err
}

// storedPositions are those of the consumers that the node knows of.
func (r *Record) storedPositions() []*storedPosition {
	list := make([]*storedPosition, len(r.consumers))
	for i, c := range r.consumers {
		list[i] = c.stored.Load()
	}

	return list
}

// recordPosition notes the greatest position in the database. before is what the node knew before it asked: positions only rise, unless the
// database is an older state of itself.
func (r *Record) recordPosition(before, position int64) {
	if position < before {
		r.last.Store(position)

		return
	}

	for {
		last := r.last.Load()
		if position <= last || r.last.CompareAndSwap(last, position) {
			return
		}
	}
}

// handleRestore has all consumers stop until the next look, and go on from the positions that it finds.
func (r *Record) handleRestore(ctx context.Context) {
	r.restores.Add(1)
	r.log.LogAttrs(ctx, slog.LevelWarn, "the database is an older state of itself: events are read from the positions that are stored there")
}

func (r *Record) complain(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		r.log.LogAttrs(ctx, slog.LevelWarn, what, slog.Any("error", err))
	}
}

func leave(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// pause waits and reports whether to go on.
func pause(ctx context.Context, wait time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}
