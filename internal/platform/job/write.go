package job

import (
	"cmp"
	"context"
	"slices"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/safetext"
)

// write is one change of the table: a claim, the end of a run, or the renewal of a lease.
// All changes of a node go through one batcher, so hundreds of them share a commit.
type write struct {
	claim string // kind
	limit int

	end end

	renew *run
}

// end is the end of a run. runAt and attempt are the new values of the row, unless the job
// is done and deleted.
type end struct {
	run     *run
	outcome Outcome
	runAt   time.Time
	attempt int
	cause   string
}

// writeResult has the field that belongs to the write.
type writeResult struct {
	jobs  []Job     // claimed
	until time.Time // end of the claimed or renewed leases
	runAt time.Time // when a job that was not done is due
	ours  bool      // whether the run still belonged to this node
}

type writeCall = batch.Call[write, writeResult]

// flush writes a batch.
func (q *Queue) flush(ctx context.Context, calls []*writeCall) {
	batch.Split(calls, func(calls []*writeCall) error { return q.write(ctx, calls) }, batch.Fail)

	ends := 0

	for _, c := range calls {
		slices.SortFunc(c.Res.jobs, func(a, b Job) int { return cmp.Compare(a.ID, b.ID) })

		if c.Err == nil && c.Req.end.run != nil {
			ends++
		}
	}

	if ends > 0 {
		q.events.tell()
	}
}

// write is one try of a batch. It doesn't wait for the disk: losing a batch in a crash of the database server is as
// harmless as a crash of this node, since jobs run again.
func (q *Queue) write(ctx context.Context, calls []*writeCall) error {
	return q.d.Batch(ctx, func(b *db.Batch) error {
		if b.Engine() == db.Postgres {
			b.Exec("SET LOCAL synchronous_commit = off")
		}

		now := q.clk.Now()
		until := now.Add(q.opt.Lease)

		var claims, changes, done []*writeCall

		for _, c := range calls {
			c.Res, c.Err = writeResult{until: until}, nil // reset, since the transaction may be repeated

			switch {
			case c.Req.claim != "":
				claims = append(claims, c)
			case c.Req.renew == nil && c.Req.end.outcome == Done:
				done = append(done, c)
			default:
				changes = append(changes, c)
			}
		}

		// Claims come last: they wait for nobody, and what waits after a claim would hold its jobs.
		slices.SortFunc(changes, byJob)
		q.addLocks(b, changes, done)

		for _, c := range changes {
			if c.Req.renew != nil {
				q.addRenewal(b, c)
			} else {
				q.addEnd(b, c)
			}
		}

		q.addDone(b, done)

		for _, c := range claims {
			q.addClaim(b, c, now)
		}

		return nil
	})
}

// addLocks locks the rows of ends and renewals in the order of their ids, as LockTx does. Changes are in this order, but the statement that
// deletes what is done has an order of its own, and comes after them.
func (q *Queue) addLocks(b *db.Batch, changes, done []*writeCall) {
	if b.Engine() == db.SQLite || len(done) == 0 || len(changes)+len(done) == 1 { // one writer, or one order already
		return
	}

	jobs := make([]int64, 0, len(changes)+len(done))
	for _, c := range slices.Concat(changes, done) {
		jobs = append(jobs, c.Req.run().job.ID)
	}

	b.Exec("SELECT id FROM jobs WHERE id = ANY(CAST($1 AS BIGINT[])) AND state = 'running' AND holder = $2 ORDER BY id"+q.d.ForUpdate(), jobs, q.holder)
}

// byJob orders renewals and ends by the ids of their jobs.
func byJob(a, b *writeCall) int {
	return cmp.Compare(a.Req.run().job.ID, b.Req.run().job.ID)
}

// run is that of a renewal or an end.
func (w write) run() *run { return cmp.Or(w.renew, w.end.run) }

// addClaim claims due jobs. The common table expression is evaluated once on both engines,
// so the limit holds with any plan.
func (q *Queue) addClaim(b *db.Batch, c *writeCall, now time.Time) {
	kind := c.Req.claim

	b.Query(`
		WITH due AS MATERIALIZED (
			SELECT id FROM jobs WHERE state = 'ready' AND kind = $1 AND run_at <= $2 ORDER BY run_at, id LIMIT $3`+q.d.SkipLocked()+`
		)
		UPDATE jobs SET state = 'running', attempt = attempt + 1, holder = $4, lease_until = $5
		WHERE id IN (SELECT id FROM due)
		RETURNING id, args, attempt, created_at, run_at`,
		[]any{kind, clock.Micros(now), int64(c.Req.limit), q.holder, clock.Micros(c.Res.until)},
		func(row db.Row) error {
			var (
				args    string
				created int64
			)

			j := Job{Kind: kind}
			if err := row.Scan(&j.ID, &args, &j.Attempt, &created, &j.runAt); err != nil {
				return err
			}

			j.Args, j.CreatedAt = []byte(args), clock.FromMicros(created)
			c.Res.jobs = append(c.Res.jobs, j)

			return nil
		})
}

