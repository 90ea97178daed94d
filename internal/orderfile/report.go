package orderfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/sheet"
)

// Limits of the daily reports (specification 1, section 9): the longest range, and the age of the newest report, in
// days.
const (
	MaxReportDays = 7
	reportDelay   = 2
)

// Report is the file of all orders of one day, as they stood when it was made.
type Report struct {
	file.Info

	Day  clock.Day // in the client's zone
	URL  string    // signed, short-lived
	Rows int64
	key  file.Key
}

// ReportRequest asks for the reports of some days.
type ReportRequest struct {
	ClientID int64
	From, To *clock.Day
}

// Reports returns the reports of the days, the first day first, without days before the client existed. A
// missing report is made now. When ctx ends first, the finished ones are kept and the next call continues.
// Errors: fault.ErrValidation.
func (s *Service) Reports(ctx context.Context, r ReportRequest) ([]Report, error) {
	client, err := s.Clients.Client(ctx, r.ClientID)
	if err != nil {
		return nil, fmt.Errorf("client of reports: %w", err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	now := s.Clock.Now()
	latest := addDays(clock.DayOf(now.In(zone)), -reportDelay)

	limits := dayRange{
		first: "startDate", last: "endDate", most: MaxReportDays, tooLong: msgRange7Days,
		latest: latest, tooLate: msgLatestReport,
	}
	if err := limits.check(r.From, r.To); err != nil {
		return nil, err
	}

	first := *r.From
	if born := clock.DayOf(client.CreatedAt.In(zone)); born.Sub(first) > 0 {
		first = born
	}

	list := []Report{}

	for day := first; r.To.Sub(day) >= 0; day = addDays(day, 1) {
		report, err := s.ensure(ctx, client, day)
		if err != nil {
			return nil, err
		}

		report.URL, err = s.Links.URL(file.Link{Key: report.key, Name: saved(day.String(), day.String(), csvForm), Until: now.Add(fileTime)})
		if err != nil {
			return nil, err
		}

		list = append(list, report)
	}

	return list, nil
}

func addDays(d clock.Day, n int) clock.Day {
	return clock.DayOf(d.Start(time.UTC).AddDate(0, 0, n))
}

// makeReports is the job after midnight. It makes the report that is due and the missing ones of the last days.
func (s *Service) makeReports(ctx context.Context, _ job.Job) error {
	clients, err := s.Clients.ReportClients(ctx)
	if err != nil {
		return fmt.Errorf("clients with reports: %w", err)
	}

	var failed error // the error of one client must not stop the reports of others

	for _, client := range clients {
		if err := s.makeMissing(ctx, client); err != nil {
			failed = errors.Join(failed, err)
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

func (s *Service) makeMissing(ctx context.Context, client identity.Client) error {
	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	today, born := clock.DayOf(s.Clock.Now().In(zone)), clock.DayOf(client.CreatedAt.In(zone))

	for back := reportDelay + MaxReportDays; back >= reportDelay; back-- {
		day := addDays(today, -back)
		if day.Sub(born) < 0 {
			continue
		}

		if _, err := s.ensure(ctx, client, day); err != nil {
			return err
		}
	}

	return nil
}

// ensure returns the report of a day and makes it if its row or its file is missing.
func (s *Service) ensure(ctx context.Context, client identity.Client, day clock.Day) (Report, error) {
	r, found, err := s.report(ctx, client.ID, day)
	if err != nil || found {
		return r, err
	}

	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return Report{}, fmt.Errorf("wait for other reports: %w", ctx.Err())
	}

	// Another caller may have made it meanwhile.
	if r, found, err = s.report(ctx, client.ID, day); err != nil || found {
		return r, err
	}

	return s.makeReport(ctx, client, day)
}

// report reads a day's row. It is found only if its file exists.
func (s *Service) report(ctx context.Context, clientID int64, day clock.Day) (Report, bool, error) {
	r := Report{Day: day}

	err := s.DB.Reader().QueryRow(ctx, "SELECT file, row_count, size, sha256 FROM order_reports WHERE client_id = $1 AND day = $2",
		clientID, day.String()).Scan(&r.key, &r.Rows, &r.Size, &r.SHA256)
	if errors.Is(err, sql.ErrNoRows) {
		return Report{}, false, nil
	}

	if err != nil {
		return Report{}, false, fmt.Errorf("read a report: %w", err)
	}

	found, err := s.Files.Has(ctx, r.key, r.Size)

	return r, found, err
}

func (s *Service) makeReport(ctx context.Context, client identity.Client, day clock.Day) (r Report, err error) {
	selected, err := s.selection(client, day.String(), day.String())
	if err != nil {
		return Report{}, err
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return Report{}, fmt.Errorf("zone of client %d: %w", client.ID, err)
	}

	// Use a new name each time, so that a running download is not changed.
	r = Report{Day: day, key: file.NewKey(fileKind, client.ID, csvForm)}

	out, err := s.Files.Create(ctx, r.key)
	if err != nil {
		return Report{}, err
	}
	defer func() { err = errors.Join(err, out.Abort()) }()

	text, err := sheet.NewCSV(out, zone, Columns(client.Language, zone))
	if err != nil {
		return Report{}, err
	}

	if r.Rows, err = extract(ctx, s.DB, selected, client.Language, func(int64) error { return out.Flush() }, text); err != nil {
		return Report{}, err
	}

	if err := text.Close(); err != nil {
		return Report{}, err
	}

	if r.Info, err = out.Commit(); err != nil {
		return Report{}, err
	}

	return r, s.keepReport(ctx, client.ID, r)
}

// keepReport stores a report in place of an earlier one and deletes the earlier file.
func (s *Service) keepReport(ctx context.Context, clientID int64, r Report) error {
	var earlier file.Key

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		earlier = ""

		err := tx.QueryRow(ctx, "SELECT file FROM order_reports WHERE client_id = $1 AND day = $2"+s.DB.ForUpdate(),
			clientID, r.Day.String()).Scan(&earlier)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("read a report: %w", err)
		}

		_, err = tx.Exec(ctx, `INSERT INTO order_reports (client_id, day, file, row_count, size, sha256, made_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (client_id, day) DO UPDATE SET file = excluded.file, row_count = excluded.row_count,
				size = excluded.size, sha256 = excluded.sha256, made_at = excluded.made_at`,
			clientID, r.Day.String(), string(r.key), r.Rows, r.Size, r.SHA256, clock.Micros(s.Clock.Now()))
		if err != nil {
			return fmt.Errorf("keep a report: %w", err)
		}

		return nil
	})
	if err == nil && earlier != "" {
		_ = s.Files.Delete(ctx, earlier) // if this fails, the sweep deletes it later
	}

	return err
}

// dropReports deletes daily reports older than keepReports.
func (s *Service) dropReports(ctx context.Context, now time.Time) error {
	rows, err := s.DB.Reader().Query(ctx, "SELECT file FROM order_reports WHERE made_at <= $1 ORDER BY made_at LIMIT 1000",
		clock.Micros(now.Add(-keepReports)))

	old, err := db.Collect(rows, err, func(row *sql.Rows) (key file.Key, err error) {
		err = row.Scan(&key)

		return key, err
	})
	if err != nil {
		return fmt.Errorf("old reports: %w", err)
	}

	for _, key := range old {
		if err := s.Files.Delete(ctx, key); err != nil {
			return err
		}

		err := s.DB.Tx(ctx, func(tx *db.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM order_reports WHERE file = $1 AND made_at <= $2", string(key), clock.Micros(now.Add(-keepReports)))

			return err
		})
		if err != nil {
			return fmt.Errorf("drop a report: %w", err)
		}
	}

	return nil
}
