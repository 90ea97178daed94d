// Package developer serves the calls about what clients' programs use: the endpoints that get events with the log of what was sent to them, the
// log of calls with API keys, and the sandbox.
package developer

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/requestlog"
	"loket/internal/developer/sandbox"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
)

const tag = "webhooks"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Webhooks *webhook.Service
	Requests *requestlog.Service
	Identity *identity.Service
	Sandbox  *sandbox.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerWebhooks(a, s)
	registerRequests(a, s)
	registerAddresses(a, s)
	registerSandbox(a, s)
}

func caller(ctx context.Context) webhook.By {
	p := portal.Caller(ctx)

	return webhook.By{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx)}
}
