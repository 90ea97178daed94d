package export

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
)

// Limits of the daily reports (docs/product/orders.md#reports): the longest range, and the age of the newest report, in
// days.
const (
	MaxReportDays = 7
	reportDelay   = 2
)

// Report is the file of all orders of one day in both forms, as they stood when it was made.
type Report struct {
	Day       clock.Day // in the client's zone
	Rows      int64
	CSV, XLSX File     // their URLs are signed and short-lived
	key       file.Key // of the CSV file
}

// ReportRequest asks for the reports of some days.
type ReportRequest struct {
	ClientID int64
	From, To *clock.Day
}

// Reports returns the reports of the days, the first day first, without days before the client existed. It waits
// for a job that makes the missing ones. When ctx ends first, the job goes on, and the next call waits for it.
// Errors: fault.ErrValidation.
func (s *Service) Reports(ctx context.Context, r ReportRequest) ([]Report, error) {
	client, err := s.deps.Clients.Client(ctx, r.ClientID)
	if err != nil {
		return nil, fmt.Errorf("client of reports: %w", err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	now := s.deps.Clock.Now()
	latest := addDays(clock.DayOf(now.In(zone)), -reportDelay)

	limits := dayRange{
		first: "startDate", last: "endDate", most: MaxReportDays, tooLong: msgRange7Days,
		latest: latest, tooLate: msgLatestReport,
	}
	if err := limits.check(r.From, r.To); err != nil {
		return nil, err
	}

	born := clock.DayOf(client.CreatedAt.In(zone))
	list := []Report{}

	for day := *r.From; r.To.Sub(day) >= 0; day = addDays(day, 1) {
		if day.Sub(born) < 0 {
			continue
		}

		report, err := s.await(ctx, client, day, *r.To)
		if err != nil {
			return nil, err
		}

		if err := s.signReport(&report, now.Add(fileTime)); err != nil {
			return nil, err
		}

		list = append(list, report)
	}

	return list, nil
}

// signReport adds the links to both files.
func (s *Service) signReport(r *Report, until time.Time) (err error) {
	day := r.Day.String()

	if r.CSV.URL, err = s.deps.Links.URL(file.Link{Key: r.key, Name: downloadName(day, day, csvForm), Until: until}); err != nil {
		return err
	}

	r.XLSX.URL, err = s.deps.Links.URL(file.Link{Key: workbookOf(r.key), Name: downloadName(day, day, xlsxForm), Until: until})

	return err
}

func addDays(d clock.Day, n int) clock.Day {
	return clock.DayOf(d.Start(time.UTC).AddDate(0, 0, n))
}

// Waits for a report that a job makes, maybe on another node.
const (
	reportPoll    = 100 * time.Millisecond
	reportEnqueue = 10 // polls until the job is added again, since one for other days may have been there
)

// await returns the report of a day. If it is missing, a job makes it and those of the days after it.
func (s *Service) await(ctx context.Context, client identity.Client, day, last clock.Day) (Report, error) {
	for n := 0; ; n++ {
		r, found, err := s.report(ctx, client.ID, day)
		if err != nil || found {
			return r, err
		}

		if n%reportEnqueue == 0 {
			if err := s.enqueueReports(ctx, client.ID, day, last); err != nil {
				return Report{}, err
			}
		}

		select {
		case <-ctx.Done():
			return Report{}, fmt.Errorf("wait for a report: %w", ctx.Err())
		case <-time.After(reportPoll):
		}
	}
}

// reportArgs are the days whose missing reports a job makes.
type reportArgs struct {
	ClientID int64  `json:"clientId"`
	From     string `json:"from"`
	To       string `json:"to"`
}

// enqueueReports adds the job that makes the missing reports of some days. A client has one such job at a time.
func (s *Service) enqueueReports(ctx context.Context, clientID int64, from, to clock.Day) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{
			Kind: reportKind, Args: reportArgs{clientID, from.String(), to.String()}, UniqueKey: strconv.FormatInt(clientID, 10),
		})

		return err
	})
}

// makeNextReport is the job of a client's reports. A run makes one report; then the job goes behind those of
// other clients until none is missing.
func (s *Service) makeNextReport(ctx context.Context, j job.Job) error {
	var args reportArgs
	if err := j.Decode(&args); err != nil {
		return err
	}

	more, err := s.makeFirstMissing(ctx, args)

	switch {
	case err != nil && j.Attempt >= exportAttempts:
		// A dead job would keep the client's key. The next request, or the next hour, adds a new one.
		s.deps.Log.LogAttrs(ctx, slog.LevelError, "report not made, given up", slog.Int64("client", args.ClientID), slog.Any("error", err))

		return nil
	case err != nil:
		return err
	case more:
		return job.Snooze(0)
	}

	return nil
}

// makeFirstMissing makes the first missing report of some days, and reports whether another one is missing.
func (s *Service) makeFirstMissing(ctx context.Context, args reportArgs) (bool, error) {
	client, err := s.deps.Clients.Client(ctx, args.ClientID)
	if err != nil {
		return false, fmt.Errorf("client of reports: %w", err)
	}

	from, err := clock.ParseDay(args.From)
	if err != nil {
		return false, fmt.Errorf("days of reports: %w", err)
	}

	to, err := clock.ParseDay(args.To)
	if err != nil {
		return false, fmt.Errorf("days of reports: %w", err)
	}

	missing, err := s.missing(ctx, client.ID, from, to)
	if err != nil || len(missing) == 0 {
		return false, err
	}

	return len(missing) > 1, s.makeReport(ctx, client, missing[0])
}

