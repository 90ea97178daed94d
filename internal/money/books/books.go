// Package books checks the invariants of the money. It reads the tables of wallets,
// orders and top-ups and reports every violation. It writes nothing.
package books

import (
	"context"
	"fmt"
	"slices"

	"loket/internal/platform/db"
)

// Report is the result of Verify.
type Report struct {
	Wallets  int64
	Rows     int64 // rows of wallet history
	Orders   int64
	Problems []string // empty when the books hold
}

// OK reports whether every invariant holds.
func (r Report) OK() bool { return len(r.Problems) == 0 }

// maxExamples limits how many violations of one invariant are named.
const maxExamples = 5

// check is one invariant: a query that returns a label for each violation. Names in braces are values (values.go).
type check struct {
	name  string
	query string
}

// Verify checks the invariants that docs/operations.md lists. A problem is a
// sentence for staff. An error means that the check itself could not run.
func Verify(ctx context.Context, d *db.DB) (r Report, err error) {
	err = d.Snapshot(ctx, func(q db.Querier) error {
		r, err = verify(ctx, q)

		return err
	})

	return r, err
}

func verify(ctx context.Context, q db.Querier) (r Report, err error) {
	for table, count := range map[string]*int64{"wallets": &r.Wallets, "wallet_history": &r.Rows, "orders": &r.Orders} {
		if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM "+table).Scan(count); err != nil {
			return r, fmt.Errorf("count %s: %w", table, err)
		}
	}

	for _, c := range slices.Concat(checks(), topupChecks(), walletsOfBanks(), settlementChecks(), invoiceChecks(), invoicedPeriods(), scheduleChecks(), shopChecks(), salesChecks(), eventChecks()) {
		found, err := violations(ctx, q, c)
		if err != nil {
			return r, err
		}

		r.Problems = append(r.Problems, found...)
	}

	return r, nil
}

func violations(ctx context.Context, q db.Querier, c check) ([]string, error) {
	text, args := bind(c.query)

	rows, err := q.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("check that %s: %w", c.name, err)
	}
	defer rows.Close()

	found := []string{}
	count := 0

	for rows.Next() {
		var label string
		if err := rows.Scan(&label); err != nil {
			return nil, fmt.Errorf("check that %s: %w", c.name, err)
		}

		if count++; count <= maxExamples {
			found = append(found, c.name+": not so for "+label)
		}
	}

	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("check that %s: %w", c.name, err)
	}

	if count > maxExamples {
		found = append(found, fmt.Sprintf("%s: %d more", c.name, count-maxExamples))
	}

	return found, nil
}
