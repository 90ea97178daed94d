package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

var errNoKind = errors.New("a job needs a kind")

// EnqueueTx adds a job in the caller's transaction. It returns false when a job with the
// same unique key exists, and was not made due sooner. After the commit the queues of this
// and of other nodes are woken.
func (q *Queue) EnqueueTx(ctx context.Context, tx *db.Tx, r Request) (bool, error) {
	if r.Kind == "" {
		return false, errNoKind
	}

	args, err := json.Marshal(r.Args)
	if err != nil {
		return false, fmt.Errorf("add job %s: arguments: %w", r.Kind, err)
	}

	now := q.clk.Now()
	if r.RunAt.IsZero() {
		r.RunAt = now
	}

	var key *string
	if r.UniqueKey != "" {
		key = &r.UniqueKey
	}

	id, err := q.nextID(ctx, tx, now)
	if err != nil {
		return false, fmt.Errorf("add job %s: %w", r.Kind, err)
	}

	conflict := "NOTHING"
	if r.Sooner {
		conflict = sooner
	}

	added, err := tx.Exec(ctx, `
		INSERT INTO jobs (id, kind, args, run_at, unique_key, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO `+conflict,
		id, r.Kind, string(args), clock.Micros(r.RunAt), key, clock.Micros(now))
	if err != nil {
		return false, fmt.Errorf("add job %s: %w", r.Kind, err)
	}

	if added == 0 {
		return false, nil
	}

	tx.AfterCommit(func() { q.wakeFor(r.Kind, r.RunAt) })

	return true, nil
}

// sooner makes a job due earlier. The end of a run leaves a moment alone that changed since the job was claimed.
const sooner = `UPDATE SET run_at = CASE WHEN jobs.state = 'running' THEN jobs.run_at - 1 ELSE excluded.run_at END
	WHERE jobs.state = 'running' OR jobs.state = 'ready' AND jobs.run_at > excluded.run_at`

// LockTx locks the jobs of a kind that have these unique keys, in the order of their ids, as the queue does when it stores the ends of runs.
// Call it before several jobs are made due sooner in one transaction, and late in it: the queue of a node waits for the rows.
func (q *Queue) LockTx(ctx context.Context, tx *db.Tx, kind string, keys []string) error {
	if tx.Engine() == db.SQLite || len(keys) < 2 { // one job is locked when it is changed
		return nil
	}

	list, err := json.Marshal(keys)
	if err != nil {
		return fmt.Errorf("lock jobs %s: keys: %w", kind, err)
	}

	_, err = tx.Exec(ctx, "SELECT id FROM jobs WHERE kind = $1 AND unique_key IS NOT NULL AND unique_key IN (SELECT k.value FROM "+
		tx.Engine().List("$2")+" k) ORDER BY id"+q.d.ForUpdate(), kind, string(list))
	if err != nil {
		return fmt.Errorf("lock jobs %s: %w", kind, err)
	}

	return nil
}

// nextID makes the id of a job. The small numbers of the sequence are never those of a generator.
func (q *Queue) nextID(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	if q.ids == nil {
		return db.NextSequence(ctx, tx, "jobs")
	}

	return q.ids.Next(now), nil
}

// EnqueueBatch adds a job for each args, which must be JSON, to a batch. A zero runAt is
// now. It is for hot paths: there is no unique key, and the rows are inserted by columns.
func (q *Queue) EnqueueBatch(b *db.Batch, kind string, args []string, runAt time.Time) {
	if len(args) == 0 {
		return
	}

	now := q.clk.Now()
	if runAt.IsZero() {
		runAt = now
	}

	n := len(args)
	jobs, runs, created, kinds := make([]int64, n), make([]int64, n), make([]int64, n), make([]string, n)

	for i := range args {
		jobs[i], runs[i], created[i], kinds[i] = q.ids.Next(now), clock.Micros(runAt), clock.Micros(now), kind
	}

	b.Insert("jobs",
		db.Column{Name: "id", Values: jobs}, db.Column{Name: "kind", Values: kinds},
		db.Column{Name: "args", Values: args}, db.Column{Name: "run_at", Values: runs},
		db.Column{Name: "created_at", Values: created})
	b.AfterCommit(func() { q.wakeFor(kind, runAt) })
}

// wakeFor wakes the workers for a new job. It runs while SQLite's write connection is still
// held, so it only sends signals.
func (q *Queue) wakeFor(kind string, runAt time.Time) {
	if runAt.After(q.clk.Now()) {
		q.poller.expect(runAt)

		return
	}

	q.Wake(kind)
	q.hints.add(kind)
}
