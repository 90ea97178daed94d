package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
)

// ClientSecurity is what the root users of a client decide for all its users.
type ClientSecurity struct {
	IdleMinutes  int64      `json:"idleMinutes" doc:"A session ends after so many minutes without use, if the deployment's own limit isn't shorter" example:"60"`
	SecondFactor string     `json:"secondFactor" enum:"none,money,all" doc:"Of whom a second factor is demanded; money: people with rights over money"`
	DemandedFrom *time.Time `json:"demandedFrom" doc:"When sign-ins without one begin to lead to its set-up: seven days after the decision; null if it is demanded of nobody"`
	RememberDays int64      `json:"rememberDays" doc:"For how many days a browser may skip the second step; 0: never" example:"30"`
	Lacking      *Lacking   `json:"lacking" doc:"How many users have no second factor; null for who isn't a root user"`
}

// Lacking is how many users have no second factor.
type Lacking struct {
	_ struct{} `nullable:"true"`

	Money int64 `json:"money" doc:"Among people with rights over money"`
	All   int64 `json:"all"`
}

// SecurityChange is a change of ClientSecurity. What is missing stays as it is.
type SecurityChange struct {
	IdleMinutes  *int64  `json:"idleMinutes,omitempty" minimum:"15" maximum:"120" example:"60"`
	SecondFactor *string `json:"secondFactor,omitempty" enum:"none,money,all"`
	RememberDays *int64  `json:"rememberDays,omitempty" minimum:"0" maximum:"90" example:"30"`
}

type changeSecurity struct {
	portal.Language

	Body SecurityChange
}

func registerSecurity(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-client-security", Method: http.MethodGet, Path: "/v1/clients/security", Summary: "What the client decided about the security of its users", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[ClientSecurity], error) {
		return s.clientSecurity(ctx)
	})

	api.Register(a, api.Operation{
		ID: "change-client-security", Method: http.MethodPatch, Path: "/v1/clients/security", Summary: "Decide about the security of the client's users", Tag: tagAccount,
		Description: "It holds for open sessions at once. A demand for a second factor gives everybody seven days, and mails who lacks one.",
		Access:      api.Session(), Client: api.CallersClient, Root: true, StepUp: true,
		Example: SecurityChange{IdleMinutes: new(int64(60))},
	}, func(ctx context.Context, in *changeSecurity) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangeClientSecurity(ctx, in.Self(ctx), identity.SecurityChange{
			IdleMinutes: in.Body.IdleMinutes, SecondFactor: (*identity.Demand)(in.Body.SecondFactor), RememberDays: in.Body.RememberDays,
		}))
	})
}

func (s Services) clientSecurity(ctx context.Context) (*portal.Body[ClientSecurity], error) {
	p := portal.Caller(ctx)

	found, err := s.Identity.ClientSecurity(ctx, *p)
	if err != nil {
		return nil, fmt.Errorf("security of a client: %w", err)
	}

	out := ClientSecurity{IdleMinutes: found.IdleMinutes, SecondFactor: string(found.SecondFactor), RememberDays: found.RememberDays}
	if found.SecondFactor != identity.DemandNone {
		out.DemandedFrom = new(found.DemandedAt.Add(identity.DemandGrace))
	}

	if p.IsRoot() {
		n, err := s.Identity.LackingFactors(ctx, *p)
		if err != nil {
			return nil, fmt.Errorf("security of a client: %w", err)
		}

		out.Lacking = &Lacking{Money: n.Money, All: n.All}
	}

	return portal.Answer(out), nil
}
