package schedule

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

const orderColumns = `s.id, s.client_id, s.user_id, COALESCE(u.full_name, ''), s.name, s.product_code, s.product_name, s.operator_type, s.wallet_type,
	s.kind, s.quantity, s.amount, s.unit_price, s.status, COALESCE(s.waits_for, ''), s.immediate, s.scheduled_at, s.repeats, s.ends_at,
	COALESCE(s.series_id, 0), s.run, COALESCE(s.retry_of_id, 0), s.executed_at, s.ended_at, s.waiting, s.pending, s.success, s.failed, s.error,
	s.canceled, s.charged, s.money_ended, s.short_since, s.approval_expires_at, COALESCE(d.full_name, ''), s.decided_at, COALESCE(s.approved, FALSE), s.created_at, s.token, s.epoch, s.refunds`

const orderTables = ` FROM scheduled_orders s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN users d ON d.id = s.decided_by `

func scanOrder(row db.Row) (Order, error) {
	var (
		o                                              Order
		ends, executed, ended, expires, decided, short sql.NullInt64
		scheduled, created                             int64
		c                                              = &o.Counts
		into                                           = func(n sql.NullInt64) time.Time {
			if !n.Valid {
				return time.Time{}
			}

			return clock.FromMicros(n.Int64)
		}
	)

	err := row.Scan(&o.ID, &o.ClientID, &o.UserID, &o.UserName, &o.Name, &o.ProductCode, &o.ProductName, &o.OperatorType, &o.WalletType,
		&o.Kind, &o.Quantity, &o.Amount, &o.UnitPrice, &o.Status, &o.WaitsFor, &o.Immediate, &scheduled, &o.Repeats, &ends,
		&o.SeriesID, &o.Run, &o.RetryOf, &executed, &ended, &c.Waiting, &c.Pending, &c.Success, &c.Failed, &c.Error,
		&c.Canceled, &o.Charged, &o.MoneyEnded, &short, &expires, &o.Approval.By, &decided, &o.Approval.Approved, &created, &o.token, &o.epoch, &o.refunds)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Order{}, NoSuchOrder()
	case err != nil:
		return Order{}, fmt.Errorf("read a scheduled order: %w", err)
	}

	o.ScheduledAt, o.CreatedAt = clock.FromMicros(scheduled), clock.FromMicros(created)
	o.EndsAt, o.ExecutedAt, o.EndedAt, o.ShortSince = into(ends), into(executed), into(ended), into(short)
	o.Approval.ExpiresAt, o.Approval.At = into(expires), into(decided)

	return o, nil
}

// getTx finds a scheduled order of a client, and locks it with db.ForUpdate.
func getTx(ctx context.Context, q db.Querier, clientID, id int64, lock string) (Order, error) {
	if lock != "" {
		// The joined users are not locked with it.
		var locked int64

		err := q.QueryRow(ctx, "SELECT id FROM scheduled_orders WHERE client_id = $1 AND id = $2"+lock, clientID, id).Scan(&locked)

		switch {
		case errors.Is(err, sql.ErrNoRows):
			return Order{}, NoSuchOrder()
		case err != nil:
			return Order{}, wrapError("lock", id, err)
		}
	}

	return scanOrder(q.QueryRow(ctx, "SELECT "+orderColumns+orderTables+"WHERE s.client_id = $1 AND s.id = $2", clientID, id))
}

