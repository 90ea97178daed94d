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

// APIKeyRow is one API key of the client.
type APIKeyRow struct {
	portal.KeyRow

	Mode string `json:"mode" enum:"live,test" doc:"test: a key of the sandbox"`
}

// modeOf is the mode of a key.
func modeOf(k *identity.APIKey) string {
	if k.IsTest() {
		return "test"
	}

	return "live"
}

// APIKeyInput is a new key.
type APIKeyInput struct {
	portal.KeyChoices

	Mode string `json:"mode,omitempty" enum:"live,test" doc:"test: a key of the sandbox, which the first one opens; live without it" example:"test"`
}

type makeKey struct {
	portal.Language

	Body *APIKeyInput `required:"false"`
}

// NewAPIKey is a new API key.
type NewAPIKey struct {
	APIKey string `json:"apiKey" doc:"Shown this once" example:"lk_live_..."`
}

// APIKeyChange changes a key. What is left out stays.
type APIKeyChange struct {
	Name      *string   `json:"name,omitempty" maxLength:"60" example:"Kasir cabang Bandung"`
	Scopes    *[]string `json:"scopes,omitempty" minItems:"1" maxItems:"8" nullable:"false" doc:"What it may do" example:"[\"orders:read\"]"`
	Addresses *[]string `json:"addresses,omitempty" maxItems:"20" nullable:"false" doc:"Addresses and networks from which it may be used; empty: any" example:"[\"203.0.113.7\"]"`
}

type changeKey struct {
	portal.Language

	ID   string `path:"id" maxLength:"20" example:"31"`
	Body APIKeyChange
}

// KeyRoll says how long the key before serves.
type KeyRoll struct {
	OverlapHours int `json:"overlapHours" enum:"0,1,24,72" doc:"How long the key before serves, too; 0: it is refused at once" example:"24"`
}

type rollKey struct {
	portal.Language

	ID   string `path:"id" maxLength:"20" example:"31"`
	Body KeyRoll
}

// CallersAddress is where a call came from.
type CallersAddress struct {
	Address string `json:"address" doc:"Of IPv4 or IPv6" example:"203.0.113.7"`
}

func registerKeys(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "make-api-key", Secret: true, Method: http.MethodPost, Path: "/v1/user/key", Summary: "Make an API key", Tag: tagUsers,
		Description: "A client has at most two, and two of its sandbox. The key is shown this once. Without choices it may do everything, from anywhere, for ever.",
		Access:      api.Needs(identity.APIKeyManage), Client: api.CallersClient, Status: http.StatusCreated,
		Faults: []fault.Definition{identity.ErrKeyLimit, identity.ErrStepUpRequired},
		Example: APIKeyInput{KeyChoices: portal.KeyChoices{
			Name: "Kasir cabang Bandung", Scopes: []string{string(identity.OrdersRead), string(identity.OrdersWrite)}, Addresses: []string{"203.0.113.7"},
		}},
	}, func(ctx context.Context, in *makeKey) (*portal.Body[NewAPIKey], error) {
		body := in.Body
		if body == nil {
			body = &APIKeyInput{}
		}

		makeIt := s.Sandbox.MakeKey

		if body.Mode != "test" {
			if err := s.Identity.RequireProof(ctx, portal.Caller(ctx)); err != nil {
				return nil, err
			}

			makeIt = s.Identity.MakeOwnKey
		}

		_, key, err := makeIt(ctx, in.Self(ctx), body.Input())
		if err != nil {
			return nil, err
		}

		return portal.Answer(NewAPIKey{key.Reveal()}), nil
	})

	own := api.Operation{
		Tag: tagUsers, Sandbox: api.SameInSandbox, Access: api.Needs(identity.APIKeyManage), Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound, identity.ErrStepUpRequired},
	}

	change := own
	change.ID, change.Method, change.Path, change.Summary = "change-api-key", http.MethodPatch, "/v1/user/key/{id}/settings", "Change an API key"
	change.Description = "Its name, what it may do, and from where: it holds for the next call with the key. A key of the sandbox, too."
	change.Example = APIKeyChange{Addresses: &[]string{"203.0.113.7"}}
	api.Register(a, change, func(ctx context.Context, in *changeKey) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangeOwnKey(ctx, in.Self(ctx), portal.ParseID(in.ID), identity.KeyChange{
			Name: in.Body.Name, Scopes: in.Body.Scopes, Addresses: in.Body.Addresses,
		}))
	})

	roll := own
	roll.ID, roll.Secret, roll.Method, roll.Path, roll.Summary = "roll-api-key", true, http.MethodPost, "/v1/user/key/{id}/roll", "Replace an API key"
	roll.Description = "Makes a new key with the same settings, which is shown this once. The one before serves for the overlap. A key of the sandbox, too."
	roll.Faults = append(roll.Faults, identity.ErrKeyRoll)
	roll.Example = KeyRoll{OverlapHours: 24} //nolint:mnd // an example
	api.Register(a, roll, func(ctx context.Context, in *rollKey) (*portal.Body[NewAPIKey], error) {
		_, key, err := s.Identity.RollOwnKey(ctx, in.Self(ctx), portal.ParseID(in.ID), time.Duration(in.Body.OverlapHours)*time.Hour)
		if err != nil {
			return nil, err
		}

		return portal.Answer(NewAPIKey{key.Reveal()}), nil
	})

	api.Register(a, api.Operation{
		ID: "get-own-address", Method: http.MethodGet, Path: "/v1/user/address", Summary: "The network address of the caller", Tag: tagUsers,
		Description: "As API keys see it that are limited to addresses.",
		Access:      api.Session(), Sandbox: api.SameInSandbox, Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[CallersAddress], error) {
		return portal.Answer(CallersAddress{api.Address(ctx)}), nil
	})
}
