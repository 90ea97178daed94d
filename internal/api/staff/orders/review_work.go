package orders

import (
	"context"
	"errors"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

// maxChecked is the most orders of one call.
const maxChecked = 50

// CheckOrdersInput names orders whose suppliers are asked now.
type CheckOrdersInput struct {
	OrderIDs []string `json:"orderIds" minItems:"1" maxItems:"50" doc:"At most 50" example:"[\"2611261756270300000\"]"`
}

// CheckedOrder is what became of the question about one order.
type CheckedOrder struct {
	OrderID string `json:"orderId"`
	Asked   bool   `json:"asked" doc:"Its supplier is asked now"`
	Code    string `json:"code" doc:"Of the error, where it is not" example:"OrderStateError"`
	Message string `json:"message" doc:"Why not"`
}

// CheckedOrders are the answers, in the order of the question.
type CheckedOrders struct {
	Data []CheckedOrder `json:"data" nullable:"false"`
}

type checkOrders struct {
	Body CheckOrdersInput
}

func registerReviewWork(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-take-reviews", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/reviews/take", Summary: "Become the owner of the open reviews of an order", Tag: tag,
		Description: "Also of those that somebody else works on. The audit log keeps who had them.",
		Access:      api.Needs(identity.OrderSetStatus), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound, order.ErrState},
	}, func(ctx context.Context, in *OrderPath) (*portal.Body[portal.Empty], error) {
		o, _, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Orders.TakeReviews(ctx, o.ClientID, o.ID, staff.Actor(ctx)))
	})

	api.Register(a, api.Operation{
		ID: "staff-check-orders", Method: http.MethodPost, Path: "/staff/v1/orders/check", Summary: "Ask the suppliers of several pending orders now", Tag: tag,
		Description: "Each order has an answer of its own: one that can't be asked about leaves out none of the others.",
		Access:      api.Needs(identity.OrderSetStatus), Client: api.AnyClient,
		Example: CheckOrdersInput{OrderIDs: []string{"2611261756270300000"}},
	}, s.checkOrders)
}

func (s Services) checkOrders(ctx context.Context, in *checkOrders) (*portal.Body[CheckedOrders], error) {
	out := CheckedOrders{Data: make([]CheckedOrder, 0, maxChecked)}

	for _, id := range in.Body.OrderIDs {
		answer := CheckedOrder{OrderID: id, Asked: true}

		o, _, err := s.find(ctx, id)
		if err == nil {
			err = s.Orders.CheckNow(ctx, o.ClientID, o.ID, staff.Actor(ctx))
		}

		if err != nil {
			var refused *fault.Error
			if !errors.As(err, &refused) {
				return nil, err
			}

			answer.Asked, answer.Code, answer.Message = false, refused.Code, api.Say(ctx, refused.Message)
		}

		out.Data = append(out.Data, answer)
	}

	return portal.Answer(out), nil
}
