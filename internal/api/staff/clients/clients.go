// Package clients serves staff's calls about clients: lists, one client with its wallets and users, the changes of both, and the help for its
// users.
package clients

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/clientfile"
	"loket/internal/backoffice/sales"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

const (
	tag     = "clients"
	perPage = 50
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity    *identity.Service
	Changes     *staffs.Service
	Files       *clientfile.Service
	Wallets     *wallet.Service
	Settlements *settlement.Service
	Invoices    *invoice.Service
	Sales       *sales.Service
	Webhooks    *webhook.Service
	Reads       *staff.Reads
	Clock       clock.Clock
}

// StaffClient is a client in a list.
type StaffClient struct {
	ID        int64              `json:"id" example:"1001"`
	Code      string             `json:"code" example:"majujaya"`
	Name      string             `json:"name"`
	Active    bool               `json:"active" doc:"false: closed"`
	Features  []identity.Feature `json:"features" nullable:"false"`
	CreatedAt time.Time          `json:"createdAt"`
}

// StaffClientPage is a page of clients.
type StaffClientPage struct {
	Data   []StaffClient `json:"data" nullable:"false"`
	Cursor string        `json:"cursor" doc:"Of the next page; empty after the last"`
}

// StaffClientDetail is a client with its wallets.
type StaffClientDetail struct {
	StaffClient

	LegalName    string        `json:"legalName"`
	EmailFinance string        `json:"emailFinance"`
	TaxNumber    string        `json:"taxNumber"`
	TimeZone     string        `json:"timeZone"`
	Language     string        `json:"language" enum:"en,id"`
	Settlement   string        `json:"settlement" doc:"State of its pay-later limit" example:"active"`
	Wallets      []StaffWallet `json:"wallets" nullable:"false"`
	Users        int           `json:"users"`
	Checklist    []ClientStep  `json:"checklist" nullable:"false" doc:"What is done and what is left until the client orders"`
}

// ClientStep is a step of the checklist.
type ClientStep struct {
	Step     string `json:"step" enum:"client,wallet,user,sign_in,key,prices"`
	Done     bool   `json:"done"`
	Count    int    `json:"count" doc:"Active wallets, root users, users that signed in, API keys, products with a price of their own"`
	Optional bool   `json:"optional" doc:"The client orders without it, too"`
}

// StaffWallet is a wallet of a client.
type StaffWallet struct {
	ID              string `json:"id" example:"4"`
	Type            string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance         int64  `json:"balance" doc:"Whole rupiah"`
	Active          bool   `json:"active"`
	MinBalanceAlert *int64 `json:"minBalanceAlert" doc:"Below it the client gets a mail; null without"`
}

// ClientPath names a client. It is exported because huma only reads exported embedded structs.
type ClientPath struct {
	ID int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
}

func (in ClientPath) client() int64 { return in.ID }

type listClients struct {
	Search string `query:"search" maxLength:"100" doc:"An id, or a part of a code or name"`
	Active string `query:"active" enum:"true,false" doc:"Both without it"`
	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-clients", Method: http.MethodGet, Path: "/staff/v1/clients", Summary: "All clients, by id", Tag: tag,
		Access: api.Needs(identity.ClientList), Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-get-client", Method: http.MethodGet, Path: "/staff/v1/clients/{id}", Summary: "A client with its wallets", Tag: tag,
		Access: api.Needs(identity.ClientList), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.get)

	registerSummary(a, s)
	registerPrograms(a, s)
	registerChanges(a, s)
	registerClosing(a, s)
	registerWallets(a, s)
	registerUsers(a, s)
	registerUserHelp(a, s)
	registerFactorReset(a, s)
	registerLook(a, s)
}

func (s Services) list(ctx context.Context, in *listClients) (*portal.Body[StaffClientPage], error) {
	after, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	q := identity.ClientQuery{Search: in.Search, After: after, Limit: perPage}
	if in.Active != "" {
		q.Active = new(in.Active == "true")
	}

	list, err := s.Identity.ListClients(ctx, q)
	if err != nil {
		return nil, err
	}

	out := StaffClientPage{Data: make([]StaffClient, len(list))}
	for i, c := range list {
		out.Data[i] = show(c)
	}

	if len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
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

	out, err := s.detail(ctx, c)
	if err != nil {
		return nil, err
	}

	return portal.Answer(out), s.Reads.Record(ctx, c.ID, identity.Subject("client", c.ID), nil)
}

func (s Services) detail(ctx context.Context, c identity.Client) (out StaffClientDetail, err error) {
	out = StaffClientDetail{
		StaffClient: show(c), LegalName: c.LegalName, EmailFinance: c.EmailFinance, TaxNumber: c.TaxNumber, TimeZone: c.TimeZone,
		Language: string(c.Language), Wallets: []StaffWallet{}, Checklist: []ClientStep{},
	}

	if out.Settlement, err = s.Settlements.Status(ctx, c.ID); err != nil {
		return out, err
	}

	users, err := s.Identity.Users(ctx, c.ID)
	if err != nil {
		return out, err
	}

	out.Users = len(users)

	wallets, err := s.Wallets.List(ctx, c.ID)
	if err != nil {
		return out, err
	}

	for _, w := range wallets {
		out.Wallets = append(out.Wallets, showWallet(w))
	}

	steps, err := s.Files.Checklist(ctx, c.ID)
	for _, step := range steps {
		out.Checklist = append(out.Checklist, ClientStep{string(step.ID), step.Done, step.Count, step.Optional})
	}

	return out, err
}

func showWallet(w wallet.Wallet) StaffWallet {
	shown := StaffWallet{ID: portal.FormatID(w.ID), Type: string(w.Type), Balance: int64(w.Balance), Active: w.Active}
	if w.MinBalanceAlert != nil {
		shown.MinBalanceAlert = new(int64(*w.MinBalanceAlert))
	}

	return shown
}
