// Package shops serves staff's calls about the shops of clients: the list, and hiding one from shoppers.
package shops

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/shop/storefront"
)

const (
	tag     = "shops"
	perPage = 50
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity *identity.Service
	Shops    *storefront.Service
}

// StaffShop is the shop of a client.
type StaffShop struct {
	ClientID    int64      `json:"clientId" example:"1001"`
	ClientName  string     `json:"clientName"`
	ClientCode  string     `json:"clientCode" doc:"The path of the shop" example:"majujaya"`
	Name        string     `json:"name" doc:"What shoppers read"`
	Published   bool       `json:"published" doc:"Whether shoppers see it"`
	PublishedAt *time.Time `json:"publishedAt" doc:"Last time; null: never"`
	Operators   int        `json:"operators" doc:"Whose products it may offer"`
	UpdatedAt   time.Time  `json:"updatedAt"`
}

// StaffShopPage is a page of shops.
type StaffShopPage struct {
	Data   []StaffShop `json:"data" nullable:"false"`
	Cursor string      `json:"cursor" doc:"Of the next page; empty after the last"`
}

// UnpublishShopInput says why.
type UnpublishShopInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type listShops struct {
	Search string `query:"search" maxLength:"100" doc:"An id, a part of the client's code or name"`
	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

type unpublish struct {
	ID   int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
	Body UnpublishShopInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-shops", Method: http.MethodGet, Path: "/staff/v1/shops", Summary: "Shops of clients, by client", Tag: tag,
		Description: "A page looks at 50 clients, and has the shops that are set up among those, so it may have fewer rows, or none.",
		Access:      api.Needs(identity.ShopManageAny), Client: api.AnyClient,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-unpublish-shop", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/shop/unpublish", Summary: "Hide the shop of a client from shoppers", Tag: tag,
		Description: "The client can publish it again. Doing it again changes nothing.",
		Access:      api.Needs(identity.ShopManageAny), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: UnpublishShopInput{Reason: "It sells under a name that is not the client's"},
	}, s.unpublish)
}

func (s Services) list(ctx context.Context, in *listShops) (*portal.Body[StaffShopPage], error) {
	after, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	clients, err := s.Identity.ListClients(ctx, identity.ClientQuery{Search: in.Search, After: after, Limit: perPage})
	if err != nil {
		return nil, err
	}

	out := StaffShopPage{Data: []StaffShop{}}

	for _, c := range clients {
		if !c.Features.Has(identity.Connect) {
			continue
		}

		one, err := s.shop(ctx, c)

		switch {
		case fault.ErrNotFound.Is(err):
		case err != nil:
			return nil, err
		default:
			out.Data = append(out.Data, one)
		}
	}

	if len(clients) == perPage {
		out.Cursor = portal.FormatID(clients[perPage-1].ID)
	}

	return portal.Answer(out), nil
}

// shop reads the shop of a client. Error: fault.ErrNotFound without one.
func (s Services) shop(ctx context.Context, c identity.Client) (StaffShop, error) {
	shop, err := s.Shops.Get(ctx, c.ID)
	if err != nil {
		return StaffShop{}, err
	}

	operators, err := s.Shops.Operators(ctx, c.ID)

	return StaffShop{
		ClientID: c.ID, ClientName: c.Name, ClientCode: shop.ClientCode, Name: shop.Content.Name, Published: shop.IsPublished,
		PublishedAt: shop.PublishedAt, Operators: len(operators), UpdatedAt: shop.UpdatedAt,
	}, err
}

func (s Services) unpublish(ctx context.Context, in *unpublish) (*portal.Body[StaffShop], error) {
	by := staff.By(ctx, in.Body.Reason)
	if err := by.Check(nil); err != nil {
		return nil, err
	}

	if in.ID == clientid.Provider {
		return nil, fault.ErrNotFound.New()
	}

	c, err := s.Identity.Client(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	shop, err := s.Shops.Get(ctx, c.ID)
	if err != nil {
		return nil, err
	}

	_, err = s.Shops.Publish(ctx, storefront.By{ClientID: c.ID, Actor: by.Actor, Reason: by.Reason, Address: by.Address}, shop.ID, false)
	if err != nil {
		return nil, err
	}

	return portal.AnswerOr(s.shop(ctx, c))
}