// insertTx stores a new scheduled order with its lines, and the job of its run.
func (s *Service) insertTx(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
	id, err := db.NextSequence(ctx, tx, "scheduled_orders")
	if err != nil {
		return Order{}, err
	}

	o.ID = id
	if o.Repeats && o.SeriesID == 0 {
		o.SeriesID = id
	}

	_, err = tx.Exec(ctx, `INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind,
			quantity, amount, unit_price, status, waits_for, immediate, scheduled_at, repeats, ends_at, series_id, run, retry_of_id, token, waiting,
			approval_expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $10, $23, $24)`,
		o.ID, o.ClientID, o.UserID, o.Name, o.ProductCode, o.ProductName, o.OperatorType, string(o.WalletType), string(o.Kind),
		o.Quantity, int64(o.Amount), int64(o.UnitPrice), string(o.Status), orNull(string(o.WaitsFor)), o.Immediate, clock.Micros(o.ScheduledAt), o.Repeats,
		momentOrNull(o.EndsAt), orNull(o.SeriesID), o.Run, orNull(o.RetryOf), o.token, momentOrNull(o.Approval.ExpiresAt), clock.Micros(o.CreatedAt))
	if err != nil {
		return Order{}, wrapError("store", id, err)
	}

	if err := insertLines(ctx, tx, o); err != nil {
		return Order{}, err
	}

	if o.Status == Scheduled {
		if err := s.enqueueTx(ctx, tx, o); err != nil {
			return Order{}, err
		}
	}

	s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

	return o, nil
}

// insertLines stores all lines by one statement, as JSON: ten thousand of them take a few hundredths of a second.
func insertLines(ctx context.Context, tx *db.Tx, o Order) error {
	list, err := json.Marshal(o.Destinations)
	if err != nil {
		return wrapError("store the lines of", o.ID, err)
	}

	_, err = tx.Exec(ctx, "INSERT INTO scheduled_lines (scheduled_order_id, line, client_id, destination_no, state, updated_at)"+
		" SELECT CAST($1 AS BIGINT), k.n, CAST($2 AS BIGINT), k.value, 'waiting', CAST($3 AS BIGINT) FROM "+tx.Engine().List("$4")+" k",
		o.ID, o.ClientID, clock.Micros(o.CreatedAt), string(list))
	if err != nil {
		return wrapError("store the lines of", o.ID, err)
	}

	return nil
}

// runArgs are the arguments of the job of a run.
type runArgs struct {
	ClientID int64 `json:"clientId"`
	ID       int64 `json:"id"`
}

// enqueueTx adds the job of a run at its moment. A run has one job with a key; if that waits, it is made due at the moment.
func (s *Service) enqueueTx(ctx context.Context, tx *db.Tx, o Order) error {
	return s.addJobTx(ctx, tx, o, jobKey(o))
}

// enqueueBesideTx adds a second job of a run, without a key, for a moment in which the one with the key is about to end and would not run
// again. If both run, the last worker alone goes on.
func (s *Service) enqueueBesideTx(ctx context.Context, tx *db.Tx, o Order) error {
	return s.addJobTx(ctx, tx, o, "")
}

// enqueueAllTx is enqueueTx for several runs. It comes last in a transaction: a node's queue waits for the rows of jobs.
func (s *Service) enqueueAllTx(ctx context.Context, tx *db.Tx, list []Order) error {
	if s.deps.Jobs == nil || len(list) == 0 {
		return nil
	}

	keys := make([]string, len(list))
	for i, o := range list {
		keys[i] = jobKey(o)
	}

	if err := s.deps.Jobs.LockTx(ctx, tx, runKind, keys); err != nil {
		return err
	}

	for _, o := range list {
		if err := s.enqueueTx(ctx, tx, o); err != nil {
			return wrapError("make due the run of", o.ID, err)
		}
	}

	return nil
}

func jobKey(o Order) string { return strconv.FormatInt(o.ID, 10) }

func (s *Service) addJobTx(ctx context.Context, tx *db.Tx, o Order, key string) error {
	if s.deps.Jobs == nil {
		return nil
	}

	ahead, err := s.deps.People.ClockAhead(ctx, tx, o.ClientID)
	if err != nil {
		return err
	}

	_, err = s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{
		Kind: runKind, Args: runArgs{o.ClientID, o.ID}, RunAt: o.ScheduledAt.Add(-ahead), UniqueKey: key, Sooner: true,
	})

	return err
}

func orNull[T comparable](v T) any {
	var none T
	if v == none {
		return nil
	}

	return v
}

func momentOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}

	return clock.Micros(t)
}
