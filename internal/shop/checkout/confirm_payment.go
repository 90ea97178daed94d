package checkout

import (
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
)

// ConfirmPayment takes a client's word that a shopper paid: the order is placed at once by a job. The same word again changes nothing and returns
// the order as it is now. Errors: fault.ErrNotFound for another client's order, ErrAmount, ErrTooLate.
func (s *Service) ConfirmPayment(ctx context.Context, clientID, id int64, amount money.Rupiah) (Order, error) {
	var o Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if o, err = lockTx(ctx, tx, clientID, id); err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		switch {
		case amount != o.Price:
			return ErrAmount.New()
		case o.PaidAt != nil:
			return nil
		case o.Status != Waiting || !now.Before(o.PayableUntil):
			return ErrTooLate.New()
		}

		o.Status, o.PaidAt, o.PaidLate = Paid, &now, !now.Before(o.PriceUntil)

		_, err = tx.Exec(ctx, "UPDATE storefront_orders SET status = 'paid', paid_at = $1, paid_late = $2 WHERE client_id = $3 AND id = $4",
			clock.Micros(now), o.PaidLate, o.ClientID, o.ID)
		if err != nil {
			return err
		}

		if err = event.AddTx(ctx, tx, event.Event{ClientID: clientID, Kind: event.ShopOrderPaid, Subject: event.Subject(id), At: now}); err != nil {
			return err
		}

		_, err = s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: jobPlace, Args: placeArgs{clientID, id}})

		return err
	})
	if err != nil {
		return Order{}, fmt.Errorf("payment of storefront order %d: %w", id, err)
	}

	return o, nil
}

// GiveUp ends an order that is not on the wallet yet: the client refunds the shopper, or never got the money. An order that was given up
// is never placed. Giving it up again changes nothing. Errors: fault.ErrNotFound for another client's order, ErrPlaced.
func (s *Service) GiveUp(ctx context.Context, clientID, id int64) (Order, error) {
	var o Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if o, err = lockTx(ctx, tx, clientID, id); err != nil {
			return err
		}

		if o.Status == Failed && o.Reason == msgGivenUp.Code() {
			return nil
		}

		if o.Status != Waiting && o.Status != Paid {
			return ErrPlaced.New()
		}

		// The worker may have placed it and not noted it. After this lock it can't place it any more: see fence.
		placed, err := isOnWalletTx(ctx, tx, o)
		if err != nil {
			return err
		}

		if placed {
			return ErrPlaced.New()
		}

		o, err = s.failTx(ctx, tx, o, msgGivenUp.Code())

		return err
	})
	if err != nil {
		return Order{}, fmt.Errorf("give storefront order %d up: %w", id, err)
	}

	return o, nil
}

// isOnWalletTx reports whether an order is on the wallet. Another order with its reference is not the shopper's.
func isOnWalletTx(ctx context.Context, tx *db.Tx, o Order) (bool, error) {
	var n int

	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM orders WHERE client_id = $1 AND client_ref = $2 AND channel = $3", o.ClientID, o.ClientRef(),
		string(order.ChannelStorefront)).Scan(&n)

	return n > 0, err
}

// failTx ends a locked order that was never placed, or whose order on the wallet failed, or was reversed after its success.
func (s *Service) failTx(ctx context.Context, tx *db.Tx, o Order, reason string) (Order, error) {
	failed := Failure{Reason: reason}
	if o.Status == Success {
		failed.Delivered = clock.Micros(*o.EndedAt)
	}

	data, err := json.Marshal(failed)
	if err != nil {
		return o, err
	}

	now := s.deps.Clock.Now()
	o.Status, o.Reason, o.EndedAt = Failed, reason, &now

	_, err = tx.Exec(ctx, "UPDATE storefront_orders SET status = 'failed', reason = $1, ended_at = $2 WHERE client_id = $3 AND id = $4",
		reason, clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return o, err
	}

	return o, event.AddTx(ctx, tx, event.Event{ClientID: o.ClientID, Kind: event.ShopOrderFailed, Subject: event.Subject(o.ID), Data: string(data), At: now})
}

// Failure is the data of the event that a storefront order failed.
type Failure struct {
	Reason string `json:"reason"` // code of the text that says why
	// Delivered is when it was delivered, in microseconds, if that was reversed; it counted on that day.
	Delivered int64 `json:"delivered,omitempty"`
}

// fence holds while an order waits to be placed. It locks the row on PostgreSQL, so that nobody gives the order up at the same moment.
func (s *Service) fence(o Order) *placing.Fence {
	text := "SELECT 1 FROM storefront_orders WHERE client_id = $2 AND id = $1 AND status = 'paid'"
	if s.deps.DB.Engine() == db.Postgres {
		text += " FOR SHARE"
	}

	return &placing.Fence{Query: text, Args: []any{o.ID, o.ClientID}, Row: o.ID}
}

// purge deletes orders that nobody paid, a while after they could be, and returns their number.
func (s *Service) purge(ctx context.Context) (int64, error) {
	n, err := s.deps.DB.PurgeByKey(ctx, db.Columns{{Name: "client", Values: []int64{}}, {Name: "id", Values: []int64{}}},
		"SELECT client_id, id FROM storefront_orders WHERE status = 'waiting' AND payable_until <= $1 ORDER BY payable_until LIMIT $2",
		`DELETE FROM storefront_orders AS o {USING} WHERE o.client_id = {client} AND o.id = {id} AND o.status = 'waiting' AND o.payable_until <= $1`,
		clock.Micros(s.deps.Clock.Now().Add(-unpaidKept)))
	if err != nil {
		return n, fmt.Errorf("delete orders that nobody paid: %w", err)
	}

	return n, nil
}
