package developer

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
)

// WebhookAddresses are where webhooks come from.
type WebhookAddresses struct {
	Addresses []string `json:"addresses" nullable:"false" doc:"Addresses and networks; empty if this deployment names none" example:"[\"203.0.113.7\",\"203.0.113.16/28\"]"`
}

// registerAddresses adds the call that firewalls of clients read, without a token.
func registerAddresses(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-webhook-addresses", Method: http.MethodGet, Path: "/v1/webhook-addresses", Summary: "Where webhooks come from", Tag: tag,
		Description: "Public addresses and networks that requests to your endpoints come from, for firewalls. Check the signature, too: an address proves nothing alone.",
		Access:      api.Public(), Client: api.NoClient,
	}, func(context.Context, *portal.NoInput) (*portal.Body[WebhookAddresses], error) {
		return portal.Answer(WebhookAddresses{s.Webhooks.Sources()}), nil
	})
}
