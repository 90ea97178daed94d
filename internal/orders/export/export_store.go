package export

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const exportFields = `id, client_id, date_start, date_end, hour, search, order_status, wallet_type, payment_type, scheduled_order_id, status, rows_total, rows_done,
	csv_size, csv_sha256, xlsx_size, xlsx_sha256, created_at, COALESCE(finished_at, 0), COALESCE(expires_at, 0)`

func scanExport(row db.Row) (Export, error) {
	var (
		x                                Export
		hour, created, finished, expires int64
	)

	err := row.Scan(&x.ID, &x.ClientID, &x.From, &x.To, &hour, &x.Filter.Search, &x.Filter.Status,
		&x.Filter.WalletType, &x.Filter.PaymentType, &x.Filter.Scheduled, &x.Status, &x.RowsTotal, &x.RowsDone,
		&x.CSV.Size, &x.CSV.SHA256, &x.XLSX.Size, &x.XLSX.SHA256, &created, &finished, &expires)
	if err != nil {
		return Export{}, fmt.Errorf("read an export: %w", err)
	}

	x.CreatedAt = clock.FromMicros(created)

	if hour != 0 {
		x.Hour = clock.FromMicros(hour)
	}

	if finished != 0 {
		x.FinishedAt = clock.FromMicros(finished)
	}

	if expires != 0 {
		x.ExpiresAt = clock.FromMicros(expires)
	}

	return x, nil
}

func insertExport(ctx context.Context, tx *db.Tx, x Export, userID int64) error {
	var hour int64
	if !x.Hour.IsZero() {
		hour = clock.Micros(x.Hour)
	}

	_, err := tx.Exec(ctx, `INSERT INTO order_exports (id, client_id, user_id, date_start, date_end, hour, search, order_status, wallet_type,
			payment_type, scheduled_order_id, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		x.ID, x.ClientID, userID, x.From, x.To, hour, x.Filter.Search, int64(x.Filter.Status), string(x.Filter.WalletType),
		string(x.Filter.PaymentType), x.Filter.Scheduled, string(x.Status), clock.Micros(x.CreatedAt))
	if db.IsUnique(err) {
		return ErrExportRunning.New()
	}

	if err != nil {
		return fmt.Errorf("keep an export: %w", err)
	}

	return nil
}

// refuseFlood returns fault.ErrThrottled when the client has requested Options.Hourly exports within an hour. Two
// requests at the same time can't both pass, because a client has one running export at a time.
func refuseFlood(ctx context.Context, tx *db.Tx, x Export, hourly int) error {
	var at int64 // time of the export that must be older than an hour

	err := tx.QueryRow(ctx, `SELECT created_at FROM order_exports WHERE client_id = $1 AND created_at > $2
		ORDER BY created_at DESC LIMIT 1 OFFSET $3`, x.ClientID, clock.Micros(x.CreatedAt.Add(-time.Hour)), hourly-1).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("count exports: %w", err)
	}

	refusal := fault.ErrThrottled.New()
	refusal.RetryAfter = clock.FromMicros(at).Add(time.Hour).Sub(x.CreatedAt)

	return refusal
}

// crowdRetry is the Retry-After of an export that was refused because of those of all clients.
const crowdRetry = time.Minute

// refuseCrowd returns fault.ErrBusy when more than inAll exports of all clients are running or waiting, with the new
// one. Requests at the same time don't see each other and may exceed the limit by their number.
func refuseCrowd(ctx context.Context, tx *db.Tx, inAll int) error {
	var n int
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM order_exports WHERE status = 'running'").Scan(&n); err != nil {
		return fmt.Errorf("count exports: %w", err)
	}

	if n > inAll {
		return fault.Busy(crowdRetry)
	}

	return nil
}

func getExport(ctx context.Context, q db.Querier, clientID int64, id string) (Export, error) {
	x, err := scanExport(q.QueryRow(ctx, "SELECT "+exportFields+" FROM order_exports WHERE client_id = $1 AND id = $2", clientID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Export{}, fault.ErrNotFound.New()
	}

	return x, err
}

func listExports(ctx context.Context, q db.Querier, clientID int64) ([]Export, error) {
	rows, err := q.Query(ctx, "SELECT "+exportFields+` FROM order_exports WHERE client_id = $1
		ORDER BY created_at DESC, id LIMIT $2`, clientID, maxListed)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Export, error) { return scanExport(row) })
	if err != nil {
		return nil, fmt.Errorf("list exports of client %d: %w", clientID, err)
	}

	return list, nil
}

// storeProgress stores the counts. Orders placed since they were counted raise the total.
func storeProgress(ctx context.Context, tx *db.Tx, x Export, total, done int64) error {
	_, err := tx.Exec(ctx, `UPDATE order_exports SET rows_total = $1, rows_done = $2
		WHERE client_id = $3 AND id = $4 AND status = $5`, max(total, done), done, x.ClientID, x.ID, string(ExportRunning))
	if err != nil {
		return fmt.Errorf("keep the progress of an export: %w", err)
	}

	return nil
}

// finishExport ends a running export. It returns false when it had ended already.
func finishExport(ctx context.Context, tx *db.Tx, x Export) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE order_exports SET status = $1, rows_total = $2, rows_done = $2, csv_size = $3, csv_sha256 = $4,
			xlsx_size = $5, xlsx_sha256 = $6, finished_at = $7, expires_at = $8
		WHERE client_id = $9 AND id = $10 AND status = $11`,
		string(ExportDone), x.RowsDone, x.CSV.Size, x.CSV.SHA256, x.XLSX.Size, x.XLSX.SHA256, clock.Micros(x.FinishedAt), clock.Micros(x.ExpiresAt),
		x.ClientID, x.ID, string(ExportRunning))
	if err != nil {
		return false, fmt.Errorf("end an export: %w", err)
	}

	return n == 1, nil
}

func failExport(ctx context.Context, tx *db.Tx, now time.Time, clientID int64, id string) error {
	_, err := tx.Exec(ctx, "UPDATE order_exports SET status = $1, finished_at = $2 WHERE client_id = $3 AND id = $4 AND status = $5",
		string(ExportFailed), clock.Micros(now), clientID, id, string(ExportRunning))
	if err != nil {
		return fmt.Errorf("end an export: %w", err)
	}

	return nil
}

// overdue lists the exports of all clients that must be cleaned up: expired ones, and running ones whose job
// is gone.
func overdue(ctx context.Context, q db.Querier, now time.Time) ([]Export, error) {
	rows, err := q.Query(ctx, "SELECT "+exportFields+` FROM order_exports
		WHERE status = 'done' AND expires_at <= $1 OR status = 'running' AND created_at <= $2 ORDER BY created_at LIMIT 1000`,
		clock.Micros(now), clock.Micros(now.Add(-exportLife)))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Export, error) { return scanExport(row) })
	if err != nil {
		return nil, fmt.Errorf("exports that are over: %w", err)
	}

	return list, nil
}
