package db

import (
	"context"
	"slices"
)

// Bounds of Purge.
const (
	purgeRows   = 1000 // of one transaction
	purgeRounds = 100  // transactions of one call

	// MostPurged is the most rows that one call of Purge or PurgeByKey deletes: after that many there may be more.
	MostPurged = purgeRows * purgeRounds
)

// PurgeByKey is Purge for rows of clients. A look over all clients finds expired rows outside of the transaction that deletes
// them by their keys, with the client. $1 of both texts is the moment and $2 of the look the most rows. The look gives the columns of the
// key, whose empty lists say their types; text names them as ExecRows does, and repeats the condition: a row may be a new
// one meanwhile.
func (d *DB) PurgeByKey(ctx context.Context, key Columns, look, text string, upTo int64) (int64, error) {
	var total int64

	for range purgeRounds {
		found := key.empty()

		err := d.Read(ctx, look, []any{upTo, purgeRows}, found.scan)
		if err != nil || found.rows() == 0 {
			return total, err
		}

		err = d.Tx(ctx, func(tx *Tx) error {
			n, err := tx.ExecRows(ctx, found, text, upTo)
			if err == nil {
				tx.AfterCommit(func() { total += n })
			}

			return err
		})
		if err != nil || found.rows() < purgeRows {
			return total, err
		}
	}

	return total, nil
}

// empty are columns of the same names and types, without rows.
func (c Columns) empty() Columns {
	out := slices.Clone(c)

	for i := range out {
		if _, text := out[i].Values.([]string); text {
			out[i].Values = []string{}
		} else {
			out[i].Values = []int64{}
		}
	}

	return out
}

// scan adds a row of a result.
func (c Columns) scan(row Row) error {
	numbers, texts := make([]int64, len(c)), make([]string, len(c))
	targets := make([]any, len(c))

	for i := range c {
		if _, text := c[i].Values.([]string); text {
			targets[i] = &texts[i]
		} else {
			targets[i] = &numbers[i]
		}
	}

	if err := row.Scan(targets...); err != nil {
		return err
	}

	for i := range c {
		switch list := c[i].Values.(type) {
		case []string:
			list = append(list, texts[i])
			c[i].Values = list
		case []int64:
			list = append(list, numbers[i])
			c[i].Values = list
		}
	}

	return nil
}

// Purge deletes expired rows in small transactions that block no other writer
// for long, and returns their number. $1 of the statement is the moment in
// microseconds up to which rows are expired, $2 the most rows of one
// transaction. One call is bounded; the next one continues. It is safe to run at
// any time and on several nodes at once.
func (d *DB) Purge(ctx context.Context, text string, upTo int64) (int64, error) {
	var total int64

	for range purgeRounds {
		var n int64

		err := d.Tx(ctx, func(tx *Tx) (err error) {
			n, err = tx.Exec(ctx, text, upTo, purgeRows)

			return err
		})
		if err != nil {
			return total, err
		}

		if total += n; n < purgeRows {
			break
		}
	}

	return total, nil
}
