package schedule

import (
	"context"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// Resumption is the client's word that a late scheduled order runs now.
type Resumption struct {
	Decision

	UserID int64
	PIN    secret.Text
}

// Resume begins the run of a scheduled order that waits because its moment passed more than a day ago. The prices are those
// of now. Errors: identity's errors of PINs, fault.ErrNotFound, and ErrNotWaiting, also for a repeat.
func (s *Service) Resume(ctx context.Context, r Resumption) (Order, error) {
	if err := s.People.VerifyPIN(ctx, r.ClientID, r.UserID, r.PIN); err != nil {
		return Order{}, err
	}

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()

		o, err := getTx(ctx, tx, r.ClientID, r.ID, s.DB.ForUpdate())
		if err != nil {
			return err
		}

		if o.Status != Draft || o.WaitsFor != ForLate {
			return ErrNotWaiting.New()
		}

		// It has begun, so it is not late again. The next run of its series was made when it was found late.
		_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET status = 'scheduled', waits_for = NULL, executed_at = $1 WHERE id = $2", clock.Micros(now), o.ID)
		if err != nil {
			return err
		}

		if err := s.enqueueTx(ctx, tx, o); err != nil {
			return err
		}

		s.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: r.Actor, Client: o.ClientID, Action: "scheduled_order.resume", Subject: subject(o.ID), Address: r.Address,
		})
	})
	if err != nil {
		return Order{}, failed("resume", r.ID, err)
	}

	return s.Get(ctx, r.ClientID, r.ID)
}
