package order

import (
	"context"
	"fmt"

	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// divert goes through the waiting orders while the circuit is open: those that another supplier can take move
// there, and those that waited for too long fail, since they were never sent.
func (l *line) divert(ctx context.Context) {
	for ctx.Err() == nil {
		due := l.take(ctx, maxClaim)

		var kept []task

		for _, t := range due {
			left, err := l.s.divertOne(ctx, t)
			if err != nil {
				l.s.Log.ErrorContext(ctx, "a waiting order was not moved", "order", t.order.ID, "error", err)
			}

			if !left {
				kept = append(kept, t)
			}
		}

		l.turns.settled(due)
		l.turns.putBack(kept)

		if len(kept) == len(due) {
			return
		}
	}
}

// divertOne reports whether a waiting order left its line.
func (s *Service) divertOne(ctx context.Context, t task) (bool, error) {
	sku, more, err := s.supplierAfter(ctx, t.order, t.attempt.Number)
	if err != nil {
		return false, err
	}

	if guard, ok := s.Suppliers.Get(sku.Supplier); more && ok && t.order.Kind == Prepaid && guard.Answers(supplier.Purchase) {
		return true, s.move(ctx, t, sku.Supplier, sku.Code)
	}

	guard, ok := s.Suppliers.Get(t.attempt.Supplier)
	if !ok {
		return false, nil // the poller handles it
	}

	// A long backlog is no reason to fail: only the time with the circuit open counts.
	since := guard.OpenSince(supplier.Purchase)
	if since.IsZero() || s.Clock.Now().Sub(later(since, t.attempt.PreparedAt)) < s.opt.WaitAtMost {
		return false, nil
	}

	return true, s.failWaiting(ctx, t, supplier.CodeCircuitOpen)
}

// move gives a waiting attempt to another supplier. It was never sent, so it keeps its reference.
func (s *Service) move(ctx context.Context, t task, supplierCode, sku string) error {
	moved := int64(0)

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE order_attempts SET supplier = $1, sku = $2
			WHERE order_id = $3 AND number = $4 AND client_id = $5 AND `+unsent(""),
			supplierCode, sku, t.attempt.OrderID, t.attempt.Number, t.attempt.ClientID)
		moved = n

		return err
	})
	if err != nil {
		return fmt.Errorf("move order %d to another supplier: %w", t.order.ID, err)
	}

	if moved == 1 {
		t.attempt.Supplier, t.attempt.SKU = supplierCode, sku
		s.waits(t)
	}

	return nil
}
