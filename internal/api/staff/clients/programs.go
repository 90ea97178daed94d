package clients

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// ClientPrograms are what a client's programs use.
type ClientPrograms struct {
	Keys      []portal.KeyRow  `json:"keys" nullable:"false" doc:"Without those of the sandbox"`
	Endpoints []ClientEndpoint `json:"endpoints" nullable:"false" doc:"Addresses that get events"`
}

// ClientEndpoint is an address of a client's program that gets events.
type ClientEndpoint struct {
	ID           string     `json:"id" example:"3"`
	Address      string     `json:"address" doc:"Without what follows a question mark, which may be a secret" example:"https://erp.example.com/loket"`
	State        string     `json:"state" enum:"active,failing,off"`
	OffReason    string     `json:"offReason" doc:"user, gone (it answered 410), failing (no good answer for five days); empty while it is on" example:"gone"`
	FailingSince *time.Time `json:"failingSince" doc:"null while it answers well"`
	CreatedAt    time.Time  `json:"createdAt"`
}

func registerPrograms(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-client-programs", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/programs",
		Summary: "API keys and webhook endpoints of a client", Tag: tag,
		Description: "Keys are shown by their last four characters. The audit log keeps who read it, once in ten minutes.",
		Access:      api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.programs)
}

func (s Services) programs(ctx context.Context, in *ClientPath) (*portal.Body[ClientPrograms], error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return nil, err
	}

	keys, err := s.Identity.APIKeys(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	endpoints, err := s.Webhooks.List(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	out := ClientPrograms{Keys: make([]portal.KeyRow, len(keys)), Endpoints: make([]ClientEndpoint, len(endpoints))}
	for i := range keys {
		out.Keys[i] = portal.ShowKey(&keys[i])
	}

	for i, e := range endpoints {
		out.Endpoints[i] = ClientEndpoint{
			portal.FormatID(e.ID), addressOf(e.URL), string(e.State()), string(e.OffReason), portal.OrNil(e.FailingSince()), e.CreatedAt,
		}
	}

	return portal.Answer(out), s.Reads.RecordLook(ctx, c.ID, identity.Subject("programs of client", c.ID))
}

// addressOf is an address without the parts that often hold a secret.
func addressOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}

	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
