package schedule

import (
	"context"
	"slices"

	"loket/internal/platform/db"
)

// lineRows are columns of lines that change together.
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

// linesOfRows finds the lines of a statement, $2 to $5. The range keeps PostgreSQL from reading all lines of the order,
// whatever it knows about the table.
const linesOfRows = " {FROM} WHERE l.client_id = $5 AND l.scheduled_order_id = $2 AND l.line = {line} AND l.line BETWEEN $3 AND $4"

// storeOrdersTx gives lines their orders, unless they have one.
func (r *lineRows) storeOrdersTx(ctx context.Context, tx *db.Tx, o Order, at int64) error {
	rows := db.Columns{{Name: "line", Values: r.lines}, {Name: "order_id", Values: r.orders}, {Name: "price", Values: r.prices}}

	return r.storeTx(ctx, tx, rows, `UPDATE scheduled_lines AS l SET state = 'pending', reason_code = '', reason = '', updated_at = $1,
		order_id = {order_id}, price = {price}`+linesOfRows+" AND l.order_id IS NULL", o, at)
}

// storeEndsTx gives lines the ends of their orders, whatever they said before.
func (r *lineRows) storeEndsTx(ctx context.Context, tx *db.Tx, o Order, at int64) error {
	rows := db.Columns{
		{Name: "line", Values: r.lines}, {Name: "state", Values: r.states}, {Name: "order_id", Values: r.orders}, {Name: "price", Values: r.prices},
	}

	return r.storeTx(ctx, tx, rows, `UPDATE scheduled_lines AS l SET state = {state}, reason_code = '', reason = '', updated_at = $1,
		order_id = {order_id}, price = {price}`+linesOfRows, o, at)
}

// storeRefusalsTx ends lines that are being placed.
func (r *lineRows) storeRefusalsTx(ctx context.Context, tx *db.Tx, o Order, at int64) error {
	rows := db.Columns{
		{Name: "line", Values: r.lines}, {Name: "state", Values: r.states}, {Name: "code", Values: r.codes}, {Name: "reason", Values: r.reasons},
	}

	return r.storeTx(ctx, tx, rows, `UPDATE scheduled_lines AS l SET state = {state}, reason_code = {code}, reason = {reason}, updated_at = $1`+
		linesOfRows+" AND l.state = 'placing'", o, at)
}

func (r *lineRows) storeTx(ctx context.Context, tx *db.Tx, rows db.Columns, text string, o Order, at int64) error {
	if len(r.lines) == 0 {
		return nil
	}

	_, err := tx.ExecRows(ctx, rows, text, at, o.ID, slices.Min(r.lines), slices.Max(r.lines), o.ClientID)

	return err
}
