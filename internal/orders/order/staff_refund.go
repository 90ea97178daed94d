package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"loket/internal/catalog"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/supplier"
)

// RefundKind is the kind of approvals of refunds.
const RefundKind = "order.refund"

// RefundInput asks for the end of an order as failed, with its refund.
type RefundInput struct {
	ClientID     int64           `json:"clientId"`
	OrderID      int64           `json:"orderId"`
	SupplierSaid bool            `json:"supplierSaid"` // the supplier said that nothing was delivered, or took it back
	Reason       string          `json:"reason"`       // for the file
	ClientReason supplier.Reason `json:"clientReason"` // a code whose text the client reads
	Status       string          `json:"status"`       // of the order when it was asked for, set by Refund
	Unsent       bool            `json:"unsent"`       // it was never sent when it was asked for, set by Refund
	Attempt      int             `json:"attempt"`      // number of the last one when it was asked for, set by Refund: the supplier's word is about it
	Actor        string          `json:"-"`
}

// RefundResult is the order, or the approval that its refund waits for.
type RefundResult struct {
	Order   Order
	Waiting *approval.Approval
}

// SettleInput ends a pending order as delivered.
type SettleInput struct {
	ClientID     int64
	OrderID      int64
	SerialNumber string
	SupplierSaid bool
	Actor        string
	Reason       string
}

// Settle ends a pending order as success. What is prepaid has a serial number, which must be given. An order that waits for its supplier was
// not sent, and can't be a success. Errors: fault.ErrValidation, fault.ErrNotFound, ErrState.
func (s *Service) Settle(ctx context.Context, in SettleInput) (Order, error) {
	serial := strings.TrimSpace(in.SerialNumber)

	if in.Reason == "" {
		return Order{}, fault.InvalidField("reason", msgReasonMissing)
	}

	if !in.SupplierSaid {
		return Order{}, fault.InvalidField("supplierSaid", msgSupplierSaid)
	}

	var out Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		o, last, err := s.lockTx(ctx, tx, in.ClientID, in.OrderID)

		switch {
		case err != nil:
			return err
		case o.Status != Pending:
			return ErrState.Msg(msgEnded.With(o.Status))
		case last.State == "" || last.State == StatePrepared:
			return ErrState.Msg(msgNeverSent)
		case serial == "" && o.Kind != catalog.Postpaid:
			return fault.InvalidField("serialNumber", msgSerialMissing)
		}

		out, err = s.decideTx(ctx, tx, Decision{
			ClientID: in.ClientID, OrderID: in.OrderID, To: Success, Actor: in.Actor, Reason: in.Reason, SupplierSaid: true,
			SerialNumber: ClipMessage(serial),
		})

		return err
	})

	return out, err
}

// lockTx locks an order and its last attempt, and returns both; the attempt is zero if there is none.
func (s *Service) lockTx(ctx context.Context, tx *db.Tx, clientID, orderID int64) (Order, Attempt, error) {
	o, err := Find(ctx, tx, clientID, orderID, s.deps.DB.ForUpdate())
	if err != nil {
		return Order{}, Attempt{}, err
	}

	last, _, err := LastAttempt(ctx, tx, clientID, orderID, s.deps.DB.ForUpdate())

	return o, last, err
}

// Refund ends an order as failed. One that was never sent is ended at once, up to RefundDayLimit per maker and day; above it the refund waits
// for a second person. A delivered order, or one whose outcome is unknown, needs the supplier's word, too, and always waits. Nothing changes
// before the approval. Errors: fault.ErrValidation,
// fault.ErrNotFound, ErrState for one that has failed.
func (s *Service) Refund(ctx context.Context, in RefundInput) (RefundResult, error) {
	if err := in.check(); err != nil {
		return RefundResult{}, err
	}

	var out RefundResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		o, last, err := s.lockTx(ctx, tx, in.ClientID, in.OrderID)
		if err != nil {
			return err
		}

		if o.Status == Failed {
			return ErrState.Msg(msgEnded.With(o.Status))
		}

		in.Unsent = neverSent(o, last)
		if in.Unsent {
			alone, err := approval.AloneTx(ctx, tx, s.deps.Clock.Now(), approval.Alone{
				Kind: settleAction, Actor: in.Actor, Amount: int64(o.Price), Limit: int64(s.deps.RefundDayLimit), Field: refundedField,
			})
			if err != nil {
				return err
			}

			if alone {
				out.Order, err = s.decideTx(ctx, tx, in.decision(in.Actor, ""))

				return err
			}
		}

		if !in.Unsent && !in.SupplierSaid {
			return fault.InvalidField("supplierSaid", msgSupplierSaid)
		}

		out.Order, in.Status, in.Attempt = o, o.Status.String(), last.Number
		out.Waiting, err = s.askRefundTx(ctx, tx, in)

		return err
	})

	return out, err
}

