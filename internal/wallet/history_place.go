package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loket/internal/platform/db"
)

var errBrokenChain = errors.New("the history of a wallet has a gap")

// rowsBefore counts for each time (in microseconds) the rows of a wallet that are earlier. last is the number of the
// wallet's last row.
//
// Rows are a gapless chain and no row is earlier than the one before it, so a binary search by the primary key finds
// the place of a time. The hot table needs no index by time for it: 24 rows are read where a wallet has ten million.
func rowsBefore(ctx context.Context, q db.Querier, w Wallet, last int64, times ...int64) ([]int64, error) {
	if len(times) == 0 || last == 0 {
		return make([]int64, len(times)), nil
	}

	var p db.Where

	wallet, client, high := p.Arg(w.ID), p.Arg(w.ClientID), p.Arg(last)
	points := make([]string, len(times))

	for i, at := range times {
		points[i] = "(" + strconv.Itoa(i) + ", CAST(" + p.Arg(at) + " AS BIGINT), CAST(0 AS BIGINT), CAST(" + high + " AS BIGINT))"
	}

	rows, err := q.Query(ctx, `WITH RECURSIVE search (point, at, low, high) AS (
			VALUES `+strings.Join(points, ", ")+`
			UNION ALL
			SELECT s.point, s.at,
				CASE WHEN h.created_at < s.at THEN h.seq ELSE s.low END,
				CASE WHEN h.created_at < s.at THEN s.high ELSE h.seq - 1 END
			FROM search s JOIN wallet_history h ON h.wallet_id = `+wallet+` AND h.seq = (s.low + s.high) / 2 + 1 AND h.client_id = `+client+`
			WHERE s.low < s.high
		) SELECT low FROM search WHERE low = high ORDER BY point`, p.Args...)

	found, err := db.Collect(rows, err, func(row *sql.Rows) (n int64, err error) { return n, row.Scan(&n) })
	if err != nil {
		return nil, fmt.Errorf("places in the history of wallet %d: %w", w.ID, err)
	}

	if len(found) != len(times) {
		return nil, fmt.Errorf("wallet %d: %w", w.ID, errBrokenChain)
	}

	return found, nil
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
