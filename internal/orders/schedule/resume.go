package schedule

import (
	"context"
	"fmt"

	"loket/internal/catalog"
	"loket/internal/orders/placing"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// Resumption is the client's word that a late scheduled order runs now.
type Resumption struct {
	Decision

	UserID int64
	PIN    secret.Text
	// ExpectedTotal is the total at the present price that the user saw; nil for bills, and where the caller showed none.
	ExpectedTotal *money.Rupiah
}

// Resume begins the run of a scheduled order that waits because its moment passed more than a day ago. The prices are those
// of now. Errors: identity's errors of PINs, fault.ErrNotFound, ErrNotWaiting, also for a repeat, and placing.ErrPriceAboveMaximum for another
// total than the user saw.
func (s *Service) Resume(ctx context.Context, r Resumption) (Order, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Order{}, fmt.Errorf("read the catalogue: %w", err)
	}

	if err := s.deps.People.VerifyPIN(ctx, r.ClientID, r.UserID, r.PIN); err != nil {
		return Order{}, err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, err := getTx(ctx, tx, r.ClientID, r.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if o.Status != Draft || o.WaitsFor != ForLate {
			return ErrNotWaiting.New()
		}

		if err := r.checkSeenTotal(snap, o); err != nil {
			return err
		}

		// It has begun, so it is not late again. The next run of its series was made when it was found late.
		_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET status = 'scheduled', waits_for = NULL, executed_at = $1 WHERE client_id = $2 AND id = $3",
			clock.Micros(now), o.ClientID, o.ID)
		if err != nil {
			return err
		}

		if err := s.enqueueBesideTx(ctx, tx, o); err != nil { // the job that found it late may not have ended yet
			return err
		}

		s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: r.Actor, Client: o.ClientID, Action: "scheduled_order.resume", Subject: subject(o.ID), Address: r.Address,
		})
	})
	if err != nil {
		return Order{}, wrapError("resume", r.ID, err)
	}

	return s.Get(ctx, r.ClientID, r.ID)
}

// checkSeenTotal checks that the total that the user saw is the one at the present price.
func (r Resumption) checkSeenTotal(snap *catalog.Snapshot, o Order) error {
	if r.ExpectedTotal == nil || o.Kind == catalog.Postpaid {
		return nil
	}

	p, found := snap.Product(o.ProductCode)
	if !found {
		return placing.ErrProductNotFound.New()
	}

	if total := (o.Amount + snap.Price(o.ClientID, p)) * money.Rupiah(o.Quantity); total != *r.ExpectedTotal {
		return totalIs(total)
	}

	return nil
}
