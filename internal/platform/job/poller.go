package job

import (
	"context"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// poller reads the table for due jobs, expired leases, due schedules and kinds that this
// node doesn't handle. It polls at the earliest known moment, and at least once in
// Options.Poll.
type poller struct {
	q      *Queue
	signal chan struct{} // poll now
	sooner chan struct{} // the next moment was moved

	mu   sync.Mutex
	next time.Time
}

// minGap is the least time between two polls.
const minGap = 20 * time.Millisecond

func newPoller(q *Queue) *poller {
	return &poller{q: q, signal: make(chan struct{}, 1), sooner: make(chan struct{}, 1)}
}

func (l *poller) pollNow() { leave(l.signal) }

func leave(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// expect announces the time at which a job will be due.
func (l *poller) expect(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()

	if at.Before(l.next) {
		l.next = at
		leave(l.sooner)
	}
}

// wait is the time until the next poll.
func (l *poller) wait() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()

	return max(minGap, min(l.next.Sub(l.q.clk.Now()), l.q.opt.Poll))
}

func (l *poller) run(ctx context.Context) {
	for {
		l.poll(ctx)

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

func (l *poller) poll(ctx context.Context) {
	now := l.q.clk.Now()

	l.mu.Lock()
	l.next = now.Add(l.q.opt.Poll) // jobs added from here on may move it
	l.mu.Unlock()

	for _, step := range []func(context.Context, time.Time) error{l.q.runSchedules, l.rescue, l.wakeDue} {
		if err := step(ctx, now); err != nil && ctx.Err() == nil {
			l.q.log.ErrorContext(ctx, "could not poll jobs, will retry", "error", err)

			return
		}
	}

	l.q.events.tell()
}

// wakeDue wakes the pools that have work. It hops from kind to kind over the
// index, so a long backlog costs no more than a short one.
func (l *poller) wakeDue(ctx context.Context, now time.Time) error {
	unknown := []string{}

	err := l.q.d.Read(ctx, `
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
			ln := l.q.pools[kind]

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
		return fmt.Errorf("poll due jobs: %w", err)
	}

	l.q.misses.report(ctx, l.q, unknown, now)

	return nil
}

// maxRescue is the most jobs of dead nodes that one transaction frees.
const maxRescue = 500

// rescue makes jobs with expired leases ready again: their node is gone. The attempt was
// counted when it began, so a job that kills its node becomes dead in the end.
func (l *poller) rescue(ctx context.Context, now time.Time) error {
	var first *int64

	err := l.q.d.Read(ctx, "SELECT MIN(lease_until) FROM jobs WHERE state = 'running'", nil, func(row db.Row) error {
		return row.Scan(&first)
	})
	if err != nil {
		return fmt.Errorf("find expired leases: %w", err)
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
		l.q.log.WarnContext(ctx, "released jobs with expired leases", "kind", kind, "jobs", n)
		l.q.Wake(kind)
		l.q.hints.add(kind)

		total += n
	}

	if total == maxRescue {
		l.pollNow() // there may be more expired leases
	}

	return nil
}

// missing holds the kinds of due jobs that this node doesn't handle. Such jobs stay ready,
// since a newer program may handle them.
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

		q.log.WarnContext(ctx, "due jobs of unknown kinds are not run", "kinds", kinds)
	}
}

func (m *missing) list() []string {
	m.mu.Lock()
	defer m.mu.Unlock()

	return append([]string{}, m.kinds...)
}
