package shop

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

const tagShop = "connect"

// ShopPublication publishes a shop or takes it back.
type ShopPublication struct {
	ID          string `json:"id" maxLength:"19" example:"1"`
	IsPublished bool   `json:"isPublished"`
}

// ShopFavorite makes an operator popular, or no more.
type ShopFavorite struct {
	ProductID string `json:"productId" maxLength:"64" doc:"Code of the operator" example:"MLBB"`
	Favorite  bool   `json:"favorite"`
}

// OwnClient is the query of calls that may name the caller's client. The type is exported because huma only reads exported
// embedded structs.
type OwnClient struct {
	ClientID int64 `query:"clientId" doc:"The caller's own" minimum:"0" maximum:"9007199254740991" example:"1001"`
}

// NamedClientID implements api.NamesClient.
func (in *OwnClient) NamedClientID() int64 { return in.ClientID }

type createShop struct{ Body NewShop }

// NamedClientID implements api.NamesClient.
func (in *createShop) NamedClientID() int64 { return in.Body.ClientID }

type changeShop struct {
	portal.Language

	Body ShopChange
}

// NamedClientID implements api.NamesClient.
func (in *changeShop) NamedClientID() int64 { return in.Body.ClientID }

type publishShop struct{ Body ShopPublication }

type favorShop struct{ Body ShopFavorite }

type listShopOperators struct {
	OwnClient

	ClientCode string `query:"clientCode" maxLength:"32" doc:"The caller's own" example:"majujaya"`
	Active     string `query:"active" enum:"true" doc:"Shops offer active operators alone"`
}

func registerConfig(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-shop", Secret: true, Method: http.MethodGet, Path: "/v1/webapp/config", Summary: "The set-up of the shop", Tag: tagShop,
		Access: api.Session(), Feature: identity.Connect, Client: api.InputsClient, Faults: []fault.Definition{fault.ErrNotFound},
		Also: map[int]string{http.StatusNoContent: "The client has none yet"},
	}, func(ctx context.Context, _ *OwnClient) (*portal.CreatedAnswer[ShopConfig], error) {
		shop, err := s.Shops.Get(ctx, portal.Caller(ctx).ClientID)
		if fault.ErrNotFound.Is(err) {
			return &portal.CreatedAnswer[ShopConfig]{Status: http.StatusNoContent}, nil
		}

		shown, err := s.showShop(ctx)(shop, err)
		if err != nil {
			return nil, err
		}

		return &portal.CreatedAnswer[ShopConfig]{Status: http.StatusOK, Body: shown.Body}, nil
	})

	api.Register(a, api.Operation{
		ID: "create-shop", Secret: true, Method: http.MethodPost, Path: "/v1/webapp/config", Summary: "Set up the shop", Tag: tagShop,
		Description: "A client has one shop. The same set-up again answers with what there is.", Status: http.StatusCreated, MaxBody: shopBody,
		Access: api.Needs(identity.ShopManage), Feature: identity.Connect, Client: api.InputsClient,
		Faults: []fault.Definition{fault.ErrNotFound, storefront.ErrConflict}, Example: NewShop{ShopInput: ShopInput{ClientID: 1001, ClientCode: "majujaya"}},
	}, func(ctx context.Context, in *createShop) (*portal.Body[ShopConfig], error) {
		if err := ownCode(ctx, in.Body.ClientCode); err != nil {
			return nil, err
		}

		return s.showShop(ctx)(s.Shops.Create(ctx, shopBy(ctx), in.Body.input()))
	})

	api.Register(a, api.Operation{
		ID: "change-shop", Secret: true, Method: http.MethodPatch, Path: "/v1/webapp/config", Summary: "Change the set-up of the shop", Tag: tagShop,
		Description: "While the shop is published, shoppers see the change at once, so its name, logo and payment link must stay. Another payment link also needs the " +
			"caller's password: the root users and the finance address get a mail about it. An answer of this path can be sent back as it is; a change without a version " +
			"replaces whatever stands, and its answer warns of that.", MaxBody: shopBody,
		Access: api.Needs(identity.ShopManage), Feature: identity.Connect, Client: api.InputsClient,
		Faults: []fault.Definition{
			fault.ErrNotFound, storefront.ErrConflict, identity.ErrPasswordNeeded, identity.ErrClientUnauthorized, fault.ErrThrottled,
		}, Example: ShopChange{ID: "1", Version: 3},
	}, s.changeShop)

	api.Register(a, api.Operation{
		ID: "publish-shop", Secret: true, Method: http.MethodPatch, Path: "/v1/webapp/config/publication", Summary: "Publish the shop, or take it back", Tag: tagShop,
		Description: "Publishing needs a name, a logo, a payment link and texts that can be read. What else is missing before orders can be delivered stands in the answer's " +
			"delivery, here and wherever the set-up is read: it forbids nothing.",
		Access: api.Needs(identity.ShopManage), Feature: identity.Connect, Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound}, Example: ShopPublication{ID: "1", IsPublished: true},
	}, func(ctx context.Context, in *publishShop) (*portal.Body[ShopConfig], error) {
		return s.showShop(ctx)(s.Shops.Publish(ctx, shopBy(ctx), portal.ParseID(in.Body.ID), in.Body.IsPublished))
	})

	api.Register(a, api.Operation{
		ID: "favor-operator", Secret: true, Method: http.MethodPatch, Path: "/v1/webapp/config/toggle-favorite", Summary: "Make an operator popular, or no more", Tag: tagShop,
		Access: api.Needs(identity.ShopManage), Feature: identity.Connect, Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound}, Example: ShopFavorite{ProductID: "MLBB", Favorite: true},
	}, func(ctx context.Context, in *favorShop) (*portal.Body[ShopConfig], error) {
		return s.showShop(ctx)(s.Shops.SetPopular(ctx, shopBy(ctx), in.Body.ProductID, in.Body.Favorite))
	})

	registerOperators(a, s)
	registerImages(a, s)
	registerPaymentKey(a, s)
	registerSKUs(a, s)
	registerPrices(a, s)
}

