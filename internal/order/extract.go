package order

import (
	"context"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/sheet"
)

// Columns are those of every file of orders.
func Columns() []sheet.Column { return exportColumns() }

// Extraction says how orders are read.
type Extraction struct {
	ClientID int64
	From, To time.Time // whole seconds; the latter is not in it
	// Pauses leaves most of the time to others, as the job of an export does.
	Pauses bool
}

// Extract writes the orders that a client placed, the oldest first, to all
// writers, whose heads are Columns, and gives their number. It is what exports and reports are made of.
func Extract(ctx context.Context, d *db.DB, x Extraction, out ...sheet.Writer) (int64, error) {
	lo, hi := ids.Range(x.From, x.To)
	e := extract{clientID: x.ClientID, lo: lo, hi: hi, chunk: defaultChunk, pauses: x.Pauses}

	return e.write(ctx, d, func(int64) error { return nil }, out...)
}
