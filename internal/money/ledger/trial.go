package ledger

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Balance is one line of a trial balance.
type Balance struct {
	Account string // the accounts of the book together, or a contra account
	Amount  money.Rupiah
}

// TrialBalance sums every account of a book without those of sandboxes. All lines together are zero.
func (b *Book) TrialBalance(ctx context.Context, q db.Querier) ([]Balance, error) {
	rows, err := q.Query(ctx, "SELECT '"+b.tables.Accounts+"', CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM "+b.tables.Accounts+` WHERE client_id < $1
		UNION ALL
		SELECT contra, CAST(-SUM(amount) AS BIGINT) FROM `+b.tables.History+" WHERE client_id < $1 GROUP BY contra ORDER BY 1", int64(clientid.FirstSandbox))

	lines, err := db.Collect(rows, err, func(row *sql.Rows) (l Balance, err error) {
		err = row.Scan(&l.Account, &l.Amount)

		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("trial balance of %s: %w", b.tables.Accounts, err)
	}

	return lines, nil
}
