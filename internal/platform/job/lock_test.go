package job_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// The queue locks the rows of runs that end at the same time in the order of their ids, also when some are done and others run again. A
// transaction that locks jobs in the same order (LockTx) and the queue would wait for each other else.
func TestEndsLockJobsInTheOrderOfTheirIDs(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const jobs = 40

		began, release := make(chan struct{}, jobs), make(chan struct{})
		q := newQueue(t, d, clock.System{}, 0, job.Options{Poll: far}, func(q *job.Queue) {
			q.Handle("work", job.KindOptions{Workers: jobs}, func(_ context.Context, j job.Job) error {
				var n int
				if err := json.Unmarshal(j.Args, &n); err != nil {
					return err
				}

				began <- struct{}{}

				<-release

				if n%2 == 1 {
					return job.Snooze(far) // its row stays
				}

				return nil
			})
		})

		for n := range jobs {
			add(t, d, q, job.Request{Kind: "work", Args: n})
		}

		start(t, q)

		for range jobs {
			receive(t, began, "a run")
		}

		const touch = "UPDATE jobs SET created_at = created_at WHERE args = $1"

		testkit.LockedInOrder(t, d, touch, []any{strconv.Itoa(jobs / 2)}, touch, []any{strconv.Itoa(jobs - 1)}, func() error {
			close(release)

			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()

			for count(t, d, "state = 'running'") > 0 {
				if err := ctx.Err(); err != nil {
					return errors.Join(errors.New("runs have not ended"), err)
				}
			}

			return nil
		})

		if n := count(t, d, "state = 'ready' AND attempt = 0"); n != jobs/2 {
			t.Errorf("%d jobs run again, want %d", n, jobs/2)
		}
	})
}
