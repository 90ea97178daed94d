package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/stream"
	"loket/internal/platform/fault"
)

// SessionRow is one session of the caller.
type SessionRow struct {
	ID         string    `json:"id"`
	Device     string    `json:"device" doc:"What the browser calls itself"`
	Address    string    `json:"address" doc:"Network address of the sign-in"`
	Method     string    `json:"method" enum:"password,app,passkey,recovery_code,remembered" doc:"How it signed in"`
	CreatedAt  time.Time `json:"createdAt" doc:"When it signed in"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"Last use, to the minute"`
	ExpiresAt  time.Time `json:"expiresAt" doc:"When it ends in any case"`
	Current    bool      `json:"current" doc:"Whether it is the one that asks"`
}

func registerSessions(a *api.API, s Services, open *stream.Streams) {
	api.Register(a, api.Operation{
		ID: "list-sessions", Method: http.MethodGet, Path: "/v1/user/sessions", Summary: "The own sessions, newest first", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]SessionRow], error) {
		list, err := s.Identity.OwnSessions(ctx, *portal.Caller(ctx))
		if err != nil {
			return nil, fmt.Errorf("sessions: %w", err)
		}

		out := make([]SessionRow, len(list))
		for i, o := range list {
			out[i] = SessionRow{o.ID, o.Device, o.Address, string(o.Method), o.CreatedAt, o.LastUsedAt, o.ExpiresAt, o.Current}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "end-session", Method: http.MethodDelete, Path: "/v1/user/sessions/{id}", Summary: "End an own session", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		if err := s.Identity.EndOwnSession(ctx, in.Self(ctx), in.ID); err != nil {
			return nil, err
		}

		open.End(in.ID)

		return portal.Answer(portal.Empty{}), nil
	})

	api.Register(a, api.Operation{
		ID: "end-other-sessions", Method: http.MethodDelete, Path: "/v1/user/sessions", Summary: "End all own sessions but the one that asks", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient, StepUp: true,
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[portal.Empty], error) {
		ended, err := s.Identity.EndOtherSessions(ctx, in.Self(ctx))
		if err != nil {
			return nil, err
		}

		for _, id := range ended {
			open.End(id)
		}

		return portal.Answer(portal.Empty{}), nil
	})
}
