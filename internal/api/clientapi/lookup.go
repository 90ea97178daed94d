package clientapi

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/identity"
)

// LookupInput is the body of a call that looks many orders up.
type LookupInput struct {
	ClientRefs []string `json:"clientRefs" nullable:"false" minItems:"1" maxItems:"1000" doc:"Your own references" example:"[\"INV-7\"]"`
}

// LookedUp is what became of one reference.
type LookedUp struct {
	ClientRef string `json:"clientRef" example:"INV-7"`
	Order     *Order `json:"order,omitempty" doc:"Absent if no order has this reference: it was refused or never sent"`
}

const lookupBody = 512 << 10 // 1,000 references of 64 characters, however they are escaped

func registerLookup(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "look-up-orders", Method: http.MethodPost, Path: "/h2h/v1/orders/lookup", Summary: "Up to 1,000 orders, by your references", Tag: tag,
		Description: "The answer has a line for each reference, in the same order. It changes nothing, so it is safe to repeat.",
		Cost:        api.Bulk, MaxBody: lookupBody, Access: api.WithAPIKey(identity.OrdersRead), Client: api.CallersClient,
		Example: LookupInput{ClientRefs: []string{"INV-7", "INV-8"}},
	}, func(ctx context.Context, in *struct{ Body LookupInput }) (*body[[]LookedUp], error) {
		found, err := s.Orders.ByRefs(ctx, clientID(ctx), in.Body.ClientRefs)
		if err != nil {
			return nil, fmt.Errorf("look orders up: %w", err)
		}

		out := make([]LookedUp, len(in.Body.ClientRefs))
		for i, ref := range in.Body.ClientRefs {
			out[i].ClientRef = ref

			if o, ok := found[ref]; ok {
				shown := show(ctx, o)
				out[i].Order = &shown
			}
		}

		return answer(out), nil
	})
}
