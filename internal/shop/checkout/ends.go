package checkout

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// consumer reads the ends of orders on wallets for the orders of shoppers.
const consumer = "checkout"

func (s *Service) consumeEnds() {
	s.deps.Events.Consume(event.Consumer{
		Name: consumer, Kinds: order.Ends(), Channels: []string{string(order.ChannelStorefront)}, FromStart: true, Handle: s.noteEndsTx,
	})
}

// noteEndsTx notes what became of orders on wallets, also that staff reversed a success.
func (s *Service) noteEndsTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	orders, err := order.EndedTx(ctx, tx, list)
	if err != nil {
		return err
	}

	type end struct {
		id int64 // of the storefront order
		on order.Order
	}

	var ends []end

	for _, on := range orders {
		if id, ok := parseClientRef(on.ClientRef); ok && on.Status != order.Pending {
			ends = append(ends, end{id, on})
		}
	}

	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.id, b.id) }) // who locks several rows does so in this order

	for _, e := range ends {
		o, err := lockTx(ctx, tx, e.on.ClientID, e.id)

		switch {
		case fault.ErrNotFound.Is(err):
			s.deps.Log.LogAttrs(ctx, slog.LevelError, "an order of a shop has no shopper", slog.Int64("order", e.on.ID), slog.String("reference", e.on.ClientRef))
		case err != nil:
			return err
		default:
			if err := s.noteEndTx(ctx, tx, o, e.on); err != nil {
				return fmt.Errorf("end storefront order %d: %w", e.id, err)
			}
		}
	}

	return nil
}

// parseClientRef is the reverse of Order.ClientRef.
func parseClientRef(ref string) (id int64, ok bool) {
	text, found := strings.CutPrefix(ref, placing.StorefrontPrefix)
	id, err := strconv.ParseInt(text, 10, 64)

	return id, found && err == nil
}

// noteEndTx gives a locked storefront order the end of its order on the wallet. After a reversal the client owes the shopper a refund, as after
// any failure.
func (s *Service) noteEndTx(ctx context.Context, tx *db.Tx, o Order, on order.Order) error {
	if o.Status == Paid { // the worker that placed it has not noted so yet, or died
		var err error
		if o, err = s.notePlacedTx(ctx, tx, o, on); err != nil {
			return err
		}
	}

	switch succeeded := on.Status == order.Success; {
	case o.OrderID != on.ID, o.Status == Success && succeeded, o.Status == Failed:
		return nil
	case succeeded:
		return s.deliverTx(ctx, tx, o, on.SerialNumber)
	}

	failed, err := s.failTx(ctx, tx, o, msgNotMade.Code())
	if err != nil {
		return err
	}

	return s.mailTx(ctx, tx, failed, mailFailed)
}

func (s *Service) deliverTx(ctx context.Context, tx *db.Tx, o Order, serialNumber string) error {
	now := s.deps.Clock.Now()

	_, err := tx.Exec(ctx, "UPDATE storefront_orders SET status = 'success', serial_number = $1, ended_at = $2 WHERE client_id = $3 AND id = $4",
		serialNumber, clock.Micros(now), o.ClientID, o.ID)
	if err != nil {
		return err
	}

	return event.AddTx(ctx, tx, event.Event{ClientID: o.ClientID, Kind: event.ShopOrderDelivered, Subject: event.Subject(o.ID), At: now})
}
