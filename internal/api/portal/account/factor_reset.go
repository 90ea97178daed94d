package account

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// FactorReset is a reset that waits.
type FactorReset struct {
	FactorResetAt time.Time `json:"factorResetAt" doc:"When the second factors are removed"`
}

func registerFactorReset(a *api.API, s Services) {
	of := api.Operation{
		Method: http.MethodPost, Tag: tagUsers, Access: api.Session(), Client: api.CallersClient, Root: true, StepUp: true,
		Faults: []fault.Definition{fault.ErrNotFound},
	}

	start := of
	start.ID, start.Path, start.Summary = "start-factor-reset", "/v1/user/{id}/factor-reset", "Start the removal of a colleague's second factors"
	start.Description = "For a colleague who lost them all. They are removed after 24 hours, and the sessions end. The colleague and the root users are mailed; the colleague's mail has a link that cancels it. " +
		"While a reset waits, a repeat changes nothing. Nobody starts it for themselves."
	start.Faults = append(start.Faults, identity.ErrFactorReset)
	api.Register(a, start, func(ctx context.Context, in *byID) (*portal.Body[FactorReset], error) {
		at, err := s.Identity.StartFactorReset(ctx, in.Self(ctx), portal.ParseID(in.ID))
		if err != nil {
			return nil, err
		}

		return portal.Answer(FactorReset{at}), nil
	})

	cancel := of
	cancel.ID, cancel.Path, cancel.Summary = "cancel-factor-reset", "/v1/user/{id}/factor-reset/cancel", "Cancel the removal of a colleague's second factors"
	cancel.Description = "Without a reset that waits it changes nothing."
	api.Register(a, cancel, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.CancelFactorReset(ctx, in.Self(ctx), portal.ParseID(in.ID)))
	})
}
