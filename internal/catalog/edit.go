package catalog

import (
	"context"
	"time"

	"loket/internal/platform/db"
)

// By says who changes the catalogue and why, for the audit log.
type By struct {
	Actor   string // staff:budi
	Reason  string
	Address string
}

// Edit runs fn in a transaction that changes the catalogue. The transaction first makes the new version, whose row lock admits
// one change at a time, so what fn reads stays true until the commit. Prices follow the price rules before the commit. fn may run again
// after a conflict.
func (s *Service) Edit(ctx context.Context, fn func(tx *db.Tx, now time.Time, version int64) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		version, err := Bump(ctx, tx)
		if err != nil {
			return err
		}

		tx.AfterCommit(s.stale)

		now := s.clk.Now()
		if err := fn(tx, now, version); err != nil {
			return err
		}

		return followRules(ctx, tx, now)
	})
}
