package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"loket/internal/platform/db"
)

var errBrokenChain = errors.New("a history has a gap")

// Chain is the history of one account: rows that are numbered without gaps, none earlier than the one before it.
type Chain struct {
	Table    string
	IDColumn string // of the account
	ID       int64
	ClientID int64
	Last     int64 // number of the last row
}

// RowsBefore counts for each time (in microseconds) the rows that are earlier.
//
// A binary search by the primary key finds the place of a time. The hot table needs no index by time for it: 24 rows are
// read where an account has ten million.
func (c Chain) RowsBefore(ctx context.Context, q db.Querier, times ...int64) ([]int64, error) {
	if len(times) == 0 || c.Last == 0 {
		return make([]int64, len(times)), nil
	}

	var p db.Where

	account, client, high := p.ArgHiddenFromPlanner(c.ID), p.HiddenClient(c.ClientID), p.Arg(c.Last)
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
			FROM search s JOIN `+c.Table+" h ON h.client_id = "+client+" AND h."+c.IDColumn+" = "+account+` AND h.seq = (s.low + s.high) / 2 + 1
			WHERE s.low < s.high
		) SELECT low FROM search WHERE low = high ORDER BY point`, p.Args...)

	found, err := db.Collect(rows, err, func(row *sql.Rows) (n int64, err error) { return n, row.Scan(&n) })
	if err != nil {
		return nil, fmt.Errorf("places in %s of %d: %w", c.Table, c.ID, err)
	}

	if len(found) != len(times) {
		return nil, fmt.Errorf("%s of %d: %w", c.Table, c.ID, errBrokenChain)
	}

	return found, nil
}

// DayRanges is the table "days" of a query: the rows of each day by their numbers. bounds[i] is the last row before day
// i, and the last bound ends the last day.
func DayRanges(p *db.Where, bounds []int64) string {
	ranges := make([]string, len(bounds)-1)

	for i := range ranges {
		ranges[i] = "(" + strconv.Itoa(i) + ", CAST(" + p.Arg(bounds[i]) + " AS BIGINT), CAST(" + p.Arg(bounds[i+1]) + " AS BIGINT))"
	}

	return "days (number, after, until) AS (VALUES " + strings.Join(ranges, ", ") + ")"
}
