package orders

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

const maxReviews = 200

// StaffReview is a question about an order that staff decide.
type StaffReview struct {
	OrderID    string    `json:"orderId"`
	ClientID   int64     `json:"clientId"`
	ClientName string    `json:"clientName"`
	Kind       string    `json:"kind" enum:"reversal,late_success,unknown,contradiction" doc:"unknown: no outcome for a day; reversal: a failure reported after success; late_success: a delivery reported after the refund; contradiction: an answer about another number, product or reference"`
	Detail     string    `json:"detail" doc:"The supplier's words"`
	CreatedAt  time.Time `json:"createdAt"`

	Owner   string     `json:"owner" doc:"Who works on it; empty: nobody" example:"staff:ana"`
	OwnedAt *time.Time `json:"ownedAt" doc:"Since when"`
}

// StaffReviews are the oldest open reviews.
type StaffReviews struct {
	Data []StaffReview `json:"data" nullable:"false"`
	More bool          `json:"more" doc:"There are further ones"`
}

// CloseReviewsInput says why nothing is changed.
type CloseReviewsInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type closeReviews struct {
	OrderPath

	Body CloseReviewsInput
}

func registerReviews(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-reviews", Method: http.MethodGet, Path: "/staff/v1/reviews", Summary: "Orders that need a decision, oldest first", Tag: tag,
		Access: api.Needs(identity.OrderDetail), Client: api.AnyClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[StaffReviews], error) {
		names, err := s.clients(ctx)
		if err != nil {
			return nil, err
		}

		list, more, err := s.Orders.Reviews(ctx, maxReviews)
		if err != nil {
			return nil, err
		}

		out := StaffReviews{Data: make([]StaffReview, len(list)), More: more}
		for i, r := range list {
			out.Data[i] = StaffReview{
				order.FormatID(r.OrderID), r.ClientID, names.names[r.ClientID], r.Kind, r.Detail, r.CreatedAt, r.Owner, timeOrNil(r.OwnedAt),
			}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-close-reviews", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/reviews/close", Summary: "Close the reviews of an order without changing it", Tag: tag,
		Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound, order.ErrState},
		Example: CloseReviewsInput{Reason: "Delivered and paid, the notice was wrong"},
	}, func(ctx context.Context, in *closeReviews) (*portal.Body[portal.Empty], error) {
		o, _, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Orders.CloseReviews(ctx, order.CloseReviewsInput{
			ClientID: o.ClientID, OrderID: o.ID, Actor: staff.Actor(ctx), Reason: in.Body.Reason,
		}))
	})
}
