package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"loket/internal/config"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// deposits measures the history of wallets on a big table as 1.3 measures orders: pages and searches through the service
// that the portal calls, beside the first page by primary key. It also measures the export of the biggest wallet.
func deposits(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := depositsOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

func depositsOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	where, err := e.place(ctx, engine)
	if err != nil {
		return err
	}

	d, err := db.Open(ctx, db.Options{URL: where.DSN()})
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	rows := b.rowsOfSuite()

	if engine == db.SQLite {
		rows /= 2
	}

	past, err := newLedgerPast(rows, clock.System{}.Now())
	if err != nil {
		return err
	}

	if err := fillDeposits(ctx, d, past); err != nil {
		return err
	}

	parts, err := newMoneyParts(d)
	if err != nil {
		return err
	}

	r := &depositReading{past: past, db: d, wallets: parts.wallets()}
	turns := []turn{{"pk", r.byPrimaryKey}}

	for _, l := range depositLists() {
		turns = append(turns, turn{l.name, func(ctx context.Context) (float64, error) { return r.time(ctx, l) }})
	}

	f, err := inTurns(ctx, b.rounds, turns)
	if err != nil {
		return err
	}

	b.add(result{Name: "deposit-pk", Engine: engine.String(), Value: median(f["pk"]), Unit: "ms", Better: lower, Beside: "-"}, 0)

	for _, l := range depositLists() {
		b.add(result{
			Name: "deposit-" + l.name, Engine: engine.String(), Value: median(f[l.name]), Unit: "ms", Better: lower,
			Beside: "page 1 by primary key", BesideValue: median(f["pk"]),
		}, l.goal)
	}

	if !b.wants("deposit-csv") {
		return nil
	}

	return depositExports(ctx, b, where, engine, past)
}

// depositReading repeats the lists of history.
type depositReading struct {
	past    *ledgerPast
	db      *db.DB
	wallets *wallet.Service
}

func (r *depositReading) time(ctx context.Context, l depositList) (float64, error) {
	q := l.query(r)
	began := time.Now()

	found, err := r.wallets.History(ctx, q)
	if err != nil {
		return 0, err
	}

	took := time.Since(began)

	if len(found) < l.rows {
		return 0, fmt.Errorf("%d rows came for %+v", len(found), q)
	}

	return milliseconds(took), nil
}

// byPrimaryKey reads the newest rows of the client's main wallet, the plainest way.
func (r *depositReading) byPrimaryKey(ctx context.Context) (float64, error) {
	began := time.Now()

	rows, err := r.db.Reader().Query(ctx, `SELECT wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra,
			COALESCE(order_id, 0), reference, created_at
		FROM wallet_history
		WHERE wallet_id = (SELECT id FROM wallets WHERE client_id = $1 AND type = 'level_1') ORDER BY seq DESC LIMIT 10`, firstUser)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (wallet.HistoryRow, error) {
		var (
			h       wallet.HistoryRow
			created int64
		)

		err := row.Scan(&h.WalletID, &h.Seq, &h.ClientID, &h.Action, &h.Amount, &h.BalanceBefore, &h.BalanceAfter, &h.Contra,
			&h.OrderID, &h.SourceRef, &created)
		h.CreatedAt = clock.FromMicros(created)

		return h, err
	})
	if err != nil || len(list) != wallet.HistoryPageSize {
		return 0, fmt.Errorf("page 1 by primary key: %d rows, %w", len(list), err)
	}

	return milliseconds(time.Since(began)), nil
}

// depositExports measures the export of all rows of the client.
func depositExports(ctx context.Context, b *bench, where config.Database, engine db.Engine, p *ledgerPast) error {
	f := figures{}

	for range b.rounds {
		for _, form := range []string{formDepositCSV, formDepositXLSX} {
			done, err := runExporting(ctx, where, form, p.start.Truncate(time.Minute), p.end)
			if err != nil {
				return err
			}

			f.add(form, float64(done.Rows)/done.Seconds)
			f.add(form+"-memory", float64(done.PeakKiB)/1024)
			f.add("rows", float64(done.Rows))
		}
	}

	for _, l := range []struct {
		form  string
		limit float64
	}{{formDepositCSV, csvLimit}, {formDepositXLSX, xlsxLimit}} {
		b.add(result{
			Name: l.form, Engine: engine.String(), Value: median(f[l.form]), Unit: "rows/s", Better: higher,
			Beside: fmt.Sprintf("a file of %.0f rows", median(f["rows"])),
		}, 0)
		b.addLimit(result{Name: l.form + "-memory", Engine: engine.String(), Value: median(f[l.form+"-memory"]), Unit: "MiB", Better: lower}, l.limit)
	}

	return nil
}

// depositHistory writes the history of all wallets of the client.
func (t exportRequest) depositHistory(ctx context.Context, d *db.DB, out *os.File) (int64, error) {
	zone, err := clock.Zone("")
	if err != nil {
		return 0, err
	}

	minute := func(at time.Time) (*clock.Day, *clock.TimeOfDay) {
		at = at.In(zone)

		return new(clock.DayOf(at)), new(clock.TimeOfDay(at.Hour()*60 + at.Minute()))
	}

	var p wallet.Period

	p.From, p.FromTime = minute(t.from)
	p.To, p.ToTime = minute(t.to)

	parts, err := newMoneyParts(d)
	if err != nil {
		return 0, err
	}

	choice, err := parts.wallets().ExportHistory(ctx, firstUser, zone, wallet.HistoryFilter{Period: p})
	if err != nil {
		return 0, err
	}

	format := sheet.FormatCSV
	if t.form == formDepositXLSX {
		format = sheet.FormatXLSX
	}

	return sheets.Export(ctx, out, choice, format, zone, language.English)
}
