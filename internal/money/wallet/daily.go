package wallet

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// The days of the pictures of a wallet: all days, and those whose pace says how long the balance lasts.
const (
	DailyDays = 30
	paceDays  = 14
)

// DaySum is the money that a wallet got and gave on one day of the client's zone, and its balance at the end of it.
type DaySum struct {
	Day     clock.Day
	In, Out money.Rupiah // both positive
	Balance money.Rupiah

	spent money.Rupiah // payments less refunds
}

// Daily is the last days of a wallet, the oldest first, today included.
type Daily struct {
	Days []DaySum
	// Opening is the balance before the first day.
	Opening money.Rupiah
	// Pace is what orders cost on an average day, less refunds, over the last 14 days before today; 0 when nothing was
	// spent. DaysLeft and LastsUntil say how long the balance lasts at this pace; without a pace they are nil.
	Pace       money.Rupiah
	DaysLeft   *int64
	LastsUntil *clock.Day
}

// maxDaysLeft bounds the answer: a balance that lasts longer has no date.
const maxDaysLeft = 3650

// Daily sums up the last 30 days of a client's wallet. Planned is what is known to be spent beside the pace: how long the balance
// lasts is said of the rest. Errors: fault.ErrNotFound.
func (s *Service) Daily(ctx context.Context, clientID int64, t Type, zone *time.Location, planned money.Rupiah) (Daily, error) {
	if !t.Valid() {
		return Daily{}, InvalidType("depositType")
	}

	r := s.deps.DB.Reader()

	w, err := ByTypeTx(ctx, r, clientID, t)
	if err != nil {
		return Daily{}, err
	}

	today := clock.DayOf(s.deps.Clock.Now().In(zone))
	days, starts := make([]DaySum, DailyDays), make([]int64, DailyDays)

	for i := range days {
		days[i].Day = today.AddDays(i + 1 - DailyDays)
		starts[i] = clock.Micros(days[i].Day.Start(zone))
	}

	before, err := rowsBefore(ctx, r, w, w.lastSeq, starts...)
	if err != nil {
		return Daily{}, err
	}

	if err := sumDays(ctx, r, w, append(before, w.lastSeq), days); err != nil {
		return Daily{}, fmt.Errorf("days of wallet %d: %w", w.ID, err)
	}

	// The wallet was read together with the number of its last row, so its balance ends the last day.
	balance := w.Balance

	for i := len(days) - 1; i >= 0; i-- {
		days[i].Balance = balance
		balance -= days[i].In - days[i].Out
	}

	d := Daily{Days: days, Opening: balance}
	d.setPace(max(w.Balance-planned, 0), today)

	return d, nil
}

// sumDays adds up each day's rows by their numbers: bounds[i] is the last row before day i. It is one query, which
// reads each day as a range of the primary key.
func sumDays(ctx context.Context, q db.Querier, w Wallet, bounds []int64, days []DaySum) error {
	var p db.Where

	rows, err := q.Query(ctx, "WITH "+ledger.DayRanges(&p, bounds)+`
		SELECT d.number,
			CAST(SUM(CASE WHEN h.amount > 0 THEN h.amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN h.amount < 0 THEN -h.amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN h.action IN ('payment', 'refund') THEN -h.amount ELSE 0 END) AS BIGINT)
		FROM days d JOIN wallet_history h ON h.wallet_id = `+p.Arg(w.ID)+" AND h.client_id = "+p.Arg(w.ClientID)+`
			AND h.seq > d.after AND h.seq <= d.until
		GROUP BY d.number`, p.Args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (int, error) {
		var (
			i   int
			day DaySum
		)

		if err := row.Scan(&i, &day.In, &day.Out, &day.spent); err != nil {
			return 0, err
		}

		days[i].In, days[i].Out, days[i].spent = day.In, day.Out, day.spent

		return i, nil
	})

	return err
}

func (d *Daily) setPace(balance money.Rupiah, today clock.Day) {
	full := d.Days[len(d.Days)-1-paceDays : len(d.Days)-1]
	spent := money.Rupiah(0)

	for _, day := range full {
		spent += day.spent
	}

	if spent <= 0 {
		return
	}

	d.Pace = spent / paceDays

	left := int64(balance) * paceDays / int64(spent)
	if balance > MaxAdjustment || left > maxDaysLeft {
		return
	}

	until := today.AddDays(int(left))
	d.DaysLeft, d.LastsUntil = &left, &until
}
