package job

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// schedule adds a job at every multiple of its interval.
type schedule struct {
	name     string
	kind     string
	interval time.Duration
	next     time.Time // poller's own: when to read the stored time again
}

// ScheduleArgs is what the jobs of a schedule get as arguments.
type ScheduleArgs struct {
	Schedule string    `json:"schedule"`
	At       time.Time `json:"at"`
}

// Every adds a job of a kind at each multiple of an interval since 1970 UTC, once for each
// moment, however many nodes run. Missed moments are made up for by a single job. While a
// job of the schedule is not done, no second one is added; a dead one is retried. Call it
// before Start.
func (q *Queue) Every(name string, interval time.Duration, kind string) {
	q.mu.Lock()
	defer q.mu.Unlock()

	if q.started || name == "" || interval < time.Second {
		q.faults = append(q.faults, fmt.Errorf("schedule %q every %s: after Start, without a name or too often", name, interval))

		return
	}

	q.schedules = append(q.schedules, &schedule{name: name, kind: kind, interval: interval})
}

func (s *schedule) after(now time.Time) time.Time { return now.Truncate(s.interval).Add(s.interval) }

// storeSchedules stores the rows of the schedules. A stored moment that is later than the
// next one comes from an earlier, longer interval, or from a clock that was ahead; it is
// replaced.
func (q *Queue) storeSchedules(ctx context.Context) error {
	now := q.clk.Now()

	for _, s := range q.schedules {
		if q.pools[s.kind] == nil {
			return fmt.Errorf("schedule %s is of kind %s, which has no handler", s.name, s.kind)
		}

		s.next = now // the stored moment may be past

		if err := q.storeSchedule(ctx, s, now); err != nil {
			return err
		}
	}

	return nil
}

func (q *Queue) storeSchedule(ctx context.Context, s *schedule, now time.Time) error {
	err := q.d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO job_schedules (name, next_run_at) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at
			WHERE job_schedules.next_run_at > excluded.next_run_at`,
			s.name, clock.Micros(s.after(now)))

		return err
	})
	if err != nil {
		return fmt.Errorf("store schedule %s: %w", s.name, err)
	}

	return nil
}

// runSchedules adds the jobs of due schedules. The row is the fence: of several nodes only
// one advances it, and that node adds the job in the same transaction.
func (q *Queue) runSchedules(ctx context.Context, now time.Time) error {
	for _, s := range q.schedules {
		if s.next.After(s.after(now)) { // the clock was ahead, and is no more
			if err := q.storeSchedule(ctx, s, now); err != nil {
				return err
			}

			s.next = s.after(now)
		}

		if !now.Before(s.next) {
			if err := q.d.Tx(ctx, func(tx *db.Tx) error { return q.runSchedule(ctx, tx, s, now) }); err != nil {
				return fmt.Errorf("schedule %s: %w", s.name, err)
			}

			s.next = s.after(now)
		}

		q.poller.expect(s.next)
	}

	return nil
}

func (q *Queue) runSchedule(ctx context.Context, tx *db.Tx, s *schedule, now time.Time) error {
	moved, err := tx.Exec(ctx, "UPDATE job_schedules SET next_run_at = $1 WHERE name = $2 AND next_run_at <= $3",
		clock.Micros(s.after(now)), s.name, clock.Micros(now))
	if err != nil || moved == 0 {
		return err
	}

	due := fmt.Sprintf(`{"schedule":%q,"at":%q}`, s.name, now.Truncate(s.interval).Format(time.RFC3339))

	_, err = tx.Exec(ctx, `
		INSERT INTO jobs (id, kind, args, run_at, unique_key, created_at) VALUES ($1, $2, $3, $4, $5, $4)
		ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO UPDATE
		SET state = 'ready', attempt = 0, args = excluded.args, run_at = excluded.run_at
		WHERE jobs.state = 'dead'`,
		q.ids.Next(now), s.kind, due, clock.Micros(now), "every:"+s.name)
	if err != nil {
		return err
	}

	tx.AfterCommit(func() { q.wakeFor(s.kind, now) })

	return nil
}
