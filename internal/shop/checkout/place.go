package checkout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
)

const (
	unpaidKept = 90 * 24 * time.Hour
	// jobLostAfter is the time from the payment after which an order that is not placed, and does not wait for money, is placed again.
	jobLostAfter = time.Minute
	// maxWaiting bounds one look at the paid orders of a client and type that could not be placed; the next one is seconds later.
	maxWaiting = 100
)

// placeArgs are the arguments of the job that places a paid order.
type placeArgs struct {
	ClientID int64
	ID       int64
}

func (s *Service) runPlaceJob(ctx context.Context, j job.Job) error {
	var args placeArgs
	if err := j.Decode(&args); err != nil {
		return job.Discard(err)
	}

	o, err := s.getPaid(ctx, args.ClientID, args.ID)
	if err != nil {
		return err
	}

	_, err = s.placeOnWallet(ctx, o)

	return err
}

// getPaid is Get for the job of a payment. Where clients are on several servers, the job can be read a moment before the order is paid for
// readers on another one; a lock waits for that.
func (s *Service) getPaid(ctx context.Context, clientID, id int64) (Order, error) {
	o, err := s.Get(ctx, clientID, id)
	if err != nil || o.Status != Waiting {
		return o, err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		o, err = lockTx(ctx, tx, clientID, id)

		return err
	})

	return o, err
}

// placeOnWallet places a paid order on the client's wallet. Its reference makes a second time harmless. It reports whether the wallet is
// too short: then the order waits. Errors are temporary; the job retries.
func (s *Service) placeOnWallet(ctx context.Context, o Order) (short bool, err error) {
	if o.Status != Paid {
		return false, nil
	}

	placed, err := s.deps.Placing.Place(ctx, placing.Request{
		ClientID: o.ClientID, ProductCode: o.ProductCode, DestinationNo: o.DestinationNo, ClientRef: o.ClientRef(),
		MaxPrice: o.Price, // the client never pays more than the shopper did
		Channel:  order.ChannelStorefront, Fence: s.fence(o),
	})

	switch f := fault.From(err); {
	case err == nil && placed.Order.Channel != order.ChannelStorefront:
		// Somebody else's order has the reference: it delivers nothing for the shopper's payment.
		return false, s.failRefused(ctx, o)
	case err == nil:
		return false, s.markPlaced(ctx, o, placed.Order)
	case wallet.ErrInsufficientBalance.Is(err):
		return true, s.noteShortWallet(ctx, o)
	case placing.ErrProductCutOff.Is(err):
		return false, nil // PlaceWaiting tries again, until the product is sold again
	case f.Kind.Final():
		s.deps.Log.LogAttrs(ctx, slog.LevelWarn, "a paid order of a shop was refused", slog.Int64("order", o.ID), slog.String("code", f.Code))

		return false, s.failRefused(ctx, o)
	default:
		return false, fmt.Errorf("place storefront order %d: %w", o.ID, err)
	}
}

// markPlaced notes the order on the wallet, and what it cost.
func (s *Service) markPlaced(ctx context.Context, o Order, on order.Order) error {
	return s.changeFrom(ctx, o, Paid, func(tx *db.Tx, o Order) error {
		_, err := s.notePlacedTx(ctx, tx, o, on)

		return err
	})
}

func (s *Service) notePlacedTx(ctx context.Context, tx *db.Tx, o Order, on order.Order) (Order, error) {
	now := s.deps.Clock.Now()
	o.Status, o.OrderID, o.NetPrice, o.PlacedAt = Processing, on.ID, on.Price, &now

	_, err := tx.Exec(ctx, "UPDATE storefront_orders SET status = 'processing', order_id = $1, net_price = $2, placed_at = $3 WHERE client_id = $4 AND id = $5",
		on.ID, int64(on.Price), clock.Micros(now), o.ClientID, o.ID)

	return o, err
}

// noteShortWallet notes that the wallet is too short, and tells the owner once.
func (s *Service) noteShortWallet(ctx context.Context, o Order) error {
	return s.changeFrom(ctx, o, Paid, func(tx *db.Tx, o Order) error {
		if o.ShortSince != nil {
			return nil
		}

		_, err := tx.Exec(ctx, "UPDATE storefront_orders SET short_since = $1 WHERE client_id = $2 AND id = $3",
			clock.Micros(s.deps.Clock.Now()), o.ClientID, o.ID)
		if err != nil {
			return err
		}

		return s.mailTx(ctx, tx, o, mailShort)
	})
}

// failRefused ends an order whose placing was refused for good. The client refunds the shopper.
func (s *Service) failRefused(ctx context.Context, o Order) error {
	return s.changeFrom(ctx, o, Paid, func(tx *db.Tx, o Order) error {
		if placed, err := isOnWalletTx(ctx, tx, o); err != nil || placed {
			return err // the next look notes it
		}

		failed, err := s.failTx(ctx, tx, o, msgNotPlaced.Code())
		if err != nil {
			return err
		}

		return s.mailTx(ctx, tx, failed, mailFailed)
	})
}

// changeFrom changes an order under its lock if it is still in a state. One that is in another state already stays.
func (s *Service) changeFrom(ctx context.Context, o Order, from Status, fn func(tx *db.Tx, o Order) error) error {
	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now, err := lockTx(ctx, tx, o.ClientID, o.ID)
		if err != nil || now.Status != from {
			return err
		}

		return fn(tx, now)
	})
	if err != nil {
		return fmt.Errorf("change storefront order %d: %w", o.ID, err)
	}

	return nil
}

// PlaceWaiting places paid orders that waited for the wallet, oldest first, and those whose job was lost. After one that the wallet is
// too short for, the client's others of that type wait on: they are paid from the same wallet.
func (s *Service) PlaceWaiting(ctx context.Context) error {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+" FROM (SELECT "+columns+`, ROW_NUMBER() OVER (PARTITION BY client_id, operator_type ORDER BY paid_at, id) AS place FROM storefront_orders
			WHERE status = 'paid' AND (short_since IS NOT NULL OR paid_at < $1)) w
		WHERE w.place <= $2 ORDER BY paid_at, id`, clock.Micros(s.deps.Clock.Now().Add(-jobLostAfter)), maxWaiting)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return scan(row) })
	if err != nil {
		return fmt.Errorf("find paid orders of shops: %w", err)
	}

	type group struct {
		clientID     int64
		operatorType string
	}

	var (
		failed error // one order must not stop the others
		short  = map[group]bool{}
	)

	for _, o := range list {
		g := group{o.ClientID, o.OperatorType}
		if short[g] {
			continue
		}

		isShort, err := s.placeOnWallet(ctx, o)
		short[g] = isShort
		failed = errors.Join(failed, err)

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}
