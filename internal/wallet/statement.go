package wallet

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Month is a calendar month in a client's zone.
type Month struct {
	Year  int
	Month time.Month
}

const monthLayout = "2006-01"

// ParseMonth reads the form 2026-10.
func ParseMonth(text string) (Month, error) {
	t, err := time.Parse(monthLayout, text)
	if err != nil {
		return Month{}, fault.InvalidField("month", msgMonth)
	}

	return Month{t.Year(), t.Month()}, nil
}

func (m Month) String() string { return m.start(time.UTC).Format(monthLayout) }

func (m Month) start(zone *time.Location) time.Time { return m.firstDay().Start(zone) }

func (m Month) firstDay() clock.Day { return clock.Day{Year: m.Year, Month: m.Month, Day: 1} }

func (m Month) next() Month {
	t := time.Date(m.Year, m.Month+1, 1, 0, 0, 0, 0, time.UTC)

	return Month{t.Year(), t.Month()}
}

// Statement is what happened in a wallet in one month. Everything in it is computed from the history: opening plus all
// totals is closing, and so are opening plus all days.
type Statement struct {
	Wallet           Wallet
	Month            Month
	Opening, Closing money.Rupiah
	Rows             int64
	// Totals are the operations of the month, in the order of Actions; those without a row are left out.
	Totals []OperationTotal
	// Days are the days of the month until today.
	Days []DaySum
	Tax  TaxTotal
}

// OperationTotal sums up one operation.
type OperationTotal struct {
	Action Action
	Rows   int64
	Amount money.Rupiah // with the sign of the operation
}

// TaxTotal is the withheld tax (WHT 22) of a time, and the deposits that it was withheld from.
type TaxTotal struct {
	Base, Tax money.Rupiah // both positive
}

// TaxMonth is the withheld tax of one month.
type TaxMonth struct {
	TaxTotal

	Month Month
}

// Statement sums up one month of a client's wallet, until now if it is the current one. Errors: fault.ErrNotFound,
// fault.ErrValidation for a month in the future.
func (s *Service) Statement(ctx context.Context, clientID int64, t Type, m Month, zone *time.Location) (Statement, error) {
	if !t.Valid() {
		return Statement{}, InvalidType("depositType")
	}

	today := clock.DayOf(s.Clock.Now().In(zone))
	if m.firstDay().Sub(today) > 0 {
		return Statement{}, fault.InvalidField("month", msgFutureMonth)
	}

	r := s.DB.Reader()

	w, err := ByTypeTx(ctx, r, clientID, t)
	if err != nil {
		return Statement{}, err
	}

	st, err := statement(ctx, r, w, m, today, zone)
	if err != nil {
		return Statement{}, fmt.Errorf("statement of wallet %d for %s: %w", w.ID, m, err)
	}

	return st, nil
}

func statement(ctx context.Context, q db.Querier, w Wallet, m Month, today clock.Day, zone *time.Location) (Statement, error) {
	st := Statement{Wallet: w, Month: m}

	bounds := []int64{}

	for day := m.firstDay(); day.Month == m.Month && day.Sub(today) <= 0; day = day.AddDays(1) {
		st.Days = append(st.Days, DaySum{Day: day})
		bounds = append(bounds, clock.Micros(day.Start(zone)))
	}

	bounds, err := rowsBefore(ctx, q, w, w.lastSeq, append(bounds, clock.Micros(m.next().start(zone)))...)
	if err != nil {
		return st, err
	}

	rows := span{bounds[0], bounds[len(bounds)-1]}
	st.Rows = rows.rows()

	if st.Opening, err = balanceAfter(ctx, q, w, rows.after); err != nil {
		return st, err
	}

	if err := sumDays(ctx, q, w, bounds, st.Days); err != nil {
		return st, err
	}

	st.Closing = st.Opening

	for i, day := range st.Days {
		st.Closing += day.In - day.Out
		st.Days[i].Balance = st.Closing
	}

	if st.Totals, err = totals(ctx, q, w, rows); err != nil {
		return st, err
	}

	st.Tax, err = taxTotal(ctx, q, w, rows)

	return st, err
}

// balanceAfter is the balance of a wallet after a row; before the first one it is 0.
func balanceAfter(ctx context.Context, q db.Querier, w Wallet, seq int64) (balance money.Rupiah, err error) {
	if seq == 0 {
		return 0, nil
	}

	err = q.QueryRow(ctx, "SELECT balance_after FROM wallet_history WHERE wallet_id = $1 AND client_id = $2 AND seq = $3",
		w.ID, w.ClientID, seq).Scan(&balance)
	if err != nil {
		return 0, fmt.Errorf("read the balance after row %d: %w", seq, err)
	}

	return balance, nil
}

func totals(ctx context.Context, q db.Querier, w Wallet, rows span) ([]OperationTotal, error) {
	found, err := q.Query(ctx, `SELECT action, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM wallet_history
		WHERE wallet_id = $1 AND client_id = $2 AND seq > $3 AND seq <= $4 GROUP BY action`, w.ID, w.ClientID, rows.after, rows.until)

	list, err := db.Collect(found, err, func(row *sql.Rows) (o OperationTotal, err error) {
		return o, row.Scan(&o.Action, &o.Rows, &o.Amount)
	})
	if err != nil {
		return nil, fmt.Errorf("sum up the operations: %w", err)
	}

	sorted := make([]OperationTotal, 0, len(list))

	for _, action := range Actions() {
		for _, o := range list {
			if o.Action == action {
				sorted = append(sorted, o)
			}
		}
	}

	return sorted, nil
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

	w, r, today := wallets[0], s.DB.Reader(), clock.DayOf(s.Clock.Now().In(zone))
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
