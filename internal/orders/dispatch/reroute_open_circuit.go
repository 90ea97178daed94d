package dispatch

import (
	"context"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// Limits of the looks at waiting orders while the circuit is open.
const (
	reroutePage  = 512
	rerouteTime  = time.Second            // of one look, which the next one continues
	reroutePause = 100 * time.Millisecond // between two looks
)

// waitingKey is the place of a waiting order in the index of a supplier.
type waitingKey struct {
	clientID, orderID int64
}

// rerouteOpenCircuit goes through the waiting orders while the circuit is open: those that another supplier can take move
// there, and those that waited for too long fail, since they were never sent. It reads them from the database, in the
// order of their index, so that each has its turn. Copies in memory are harmless: their claims find no row.
func (q *supplierQueue) rerouteOpenCircuit(ctx context.Context) {
	began := q.s.deps.Clock.Now()
	if began.Sub(q.reroutedAt) < reroutePause {
		return
	}

	for ctx.Err() == nil && q.s.deps.Clock.Now().Sub(began) < rerouteTime {
		list, err := q.s.readAttempts(ctx, `SELECT `+columns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.state = 'prepared' AND a.supplier = $1 AND (a.client_id, a.order_id) > ($2, $3)
			ORDER BY a.client_id, a.order_id LIMIT $4`, q.code, q.rerouteFrom.clientID, q.rerouteFrom.orderID, int64(reroutePage))
		if err != nil {
			q.s.deps.Log.ErrorContext(ctx, "waiting orders not read, trying again", "supplier", q.code, "error", err)

			return
		}

		for _, t := range list {
			if err := q.s.rerouteOrFail(ctx, t); err != nil {
				q.s.deps.Log.ErrorContext(ctx, "a waiting order was not moved", "order", t.order.ID, "error", err)
			}

			q.rerouteFrom = waitingKey{t.order.ClientID, t.order.ID}
		}

		if len(list) < reroutePage {
			q.rerouteFrom = waitingKey{}

			break
		}
	}

	q.reroutedAt = q.s.deps.Clock.Now()
}

// rerouteOrFail moves a waiting order, or ends it, if it is time.
func (s *Service) rerouteOrFail(ctx context.Context, t *orderAttempt) error {
	sku, more, err := s.nextSupplier(ctx, t)
	if err != nil {
		return err
	}

	if guard, ok := s.deps.Suppliers.Get(sku.Supplier); more && ok && t.order.Kind == catalog.Prepaid && guard.Answers(supplier.Purchase) {
		return s.reassign(ctx, t, sku.Supplier, sku.Code)
	}

	guard, ok := s.deps.Suppliers.Get(t.attempt.Supplier)
	if !ok {
		return nil // the poller handles it
	}

	// A long backlog is no reason to fail: only the time with the circuit open counts.
	since := guard.OpenSince(supplier.Purchase)
	if since.IsZero() || s.deps.Clock.Now().Sub(clock.Latest(since, t.attempt.PreparedAt)) < s.opt.WaitAtMost {
		return nil
	}

	return s.failWaiting(ctx, t, supplier.CodeCircuitOpen)
}

// reassign gives a waiting attempt to another supplier. It was never sent, so it keeps its reference.
func (s *Service) reassign(ctx context.Context, t *orderAttempt, supplierCode, sku string) error {
	moved := int64(0)

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE order_attempts SET supplier = $1, sku = $2
			WHERE order_id = $3 AND number = $4 AND client_id = $5 AND supplier = $6 AND `+order.UnsentSQL(""),
			supplierCode, sku, t.attempt.OrderID, t.attempt.Number, t.attempt.ClientID, t.attempt.Supplier)
		moved = n

		return err
	})
	if err != nil {
		return fmt.Errorf("move order %d to another supplier: %w", t.order.ID, err)
	}

	if moved == 1 {
		t.attempt.Supplier, t.attempt.SKU = supplierCode, sku
		s.enqueue(t)
	}

	return nil
}