func registerOperators(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-shop-operators", Method: http.MethodGet, Path: "/v1/operators/webapp", Summary: "Operators that the shop may offer", Tag: tagShop,
		Description: "Active ones with a fixed price; where the provider assigned some to the client, those.",
		Access:      api.Session(), Feature: identity.Connect, Client: api.InputsClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listShopOperators) (*portal.Body[ShopOperators], error) {
		if err := ownCode(ctx, in.ClientCode); err != nil {
			return nil, err
		}

		list, err := s.Shops.Operators(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(ShopOperators{showOperators(list)}), nil
	})
}

// changeShop changes the set-up. Another payment link needs the caller's password.
func (s Services) changeShop(ctx context.Context, in *changeShop) (*portal.Body[ShopConfig], error) {
	if err := ownCode(ctx, in.Body.ClientCode); err != nil {
		return nil, err
	}

	by := shopBy(ctx)
	by.Confirm = func(ctx context.Context) error {
		return s.Identity.ConfirmPassword(ctx, in.Self(ctx), secret.Text(in.Body.Password))
	}

	out, err := s.showShop(ctx)(s.Shops.Change(ctx, by, portal.ParseID(in.Body.ID), in.Body.Version, in.Body.input()))
	if err == nil && in.Body.Version == storefront.AnyVersion {
		out.Body.Warning = api.Say(ctx, msgUnseenVersion)
	}

	return out, err
}

// shopBody bounds the body of a set-up: four banners with long links, and the signed links of an answer.
const shopBody = 48 << 10

func shopBy(ctx context.Context) storefront.By {
	p := portal.Caller(ctx)

	return storefront.By{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx), Name: p.Username}
}

// ownCode refuses the code of another client as if there were none.
func ownCode(ctx context.Context, code string) error {
	if code != "" && code != portal.Caller(ctx).ClientCode {
		return fault.ErrNotFound.New()
	}

	return nil
}
