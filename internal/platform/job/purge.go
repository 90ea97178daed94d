package job

import (
	"context"
	"time"
)

// purgeTime is the time limit of one run of a purge. What is left is deleted by the next one.
const purgeTime = 5 * time.Minute

// EveryPurge has one node delete old rows at each interval, by a job of the kind. fn returns the number of deleted rows
// and may be repeated. Call it before Start.
func (q *Queue) EveryPurge(kind string, interval time.Duration, fn func(ctx context.Context) (int64, error)) {
	q.Handle(kind, KindOptions{Workers: 1, Timeout: purgeTime}, func(ctx context.Context, _ Job) error {
		_, err := fn(ctx)

		return err
	})
	q.Every(kind, interval, kind)
}
