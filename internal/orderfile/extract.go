package orderfile

import (
	"context"

	"loket/internal/order"
	"loket/internal/platform/db"
	"loket/internal/platform/sheet"
)

// Extract writes the selected orders, the oldest first, to all writers, which have the columns of Columns. It
// returns the number of orders.
func Extract(ctx context.Context, d *db.DB, s order.Selection, out ...sheet.Writer) (int64, error) {
	return extract(ctx, d, s, func(int64) error { return nil }, out...)
}

// extract also calls afterChunk with the number of orders written so far.
func extract(ctx context.Context, d *db.DB, s order.Selection, afterChunk func(done int64) error, out ...sheet.Writer) (int64, error) {
	w := newRowWriter()

	return order.Stream(ctx, d, s, func(row *order.Row) error {
		for _, o := range out {
			if err := w.write(row, o); err != nil {
				return err
			}
		}

		return nil
	}, afterChunk)
}
