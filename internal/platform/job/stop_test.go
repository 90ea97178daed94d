package job_test

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

func TestStopWaitsForRunningJobs(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		q, began, release := blocked(t, d, clock.System{}, 0)
		start(t, q)
		add(t, d, q, job.Request{Kind: "work"})

		run := receive(t, began, "the run")
		stopped := make(chan struct{})

		go func() {
			stop(t, q)
			close(stopped)
		}()

		add(t, d, q, job.Request{Kind: "work"}) // may be taken just before the stop, otherwise it stays

		if run.Err() != nil {
			t.Error("the run was ended by a stop that has time")
		}

		for waiting := true; waiting; {
			select {
			case release <- nil:
			case <-stopped:
				waiting = false
			}
		}

		stop(t, q)

		if n := count(t, d, "state = 'running'"); n != 0 {
			t.Errorf("%d jobs are still held", n)
		}
	})
}

func TestStopOutOfTimeHandsBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		began, release := make(chan struct{}, 10), make(chan struct{})
		q := newQueue(t, d, clock.System{}, 0, job.Options{}, func(q *job.Queue) {
			q.Handle("heeds", job.KindOptions{}, func(ctx context.Context, _ job.Job) error {
				began <- struct{}{}

				<-ctx.Done()

				return ctx.Err()
			})
			q.Handle("stubborn", job.KindOptions{}, func(context.Context, job.Job) error {
				began <- struct{}{}

				<-release

				return nil
			})
		})
		start(t, q)
		add(t, d, q, job.Request{Kind: "heeds"})
		add(t, d, q, job.Request{Kind: "stubborn"})
		receive(t, began, "a run")
		receive(t, began, "a run")

		ctx, cancel := context.WithCancel(t.Context())
		cancel()

		if err := q.Stop(ctx); err != nil {
			t.Error(err)
		}

		if n := count(t, d, "state = 'ready' AND attempt = 0 AND holder IS NULL AND lease_until IS NULL"); n != 2 {
			t.Errorf("%d of 2 jobs were handed back", n)
		}

		close(release)
	})
}
