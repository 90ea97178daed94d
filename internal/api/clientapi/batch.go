package clientapi

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/orders/placing"
)

// BatchOrder is one order of a batch: an OrderInput whose values are checked when the order
// is placed, so that an invalid one is refused alone and not with the whole call.
type BatchOrder struct {
	ProductCode    string  `json:"productCode" required:"false" doc:"As for one order" example:"TSEL10"`
	DestinationNo  string  `json:"destinationNo" required:"false" doc:"As for one order" example:"081234567890"`
	ClientRef      string  `json:"clientRef" required:"false" doc:"As for one order" example:"INV-7"`
	Amount         int64   `json:"amount,omitempty" doc:"As for one order"`
	Months         int     `json:"months,omitempty" doc:"As for one order"`
	Year           int     `json:"year,omitempty" doc:"As for one order"`
	Identity       string  `json:"identity,omitempty" doc:"As for one order"`
	MaxPrice       *int64  `json:"maxPrice,omitempty" doc:"As for one order"`
	AllowDuplicate bool    `json:"allowDuplicate,omitempty" doc:"As for one order"`
	PaymentType    *string `json:"paymentType,omitempty" doc:"As for one order" example:"deposit"`
}

func (in *BatchOrder) request(p *identity.Principal) placing.Request {
	one := OrderInput(*in)

	return one.request(p)
}

// BatchInput is the body of a call that places several orders.
type BatchInput struct {
	Orders []BatchOrder `json:"orders" minItems:"1" maxItems:"100"`
}

// Valid implements api.SelfValidatingBody: it repeats what the tags say.
func (in *BatchInput) Valid() bool {
	return len(in.Orders) >= 1 && len(in.Orders) <= placing.MaxPerCall
}

// BatchError is why one order of a batch was refused.
type BatchError struct {
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Fields  []api.Field `json:"fields"`
	Missing *int64      `json:"missing,omitempty" doc:"Of InsufficientBalanceError and InsufficientLimitError: how much is missing for this order, whole rupiah" example:"4500"`
}

// BatchResult is the outcome of one order of a batch.
type BatchResult struct {
	ClientRef string       `json:"clientRef"`
	Status    int          `json:"status" doc:"What the call for this order alone would answer: 201 new, 200 the same again, else an error"`
	Order     *PlacedOrder `json:"order,omitempty"`
	Error     *BatchError  `json:"error,omitempty"`
}

type placeBatch struct {
	Body BatchInput
}

func registerBatch(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "place-orders", Method: http.MethodPost, Path: "/h2h/v1/orders/batch", Summary: "Place up to 100 orders", Tag: tag,
		Description: "Each order has its own outcome, in the order of the input: one that is refused, " +
			"a malformed value included, does not spoil the others.",
		Access: api.WithAPIKey(identity.OrdersWrite), Client: api.CallersClient,
		Example: BatchInput{Orders: []BatchOrder{{ProductCode: "TSEL10", DestinationNo: "081234567890", ClientRef: "INV-8"}}},
	}, func(ctx context.Context, in *placeBatch) (*body[[]BatchResult], error) {
		p := api.Principal(ctx)
		requests := make([]placing.Request, len(in.Body.Orders))

		for i := range in.Body.Orders {
			requests[i] = in.Body.Orders[i].request(p)
		}

		results := s.Placing.PlaceMany(ctx, requests)
		if err := s.sandboxEffects(ctx, results); err != nil {
			return nil, err
		}

		out := make([]BatchResult, len(requests))
		for i, r := range results {
			out[i] = result(ctx, a, requests[i].ClientRef, r)
		}

		return answer(out), nil
	})
}

func result(ctx context.Context, a *api.API, ref string, r placing.Result) BatchResult {
	if r.Err != nil {
		e := a.Translate(ctx, r.Err)

		return BatchResult{ClientRef: ref, Status: e.GetStatus(), Error: &BatchError{e.Code, e.Message, e.Fields, e.Missing}}
	}

	shown := showPlaced(ctx, r.Placed)

	return BatchResult{ClientRef: ref, Status: statusOf(r.Placed), Order: &shown}
}
