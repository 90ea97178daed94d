package staff

import (
	"context"

	"loket/internal/api"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Reads keeps in the audit log which member of staff read a client's personal data.
type Reads struct {
	db  *db.DB
	clk clock.Clock
}

// NewReads makes the keeper.
func NewReads(d *db.DB, clk clock.Clock) *Reads { return &Reads{d, clk} }

// Record writes that the caller reads something of a client, or with 0 of several: order:2611261756270300000, client:1001, orders. The detail
// says what was asked for.
func (r *Reads) Record(ctx context.Context, client int64, subject string, detail map[string]any) error {
	return r.db.Tx(ctx, func(tx *db.Tx) error {
		return audit.Write(ctx, tx, r.clk.Now(), audit.Entry{
			Actor: Actor(ctx), Client: client, Action: "staff.read", Subject: subject, Detail: detail, Address: api.Address(ctx),
		})
	})
}
