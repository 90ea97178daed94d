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

// A purge runs once in each interval, however many nodes there are, and again after an error.
func TestPurgeRunsOncePerInterval(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk, ran := manual(), newTally()
		queues := make([]*job.Queue, 2)

		for i := range queues {
			queues[i] = newQueue(t, d, clk, i, job.Options{}, func(q *job.Queue) {
				q.EveryPurge("old", time.Hour, func(context.Context) (int64, error) {
					if ran.add("purge") == 1 {
						return 0, errors.New("the first time it fails")
					}

					return 7, nil
				})
			})
			start(t, queues[i])
		}

		for n, by := range []time.Duration{time.Hour, 10 * time.Minute, time.Hour} { // the second run is that after the error
			clk.Advance(by)
			testkit.Eventually(t, patience, "the purge runs", func() bool {
				for _, q := range queues {
					q.Wake("")
				}

				return ran.get("purge") > n
			})

			for _, q := range queues {
				idle(t, q)
			}

			if got := ran.get("purge"); got != n+1 {
				t.Fatalf("ran %d times, want %d", got, n+1)
			}
		}

		testkit.Eventually(t, patience, "the job is done", func() bool { return count(t, d, "kind = 'old'") == 0 })
	})
}

// A purge that deleted as much as one call may goes on at once.
func TestPurgeGoesOnWhileThereMayBeMore(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	clk, ran := manual(), newTally()

	q := newQueue(t, d, clk, 0, job.Options{}, func(q *job.Queue) {
		q.EveryPurge("old", time.Hour, func(context.Context) (int64, error) {
			if ran.add("purge") < 3 {
				return db.MostPurged, nil
			}

			return db.MostPurged - 1, nil
		})
	})
	start(t, q)
	clk.Advance(time.Hour)

	testkit.Eventually(t, patience, "the purge runs until nothing is left", func() bool {
		q.Wake("")

		return ran.get("purge") >= 3
	})
	idle(t, q)

	if got := ran.get("purge"); got != 3 {
		t.Errorf("ran %d times, want 3", got)
	}
}
