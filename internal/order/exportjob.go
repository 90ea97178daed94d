package order

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/sheet"
)

// The kinds of jobs of files.
const (
	exportKind = "order.export"
	reportKind = "order.reports"
	cleanKind  = "order.files"
)

// Bounds of the jobs. One export at a time runs on a node, so that files never
// take the machine from orders.
const (
	exportWorkers = 1
	exportTimeout = 30 * time.Minute
	// exportAttempts and the waits between them, four minutes in all, outlive a
	// store of files or a database that is away for a moment.
	exportAttempts  = 8
	exportFirstWait = 2 * time.Second
	exportMostWait  = 2 * time.Minute
	// exportLife is how long after its request an export can't be running any
	// more, whatever became of its job.
	exportLife = 6 * time.Hour
	// keepFiles is how long the files of an export are kept (specification 1).
	keepFiles = 7 * 24 * time.Hour
	// keepReports is how long daily files are kept; an older one is made anew
	// when it is asked for.
	keepReports = 35 * 24 * time.Hour
	reportEvery = time.Hour
	cleanEvery  = time.Hour
	partialLife = 24 * time.Hour
	// wholeLife is past the life of every file, so that what still lies there
	// belongs to no row: a node died between the file and its row.
	wholeLife = keepReports + 7*24*time.Hour
)

type exportArgs struct {
	ClientID int64         `json:"clientId"`
	ExportID string        `json:"exportId"`
	Language mail.Language `json:"language"`
}

func (e *Exports) registerJobs() {
	e.Jobs.Handle(exportKind, job.KindOptions{
		Workers: exportWorkers, Timeout: exportTimeout, MaxAttempts: exportAttempts, Backoff: job.Exponential(exportFirstWait, exportMostWait),
	}, e.export)
	e.Jobs.Handle(reportKind, job.KindOptions{Workers: exportWorkers, Timeout: exportTimeout}, e.makeReports)
	e.Jobs.Handle(cleanKind, job.KindOptions{Workers: exportWorkers}, e.clean)
	e.Jobs.Every(reportKind, reportEvery, reportKind)
	e.Jobs.Every(cleanKind, cleanEvery, cleanKind)
}

// export is the job of one export. It may run twice: the files of the later
// run replace those of the earlier one, and only one run ends the export.
func (e *Exports) export(ctx context.Context, j job.Job) error {
	var args exportArgs
	if err := j.Decode(&args); err != nil {
		return err
	}

	x, err := getExport(ctx, e.DB.Reader(), args.ClientID, args.ExportID)
	if err != nil || x.Status != ExportRunning {
		return err
	}

	err = e.run(ctx, x, args.Language)
	if err == nil || j.Attempt < exportAttempts || ctx.Err() != nil {
		return err
	}

	// Out of tries: the client must be able to ask again.
	failed := e.DB.Tx(ctx, func(tx *db.Tx) error {
		tx.AfterCommit(func() { e.Changed(x.ClientID) })

		return failExport(ctx, tx, e.Clock.Now(), x.ClientID, x.ID)
	})

	return job.Discard(errors.Join(err, failed))
}

func (e *Exports) run(ctx context.Context, x Export, language mail.Language) error {
	client, err := e.Clients.Client(ctx, x.ClientID)
	if err != nil {
		return fmt.Errorf("client of an export: %w", err)
	}

	from, err := e.extract(client, x.From, x.To)
	if err != nil {
		return err
	}

	from.walletType, from.pauses = x.WalletType, true

	if err := e.writeFiles(ctx, &x, from, client); err != nil {
		return err
	}

	x.FinishedAt = e.Clock.Now()
	x.ExpiresAt = x.FinishedAt.Add(keepFiles)

	return e.DB.Tx(ctx, func(tx *db.Tx) error {
		ended, err := finishExport(ctx, tx, x)
		if err != nil || !ended {
			return err
		}

		tx.AfterCommit(func() { e.Changed(x.ClientID) })

		return e.announce(ctx, tx, x, client, language)
	})
}

