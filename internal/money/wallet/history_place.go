package wallet

import (
	"context"
	"errors"

	"loket/internal/money/ledger"
	"loket/internal/platform/db"
)

var errBrokenChain = errors.New("the history of a wallet has a gap")

// rowsBefore counts for each time (in microseconds) the rows of a wallet that are earlier. last is the number of the
// wallet's last row.
func rowsBefore(ctx context.Context, q db.Querier, w Wallet, last int64, times ...int64) ([]int64, error) {
	return ledger.Chain{Table: "wallet_history", IDColumn: "wallet_id", ID: w.ID, ClientID: w.ClientID, Last: last}.RowsBefore(ctx, q, times...)
}

// span is a part of a wallet's history by row numbers: after is not included, until is.
type span struct{ after, until int64 }

func (s span) rows() int64 { return max(s.until-s.after, 0) }

// spanOf finds the rows of a wallet in a range of time: from is included, to is not.
func spanOf(ctx context.Context, q db.Querier, w Wallet, last, from, to int64) (span, error) {
	found, err := rowsBefore(ctx, q, w, last, from, to)
	if err != nil {
		return span{}, err
	}

	return span{found[0], found[1]}, nil
}
