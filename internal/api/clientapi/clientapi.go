// Package clientapi serves the client API: calls of clients' own programs with an API key. Every
// answer is {"data": ...}.
package clientapi

import (
	"context"

	"loket/internal/api"
	"loket/internal/catalog"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/reconciliation"
	"loket/internal/developer/sandbox"
	"loket/internal/developer/webhook"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/shop/checkout"
)

const tag = "client API"

// Services are the domains that the handlers call. All may be nil in the generator of the
// document.
type Services struct {
	Orders     *order.Service
	Placing    *placing.Service
	Wallets    *wallet.Service
	Catalog    *catalog.Service
	Storefront *checkout.Service
	Events     *clientevent.Service
	Sandbox    *sandbox.Service
	Webhooks   *webhook.Service

	Reconciliations *reconciliation.Service
}

// Register adds the client API's calls.
func Register(a *api.API, s Services) {
	registerOrders(a, s)
	registerOrderList(a, s)
	registerLookup(a, s)
	registerBatch(a, s)
	registerInquiries(a, s)
	registerProducts(a, s)
	registerBalance(a, s)
	registerWallets(a, s)
	registerStorefront(a, s)
	registerEvents(a, s)
	registerWebhooks(a, s)
	registerReconciliations(a, s)
	registerSandbox(a, s)
}

// Data wraps every answer of the client API.
type Data[T any] struct {
	Data T `json:"data"`
}

type body[T any] struct {
	Body Data[T]
}

func answer[T any](v T) *body[T] { return &body[T]{Body: Data[T]{v}} }

// answerOr is the answer, or the error that came instead of it.
func answerOr[T any](v T, err error) (*body[T], error) {
	if err != nil {
		return nil, err
	}

	return answer(v), nil
}

// Order is an order as the client API shows it.
type Order = clientevent.Order

func show(ctx context.Context, o order.Order) Order {
	return clientevent.ShowOrder(o, api.LanguageOf(ctx))
}

func clientID(ctx context.Context) int64 { return api.Principal(ctx).ClientID }
