package job

import (
	"context"
	"time"

	"loket/internal/platform/db"
)

// purgeTime is the time limit of one run of a purge. What is left is deleted by the next one.
const purgeTime = 5 * time.Minute

// EveryPurge has one node delete old rows at each interval, by a job of the kind. fn returns the number of deleted rows
// and is called again while there may be more: where millions of rows become old in a day, one call an hour would not keep up. Call
// EveryPurge before Start.
func (q *Queue) EveryPurge(kind string, interval time.Duration, fn func(ctx context.Context) (int64, error)) {
	q.Handle(kind, KindOptions{Workers: 1, Timeout: purgeTime}, func(ctx context.Context, _ Job) error {
		for began := time.Now(); ; {
			n, err := fn(ctx)
			if err != nil || n < db.MostPurged || time.Since(began) > purgeTime/2 {
				return err
			}
		}
	})
	q.Every(kind, interval, kind)
}
