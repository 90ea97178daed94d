package wallet

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"loket/internal/platform/db"
)

// fewSkipped rows are read and skipped.
const fewSkipped = 100

// skipped is the number of rows before the page of a jump without a cursor.
func (q HistoryQuery) skipped() int64 {
	if q.Before != (RowID{}) || q.After != (RowID{}) || q.Page <= 1 {
		return 0
	}

	return int64(min(q.Page, maxHistoryPage)-1) * HistoryPageSize
}

// skip moves the spans of a jump without a cursor to its page, and returns how many rows are left to skip.
//
// Rows are numbered without gaps, so in all rows of one wallet a jump is a subtraction. In several wallets, which are
// merged by time, each round subtracts from one of them: if the n-th newest rows of all w wallets are compared, the newest
// of them has fewer than w*n rows before it. So with n = skip/w, n rows of its wallet are among the skipped ones.
func (q HistoryQuery) skip(ctx context.Context, r db.Querier, wallets []Wallet, spans []span) (int64, error) {
	skip := q.skipped()
	if skip == 0 || q.Action != "" || !q.Search.none() {
		return skip, nil
	}

	if len(wallets) == 1 {
		spans[0].until -= skip

		return 0, nil
	}

	for skip > fewSkipped {
		n := skip / int64(len(wallets))

		newest, err := q.newestAt(ctx, r, n, wallets, spans)
		if err != nil {
			return 0, err
		}

		if newest < 0 { // all are shorter
			clear(spans)

			return 0, nil
		}

		spans[newest].until -= n
		skip -= n
	}

	return skip, nil
}

// newestAt returns the index of the wallet whose n-th newest row is the newest, or -1 when no wallet has so many.
func (q HistoryQuery) newestAt(ctx context.Context, r db.Querier, n int64, wallets []Wallet, spans []span) (int, error) {
	var p db.Where

	parts := []string{}

	for i, w := range wallets {
		if spans[i].rows() >= n {
			parts = append(parts, "SELECT wallet_id, created_at FROM wallet_history WHERE wallet_id = "+p.Arg(w.ID)+" AND seq = "+p.Arg(spans[i].until-n+1)+
				" AND client_id = "+p.Arg(w.ClientID))
		}
	}

	if len(parts) == 0 {
		return -1, nil
	}

	rows, err := r.Query(ctx, strings.Join(parts, " UNION ALL ")+" ORDER BY created_at DESC, wallet_id DESC LIMIT 1", p.Args...)

	found, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) {
		var at int64

		return id, row.Scan(&id, &at)
	})
	if err != nil {
		return 0, fmt.Errorf("row %d of each wallet: %w", n, err)
	}

	for i, w := range wallets {
		if len(found) == 1 && w.ID == found[0] {
			return i, nil
		}
	}

	return 0, errBrokenChain
}
