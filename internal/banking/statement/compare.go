package statement

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Kind is what differs.
type Kind string

// The differences.
const (
	// NotReported: the statement has incoming money that no bank reported to us. Nobody was credited.
	NotReported Kind = "on the statement, not reported to us"
	// NotOnStatement: a transfer was reported, and the statement of its day doesn't have it.
	NotOnStatement Kind = "reported to us, not on the statement"
)

// Difference is one difference, by line.
type Difference struct {
	Kind      Kind
	Bank      string
	AccountNo string
	Day       string
	Amount    money.Rupiah
	Where     string // file and line, or the id of the report
}

// entry is a line of a statement, or a report of a bank.
type entry struct {
	bank, account string
	day           time.Time
	amount        money.Rupiah
	where         string
}

func (e entry) difference(kind Kind) Difference {
	return Difference{kind, e.bank, e.account, e.day.Format(time.DateOnly), e.amount, e.where}
}

// Differences compares the incoming lines of statements of the last days with the transfers (credited, in suspense or
// returned) and payments of virtual accounts. Each line has one report with the same bank, account and amount, booked at
// most a day apart; payments of virtual accounts may arrive at any account of their bank. Transfers count as missing
// only on days for which the account has a statement.
func (s *Service) Differences(ctx context.Context, days int) ([]Difference, error) {
	from := s.deps.Clock.Now().AddDate(0, 0, -days)

	lines, err := s.lines(ctx, from)
	if err != nil {
		return nil, err
	}

	transfers, err := s.reports(ctx, `SELECT bank_code, account_no, booked_at, amount, 'transfer ' || mutation_id FROM bank_transfers
		WHERE booked_at >= $1 ORDER BY booked_at, id`, from)
	if err != nil {
		return nil, err
	}

	payments, err := s.reports(ctx, `SELECT bank_code, '', paid_at, amount, 'payment ' || payment_request_id FROM va_payments
		WHERE paid_at >= $1 ORDER BY paid_at`, from)
	if err != nil {
		return nil, err
	}

	return compare(lines, transfers, payments), nil
}

// compare is the comparison itself. Both lists are in the order of their days.
func compare(lines, transfers, payments []entry) []Difference {
	out := []Difference{}
	open, paid := byMoney(transfers), byMoney(payments)
	covered := map[entry]bool{}

	for _, l := range lines {
		covered[entry{bank: l.bank, account: l.account, day: l.day}] = true

		if !take(open, l) && !take(paid, entry{bank: l.bank, day: l.day, amount: l.amount}) {
			out = append(out, l.difference(NotReported))
		}
	}

	for _, list := range open {
		for _, t := range list {
			if covered[entry{bank: t.bank, account: t.account, day: t.day}] {
				out = append(out, t.difference(NotOnStatement))
			}
		}
	}

	slices.SortFunc(out, func(a, b Difference) int {
		return slices.Compare([]string{a.Day, a.Bank, a.AccountNo, a.Where}, []string{b.Day, b.Bank, b.AccountNo, b.Where})
	})

	return out
}

// byMoney groups entries by bank, account and amount.
func byMoney(list []entry) map[entry][]entry {
	out := map[entry][]entry{}

	for _, e := range list {
		key := entry{bank: e.bank, account: e.account, amount: e.amount}
		out[key] = append(out[key], e)
	}

	return out
}

// take removes the report of a line, the nearest in time first.
func take(open map[entry][]entry, l entry) bool {
	key := entry{bank: l.bank, account: l.account, amount: l.amount}
	best := -1

	for i, e := range open[key] {
		if away := e.day.Sub(l.day).Abs(); away <= 24*time.Hour && (best < 0 || away < open[key][best].day.Sub(l.day).Abs()) {
			best = i
		}
	}

	if best >= 0 {
		open[key] = slices.Delete(open[key], best, best+1)
	}

	return best >= 0
}

func (s *Service) lines(ctx context.Context, from time.Time) ([]entry, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT bank_code, account_no, day, amount, source FROM bank_statement_lines
		WHERE credit AND day >= $1 ORDER BY day, source`, from.In(clock.Jakarta()).Format(time.DateOnly))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (entry, error) {
		var (
			e   entry
			day string
		)

		if err := row.Scan(&e.bank, &e.account, &day, &e.amount, &e.where); err != nil {
			return e, err
		}

		at, err := time.Parse(time.DateOnly, day)
		e.day = at

		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("read statements: %w", err)
	}

	return list, nil
}

func (s *Service) reports(ctx context.Context, query string, from time.Time) ([]entry, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, query, clock.Micros(from))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (entry, error) {
		var (
			e  entry
			at int64
		)

		err := row.Scan(&e.bank, &e.account, &at, &e.amount, &e.where)
		e.day = clock.DayOf(clock.FromMicros(at).In(clock.Jakarta())).Start(time.UTC)

		return e, err
	})
	if err != nil {
		return nil, fmt.Errorf("read what banks reported: %w", err)
	}

	return list, nil
}
