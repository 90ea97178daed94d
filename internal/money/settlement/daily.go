package settlement

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/money/ledger"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// DailyDays are the days of Daily.
const DailyDays = 30

// DaySum is what was used of a limit on one day of the client's zone.
type DaySum struct {
	Day      clock.Day
	Used     money.Rupiah // by orders
	Refunded money.Rupiah // of orders that failed, also of earlier days
	Balance  money.Rupiah // what was left of the limit at the end of the day
}

// Daily sums up the last 30 days of a client's settlement, the oldest first, today included. Errors: fault.ErrNotFound for a
// settlement of another client.
func (s *Service) Daily(ctx context.Context, clientID, settlementID int64, zone *time.Location) ([]DaySum, error) {
	st, err := s.OfClient(ctx, clientID)
	if err != nil {
		return nil, err
	}

	if st.ID != settlementID {
		return nil, NoSuchSettlement()
	}

	now, err := s.now(ctx, s.deps.DB.Reader(), clientID)
	if err != nil {
		return nil, wrapError("days of", st.ID, err)
	}

	today := clock.DayOf(now.In(zone))
	days, starts := make([]DaySum, DailyDays), make([]int64, DailyDays)

	for i := range days {
		days[i].Day = today.AddDays(i + 1 - DailyDays)
		starts[i] = clock.Micros(days[i].Day.Start(zone))
	}

	r := s.deps.DB.Reader()
	chain := ledger.Chain{Table: "settlement_history", IDColumn: "settlement_id", ID: st.ID, ClientID: clientID, Last: st.seq}

	before, err := chain.RowsBefore(ctx, r, starts...)
	if err != nil {
		return nil, wrapError("days of", st.ID, err)
	}

	changes, err := sumDays(ctx, r, st, append(before, st.seq), days)
	if err != nil {
		return nil, wrapError("days of", st.ID, err)
	}

	// The settlement was read together with the number of its last row, so its balance ends the last day.
	balance := st.Balance

	for i := len(days) - 1; i >= 0; i-- {
		days[i].Balance = balance
		balance -= changes[i]
	}

	return days, nil
}

// sumDays adds up the rows of each day, which it reads as a range of the primary key, and returns how each changed the
// balance. bounds[i] is the last row before day i.
func sumDays(ctx context.Context, q db.Querier, st Settlement, bounds []int64, days []DaySum) ([]money.Rupiah, error) {
	var p db.Where

	changes := make([]money.Rupiah, len(days))

	rows, err := q.Query(ctx, "WITH "+ledger.DayRanges(&p, bounds)+`
		SELECT d.number,
			CAST(SUM(CASE WHEN h.action = 'payment' THEN -h.amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN h.action = 'refund' THEN h.amount ELSE 0 END) AS BIGINT),
			CAST(SUM(h.amount) AS BIGINT)
		FROM days d JOIN settlement_history h ON h.settlement_id = `+p.Arg(st.ID)+" AND h.client_id = "+p.Arg(st.ClientID)+`
			AND h.seq > d.after AND h.seq <= d.until
		GROUP BY d.number`, p.Args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (int, error) {
		var (
			i      int
			sum    DaySum
			change money.Rupiah
		)

		if err := row.Scan(&i, &sum.Used, &sum.Refunded, &change); err != nil {
			return 0, err
		}

		days[i].Used, days[i].Refunded, changes[i] = sum.Used, sum.Refunded, change

		return i, nil
	})

	return changes, err
}