func (q *Queue) addRenewal(b *db.Batch, c *writeCall) {
	k := c.Req.renew.key()

	b.Query(`
		UPDATE jobs SET lease_until = $1 WHERE id = $2 AND state = 'running' AND holder = $3 AND attempt = $4
		RETURNING id`,
		[]any{clock.Micros(c.Res.until), k.id, q.holder, k.attempt}, ours(c))
}

// addEnd stores when a job runs again, unless it was made due sooner while it ran.
func (q *Queue) addEnd(b *db.Batch, c *writeCall) {
	e := c.Req.end
	k := e.run.key()

	state := "ready"
	if e.outcome == Dead {
		state = "dead"
	}

	var cause *string // keeps the former error, unless this run failed too
	if e.cause != "" {
		cause = &e.cause
	}

	b.Query(`
		UPDATE jobs SET state = $1, run_at = CASE WHEN run_at = $8 THEN $2 ELSE run_at END, attempt = $3, last_error = COALESCE($4, last_error),
			holder = NULL, lease_until = NULL
		WHERE id = $5 AND state = 'running' AND holder = $6 AND attempt = $7
		RETURNING run_at`,
		[]any{state, clock.Micros(e.runAt), e.attempt, cause, k.id, q.holder, k.attempt, e.run.job.runAt}, func(row db.Row) error {
			var at int64

			c.Res.ours = true
			err := row.Scan(&at)
			c.Res.runAt = clock.FromMicros(at)

			return err
		})
}

func ours(c *writeCall) func(row db.Row) error {
	return func(row db.Row) error {
		var id int64

		c.Res.ours = true

		return row.Scan(&id)
	}
}

// addDone deletes the jobs of runs that are done.
func (q *Queue) addDone(b *db.Batch, done []*writeCall) {
	jobs, attempts := make([]int64, len(done)), make([]int64, len(done))

	for i, c := range done {
		k := c.Req.end.run.key()
		jobs[i], attempts[i] = k.id, int64(k.attempt)
	}

	b.ExecRowsChanged(db.Columns{{Name: "id", Values: jobs}, {Name: "attempt", Values: attempts}}, func(row int) { done[row].Res.ours = true },
		"DELETE FROM jobs AS j {USING} WHERE j.id = {id} AND j.state = 'running' AND j.holder = $1 AND j.attempt = {attempt}", q.holder)
}

// returnedEnd is the end of a run that was cancelled by Stop. It doesn't count as an attempt.
func (q *Queue) returnedEnd(r *run) end {
	return end{run: r, outcome: Returned, runAt: q.clk.Now(), attempt: r.job.Attempt - 1}
}

// Pauses between attempts to store an end.
const (
	storeFirstWait = 50 * time.Millisecond
	storeMostWait  = 2 * time.Second
)

// storeEnd stores the end of a run. While the database doesn't answer it retries until the
// lease ends; after that another node may have the job.
func (q *Queue) storeEnd(r *run, e end, took time.Duration) {
	ctx := context.WithoutCancel(r.ctx)
	wait := storeFirstWait

	for {
		res, err := q.writes.Do(ctx, write{end: e})
		if err == nil {
			e.runAt = res.runAt
			q.reportEnd(ctx, r, e, res.ours, took)

			return
		}

		if q.base.Err() != nil || r.ctx.Err() != nil {
			q.log.ErrorContext(ctx, "could not store the end of a job, it will run again", "kind", r.job.Kind, "job", r.job.ID, "error", err)

			return
		}

		select {
		case <-r.ctx.Done():
		case <-time.After(wait):
			wait = min(2*wait, storeMostWait)
		}
	}
}

// reportEnd counts and reports the end of a run.
func (q *Queue) reportEnd(ctx context.Context, r *run, e end, wasOurs bool, took time.Duration) {
	l, outcome := r.pool, e.outcome
	if !wasOurs {
		outcome = Lost
	}

	switch outcome {
	case Done:
		l.counts.done.Add(1)
	case Retried:
		l.counts.retried.Add(1)
		q.poller.expect(e.runAt)
		q.log.WarnContext(ctx, "job failed, will retry",
			"kind", l.kind, "job", r.job.ID, "attempt", r.job.Attempt, "again", e.runAt, "error", e.cause)
	case Snoozed:
		l.counts.snoozed.Add(1)
		q.poller.expect(e.runAt)
	case Dead:
		l.counts.dead.Add(1)
		q.log.ErrorContext(ctx, "job is dead", "kind", l.kind, "job", r.job.ID, "attempt", r.job.Attempt, "error", e.cause)
	case Returned:
		l.counts.returned.Add(1)
		q.hints.add(l.kind)
	case Lost:
		l.counts.lost.Add(1)
		q.log.WarnContext(ctx, "end of a job ignored, another node has taken the job", "kind", l.kind, "job", r.job.ID, "attempt", r.job.Attempt)
	}

	if q.opt.Observe != nil {
		q.opt.Observe(l.kind, outcome, took)
	}
}

// maxCause is the stored length of an error's text, in bytes.
const maxCause = 2000

// clip limits the text of an error and makes it valid for PostgreSQL.
func clip(text string) string { return safetext.MakeStorable(safetext.ClipBytes(text, maxCause)) }
