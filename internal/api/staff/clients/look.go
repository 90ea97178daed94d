package clients

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// StartedLook opens the portal as a user of a client sees it.
type StartedLook struct {
	URL string `json:"url" doc:"Opens it once, within a minute"`
}

func registerLook(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-look-as-user", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/users/{userId}/look", Tag: tag, Secret: true,
		Summary: "Look at the portal as a user of a client sees it",
		Description: "Read only, for 15 minutes: every call that changes something is refused, and so is each that reads a secret. The audit log has begin and end, with the reason. " +
			"It ends with the caller's session, and with another look.",
		Access: api.Needs(identity.ClientUserHelp), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, identity.ErrNoLook},
		Example: UserHelpInput{Reason: "Called from the number on file: sees no orders"},
	}, func(ctx context.Context, in *helpUser) (*portal.Body[StartedLook], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		url, err := s.Identity.StartLook(ctx, staff.By(ctx, in.Body.Reason), portal.Caller(ctx).Username, c.ID, portal.ParseID(in.UserID))
		if err != nil {
			return nil, err
		}

		return portal.Answer(StartedLook{url.Reveal()}), nil
	})
}