// missing lists the days without a report.
func (s *Service) missing(ctx context.Context, clientID int64, from, to clock.Day) ([]clock.Day, error) {
	var days []clock.Day

	for day := from; to.Sub(day) >= 0; day = addDays(day, 1) {
		_, found, err := s.report(ctx, clientID, day)
		if err != nil {
			return nil, err
		}

		if !found {
			days = append(days, day)
		}
	}

	return days, nil
}

// enqueueDueReports is the hourly job. It adds a job for each client whose report of the last days is missing.
func (s *Service) enqueueDueReports(ctx context.Context, _ job.Job) error {
	clients, err := s.deps.Clients.ReportClients(ctx)
	if err != nil {
		return fmt.Errorf("clients with reports: %w", err)
	}

	var failed error // the error of one client must not stop the reports of others

	for _, client := range clients {
		failed = errors.Join(failed, s.enqueueMissing(ctx, client))

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

func (s *Service) enqueueMissing(ctx context.Context, client identity.Client) error {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	last := addDays(clock.DayOf(s.deps.Clock.Now().In(zone)), -reportDelay)

	first := addDays(last, -MaxReportDays)
	if born := clock.DayOf(client.CreatedAt.In(zone)); born.Sub(first) > 0 {
		first = born
	}

	missing, err := s.missing(ctx, client.ID, first, last)
	if err != nil || len(missing) == 0 {
		return err
	}

	return s.enqueueReports(ctx, client.ID, missing[0], last)
}

// report reads a day's row. It is found only if both of its files exist.
func (s *Service) report(ctx context.Context, clientID int64, day clock.Day) (Report, bool, error) {
	r := Report{Day: day}

	err := s.deps.DB.Reader().QueryRow(ctx, `SELECT file, row_count, size, sha256, workbook_size, workbook_sha256 FROM order_reports
		WHERE client_id = $1 AND day = $2 AND workbook_size IS NOT NULL`,
		clientID, day.String()).Scan(&r.key, &r.Rows, &r.CSV.Size, &r.CSV.SHA256, &r.XLSX.Size, &r.XLSX.SHA256)
	if errors.Is(err, sql.ErrNoRows) {
		return Report{}, false, nil
	}

	if err != nil {
		return Report{}, false, fmt.Errorf("read a report: %w", err)
	}

	found, err := s.deps.Files.Has(ctx, r.key, r.CSV.Size)
	if err == nil && found {
		found, err = s.deps.Files.Has(ctx, workbookOf(r.key), r.XLSX.Size)
	}

	return r, found, err
}

// workbookOf is the key of the workbook beside a CSV file.
func workbookOf(key file.Key) file.Key {
	return file.Key(strings.TrimSuffix(string(key), csvForm) + xlsxForm)
}

func (s *Service) makeReport(ctx context.Context, client identity.Client, day clock.Day) error {
	selected, err := s.selection(client, day.String(), day.String())
	if err != nil {
		return err
	}

	selected.Pauses = true

	// Use a new name each time, so that a running download is not changed.
	id := ids.Token()
	r := Report{Day: day, key: file.KeyOf(fileKind, client.ID, id, csvForm)}

	r.Rows, r.CSV.Info, r.XLSX.Info, err = s.writeForms(ctx, client, id, selected, func(int64) error { return nil })
	if err != nil {
		return err
	}

	return s.keepReport(ctx, client.ID, r)
}

// keepReport stores a report in place of an earlier one and deletes the earlier files.
func (s *Service) keepReport(ctx context.Context, clientID int64, r Report) error {
	var earlier file.Key

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		earlier = ""

		err := tx.QueryRow(ctx, "SELECT file FROM order_reports WHERE client_id = $1 AND day = $2"+s.deps.DB.ForUpdate(),
			clientID, r.Day.String()).Scan(&earlier)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("read a report: %w", err)
		}

		_, err = tx.Exec(ctx, `INSERT INTO order_reports (client_id, day, file, row_count, size, sha256, workbook_size, workbook_sha256, made_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (client_id, day) DO UPDATE SET file = excluded.file, row_count = excluded.row_count, size = excluded.size, sha256 = excluded.sha256,
				workbook_size = excluded.workbook_size, workbook_sha256 = excluded.workbook_sha256, made_at = excluded.made_at`,
			clientID, r.Day.String(), string(r.key), r.Rows, r.CSV.Size, r.CSV.SHA256, r.XLSX.Size, r.XLSX.SHA256, clock.Micros(s.deps.Clock.Now()))
		if err != nil {
			return fmt.Errorf("keep a report: %w", err)
		}

		return nil
	})
	if err == nil && earlier != "" {
		_ = errors.Join(s.deps.Files.Delete(ctx, earlier), s.deps.Files.Delete(ctx, workbookOf(earlier))) // if this fails, the sweep deletes them later
	}

	return err
}

// dropReports deletes daily reports older than keepReports.
func (s *Service) dropReports(ctx context.Context, now time.Time) error {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT file FROM order_reports WHERE made_at <= $1 ORDER BY made_at LIMIT 1000",
		clock.Micros(now.Add(-keepReports)))

	old, err := db.Collect(rows, err, func(row *sql.Rows) (key file.Key, err error) {
		err = row.Scan(&key)

		return key, err
	})
	if err != nil {
		return fmt.Errorf("old reports: %w", err)
	}

	for _, key := range old {
		if err := errors.Join(s.deps.Files.Delete(ctx, key), s.deps.Files.Delete(ctx, workbookOf(key))); err != nil {
			return err
		}

		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM order_reports WHERE file = $1 AND made_at <= $2", string(key), clock.Micros(now.Add(-keepReports)))

			return err
		})
		if err != nil {
			return fmt.Errorf("drop a report: %w", err)
		}
	}

	return nil
}
