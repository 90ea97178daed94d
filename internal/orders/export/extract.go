package export

import (
	"context"

	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// Extract writes the selected orders in a language, the oldest first, to all writers, which have the columns of
// Columns. It returns the number of orders.
func Extract(ctx context.Context, d *db.DB, s order.Selection, l language.Language, out ...sheet.Writer) (int64, error) {
	return extract(ctx, d, s, l, func(int64) error { return nil }, out...)
}

// extract also calls afterChunk with the number of orders written so far.
func extract(
	ctx context.Context, d *db.DB, s order.Selection, l language.Language, afterChunk func(done int64) error, out ...sheet.Writer,
) (int64, error) {
	w := newRowWriter(l)

	return order.Stream(ctx, d, s, func(row *order.Row) error {
		for _, o := range out {
			if err := w.write(row, o); err != nil {
				return err
			}
		}

		return nil
	}, afterChunk)
}
