package job

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// DeadJob is a job whose attempts are used up, or that was discarded.
type DeadJob struct {
	Job

	UniqueKey string
	LastError string
	// DiedAt is when its last attempt ended.
	DiedAt time.Time
}

// Dead lists dead jobs in the order of their ids, after a given id, at most limit. An
// empty kind means all kinds.
func (q *Queue) Dead(ctx context.Context, kind string, after int64, limit int) ([]DeadJob, error) {
	rows, err := q.d.Reader().Query(ctx, `
		SELECT id, kind, args, attempt, COALESCE(unique_key, ''), COALESCE(last_error, ''), run_at, created_at FROM jobs
		WHERE state = 'dead' AND (kind = $1 OR $1 = '') AND id > $2 ORDER BY id LIMIT $3`, kind, after, int64(limit))

	out, err := db.Collect(rows, err, func(row *sql.Rows) (DeadJob, error) {
		var (
			j             DeadJob
			args          string
			died, created int64
		)

		err := row.Scan(&j.ID, &j.Kind, &args, &j.Attempt, &j.UniqueKey, &j.LastError, &died, &created)
		j.Args, j.DiedAt, j.CreatedAt = []byte(args), clock.FromMicros(died), clock.FromMicros(created)

		return j, err
	})
	if err != nil {
		return nil, fmt.Errorf("list dead jobs: %w", err)
	}

	return out, nil
}

// RetryDead makes a dead job ready again with all its attempts, in the caller's
// transaction. It returns false when there is no such dead job.
func (q *Queue) RetryDead(ctx context.Context, tx *db.Tx, id int64) (bool, error) {
	now := q.clk.Now()

	var kind string

	err := tx.QueryRow(ctx, "UPDATE jobs SET state = 'ready', attempt = 0, run_at = $1 WHERE id = $2 AND state = 'dead' RETURNING kind",
		clock.Micros(now), id).Scan(&kind)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}

	if err != nil {
		return false, fmt.Errorf("retry dead job %d: %w", id, err)
	}

	tx.AfterCommit(func() { q.wakeFor(kind, now) })

	return true, nil
}

// DropDead deletes a dead job in the caller's transaction. It returns false when there is
// no such dead job.
func (q *Queue) DropDead(ctx context.Context, tx *db.Tx, id int64) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM jobs WHERE id = $1 AND state = 'dead'", id)
	if err != nil {
		return false, fmt.Errorf("drop dead job %d: %w", id, err)
	}

	return n == 1, nil
}
