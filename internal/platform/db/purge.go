package db

import "context"

// Bounds of Purge.
const (
	purgeRows   = 1000 // of one transaction
	purgeRounds = 100  // transactions of one call
)

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