// extract are the orders of a client's days.
func (e *Exports) extract(client identity.Client, first, last string) (extract, error) {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return extract{}, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	from, err := clock.ParseDay(first)
	if err != nil {
		return extract{}, fmt.Errorf("days of a file: %w", err)
	}

	to, err := clock.ParseDay(last)
	if err != nil {
		return extract{}, fmt.Errorf("days of a file: %w", err)
	}

	lo, hi := ids.Range(from.Start(zone), to.End(zone))

	return extract{clientID: client.ID, lo: lo, hi: hi, chunk: e.opt.Chunk}, nil
}

// writeFiles writes both forms from one reading of the orders.
func (e *Exports) writeFiles(ctx context.Context, x *Export, from extract, client identity.Client) (err error) {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	plain, err := e.Files.Create(ctx, x.key(csvForm))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.Abort()) }()

	book, err := e.Files.Create(ctx, x.key(xlsxForm))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Abort()) }()

	text, err := sheet.NewCSV(plain, zone, exportColumns())
	if err != nil {
		return err
	}

	workbook, err := sheet.NewXLSX(book, zone, "Orders", exportColumns())
	if err != nil {
		return err
	}

	if x.RowsTotal, err = from.count(ctx, e.DB.Reader()); err != nil {
		return err
	}

	told := e.progress(ctx, *x)

	x.RowsDone, err = from.write(ctx, e.DB, func(done int64) error {
		return errors.Join(plain.Flush(), book.Flush(), told(done))
	}, text, workbook)
	if err != nil {
		return err
	}

	if err := errors.Join(text.Close(), workbook.Close()); err != nil {
		return err
	}

	if x.CSV.Info, err = plain.Commit(); err != nil {
		return err
	}

	x.XLSX.Info, err = book.Commit()

	return err
}

// progress stores the counts, at most so often.
func (e *Exports) progress(ctx context.Context, x Export) func(done int64) error {
	var told time.Time

	return func(done int64) error {
		now := e.Clock.Now()
		if now.Sub(told) < e.opt.Progress {
			return nil
		}

		told = now

		return e.DB.Tx(ctx, func(tx *db.Tx) error {
			tx.AfterCommit(func() { e.Changed(x.ClientID) })

			return storeProgress(ctx, tx, x, x.RowsTotal, done)
		})
	}
}

// clean deletes what is over: files of exports after their seven days, daily
// files after their time, and what a crash left half written.
func (e *Exports) clean(ctx context.Context, _ job.Job) error {
	now := e.Clock.Now()

	list, err := overdue(ctx, e.DB.Reader(), now)
	if err != nil {
		return err
	}

	for i := range list {
		if err := e.retire(ctx, now, &list[i]); err != nil {
			return err
		}
	}

	if err := e.dropReports(ctx, now); err != nil {
		return err
	}

	return e.Files.Sweep(ctx, now.Add(-partialLife), now.Add(-wholeLife))
}

func (e *Exports) retire(ctx context.Context, now time.Time, x *Export) error {
	if x.Status == ExportRunning {
		e.Log.LogAttrs(ctx, slog.LevelError, "an export never ended", slog.String("export", x.ID), slog.Int64("client", x.ClientID))

		return e.DB.Tx(ctx, func(tx *db.Tx) error { return failExport(ctx, tx, now, x.ClientID, x.ID) })
	}

	// The files first: a row without files only says less than it might.
	err := errors.Join(e.Files.Delete(ctx, x.key(csvForm)), e.Files.Delete(ctx, x.key(xlsxForm)))
	if err != nil {
		return err
	}

	return e.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE order_exports SET status = $1 WHERE client_id = $2 AND id = $3 AND status = $4",
			string(ExportExpired), x.ClientID, x.ID, string(ExportDone))
		if err != nil {
			return fmt.Errorf("retire an export: %w", err)
		}

		return nil
	})
}
