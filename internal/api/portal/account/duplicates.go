package account

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
)

// DuplicateGuard is when the client API refuses the same order again.
type DuplicateGuard struct {
	Minutes int64 `json:"minutes" minimum:"0" maximum:"1440" doc:"The same product for the same number is refused within so many minutes, unless the first order failed or the second says allowDuplicate; 0: never" example:"10"`
}

type changeDuplicateGuard struct {
	portal.Language

	Body DuplicateGuard
}

func registerDuplicates(a *api.API, s Services) {
	access := api.Needs(identity.APIKeyManage)

	api.Register(a, api.Operation{
		ID: "get-duplicate-guard", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/clients/duplicates", Summary: "When the client API refuses the same order again", Tag: tagAccount,
		Access: access, Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[DuplicateGuard], error) {
		minutes, err := s.Identity.DuplicateMinutes(ctx, *portal.Caller(ctx))
		if err != nil {
			return nil, fmt.Errorf("duplicate guard of a client: %w", err)
		}

		return portal.Answer(DuplicateGuard{Minutes: minutes}), nil
	})

	api.Register(a, api.Operation{
		ID: "change-duplicate-guard", Sandbox: api.InSandbox, Method: http.MethodPut, Path: "/v1/clients/duplicates", Summary: "Decide when the client API refuses the same order again", Tag: tagAccount,
		Description: "It holds for the next order. The portal warns of numbers that were paid lately and refuses none.",
		Access:      access, Client: api.CallersClient,
		Example: DuplicateGuard{Minutes: 10},
	}, func(ctx context.Context, in *changeDuplicateGuard) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangeDuplicateMinutes(ctx, in.Self(ctx), in.Body.Minutes))
	})
}
