package schedule

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

const (
	// forecastBefore is how long before a monthly run its forecast is compared with the balance.
	forecastBefore = 2 * 24 * time.Hour

	forecastKind  = "schedule.forecast"
	forecastEvery = 10 * time.Minute
	// maxForecasts bounds one run of the job; the next run continues.
	maxForecasts = 200
)

func (s *Service) registerForecastJobs() {
	s.deps.Jobs.Handle(forecastKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.Forecast(ctx) })
	s.deps.Jobs.Every(forecastKind, forecastEvery, forecastKind)
}

// Forecast compares each monthly run that is due within two days with the balance, once, and tells the root users if the balance
// is below what the last run charged. A first run has no forecast.
func (s *Service) Forecast(ctx context.Context) error {
	type due struct{ client, id int64 }

	now := s.deps.Clock.Now()
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT client_id, id FROM scheduled_orders
		WHERE ended_at IS NULL AND status = 'scheduled' AND executed_at IS NULL AND forecast_at IS NULL AND run > 0
			AND scheduled_at > $1 AND scheduled_at <= $2 ORDER BY scheduled_at LIMIT $3`,
		clock.Micros(now), clock.Micros(now.Add(forecastBefore)), maxForecasts)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (d due, err error) { return d, row.Scan(&d.client, &d.id) })
	if err != nil {
		return fmt.Errorf("find monthly runs: %w", err)
	}

	for _, d := range list {
		if err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.forecastTx(ctx, tx, now, d.client, d.id) }); err != nil {
			return wrapError("forecast", d.id, err)
		}
	}

	return nil
}

func (s *Service) forecastTx(ctx context.Context, tx *db.Tx, now time.Time, clientID, id int64) error {
	o, err := getTx(ctx, tx, clientID, id, s.deps.DB.ForUpdate())
	if err != nil {
		return err
	}

	marked, err := tx.Exec(ctx, "UPDATE scheduled_orders SET forecast_at = $1 WHERE client_id = $2 AND id = $3 AND forecast_at IS NULL",
		clock.Micros(now), clientID, id)
	if err != nil || marked == 0 || o.Status != Scheduled {
		return err
	}

	var charged money.Rupiah

	err = tx.QueryRow(ctx, `SELECT COALESCE((SELECT charged FROM scheduled_orders WHERE client_id = $3 AND series_id = $1 AND run < $2 AND executed_at IS NOT NULL
		ORDER BY run DESC LIMIT 1), 0)`, o.SeriesID, o.Run, clientID).Scan(&charged)
	if err != nil {
		return err
	}

	w, err := wallet.ByTypeTx(ctx, tx, clientID, o.WalletType)
	if err != nil && !fault.ErrNotFound.Is(err) {
		return err
	}

	if charged <= w.Balance {
		return nil
	}

	return s.mailTx(ctx, tx, o, mailShort, "", func(l language.Language) mail.Fact {
		return mail.Fact{Name: l.Pick("Charged by the last run", "Dipotong pada putaran terakhir"), Value: charged.Pointed()}
	}, func(l language.Language) mail.Fact {
		return mail.Fact{Name: l.Pick("Balance", "Saldo"), Value: w.Balance.Pointed()}
	})
}
