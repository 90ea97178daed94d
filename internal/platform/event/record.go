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
}

const (
	defaultLook    = time.Second
	defaultGap     = 100 * time.Millisecond
	defaultPortion = 500
	litePortion    = 50
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

		if !pause(ctx, r.opt.Gap) {
			return
		}
	}
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

// look learns what other nodes did. It is one query, and reports whether facts without a position wait.
func (r *Record) look(ctx context.Context) (fresh bool, err error) {
	text := "SELECT name, position, FALSE FROM event_positions"
	if r.d.Engine() == db.Postgres {
		text = "SELECT name, position, (SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT 1) IS NOT NULL FROM event_positions"
	}

	err = r.d.Read(ctx, text, nil, func(row db.Row) error {
		var (
			name     string
			position int64
		)

		if err := row.Scan(&name, &position, &fresh); err != nil {
			return err
		}

		if name == numbering {
			r.reached(position)
		}

		for _, c := range r.consumers {
			if c.Name == name {
				c.durable.Store(position)
			}
		}

		return nil
	})
	if err == nil && r.d.Engine() == db.SQLite {
		_, _, err = r.number(ctx)
	}

	return fresh, err
}

// reached notes the greatest position.
func (r *Record) reached(position int64) {
	for {
		last := r.last.Load()
		if position <= last || r.last.CompareAndSwap(last, position) {
			return
		}
	}
}

func (r *Record) complain(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		r.log.LogAttrs(ctx, slog.LevelWarn, what, slog.Any("error", err))
	}
}

// Drain gives positions to all facts and has the consumers read them, also those that reading them makes. It is for tests and staff
// commands, and works beside Start.
func (r *Record) Drain(ctx context.Context) error {
	if err := r.register(ctx); err != nil {
		return err
	}

	for quiet := false; !quiet; {
		more, busy, err := r.number(ctx)
		if err != nil {
			return err
		}

		quiet = !more && !busy

		for _, c := range r.consumers {
			for again := true; again; {
				var found bool

				if found, again, err = r.step(ctx, c); err != nil {
					return fmt.Errorf("events for %s: %w", c.Name, err)
				}

				quiet = quiet && !found && !again
			}
		}

		if busy && !pause(ctx, r.opt.Gap) {
			return ctx.Err()
		}
	}

	return nil
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