// neverSent reports whether a pending order was sent to no supplier.
func neverSent(o Order, last Attempt) bool {
	return o.Status == Pending && (last.State == "" || last.State == StatePrepared && last.Number == 1)
}

func (in RefundInput) check() error {
	var fields []fault.Field

	if strings.TrimSpace(in.Reason) == "" {
		fields = append(fields, fault.Field{Field: "reason", Message: msgReasonMissing})
	}

	if !slices.ContainsFunc(supplier.Failures(), func(f supplier.Failure) bool { return f.Code == in.ClientReason }) {
		fields = append(fields, fault.Field{Field: "clientReason", Message: msgClientReason})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

func (in RefundInput) decision(actor, approvedBy string) Decision {
	return Decision{
		ClientID: in.ClientID, OrderID: in.OrderID, To: Failed, Actor: actor, Reason: in.Reason, ClientReason: in.ClientReason,
		SupplierSaid: in.SupplierSaid, approvedBy: approvedBy,
	}
}

// askRefundTx stores a refund that needs a second person. An order has one such request at a time.
func (s *Service) askRefundTx(ctx context.Context, tx *db.Tx, in RefundInput) (*approval.Approval, error) {
	waiting, err := approval.WaitingID(ctx, tx, RefundKind, FormatID(in.OrderID)+"/")
	if err != nil {
		return nil, err
	}

	if waiting != 0 {
		return nil, ErrState.Msg(msgAskedAlready)
	}

	wait, err := approval.AskTx(ctx, tx, s.deps.Clock.Now(), approval.AskInput{
		Kind: RefundKind, Key: FormatID(in.OrderID) + "/" + ids.Token(), ClientID: in.ClientID, Input: in, Actor: in.Actor, Reason: in.Reason,
	})

	return &wait, err
}

// WaitingRefund is the id of the request for a refund of an order that waits for a second person; 0: none waits.
func (s *Service) WaitingRefund(ctx context.Context, orderID int64) (int64, error) {
	return approval.WaitingID(ctx, s.deps.DB.Reader(), RefundKind, FormatID(orderID)+"/")
}

// DecideRefund approves or rejects a refund that waits. What is approved is done in the same transaction. Errors: fault.ErrValidation for a
// missing reason, those of approval.DecideTx, and ErrState for an order whose state changed since it was asked for.
func (s *Service) DecideRefund(ctx context.Context, d approval.Decision) (Order, error) {
	if d.Reason == "" {
		return Order{}, fault.InvalidField("reason", msgReasonMissing)
	}

	d.Kind = RefundKind

	var out Order

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		decided, err := approval.DecideTx(ctx, tx, s.deps.Clock.Now(), d)
		if err != nil {
			return err
		}

		var in RefundInput
		if err := json.Unmarshal([]byte(decided.Input), &in); err != nil {
			return fmt.Errorf("read a refund: %w", err)
		}

		if !d.Approve {
			out, err = Find(ctx, tx, in.ClientID, in.OrderID, "")

			return err
		}

		// What was asked for was another thing: the supplier may have delivered what was pending then, or got what had not been sent, or
		// another supplier has the order now.
		o, last, err := s.lockTx(ctx, tx, in.ClientID, in.OrderID)
		if err != nil {
			return err
		}

		if o.Status.String() != in.Status || last.Number != in.Attempt || in.Unsent && !neverSent(o, last) {
			return ErrState.Msg(msgChangedSince.With(o.Status))
		}

		out, err = s.decideTx(ctx, tx, in.decision(decided.RequestedBy, decided.DecidedBy))

		return err
	})

	return out, err
}
