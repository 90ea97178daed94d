package export

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/sheet"
)

// The kinds of jobs of files.
const (
	exportKind     = "order.export"
	reportKind     = "order.report"      // the missing reports of one client
	dueReportsKind = "order.due_reports" // hourly: adds those jobs
	cleanKind      = "order.files"
)

// Limits of the jobs. Exports and reports have two workers each, so that files never slow down orders. A client has
// one running export and one job of reports, so that its long file doesn't hold up the others.
const (
	fileWorkers   = 2
	exportTimeout = 30 * time.Minute
	// exportAttempts, with waits of four minutes in all, bridge a short outage of the store of
	// files or of the database.
	exportAttempts  = 8
	exportFirstWait = 2 * time.Second
	exportMostWait  = 2 * time.Minute
	// exportLife is the age at which an export is no longer running, whatever happened to its
	// job.
	exportLife = 6 * time.Hour
	// keepFiles is how long the files of an export are kept (docs/product/orders.md#exports).
	keepFiles = 7 * 24 * time.Hour
	// keepReports is how long daily reports are kept. An older one is made again on request.
	keepReports = 35 * 24 * time.Hour
	reportEvery = time.Hour
	cleanEvery  = time.Hour
	partialLife = 24 * time.Hour
	// wholeLife is longer than any file is kept. An older file belongs to no row: a node died
	// between writing the file and its row.
	wholeLife = keepReports + 7*24*time.Hour
)

type exportArgs struct {
	ClientID int64  `json:"clientId"`
	ExportID string `json:"exportId"`
}

func (s *Service) registerJobs() {
	files := job.KindOptions{
		Workers: fileWorkers, Timeout: exportTimeout, MaxAttempts: exportAttempts, Backoff: job.Exponential(exportFirstWait, exportMostWait),
	}

	s.deps.Jobs.Handle(exportKind, files, s.export)
	s.deps.Jobs.Handle(reportKind, files, s.makeNextReport)
	s.deps.Jobs.Handle(dueReportsKind, job.KindOptions{Workers: 1, Timeout: exportTimeout}, s.enqueueDueReports)
	s.deps.Jobs.Handle(cleanKind, job.KindOptions{Workers: 1}, s.clean)
	s.deps.Jobs.Every(dueReportsKind, reportEvery, dueReportsKind)
	s.deps.Jobs.Every(cleanKind, cleanEvery, cleanKind)
}

// export is the job of one export. It may run twice: the files of the later run replace the earlier ones,
// and only one run ends the export.
func (s *Service) export(ctx context.Context, j job.Job) error {
	var args exportArgs
	if err := j.Decode(&args); err != nil {
		return err
	}

	x, err := getExport(ctx, s.deps.DB.Reader(), args.ClientID, args.ExportID)
	if err != nil || x.Status != ExportRunning {
		return err
	}

	err = s.run(ctx, x)
	if err == nil || j.Attempt < exportAttempts || ctx.Err() != nil {
		return err
	}

	// No attempts are left. The client must be able to request it again.
	failed := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		s.deps.Live.ChangedTx(tx, x.ClientID, LiveTopic)

		return failExport(ctx, tx, s.deps.Clock.Now(), x.ClientID, x.ID)
	})

	return job.Discard(errors.Join(err, failed))
}

func (s *Service) run(ctx context.Context, x Export) error {
	client, err := s.deps.Clients.Client(ctx, x.ClientID)
	if err != nil {
		return fmt.Errorf("client of an export: %w", err)
	}

	selected, err := s.selectionOf(client, x)
	if err != nil {
		return err
	}

	if err := s.writeFiles(ctx, &x, selected, client); err != nil {
		return err
	}

	x.FinishedAt = s.deps.Clock.Now()
	x.ExpiresAt = x.FinishedAt.Add(keepFiles)

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		ended, err := finishExport(ctx, tx, x)
		if err != nil || !ended {
			return err
		}

		s.deps.Live.ChangedTx(tx, x.ClientID, LiveTopic)

		return s.announce(ctx, tx, x, client)
	})
}

// selectionOf selects the orders of an export.
func (s *Service) selectionOf(client identity.Client, x Export) (order.Selection, error) {
	selected := order.Selection{ClientID: client.ID, Chunk: s.opt.Chunk}

	if x.From != "" {
		var err error
		if selected, err = s.selection(client, x.From, x.To); err != nil {
			return order.Selection{}, err
		}
	}

	if !x.Hour.IsZero() {
		selected.From, selected.To = order.HourOf(x.Hour, selected.From, selected.To)
	}

	selected.Filter, selected.Pauses = x.Filter, true

	return selected, nil
}

