package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"loket/internal/platform/db"
)

// lineRows are columns of lines that change together, by one statement. Each engine must find the lines by their primary key,
// whatever it knows about the table: the range of lines keeps it from reading all others too, and so
// does the plus sign on SQLite, which takes order_id from the index of orders.
type lineRows struct {
	lines   []int64
	orders  []int64 // of placed lines
	prices  []int64 // of placed lines
	states  []string
	codes   []string // of refused lines
	reasons []string // of refused lines
}

func (r *lineRows) add(line int, state LineState) {
	r.lines, r.states = append(r.lines, int64(line)), append(r.states, string(state))
}

// storeOrdersTx gives lines their orders, unless they have one.
func (r *lineRows) storeOrdersTx(ctx context.Context, tx *db.Tx, id, at int64) error {
	if len(r.lines) == 0 {
		return nil
	}

	if tx.Engine() == db.SQLite {
		return r.storeLite(ctx, tx, `UPDATE scheduled_lines SET state = 'pending', reason_code = '', reason = '', updated_at = $1, order_id = `+liteValue(0)+`, price = `+liteValue(1)+`
			WHERE `+liteRows+` AND +order_id IS NULL`, id, at, func(i int) []any { return []any{r.orders[i], r.prices[i]} })
	}

	_, err := tx.Exec(ctx, `UPDATE scheduled_lines l SET state = 'pending', reason_code = '', reason = '', updated_at = $1, order_id = k.order_id, price = k.price
		FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) k (line, order_id, price)
		WHERE l.scheduled_order_id = $2 AND l.line = k.line AND l.line BETWEEN $6 AND $7 AND l.order_id IS NULL`,
		at, id, r.lines, r.orders, r.prices, slices.Min(r.lines), slices.Max(r.lines))

	return err
}

// storeRefusalsTx ends lines that are being placed.
func (r *lineRows) storeRefusalsTx(ctx context.Context, tx *db.Tx, id, at int64) error {
	if len(r.lines) == 0 {
		return nil
	}

	if tx.Engine() == db.SQLite {
		return r.storeLite(ctx, tx, `UPDATE scheduled_lines SET state = `+liteValue(0)+`, reason_code = `+liteValue(1)+`, reason = `+liteValue(2)+`, updated_at = $1
			WHERE `+liteRows+` AND state = 'placing'`, id, at, func(i int) []any { return []any{r.states[i], r.codes[i], r.reasons[i]} })
	}

	_, err := tx.Exec(ctx, `UPDATE scheduled_lines l SET state = k.state, reason_code = k.code, reason = k.reason, updated_at = $1
		FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) k (line, state, code, reason)
		WHERE l.scheduled_order_id = $2 AND l.line = k.line AND l.line BETWEEN $7 AND $8 AND l.state = 'placing'`,
		at, id, r.lines, r.states, r.codes, r.reasons, slices.Min(r.lines), slices.Max(r.lines))

	return err
}

// liteRows finds the lines of a statement on SQLite, which gets their values as a JSON object by line. liteValue is one of them.
const liteRows = "scheduled_order_id = $2 AND line BETWEEN $4 AND $5 AND line IN (SELECT CAST(key AS INTEGER) FROM json_each($3))"

func liteValue(n int) string { return fmt.Sprintf(`($3 ->> ('$."' || line || '"[%d]'))`, n) }

// storeLite changes lines on SQLite. Each value that row returns is one of liteValue.
func (r *lineRows) storeLite(ctx context.Context, tx *db.Tx, text string, id, at int64, row func(i int) []any) error {
	rows := make(map[int64][]any, len(r.lines))
	for i, line := range r.lines {
		rows[line] = row(i)
	}

	object, err := json.Marshal(rows)
	if err != nil {
		return failed("store lines of", id, err)
	}

	_, err = tx.Exec(ctx, text, at, id, string(object), slices.Min(r.lines), slices.Max(r.lines))

	return err
}
