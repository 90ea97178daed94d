package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// MaxTaxed is the most deposits that a statement lists. Its sums are of all.
const MaxTaxed = 500

// TaxTotal is the withheld tax (WHT 22) of a time, and the deposits that it was withheld from.
type TaxTotal struct {
	Base, Tax money.Rupiah // both positive
}

// TaxMonth is the withheld tax of one month.
type TaxMonth struct {
	TaxTotal

	Month Month
}

// TaxedDeposit is a deposit and the tax that was withheld from it.
type TaxedDeposit struct {
	TaxTotal

	At        time.Time
	Action    Action // topup or topup_va
	SourceRef string
	Key       string // posting key of the deposit
	// Points is the rate in hundredths of a per cent; 0 if the tax is not that of a known rate.
	Points int64
}

// taxTotal sums up the tax rows and the deposits they belong to, which have the same key without its end.
func taxTotal(ctx context.Context, q db.Querier, w Wallet, rows span) (t TaxTotal, err error) {
	err = q.QueryRow(ctx, `SELECT CAST(COALESCE(SUM(-t.amount), 0) AS BIGINT), CAST(COALESCE(SUM(d.amount), 0) AS BIGINT)
		FROM wallet_history t
		LEFT JOIN wallet_history d ON d.client_id = t.client_id AND d.posting_key = SUBSTR(t.posting_key, 1, LENGTH(t.posting_key) - $5)
		WHERE t.wallet_id = $1 AND t.client_id = $2 AND t.action = 'tax_22' AND t.seq > $3 AND t.seq <= $4`,
		w.ID, w.ClientID, rows.after, rows.until, len(taxSuffix)).Scan(&t.Tax, &t.Base)
	if err != nil {
		return t, fmt.Errorf("sum up the withheld tax: %w", err)
	}

	return t, nil
}

// TaxRecap is the withheld tax of a client's level 2 wallet by the months of a year until now. Without such a wallet it
// is empty.
func (s *Service) TaxRecap(ctx context.Context, clientID int64, year int, zone *time.Location) ([]TaxMonth, error) {
	wallets, err := s.walletsOf(ctx, clientID, Level2)
	if err != nil || len(wallets) == 0 {
		return []TaxMonth{}, err
	}

	w, r, today := wallets[0], s.deps.DB.Reader(), clock.DayOf(s.deps.Clock.Now().In(zone))
	list := []TaxMonth{}

	for m := (Month{year, time.January}); m.Year == year && m.firstDay().Sub(today) <= 0; m = m.next() {
		rows, err := spanOf(ctx, r, w, w.lastSeq, clock.Micros(m.start(zone)), clock.Micros(m.next().start(zone)))
		if err != nil {
			return nil, err
		}

		tax, err := taxTotal(ctx, r, w, rows)
		if err != nil {
			return nil, fmt.Errorf("recap of client %d for %s: %w", clientID, m, err)
		}

		list = append(list, TaxMonth{tax, m})
	}

	return list, nil
}

// taxRate is a row of tax_rates.
type taxRate struct{ startsAt, points, higher int64 }

// pointsOf is the rate at which an amount gives the tax: the client may have got a tax number since.
func (r taxRate) pointsOf(t TaxTotal) int64 {
	for _, points := range []int64{r.points, r.higher} {
		if t.Base.BasisPoints(points) == t.Tax {
			return points
		}
	}

	return 0
}

// taxedDeposits lists the tax rows of a span with their deposits.
func taxedDeposits(ctx context.Context, q db.Querier, w Wallet, rows span) ([]TaxedDeposit, error) {
	if w.Type != Level2 {
		return []TaxedDeposit{}, nil
	}

	rates, err := taxRates(ctx, q)
	if err != nil {
		return nil, err
	}

	found, err := q.Query(ctx, `SELECT d.created_at, d.amount, -t.amount, d.action, d.reference, d.posting_key
		FROM wallet_history t
		JOIN wallet_history d ON d.client_id = t.client_id AND d.posting_key = SUBSTR(t.posting_key, 1, LENGTH(t.posting_key) - $5)
		WHERE t.wallet_id = $1 AND t.client_id = $2 AND t.action = 'tax_22' AND t.seq > $3 AND t.seq <= $4
		ORDER BY t.seq LIMIT $6`, w.ID, w.ClientID, rows.after, rows.until, len(taxSuffix), MaxTaxed)

	list, err := db.Collect(found, err, func(row *sql.Rows) (d TaxedDeposit, err error) {
		var at int64

		err = row.Scan(&at, &d.Base, &d.Tax, &d.Action, &d.SourceRef, &d.Key)
		d.At = clock.FromMicros(at)

		for _, rate := range rates { // the oldest first
			if rate.startsAt <= at {
				d.Points = rate.pointsOf(d.TaxTotal)
			}
		}

		return d, err
	})
	if err != nil {
		return nil, fmt.Errorf("list the taxed deposits: %w", err)
	}

	return list, nil
}

func taxRates(ctx context.Context, q db.Querier) ([]taxRate, error) {
	rows, err := q.Query(ctx, "SELECT starts_at, points, points_no_tax_number FROM tax_rates ORDER BY starts_at")

	list, err := db.Collect(rows, err, func(row *sql.Rows) (r taxRate, err error) {
		return r, row.Scan(&r.startsAt, &r.points, &r.higher)
	})
	if err != nil {
		return nil, fmt.Errorf("read the tax rates: %w", err)
	}

	return list, nil
}

// WithheldPoints is the rate of the tax that is withheld now from top-ups of a client's level 2 wallet, in hundredths of a
// per cent; 0 without a rate. Errors: fault.ErrNotFound for a client that there is not.
func (s *Service) WithheldPoints(ctx context.Context, clientID int64) (int64, error) {
	client, err := s.deps.Clients.Client(ctx, clientID)
	if err != nil {
		return 0, fmt.Errorf("tax rate of client %d: %w", clientID, err)
	}

	var rate TaxRate

	err = rate.scan(s.deps.DB.Reader().QueryRow(ctx, taxRateText, clock.Micros(s.deps.Clock.Now())))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}

	if err != nil {
		return 0, fmt.Errorf("tax rate of client %d: %w", clientID, err)
	}

	return rate.of(client.TaxNumber), nil
}
