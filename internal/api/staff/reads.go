package staff

import (
	"context"
	"time"

	"loket/internal/api"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// readAction is a look at personal data in the audit log.
const readAction = "staff.read"

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
			Actor: Actor(ctx), Client: client, Action: readAction, Subject: subject, Detail: detail, Address: api.Address(ctx),
		})
	})
}

// lookedAt is how long one entry covers further looks at the same.
const lookedAt = 10 * time.Minute

// RecordLook is Record for a page that reloads itself: one entry covers the looks of ten minutes.
func (r *Reads) RecordLook(ctx context.Context, client int64, subject string) error {
	before, err := audit.List(ctx, r.db.Reader(), audit.Query{
		Client: client, Actor: Actor(ctx), Action: readAction, Subject: subject, From: r.clk.Now().Add(-lookedAt), Limit: 1,
	})
	if err != nil || len(before) > 0 {
		return err
	}

	return r.Record(ctx, client, subject, nil)
}
