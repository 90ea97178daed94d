package orders

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// SettleOrderInput ends a pending order.
type SettleOrderInput struct {
	Status       string `json:"status" enum:"success,failed" doc:"failed is a refund"`
	SerialNumber string `json:"serialNumber,omitempty" maxLength:"200" doc:"Of a success: what proves the delivery; prepaid products have one"`
	SupplierSaid bool   `json:"supplierSaid" doc:"The supplier said so"`
	Reason       string `json:"reason" maxLength:"500" doc:"For the file"`
	ClientReason string `json:"clientReason,omitempty" doc:"Of failed: code of the reason that the client reads; failed when empty" example:"number_wrong"`
}

// RefundOrderInput ends an order as failed and gives the money back.
type RefundOrderInput struct {
	SupplierSaid bool   `json:"supplierSaid" doc:"The supplier said that nothing was delivered, or took it back"`
	Reason       string `json:"reason" maxLength:"500" doc:"For the file"`
	ClientReason string `json:"clientReason" doc:"Code of the reason that the client reads" example:"reversed"`
}

// DecidedOrder is the order after a decision, or the approval that it waits for.
type DecidedOrder struct {
	staff.Waiting

	OrderID string `json:"orderId"`
	Status  string `json:"status" enum:"pending,success,failed"`
}

type decisionAnswer struct {
	Status int
	Body   DecidedOrder
}

type settleOrder struct {
	OrderPath

	Body SettleOrderInput
}

type refundOrder struct {
	OrderPath

	Body RefundOrderInput
}

func registerDecisions(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-check-order", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/check", Summary: "Ask the supplier of a pending order now", Tag: tag,
		Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient, Status: http.StatusAccepted,
		Faults: []fault.Definition{fault.ErrNotFound, order.ErrState, order.ErrInFlight},
	}, func(ctx context.Context, in *OrderPath) (*portal.Body[portal.Empty], error) {
		o, _, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Orders.CheckNow(ctx, o.ClientID, o.ID, staff.Actor(ctx)))
	})

	faults := []fault.Definition{fault.ErrNotFound, order.ErrState, order.ErrInFlight}
	waits := map[int]string{http.StatusAccepted: "It waits for a second person, and nothing has changed yet"}

	api.Register(a, api.Operation{
		ID: "staff-settle-order", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/settle", Summary: "End a pending order by the supplier's word", Tag: tag,
		Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits, Faults: faults,
		Example: SettleOrderInput{Status: "success", SerialNumber: "0326112617562703", SupplierSaid: true, Reason: "Chat of 14:02"},
	}, s.settle)

	api.Register(a, api.Operation{
		ID: "staff-refund-order", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/refund", Summary: "End an order as failed, with its refund", Tag: tag,
		Description: "A delivered order, and one whose outcome is unknown, need the supplier's word and a second person.",
		Access:      api.Needs(identity.OrderRefund), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits, Faults: faults,
		Example: RefundOrderInput{SupplierSaid: true, Reason: "Chat of 14:02", ClientReason: "reversed"},
	}, func(ctx context.Context, in *refundOrder) (*decisionAnswer, error) {
		return s.refund(ctx, in.OrderID, in.Body)
	})
}

func (s Services) settle(ctx context.Context, in *settleOrder) (*decisionAnswer, error) {
	b := in.Body

	if b.Status == order.Failed.String() {
		code := b.ClientReason
		if code == "" {
			code = string(supplier.ReasonFailed)
		}

		return s.refund(ctx, in.OrderID, RefundOrderInput{SupplierSaid: b.SupplierSaid, Reason: b.Reason, ClientReason: code})
	}

	o, _, err := s.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}

	o, err = s.Orders.Settle(ctx, order.SettleInput{
		ClientID: o.ClientID, OrderID: o.ID, SerialNumber: b.SerialNumber, SupplierSaid: b.SupplierSaid, Actor: staff.Actor(ctx), Reason: b.Reason,
	})
	if err != nil {
		return nil, err
	}

	return &decisionAnswer{http.StatusOK, DecidedOrder{OrderID: in.OrderID, Status: o.Status.String()}}, nil
}

func (s Services) refund(ctx context.Context, id string, b RefundOrderInput) (*decisionAnswer, error) {
	o, _, err := s.find(ctx, id)
	if err != nil {
		return nil, err
	}

	result, err := s.Orders.Refund(ctx, order.RefundInput{
		ClientID: o.ClientID, OrderID: o.ID, SupplierSaid: b.SupplierSaid, Reason: b.Reason, ClientReason: supplier.Reason(b.ClientReason),
		Actor: staff.Actor(ctx),
	})
	if err != nil {
		return nil, err
	}

	out := &decisionAnswer{http.StatusOK, DecidedOrder{OrderID: id, Status: result.Order.Status.String()}}
	if result.Waiting != nil {
		out.Status, out.Body.ApprovalID = http.StatusAccepted, portal.FormatID(result.Waiting.ID)
	}

	return out, nil
}
