package wallet

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/money/ledger"
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

// Bounds are the first moment of the month in a zone, and its end, which is not included.
func (m Month) Bounds(zone *time.Location) (from, to time.Time) {
	return m.start(zone), m.next().start(zone)
}

func (m Month) start(zone *time.Location) time.Time { return m.firstDay().Start(zone) }

func (m Month) firstDay() clock.Day { return clock.Day{Year: m.Year, Month: m.Month, Day: 1} }

func (m Month) next() Month {
	t := time.Date(m.Year, m.Month+1, 1, 0, 0, 0, 0, time.UTC)

	return Month{t.Year(), t.Month()}
}

// Statement is what happened in a wallet in one month. Everything in it is computed from the history: opening plus all
// totals is closing, and the totals of all days add up to those of the month.
type Statement struct {
	Wallet           Wallet
	Month            Month
	Opening, Closing money.Rupiah
	Rows             int64
	// Totals are the operations of the month, in the order of Actions; those without a row are left out.
	Totals []OperationTotal
	// Days are the days of the month until today.
	Days []StatementDay
	Tax  TaxTotal
	// Taxed are the deposits that tax was withheld from, the oldest first, at most MaxTaxed.
	Taxed  []TaxedDeposit
	MadeAt time.Time
}

// StatementDay sums up one day.
type StatementDay struct {
	Day     clock.Day
	Totals  []OperationTotal // as those of the month
	Balance money.Rupiah     // at the end of the day
}

// OperationTotal sums up one operation.
type OperationTotal struct {
	Action Action
	Rows   int64
	Amount money.Rupiah // with the sign of the operation
}

// Statement sums up one month of a client's wallet, until now if it is the current one. Errors: fault.ErrNotFound,
// fault.ErrValidation for a month in the future.
func (s *Service) Statement(ctx context.Context, clientID int64, t Type, m Month, zone *time.Location) (Statement, error) {
	now := s.deps.Clock.Now()

	w, err := s.walletOfMonth(ctx, now, clientID, t, m, zone)
	if err != nil {
		return Statement{}, err
	}

	st, err := statement(ctx, s.deps.DB.Reader(), w, m, clock.DayOf(now.In(zone)), zone)
	if err != nil {
		return Statement{}, fmt.Errorf("statement of wallet %d for %s: %w", w.ID, m, err)
	}

	st.MadeAt = now

	return st, nil
}

// walletOfMonth is the wallet of a statement.
func (s *Service) walletOfMonth(ctx context.Context, now time.Time, clientID int64, t Type, m Month, zone *time.Location) (Wallet, error) {
	if !t.Valid() {
		return Wallet{}, InvalidType("depositType")
	}

	if m.firstDay().Sub(clock.DayOf(now.In(zone))) > 0 {
		return Wallet{}, fault.InvalidField("month", msgFutureMonth)
	}

	return ByTypeTx(ctx, s.deps.DB.Reader(), clientID, t)
}

// StatementPart is the most rows of StatementRows.
const StatementPart = 1000

// StatementRows returns rows of a statement, the oldest first: those after a row number, 0 for the first ones. Less than
// StatementPart rows are the last. Errors as those of Statement.
func (s *Service) StatementRows(
	ctx context.Context, clientID int64, t Type, m Month, zone *time.Location, after int64,
) ([]HistoryRow, error) {
	w, err := s.walletOfMonth(ctx, s.deps.Clock.Now(), clientID, t, m, zone)
	if err != nil {
		return nil, err
	}

	r := s.deps.DB.Reader()

	of, err := spanOf(ctx, r, w, w.lastSeq, clock.Micros(m.start(zone)), clock.Micros(m.next().start(zone)))
	if err != nil {
		return nil, err
	}

	found, err := r.Query(ctx, "SELECT "+entryColumns+` FROM wallet_history
		WHERE wallet_id = $1 AND client_id = $2 AND seq > $3 AND seq <= $4 ORDER BY seq LIMIT $5`,
		w.ID, w.ClientID, max(of.after, after), of.until, StatementPart)

	list, err := db.Collect(found, err, func(row *sql.Rows) (HistoryRow, error) {
		e, err := scanEntry(row)

		return HistoryRow{e, w.Type}, err
	})
	if err != nil {
		return nil, fmt.Errorf("rows of wallet %d for %s: %w", w.ID, m, err)
	}

	return list, nil
}

func statement(ctx context.Context, q db.Querier, w Wallet, m Month, today clock.Day, zone *time.Location) (Statement, error) {
	st := Statement{Wallet: w, Month: m}

	bounds := []int64{}

	for day := m.firstDay(); day.Month == m.Month && day.Sub(today) <= 0; day = day.AddDays(1) {
		st.Days = append(st.Days, StatementDay{Day: day})
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

	if err := st.sumDays(ctx, q, bounds); err != nil {
		return st, err
	}

	if st.Tax, err = taxTotal(ctx, q, w, rows); err != nil {
		return st, err
	}

	st.Taxed, err = taxedDeposits(ctx, q, w, rows)

	return st, err
}

// sumDays adds up each operation of each day, and from them the month. bounds[i] is the last row before day i.
func (st *Statement) sumDays(ctx context.Context, q db.Querier, bounds []int64) error {
	days := make([]map[Action]OperationTotal, len(st.Days))
	for i := range days {
		days[i] = map[Action]OperationTotal{}
	}

	month := map[Action]OperationTotal{}

	var p db.Where

	rows, err := q.Query(ctx, "WITH "+ledger.DayRanges(&p, bounds)+`
		SELECT d.number, h.action, COUNT(*), CAST(SUM(h.amount) AS BIGINT)
		FROM days d JOIN wallet_history h ON h.wallet_id = `+p.Arg(st.Wallet.ID)+" AND h.client_id = "+p.Arg(st.Wallet.ClientID)+`
			AND h.seq > d.after AND h.seq <= d.until
		GROUP BY d.number, h.action`, p.Args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (i int, err error) {
		var o OperationTotal

		if err := row.Scan(&i, &o.Action, &o.Rows, &o.Amount); err != nil {
			return 0, err
		}

		days[i][o.Action] = o
		all := month[o.Action]
		month[o.Action] = OperationTotal{o.Action, all.Rows + o.Rows, all.Amount + o.Amount}

		return i, nil
	})
	if err != nil {
		return fmt.Errorf("sum up the operations: %w", err)
	}

	st.Totals, st.Closing = sortTotals(month), st.Opening

	for i := range st.Days {
		st.Days[i].Totals = sortTotals(days[i])

		for _, o := range st.Days[i].Totals {
			st.Closing += o.Amount
		}

		st.Days[i].Balance = st.Closing
	}

	return nil
}

// sortTotals returns the totals in the order of Actions.
func sortTotals(of map[Action]OperationTotal) []OperationTotal {
	list := make([]OperationTotal, 0, len(of))

	for _, action := range Actions() {
		if o, ok := of[action]; ok {
			list = append(list, o)
		}
	}

	return list
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
