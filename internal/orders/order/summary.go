package order

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// MaxSummed is how many orders Summarise adds up where no days bound them.
const MaxSummed = 10_000

// Sum is a number of orders and the total of their prices.
type Sum struct {
	Count  int64
	Amount money.Rupiah
}

func (s *Sum) add(other Sum) {
	s.Count += other.Count
	s.Amount += other.Amount
}

// Summary is the sums of a list by status.
type Summary struct {
	Success, Pending, Failed Sum
	Refunded                 Sum // those of Failed that were refunded
	// Partial says that a search over all dates found MaxSummed orders or more:
	// the sums are those of the newest MaxSummed.
	Partial bool
}

// Summarise adds up the orders that List gives for a query on all its pages.
// Days are required, or a search: without either there is no bound.
func (s *Service) Summarise(ctx context.Context, q Query) (Summary, error) {
	if err := q.Validate(s.deps.Clock.Now()); err != nil {
		return Summary{}, err
	}

	if q.From == nil && q.Search == "" && q.Scheduled == 0 {
		return Summary{}, ErrNoDays("dateStart")
	}

	q.Page, q.Before, q.After = 0, 0, 0

	w := &db.Where{}
	w.Add("client_id = ", q.ClientID)
	q.bounds(w)
	q.addTo(w, q.ClientID)

	from := "orders WHERE " + w.Text()
	if q.From == nil {
		from = "(SELECT status, refunded, price FROM " + from + " ORDER BY id DESC LIMIT " + w.Arg(MaxSummed) + ") newest"
	}

	rows, err := s.deps.DB.Reader().Query(ctx,
		"SELECT status, refunded, COUNT(*), CAST(SUM(price) AS BIGINT) FROM "+from+" GROUP BY status, refunded", w.Args...)

	parts, err := db.Collect(rows, err, scanSummaryPart)
	if err != nil {
		return Summary{}, fmt.Errorf("sums of orders of client %d: %w", q.ClientID, err)
	}

	out := summaryOf(parts)
	out.Partial = q.From == nil && out.Success.Count+out.Pending.Count+out.Failed.Count == MaxSummed

	return out, nil
}

// summaryPart is the sum of the orders of one status that were, or were not,
// refunded.
type summaryPart struct {
	status   Status
	refunded bool
	sum      Sum
}

func scanSummaryPart(row *sql.Rows) (summaryPart, error) {
	var p summaryPart

	err := row.Scan(&p.status, &p.refunded, &p.sum.Count, &p.sum.Amount)

	return p, err
}

func summaryOf(parts []summaryPart) Summary {
	var out Summary

	for _, p := range parts {
		switch p.status {
		case Success:
			out.Success.add(p.sum)
		case Pending:
			out.Pending.add(p.sum)
		case Failed:
			out.Failed.add(p.sum)

			if p.refunded {
				out.Refunded.add(p.sum)
			}
		}
	}

	return out
}
