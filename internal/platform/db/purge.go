package db

import "context"

// Bounds of DeleteOld.
const (
	oldPortion  = 1000
	oldPortions = 100
)

// DeleteOld deletes rows that have served their time, in small transactions
// that hold nobody up, and tells how many. $1 of the statement is the moment in
// microseconds up to which rows are old, $2 the most rows of one transaction.
// One call has its bound; the next one goes on. It is safe to run at any time
// and on several nodes at once.
func (d *DB) DeleteOld(ctx context.Context, text string, upTo int64) (int64, error) {
	var total int64

	for range oldPortions {
		var n int64

		err := d.Tx(ctx, func(tx *Tx) (err error) {
			n, err = tx.Exec(ctx, text, upTo, oldPortion)

			return err
		})
		if err != nil {
			return total, err
		}

		if total += n; n < oldPortion {
			break
		}
	}

	return total, nil
}
