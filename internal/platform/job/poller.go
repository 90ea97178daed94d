package job

import (
	"context"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// looker looks at the table: for jobs whose time has come, leases that ran
// out, schedules that are due, and kinds that nobody here handles. It looks at
// the earliest moment that it knows of, and at least once a poll.
type looker struct {
	q      *Queue
	signal chan struct{} // look now
	sooner chan struct{} // the next moment was moved

	mu   sync.Mutex
	next time.Time
}

// minGap bounds how often it looks, whatever is expected.
const minGap = 20 * time.Millisecond

func newLooker(q *Queue) *looker {
	return &looker{q: q, signal: make(chan struct{}, 1), sooner: make(chan struct{}, 1)}
}

func (l *looker) now() { leave(l.signal) }

func leave(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// expect says that a job will be due.
func (l *looker) expect(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()

	if at.Before(l.next) {
		l.next = at
		leave(l.sooner)
	}
}

// wait gives the time until the next look.
func (l *looker) wait() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()

	return max(minGap, min(l.next.Sub(l.q.clk.Now()), l.q.opt.Poll))
}

func (l *looker) run(ctx context.Context) {
	for {
		l.look(ctx)

		timer := time.NewTimer(l.wait())

		for waiting := true; waiting; {
			select {
			case <-ctx.Done():
				timer.Stop()

				return
			case <-l.sooner:
				timer.Reset(l.wait())
			case <-l.signal:
				waiting = false
			case <-timer.C:
				waiting = false
			}
		}

		timer.Stop()
	}
}

func (l *looker) look(ctx context.Context) {
	now := l.q.clk.Now()

	l.mu.Lock()
	l.next = now.Add(l.q.opt.Poll) // what is added from here on moves it
	l.mu.Unlock()

	for _, step := range []func(context.Context, time.Time) error{l.q.runSchedules, l.rescue, l.due} {
		if err := step(ctx, now); err != nil && ctx.Err() == nil {
			l.q.log.ErrorContext(ctx, "look at the jobs failed, trying again", "error", err)

			return
		}
	}

	l.q.events.tell()
}

// due wakes the lanes that have work. It hops from kind to kind over the
// index, so a long backlog costs no more than a short one.
func (l *looker) due(ctx context.Context, now time.Time) error {
	unknown := []string{}

	err := l.q.query(ctx, `
		WITH RECURSIVE kinds (kind) AS (
			SELECT MIN(kind) FROM jobs WHERE state = 'ready'
			UNION ALL
			SELECT (SELECT MIN(kind) FROM jobs WHERE state = 'ready' AND kind > k.kind) FROM kinds k WHERE k.kind IS NOT NULL
		)
		SELECT k.kind,
			(SELECT MIN(run_at) FROM jobs WHERE state = 'ready' AND kind = k.kind),
			(SELECT MIN(run_at) FROM jobs WHERE state = 'ready' AND kind = k.kind AND run_at > $1)
		FROM kinds k WHERE k.kind IS NOT NULL`,
		[]any{clock.Micros(now)},
		func(row db.Row) error {
			var (
				kind        string
				first, next *int64
			)

			if err := row.Scan(&kind, &first, &next); err != nil {
				return err
			}

			due := first != nil && *first <= clock.Micros(now)
			ln := l.q.lanes[kind]

			switch {
			case ln == nil && due:
				unknown = append(unknown, kind)
			case due:
				ln.wakeUp()
			}

			if next != nil && ln != nil {
				l.expect(clock.FromMicros(*next))
			}

			return nil
		})
	if err != nil {
		return fmt.Errorf("look for due jobs: %w", err)
	}

	l.q.misses.report(ctx, l.q, unknown, now)

	return nil
}

// maxRescue bounds the jobs of dead nodes that one transaction frees.
const maxRescue = 500

// rescue makes jobs ready whose lease ran out: their node is gone. Their
// attempt was counted when it began, so a job that kills its node ends.
func (l *looker) rescue(ctx context.Context, now time.Time) error {
	var first *int64

	err := l.q.query(ctx, "SELECT MIN(lease_until) FROM jobs WHERE state = 'running'", nil, func(row db.Row) error {
		return row.Scan(&first)
	})
	if err != nil {
		return fmt.Errorf("look for lost leases: %w", err)
	}

	if first == nil || *first >= clock.Micros(now) {
		return nil
	}

	freed := map[string]int{}

	err = l.q.d.Batch(ctx, func(b *db.Batch) error {
		clear(freed)
		b.Query(`
			WITH lost AS MATERIALIZED (
				SELECT id FROM jobs WHERE state = 'running' AND lease_until < $1 ORDER BY lease_until LIMIT $2`+l.q.d.SkipLocked()+`
			)
			UPDATE jobs SET state = 'ready', run_at = $1, holder = NULL, lease_until = NULL,
				last_error = 'the lease ran out on ' || holder
			WHERE id IN (SELECT id FROM lost)
			RETURNING kind`,
			[]any{clock.Micros(now), int64(maxRescue)},
			func(row db.Row) error {
				var kind string

				err := row.Scan(&kind)
				freed[kind]++

				return err
			})

		return nil
	})
	if err != nil {
		return fmt.Errorf("free lost leases: %w", err)
	}

	total := 0

	for kind, n := range freed {
		l.q.log.WarnContext(ctx, "jobs freed whose node is gone", "kind", kind, "jobs", n)
		l.q.Wake(kind)
		l.q.hints.add(kind)

		total += n
	}

	if total == maxRescue {
		l.now() // there may be more
	}

	return nil
}

// query reads. On PostgreSQL it takes the connections of batches, whose plans
// always use an index: a plan that was made while the table was empty would
// scan it for long after it has grown.
func (q *Queue) query(ctx context.Context, text string, args []any, each func(row db.Row) error) error {
	if q.d.Engine() == db.Postgres {
		return q.d.Batch(ctx, func(b *db.Batch) error {
			b.Query(text, args, each)

			return nil
		})
	}

	rows, err := q.d.Reader().Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()

	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}

	return rows.Err()
}

// missing are the kinds of due jobs that this node does not handle. They stay
// ready: a newer or another program may know them.
type missing struct {
	mu       sync.Mutex
	kinds    []string
	reported time.Time
}

const reportMissing = time.Minute

func (m *missing) report(ctx context.Context, q *Queue, kinds []string, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()

	m.kinds = kinds
	if len(kinds) > 0 && now.Sub(m.reported) >= reportMissing {
		m.reported = now

		q.log.WarnContext(ctx, "due jobs of unknown kinds are left alone", "kinds", kinds)
	}
}

func (m *missing) list() []string {
	m.mu.Lock()
	defer m.mu.Unlock()

	return append([]string{}, m.kinds...)
}
