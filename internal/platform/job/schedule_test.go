package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

func TestScheduleRunsOncePerMomentOverNodes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		ran := newTally()
		fail := newTally()
		queues := make([]*job.Queue, 3)

		for i := range queues {
			queues[i] = newQueue(t, d, clk, i, job.Options{}, func(q *job.Queue) {
				q.Handle("tick", job.KindOptions{MaxAttempts: 1}, func(_ context.Context, j job.Job) error {
					var due job.ScheduleArgs
					if err := j.Decode(&due); err != nil {
						return err
					}

					ran.add(due.At.Format(time.TimeOnly))

					if fail.get("now") > 0 {
						return errors.New("dead at once")
					}

					return nil
				})
				q.Every("ticker", time.Minute, "tick")
			})
			start(t, queues[i])
		}

		look := func(d time.Duration) {
			for _, q := range queues {
				idle(t, q) // a time is skipped while the previous job is not done
			}

			clk.Advance(d)

			for _, q := range queues {
				q.Wake("")
			}

			for _, q := range queues {
				idle(t, q)
			}
		}

		moments := func(want map[string]int) {
			t.Helper()
			testkit.Eventually(t, patience, "the moments have come", func() bool { return len(ran.all()) >= len(want) })

			for moment, n := range want {
				if got := ran.get(moment); got != n {
					t.Errorf("%s ran %d times, want %d: %v", moment, got, n, ran.all())
				}
			}
		}

		look(10 * time.Second)
		moments(map[string]int{})
		look(20 * time.Second)
		moments(map[string]int{"05:01:00": 1})
		look(30 * time.Second)
		look(30 * time.Second)
		moments(map[string]int{"05:01:00": 1, "05:02:00": 1})
		fail.add("now")
		look(10 * time.Minute)
		moments(map[string]int{"05:01:00": 1, "05:02:00": 1, "05:12:00": 1}) // missed times run once
		look(time.Minute)
		moments(map[string]int{"05:01:00": 1, "05:02:00": 1, "05:12:00": 1, "05:13:00": 1}) // a dead job is revived
	})
}

func TestShorterIntervalHoldsAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := manual()
		ran := make(chan struct{}, 10)

		for _, every := range []time.Duration{24 * time.Hour, time.Minute} {
			q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
				q.Handle("tick", job.KindOptions{}, func(context.Context, job.Job) error {
					ran <- struct{}{}

					return nil
				})
				q.Every("ticker", every, "tick")
			})
			start(t, q)

			if every == time.Minute {
				clk.Advance(time.Minute)
				q.Wake("")
				receive(t, ran, "a run of the new interval")
			}

			stop(t, q)
		}
	})
}

// A clock that was far ahead and is corrected must not stop the schedules until it has
// caught up.
func TestScheduleGoesOnAfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const ahead = 365 * 24 * time.Hour

		clk := manual()
		ran := make(chan struct{}, 10)
		q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("tick", job.KindOptions{}, func(context.Context, job.Job) error {
				ran <- struct{}{}

				return nil
			})
			q.Every("ticker", time.Hour, "tick")
		})
		start(t, q)

		clk.Advance(ahead)
		q.Wake("")
		receive(t, ran, "a run while the clock is ahead")
		idle(t, q)

		clk.Advance(-ahead)
		q.Wake("")
		testkit.Eventually(t, patience, "the stored moment is near again", func() bool {
			var next int64
			if err := d.Reader().QueryRow(t.Context(), "SELECT next_run_at FROM job_schedules").Scan(&next); err != nil {
				t.Fatal(err)
			}

			return next <= clk.Now().Add(time.Hour).UnixMicro()
		})

		clk.Advance(time.Hour)
		q.Wake("")
		receive(t, ran, "a run after the clock was put right")
	})
}
