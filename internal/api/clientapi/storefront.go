package clientapi

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/developer/clientevent"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/shop/checkout"
)

// StorefrontOrder is an order of a shopper as the shop's owner sees it.
type StorefrontOrder = clientevent.StorefrontOrder

func showStorefrontOrder(ctx context.Context, o checkout.Order) StorefrontOrder {
	return clientevent.ShowStorefrontOrder(o, api.LanguageOf(ctx))
}

// StorefrontPayment tells that a shopper paid.
type StorefrontPayment struct {
	Amount int64 `json:"amount" minimum:"1" maximum:"1000000000" doc:"What the shopper paid, whole rupiah: the price of the order" example:"21900"`
}

// StorefrontOrderPath names an order. It is exported because huma only reads exported embedded structs.
type StorefrontOrderPath struct {
	ID string `path:"id" maxLength:"20" example:"2611210815300100042"`
}

func (p StorefrontOrderPath) number() int64 {
	id, _ := idOf("id", p.ID)

	return id
}

type payStorefrontOrder struct {
	StorefrontOrderPath

	Body StorefrontPayment
}

func registerStorefront(a *api.API, s Services) {
	// Without the feature connect these calls stay: a shop's orders can be paid after the shop is gone.
	own := api.Operation{Tag: tag, Access: api.WithAPIKey(identity.OrdersRead), Client: api.CallersClient}

	list := own
	list.ID, list.Method, list.Path, list.Summary = "list-storefront-orders", http.MethodGet, "/h2h/v1/storefront-orders", "Orders of shoppers"
	list.Description = "Newest first, at most 100. With status=failed, the orders whose shoppers get a refund if they paid."
	api.Register(a, list, func(ctx context.Context, in *struct {
		Status string `query:"status" enum:"waiting,paid,processing,success,failed" example:"failed"`
		Before string `query:"before" maxLength:"20" doc:"Id: only older ones" example:"2611210815300100042"`
	},
	) (*body[[]StorefrontOrder], error) {
		before, err := idOf("before", in.Before)
		if err != nil {
			return nil, err
		}

		found, err := s.Storefront.List(ctx, clientID(ctx), checkout.Status(in.Status), before)
		if err != nil {
			return nil, err
		}

		out := make([]StorefrontOrder, len(found))
		for i, o := range found {
			out[i] = showStorefrontOrder(ctx, o)
		}

		return answer(out), nil
	})

	one := own
	one.ID, one.Method, one.Path, one.Summary = "get-storefront-order", http.MethodGet, "/h2h/v1/storefront-orders/{id}", "An order of a shopper"
	one.Faults = []fault.Definition{fault.ErrNotFound}
	api.Register(a, one, func(ctx context.Context, in *StorefrontOrderPath) (*body[StorefrontOrder], error) {
		return s.storefrontOrder(ctx)(s.Storefront.Get(ctx, clientID(ctx), in.number()))
	})

	own.Access = api.WithAPIKey(identity.ShopWrite)

	paid := own
	paid.ID, paid.Method, paid.Path, paid.Summary = "pay-storefront-order", http.MethodPost, "/h2h/v1/storefront-orders/{id}/paid", "A shopper has paid"
	paid.Description = "Places the order on your wallet at the price that your wallet pays now, never above the shopper's. The amount must be the order's price. " +
		"The same call again changes nothing and answers the order as it is. Payments count until 24 hours after the order was made; after 15 minutes with `paidLate`. " +
		"When your wallet is too short, the order waits for a top-up, and your root users get a mail."
	paid.Faults = []fault.Definition{fault.ErrNotFound, checkout.ErrAmount, checkout.ErrTooLate, fault.ErrOutcomeUnknown}
	paid.Example = StorefrontPayment{Amount: 21900}
	api.Register(a, paid, func(ctx context.Context, in *payStorefrontOrder) (*body[StorefrontOrder], error) {
		return s.storefrontOrder(ctx)(s.Storefront.ConfirmPayment(ctx, clientID(ctx), in.number(), money.Rupiah(in.Body.Amount)))
	})

	giveUp := own
	giveUp.ID, giveUp.Method, giveUp.Path, giveUp.Summary = "give-up-storefront-order", http.MethodPost, "/h2h/v1/storefront-orders/{id}/give-up", "Give an order of a shopper up"
	giveUp.Description = "For an order that is not on your wallet yet: it fails and is never placed, so you can refund the shopper. The same call again changes nothing."
	giveUp.Faults = []fault.Definition{fault.ErrNotFound, checkout.ErrPlaced, fault.ErrOutcomeUnknown}
	api.Register(a, giveUp, func(ctx context.Context, in *StorefrontOrderPath) (*body[StorefrontOrder], error) {
		return s.storefrontOrder(ctx)(s.Storefront.GiveUp(ctx, clientID(ctx), in.number()))
	})
}

// storefrontOrder shows the result of a call with what became of the order on the wallet.
func (s Services) storefrontOrder(ctx context.Context) func(o checkout.Order, err error) (*body[StorefrontOrder], error) {
	return func(o checkout.Order, err error) (*body[StorefrontOrder], error) {
		if err == nil {
			o, err = s.Storefront.CurrentState(ctx, o)
		}

		if err != nil {
			return nil, err
		}

		return answer(showStorefrontOrder(ctx, o)), nil
	}
}
