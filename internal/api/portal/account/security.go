package account

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
)

// ClientSecurity is what the root users of a client decide for all its users.
type ClientSecurity struct {
	IdleMinutes int64 `json:"idleMinutes" minimum:"15" maximum:"120" doc:"A session ends after so many minutes without use, if the deployment's own limit isn't shorter" example:"60"`
}

type changeSecurity struct {
	portal.Language

	Body ClientSecurity
}

func registerSecurity(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-client-security", Method: http.MethodGet, Path: "/v1/clients/security", Summary: "What the client decided about the security of its users", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[ClientSecurity], error) {
		found, err := s.Identity.ClientSecurity(ctx, *portal.Caller(ctx))
		if err != nil {
			return nil, fmt.Errorf("security of a client: %w", err)
		}

		return portal.Answer(ClientSecurity(found)), nil
	})

	api.Register(a, api.Operation{
		ID: "change-client-security", Method: http.MethodPatch, Path: "/v1/clients/security", Summary: "Decide about the security of the client's users", Tag: tagAccount,
		Description: "It holds for open sessions at once.",
		Access:      api.Session(), Client: api.CallersClient, Root: true, StepUp: true,
		Example: ClientSecurity{IdleMinutes: 60},
	}, func(ctx context.Context, in *changeSecurity) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangeClientSecurity(ctx, in.Self(ctx), identity.ClientSecurity(in.Body)))
	})
}