// selection selects the orders of a client's days.
func (s *Service) selection(client identity.Client, first, last string) (order.Selection, error) {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return order.Selection{}, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	from, err := clock.ParseDay(first)
	if err != nil {
		return order.Selection{}, fmt.Errorf("days of a file: %w", err)
	}

	to, err := clock.ParseDay(last)
	if err != nil {
		return order.Selection{}, fmt.Errorf("days of a file: %w", err)
	}

	return order.Selection{ClientID: client.ID, From: from.Start(zone), To: to.End(zone), Chunk: s.opt.Chunk}, nil
}

// writeFiles writes both forms of an export.
func (s *Service) writeFiles(ctx context.Context, x *Export, selected order.Selection, client identity.Client) error {
	var err error
	if x.RowsTotal, err = selected.Count(ctx, s.deps.DB.Reader()); err != nil {
		return err
	}

	x.RowsDone, x.CSV.Info, x.XLSX.Info, err = s.writeForms(ctx, client, x.ID, selected, s.progress(ctx, *x))

	return err
}

// writeForms writes the orders of a client as CSV and as a workbook, while they are read once. Both files have the id as their name. It
// returns the number of orders.
func (s *Service) writeForms(
	ctx context.Context, client identity.Client, id string, selected order.Selection, afterChunk func(done int64) error,
) (rows int64, csv, xlsx file.Info, err error) {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return 0, csv, xlsx, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	plain, err := s.deps.Files.Create(ctx, file.KeyOf(fileKind, client.ID, id, csvForm))
	if err != nil {
		return 0, csv, xlsx, err
	}
	defer func() { err = errors.Join(err, plain.Abort()) }()

	book, err := s.deps.Files.Create(ctx, file.KeyOf(fileKind, client.ID, id, xlsxForm))
	if err != nil {
		return 0, csv, xlsx, err
	}
	defer func() { err = errors.Join(err, book.Abort()) }()

	text, err := sheet.NewCSV(plain, zone, Columns(client.Language, zone))
	if err != nil {
		return 0, csv, xlsx, err
	}

	workbook, err := sheet.NewXLSX(book, zone, client.Language.Pick("Orders", "Order"), Columns(client.Language, zone))
	if err != nil {
		return 0, csv, xlsx, err
	}

	if rows, err = extract(ctx, s.deps.DB, selected, client.Language, afterChunk, text, workbook); err != nil {
		return 0, csv, xlsx, err
	}

	if err := errors.Join(text.Close(), workbook.Close()); err != nil {
		return 0, csv, xlsx, err
	}

	if csv, err = plain.Commit(); err != nil {
		return 0, csv, xlsx, err
	}

	xlsx, err = book.Commit()

	return rows, csv, xlsx, err
}

// progress stores the counts, at most once in Options.Progress.
func (s *Service) progress(ctx context.Context, x Export) func(done int64) error {
	var told time.Time

	return func(done int64) error {
		now := s.deps.Clock.Now()
		if now.Sub(told) < s.opt.Progress {
			return nil
		}

		told = now

		return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			s.deps.Live.ChangedTx(tx, x.ClientID, LiveTopic)

			return storeProgress(ctx, tx, x, x.RowsTotal, done)
		})
	}
}

// clean deletes expired exports, old daily reports and partial files left by a crash.
func (s *Service) clean(ctx context.Context, _ job.Job) error {
	now := s.deps.Clock.Now()

	list, err := overdue(ctx, s.deps.DB.Reader(), now)
	if err != nil {
		return err
	}

	for i := range list {
		if err := s.retire(ctx, now, &list[i]); err != nil {
			return err
		}
	}

	if err := s.dropReports(ctx, now); err != nil {
		return err
	}

	return s.deps.Files.Sweep(ctx, fileKind, now.Add(-partialLife), now.Add(-wholeLife))
}

func (s *Service) retire(ctx context.Context, now time.Time, x *Export) error {
	if x.Status == ExportRunning {
		s.deps.Log.LogAttrs(ctx, slog.LevelError, "export was still running when it expired, marked as failed", slog.String("export", x.ID), slog.Int64("client", x.ClientID))

		return s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return failExport(ctx, tx, now, x.ClientID, x.ID) })
	}

	// Delete the files first: a row without files does no harm.
	err := errors.Join(s.deps.Files.Delete(ctx, x.key(csvForm)), s.deps.Files.Delete(ctx, x.key(xlsxForm)))
	if err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE order_exports SET status = $1 WHERE client_id = $2 AND id = $3 AND status = $4",
			string(ExportExpired), x.ClientID, x.ID, string(ExportDone))
		if err != nil {
			return fmt.Errorf("retire an export: %w", err)
		}

		return nil
	})
}
