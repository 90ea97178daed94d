package schedule

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
)

// The job of a run. It is repeated until every line has ended, and gives other runs a turn after each slice of time.
const (
	runKind    = "schedule.run"
	runWorkers = 8
	runTimeout = time.Minute
	runSlice   = 2 * time.Second
	runRetries = 1 << 30 // an outage of the database must not end a run

	retryFirst = time.Second
	retryMost  = time.Minute

	// tellEvery is the time between two counts of the lines while they are placed, each with a hint for screens.
	tellEvery = time.Second

	// lineTurn is the least time for a line, from a slice of lines to the next one: other clients' orders are placed in
	// between. 2,500 lines a second are far more than suppliers take.
	lineTurn = 400 * time.Microsecond

	// storeTime bounds storing what was placed when a worker has to stop.
	storeTime = 5 * time.Second

	// mostLate is how late a run begins by itself (docs/product/bill-payment.md#runs).
	mostLate = 24 * time.Hour
	// longestWait bounds the wait for a moment, so that a clock that was wrong is noticed.
	longestWait = time.Hour
)

func (s *Service) registerJobs() {
	opt := job.KindOptions{
		Workers: runWorkers, MaxAttempts: runRetries, Timeout: runTimeout, Backoff: job.Exponential(retryFirst, retryMost),
	}

	s.deps.Jobs.Handle(runKind, opt, func(ctx context.Context, j job.Job) error {
		var args runArgs
		if err := j.Decode(&args); err != nil {
			return err
		}

		wait, ended, err := s.Run(ctx, args.ClientID, args.ID)
		if err != nil || ended {
			return err
		}

		return job.Snooze(wait)
	})
}

// Run goes on with a scheduled order for a slice of time: it begins it at its moment, places orders for its lines, and
// learns what became of them. It tells when to call again, or that nothing is left to do. It may run several times at
// once: the last call alone goes on, and the reference of each line makes its order one.
func (s *Service) Run(ctx context.Context, clientID, id int64) (wait time.Duration, ended bool, err error) {
	o, wait, ended, err := s.begin(ctx, clientID, id)
	if err != nil || ended || wait > 0 {
		return wait, ended, err
	}

	began := time.Now()
	told := began

	var placed []outcome

	for wait == 0 && time.Since(began) < runSlice && ctx.Err() == nil {
		tell := time.Since(told) >= tellEvery
		if tell {
			told = time.Now()
		}

		lines, fenced, err := s.step(ctx, &o, placed, true, tell)
		if err != nil || fenced {
			return 0, fenced, err
		}

		if len(lines) == 0 {
			return s.countRun(ctx, o)
		}

		slice := time.Now()
		placed, wait = s.place(ctx, o, lines)
		pauseForOthers(ctx, len(lines), slice)
	}

	// What was placed is stored although time is up.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()

	_, fenced, err := s.step(ctx, &o, placed, false, true)

	return wait, fenced, err
}

// pauseForOthers waits until the turn of a slice of lines is over.
func pauseForOthers(ctx context.Context, lines int, began time.Time) {
	select {
	case <-time.After(time.Duration(lines)*lineTurn - time.Since(began)):
	case <-ctx.Done():
	}
}

// begin takes a scheduled order over from other workers, and begins its run if its moment has come.
func (s *Service) begin(ctx context.Context, clientID, id int64) (o Order, wait time.Duration, ended bool, err error) {
	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		wait, ended = 0, false

		replaced, err := s.replacedTx(ctx, tx, clientID)
		if err != nil || replaced {
			ended = replaced

			return err
		}

		now, err := s.now(ctx, tx, clientID)
		if err != nil {
			return err
		}

		if o, err = getTx(ctx, tx, clientID, id, s.deps.DB.ForUpdate()); err != nil {
			return err
		}

		switch {
		case !o.EndedAt.IsZero() || o.Status == Draft:
			ended = true

			return nil
		case o.ExecutedAt.IsZero() && now.Before(o.ScheduledAt):
			wait = min(o.ScheduledAt.Sub(now), longestWait)

			return nil
		case o.ExecutedAt.IsZero() && clientid.IsSandbox(clientID): // its clock jumps over moments: each run begins at its own
			if err := s.executeTx(ctx, tx, o.ScheduledAt, &o); err != nil {
				return err
			}
		case o.ExecutedAt.IsZero() && now.Sub(o.ScheduledAt) > mostLate:
			ended = true

			return s.lateTx(ctx, tx, now, o)
		case o.ExecutedAt.IsZero():
			if err := s.executeTx(ctx, tx, now, &o); err != nil {
				return err
			}
		}

		o.epoch++
		_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET epoch = $1 WHERE client_id = $2 AND id = $3", o.epoch, o.ClientID, o.ID)

		return err
	})
	if err != nil {
		err = wrapError("begin", id, err)
	}

	return o, wait, ended, err
}

// executeTx begins the run of a locked scheduled order, and makes the next one of its series.
func (s *Service) executeTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order) error {
	o.ExecutedAt = now

	_, err := tx.Exec(ctx, "UPDATE scheduled_orders SET executed_at = $1 WHERE client_id = $2 AND id = $3", clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return wrapError("begin", o.ID, err)
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)
	s.deps.Log.LogAttrs(ctx, slog.LevelInfo, "the run of a scheduled order begins", slog.Int64("client", o.ClientID), slog.Int64("id", o.ID))

	return s.followTx(ctx, tx, now, *o)
}

// lateTx makes a scheduled order wait for the client's word, because its moment passed too long ago. Its series goes on.
func (s *Service) lateTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	_, err := tx.Exec(ctx, "UPDATE scheduled_orders SET status = 'draft', waits_for = 'late' WHERE client_id = $1 AND id = $2", o.ClientID, o.ID)
	if err != nil {
		return wrapError("hold", o.ID, err)
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	if err := s.mailTx(ctx, tx, o, mailLate, ""); err != nil {
		return err
	}

	return s.followTx(ctx, tx, now, o)
}

// followTx makes the next run of a monthly series, if there is one.
func (s *Service) followTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	if !o.Repeats {
		return nil
	}

	zone, err := s.zoneTx(ctx, tx, o.ClientID)
	if err != nil {
		return err
	}

	first, err := getTx(ctx, tx, o.ClientID, o.SeriesID, "")
	if err != nil {
		return err
	}

	next := o
	next.Run++

	if next.ScheduledAt = runAt(first.ScheduledAt, next.Run, zone); !next.ScheduledAt.Before(o.EndsAt) {
		return nil
	}

	next.Status, next.WaitsFor, next.CreatedAt, next.token, next.RetryOf = Scheduled, "", now, ids.Token(), 0
	next.Approval = Approval{}

	rows, err := tx.Query(ctx, "SELECT destination_no FROM scheduled_lines WHERE client_id = $1 AND scheduled_order_id = $2 ORDER BY line", o.ClientID, o.ID)
	if next.Destinations, err = db.Collect(rows, err, scanText); err != nil {
		return wrapError("copy the lines of", o.ID, err)
	}

	_, err = s.insertTx(ctx, tx, next)

	return err
}
