package account

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// CurrentLook says that one of the provider's staff looks at the portal as the user sees it.
type CurrentLook struct {
	By    string    `json:"by" doc:"Username of staff" example:"ana"`
	Until time.Time `json:"until" doc:"When it ends by itself"`
}

// OpenLookInput opens a look of staff.
type OpenLookInput struct {
	Start string `json:"start" maxLength:"2048" doc:"What the address has that staff got"`
}

// OpenedLook carries the token of a look.
type OpenedLook struct {
	Token    string `json:"token" doc:"Send it as Authorization: Bearer; it reads, and changes nothing"`
	Username string `json:"username" doc:"Of the user as whom staff look"`
}

type openLook struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      OpenLookInput
}

func registerLook(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "open-look", Secret: true, Method: http.MethodPost, Path: "/v1/auth/look", Summary: "Let one of staff look at the portal as a user sees it", Tag: tagAccess,
		Description: "Once, within a minute after one of the provider's staff started it. For 15 minutes, from one network address; the provider's audit log has begin and end.",
		Access:      api.Public(), Client: api.NoClient, Faults: []fault.Definition{identity.ErrUnauthorized},
		Example: OpenLookInput{Start: "eyJhbGciOi..."},
	}, func(ctx context.Context, in *openLook) (*portal.Body[OpenedLook], error) {
		opened, err := s.Identity.OpenLook(ctx, secret.Text(in.Body.Start), api.Address(ctx), in.UserAgent)
		if err != nil {
			return nil, err
		}

		return portal.Answer(OpenedLook{opened.Token, opened.Username}), nil
	})
}
