// Package clients serves staff's calls about clients: lists, one client with its wallets and users, and the help for its users.
package clients

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
)

const tag = "clients"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity    *identity.Service
	Changes     *staffs.Service
	Wallets     *wallet.Service
	Settlements *settlement.Service
	Reads       *staff.Reads
}

// StaffClient is a client in a list.
type StaffClient struct {
	ID        int64              `json:"id" example:"1001"`
	Code      string             `json:"code" example:"majujaya"`
	Name      string             `json:"name"`
	Active    bool               `json:"active"`
	Features  []identity.Feature `json:"features" nullable:"false"`
	CreatedAt time.Time          `json:"createdAt"`
}

// StaffClientDetail is a client with its wallets.
type StaffClientDetail struct {
	StaffClient

	LegalName    string        `json:"legalName"`
	EmailFinance string        `json:"emailFinance"`
	TaxNumber    string        `json:"taxNumber"`
	TimeZone     string        `json:"timeZone"`
	Language     string        `json:"language"`
	Settlement   string        `json:"settlement" doc:"State of its pay-later limit" example:"active"`
	Wallets      []StaffWallet `json:"wallets" nullable:"false"`
	Users        int           `json:"users"`
}

// StaffWallet is a wallet of a client.
type StaffWallet struct {
	ID              string `json:"id" example:"4"`
	Type            string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance         int64  `json:"balance" doc:"Whole rupiah"`
	Active          bool   `json:"active"`
	MinBalanceAlert *int64 `json:"minBalanceAlert" doc:"Below it the client gets a mail; null without"`
}

// StaffClientUser is a user of a client.
type StaffClientUser struct {
	ID              string     `json:"id"`
	Username        string     `json:"username"`
	FullName        string     `json:"fullName"`
	Email           string     `json:"email"`
	Active          bool       `json:"active"`
	PIN             bool       `json:"pin"`
	PasswordExpired bool       `json:"passwordExpired"`
	LastUsedAt      *time.Time `json:"lastUsedAt"`
}

// ClientPath names a client. It is exported because huma only reads exported embedded structs.
type ClientPath struct {
	ID int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
}

func (in ClientPath) client() int64 { return in.ID }

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-clients", Method: http.MethodGet, Path: "/staff/v1/clients", Summary: "All clients", Tag: tag,
		Access: api.Needs(identity.ClientList), Client: api.AnyClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]StaffClient], error) {
		list, err := s.Identity.Clients(ctx)
		if err != nil {
			return nil, err
		}

		out := make([]StaffClient, len(list))
		for i, c := range list {
			out[i] = show(c)
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-get-client", Method: http.MethodGet, Path: "/staff/v1/clients/{id}", Summary: "A client with its wallets", Tag: tag,
		Access: api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.get)

	api.Register(a, api.Operation{
		ID: "staff-list-client-users", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/users", Summary: "Users of a client", Tag: tag,
		Description: "The audit log keeps who read them.",
		Access:      api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.users)

	registerUserHelp(a, s)
}

func show(c identity.Client) StaffClient {
	return StaffClient{c.ID, c.Code, c.Name, c.Active, c.Features.List(), c.CreatedAt}
}

// find returns a client. The provider's own row is none.
func (s Services) find(ctx context.Context, id int64) (identity.Client, error) {
	if id == clientid.Provider {
		return identity.Client{}, fault.ErrNotFound.New()
	}

	return s.Identity.Client(ctx, id)
}

func (s Services) get(ctx context.Context, in *ClientPath) (*portal.Body[StaffClientDetail], error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return nil, err
	}

	out := StaffClientDetail{
		StaffClient: show(c), LegalName: c.LegalName, EmailFinance: c.EmailFinance, TaxNumber: c.TaxNumber, TimeZone: c.TimeZone,
		Language: string(c.Language), Wallets: []StaffWallet{},
	}

	if out.Settlement, err = s.Settlements.Status(ctx, c.ID); err != nil {
		return nil, err
	}

	users, err := s.Identity.Users(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	out.Users = len(users)

	wallets, err := s.Wallets.List(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	for _, w := range wallets {
		shown := StaffWallet{ID: portal.FormatID(w.ID), Type: string(w.Type), Balance: int64(w.Balance), Active: w.Active}
		if w.MinBalanceAlert != nil {
			shown.MinBalanceAlert = new(int64(*w.MinBalanceAlert))
		}

		out.Wallets = append(out.Wallets, shown)
	}

	return portal.Answer(out), s.Reads.Record(ctx, c.ID, identity.Subject("client", c.ID), nil)
}

func (s Services) users(ctx context.Context, in *ClientPath) (*portal.Body[[]StaffClientUser], error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return nil, err
	}

	list, err := s.Identity.Users(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	out := make([]StaffClientUser, len(list))

	for i, u := range list {
		out[i] = StaffClientUser{
			ID: portal.FormatID(u.ID), Username: u.Username, FullName: u.FullName, Email: u.Email, Active: u.Active, PIN: u.HasPIN,
			PasswordExpired: u.PasswordExpired,
		}
		if !u.LastUsedAt.IsZero() {
			out[i].LastUsedAt = &list[i].LastUsedAt
		}
	}

	return portal.Answer(out), s.Reads.Record(ctx, c.ID, identity.Subject("users of client", c.ID), nil)
}
