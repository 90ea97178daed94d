package checkout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// maxFollowed bounds one look at orders that ended on the wallet; the next one is seconds later.
const maxFollowed = 1000

// ended is a placed order whose order on the wallet has ended.
type ended struct {
	clientID, id, status int64
	serialNumber         string
}

// Follow notes what became of placed orders.
func (s *Service) Follow(ctx context.Context) error {
	rows, err := s.DB.Reader().Query(ctx, `SELECT f.client_id, f.id, o.status, COALESCE(o.serial_number, '') FROM storefront_orders f
		JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_id
		WHERE f.status = 'processing' AND o.status <> $1 ORDER BY f.placed_at LIMIT $2`, int64(order.Pending), maxFollowed)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (e ended, err error) {
		return e, row.Scan(&e.clientID, &e.id, &e.status, &e.serialNumber)
	})
	if err != nil {
		return fmt.Errorf("find ended orders of shops: %w", err)
	}

	var failed error // one order must not stop the others

	for _, e := range list {
		failed = errors.Join(failed, s.change(ctx, Order{ClientID: e.clientID, ID: e.id}, Processing, func(tx *db.Tx, o Order) error {
			return s.endTx(ctx, tx, o, e)
		}))

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

func (s *Service) endTx(ctx context.Context, tx *db.Tx, o Order, e ended) error {
	if order.Status(e.status) == order.Success {
		_, err := tx.Exec(ctx, "UPDATE storefront_orders SET status = 'success', serial_number = $1, ended_at = $2 WHERE id = $3",
			e.serialNumber, clock.Micros(s.Clock.Now()), o.ID)

		return err
	}

	failed, err := s.failTx(ctx, tx, o, msgNotMade.Code())
	if err != nil {
		return err
	}

	return s.mailTx(ctx, tx, failed, mailFailed)
}

// Now returns an order with what became of its order on the wallet up to this moment: shoppers don't wait for Follow.
func (s *Service) Now(ctx context.Context, o Order) (Order, error) {
	if o.Status != Processing {
		return o, nil
	}

	on, err := s.Orders.Get(ctx, o.ClientID, o.OrderID)
	if err != nil {
		return Order{}, fmt.Errorf("order of storefront order %d: %w", o.ID, err)
	}

	switch on.Status {
	case order.Success:
		o.Status, o.SerialNumber, o.EndedAt = Success, on.SerialNumber, &on.UpdatedAt
	case order.Failed:
		o.Status, o.Reason, o.EndedAt = Failed, msgNotMade.Code(), &on.UpdatedAt
	case order.Pending:
	}

	return o, nil
}
