package order

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// Decision is a decision of staff about an order.
type Decision struct {
	ClientID int64
	OrderID  int64
	// To is the order's new end: Success, or Failed with its refund.
	To     Status
	Actor  string
	Reason string // for the file
	// ClientReason is what the client reads of a failure; the reason for the file when empty.
	ClientReason supplier.Reason
	// SerialNumber proves the delivery of a success; empty leaves what is stored.
	SerialNumber string
	// SupplierSaid: the supplier told staff what became of the purchase. Without it an order whose call is
	// in flight can't be ended.
	SupplierSaid bool
	// approvedBy is the second person, of what one approved.
	approvedBy string
}

const (
	// settleAction is a decision about an order in the audit log.
	settleAction = "order.settle"
	// refundedField is what was given back, in the detail of its entry.
	refundedField = "refunded"
)

// Resolve ends an order by a decision of staff: an order with an unknown outcome, or a success that the
// supplier reversed. A failed order was refunded and can't be ended again. An order that waits for its
// supplier is not sent any more. Errors: fault.ErrValidation, ErrState, ErrInFlight.
func (s *Service) Resolve(ctx context.Context, d Decision) (Order, error) {
	if d.Reason == "" {
		return Order{}, fault.InvalidField("reason", msgReasonMissing)
	}

	if d.To != Success && d.To != Failed {
		return Order{}, fault.InvalidField("to", msgResolvedAs)
	}

	var resolved Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		resolved, err = s.decideTx(ctx, tx, d)

		return err
	})

	return resolved, err
}

// decideTx ends an order by a decision, in the caller's transaction.
func (s *Service) decideTx(ctx context.Context, tx *db.Tx, d Decision) (Order, error) {
	o, err := Find(ctx, tx, d.ClientID, d.OrderID, s.deps.DB.ForUpdate())
	if err != nil {
		return Order{}, err
	}

	if err := s.resolveTx(ctx, tx, s.deps.Clock.Now(), o, d); err != nil {
		return Order{}, err
	}

	s.deps.Live.ChangedTx(tx, d.ClientID, LiveTopic)

	if !clientid.IsSandbox(d.ClientID) {
		tx.AfterCommit(func() { s.deps.Finished(d.To) })
	}

	ended, err := Find(ctx, tx, d.ClientID, d.OrderID, "")
	if err != nil || ended.Status != Failed {
		return ended, err
	}

	return ended, s.mailRefundTx(ctx, tx, ended, o.Status)
}

func (s *Service) resolveTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, d Decision) error {
	if o.Status == Pending {
		if err := s.stopAttemptTx(ctx, tx, now, o, d.SupplierSaid); err != nil {
			return err
		}
	}

	switch {
	case d.To == Failed && o.Status != Failed:
		// The supplier's book may differ, so a review keeps the reason.
		if err := StoreReviewTx(ctx, tx, now, o, ReviewReversal, d.Reason); err != nil {
			return err
		}

		if _, err := FailTx(ctx, tx, now, o, o.Status, cmp.Or(d.ClientReason, supplier.Reason(d.Reason))); err != nil {
			return err
		}
	case d.To == Success && o.Status == Pending:
		_, err := tx.Exec(ctx, `UPDATE orders SET status = $1, updated_at = $2, serial_number = COALESCE($3, serial_number)
			WHERE client_id = $4 AND id = $5 AND status = $6`,
			int64(Success), clock.Micros(now), db.NullText(d.SerialNumber), o.ClientID, o.ID, int64(Pending))
		if err != nil {
			return fmt.Errorf("resolve an order: %w", err)
		}

		settled := EndEvent(&o, event.OrderSucceeded, now)
		settled.Data = settledNote

		if err := event.AddTx(ctx, tx, settled); err != nil {
			return err
		}
	default:
		return ErrState.Msg(msgEnded.With(o.Status))
	}

	if _, err := closeReviewsTx(ctx, tx, now, o, d.Reason); err != nil {
		return err
	}

	detail := map[string]any{"from": o.Status.String(), "to": d.To.String()}
	if d.To == Failed {
		detail[refundedField] = int64(o.Price)
	}

	if d.approvedBy != "" {
		detail["approvedBy"] = d.approvedBy
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: d.Actor, Client: o.ClientID, Action: settleAction, Subject: "order:" + FormatID(o.ID), Reason: d.Reason, Detail: detail,
	})
}

// stopAttemptTx makes sure that no call for an order leaves after its end: an attempt that waits is withdrawn,
// and no further status query is sent. A call that is in flight refuses the decision, unless the supplier
// said what became of it. It locks the attempt, so that none leaves in this moment.
func (s *Service) stopAttemptTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, supplierSaid bool) error {
	last, exists, err := LastAttempt(ctx, tx, o.ClientID, o.ID, s.deps.DB.ForUpdate())
	if err != nil || !exists {
		return err
	}

	if last.State == StatePrepared {
		_, err := WithdrawTx(ctx, tx, now, last, codeStaff)

		return err
	}

	if last.State == StateSending && !supplierSaid {
		return ErrInFlight.New()
	}

	_, err = tx.Exec(ctx, "UPDATE order_attempts SET next_check_at = NULL WHERE order_id = $1 AND client_id = $2", o.ID, o.ClientID)
	if err != nil {
		return fmt.Errorf("end the status queries of an order: %w", err)
	}

	return nil
}
