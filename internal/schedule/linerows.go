package schedule

import (
	"context"
	"slices"

	"loket/internal/platform/db"
)

// lineRows are columns of lines that change together. On PostgreSQL one statement changes them. On SQLite, where a statement
// costs no round trip, each line has its own, by its primary key: a join would read all lines for each of them. The range of
// lines keeps PostgreSQL from the same, whatever it knows about the table.
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
	return r.each(tx, func() error {
		_, err := tx.Exec(ctx, `UPDATE scheduled_lines l SET state = 'pending', reason_code = '', reason = '', updated_at = $1, order_id = k.order_id, price = k.price
			FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) k (line, order_id, price)
			WHERE l.scheduled_order_id = $2 AND l.line = k.line AND l.line BETWEEN $6 AND $7 AND l.order_id IS NULL`,
			at, id, r.lines, r.orders, r.prices, slices.Min(r.lines), slices.Max(r.lines))

		return err
	}, func(i int) error {
		_, err := tx.Exec(ctx, `UPDATE scheduled_lines SET state = 'pending', reason_code = '', reason = '', updated_at = $1, order_id = $2, price = $3
			WHERE scheduled_order_id = $4 AND line = $5 AND order_id IS NULL`, at, r.orders[i], r.prices[i], id, r.lines[i])

		return err
	})
}

// storeRefusalsTx ends lines that are being placed.
func (r *lineRows) storeRefusalsTx(ctx context.Context, tx *db.Tx, id, at int64) error {
	return r.each(tx, func() error {
		_, err := tx.Exec(ctx, `UPDATE scheduled_lines l SET state = k.state, reason_code = k.code, reason = k.reason, updated_at = $1
			FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) k (line, state, code, reason)
			WHERE l.scheduled_order_id = $2 AND l.line = k.line AND l.line BETWEEN $7 AND $8 AND l.state = 'placing'`,
			at, id, r.lines, r.states, r.codes, r.reasons, slices.Min(r.lines), slices.Max(r.lines))

		return err
	}, func(i int) error {
		_, err := tx.Exec(ctx, `UPDATE scheduled_lines SET state = $1, reason_code = $2, reason = $3, updated_at = $4
			WHERE scheduled_order_id = $5 AND line = $6 AND state = 'placing'`, r.states[i], r.codes[i], r.reasons[i], at, id, r.lines[i])

		return err
	})
}

// each changes all lines at once on PostgreSQL, and one after the other on SQLite.
func (r *lineRows) each(tx *db.Tx, all func() error, one func(i int) error) error {
	if len(r.lines) == 0 {
		return nil
	}

	if tx.Engine() == db.Postgres {
		return all()
	}

	for i := range r.lines {
		if err := one(i); err != nil {
			return err
		}
	}

	return nil
}
