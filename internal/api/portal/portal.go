// Package portal serves the dashboard's calls, which carry a session token.
package portal

import (
	"context"
	"strconv"

	"loket/internal/api"
	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/catalog/watch"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/contact"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/file"
	"loket/internal/platform/live"
	"loket/internal/shop/analytics"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// Services are the domains that the handlers call. All may be nil in the generator of the
// document.
type Services struct {
	Identity     *identity.Service
	Wallets      *wallet.Service
	Topups       *topup.Service
	Settlements  *settlement.Service
	Orders       *order.Service
	OrderFiles   *export.Service
	Catalog      *catalog.Service
	Invoices     *invoice.Service
	PriceWatches *watch.Service
	Schedules    *schedule.Service
	Contacts     *contact.Service
	Shops        *storefront.Service
	ShopOrders   *checkout.Service
	Analytics    *analytics.Service
	Files        file.Store
	Links        *file.Links
	Live         *live.Hub
	// Stopping is closed when the server begins to stop; streams end then.
	Stopping <-chan struct{}
}

// Register adds the portal's calls.
func Register(a *api.API, s Services) {
	open := newStreams(s.Identity)

	registerAccess(a, s, open)
	registerAccount(a, s)
	registerPeople(a, s)
	registerSessions(a, s, open)
	registerDeposits(a, s)
	registerDepositHistory(a, s)
	registerDepositExport(a, s)
	registerDepositDays(a, s)
	registerDepositStatements(a, s)
	registerThreshold(a, s)
	registerTopup(a, s)
	registerSettlements(a, s)
	registerProducts(a, s)
	registerPriceWatches(a, s)
	registerOrders(a, s)
	registerOrderDetail(a, s)
	registerOrderSums(a, s)
	registerOrderFiles(a, s)
	registerInvoices(a, s)
	registerScheduledOrders(a, s)
	registerContacts(a, s)
	registerShop(a, s)
	registerAnalytics(a, s)
	registerEvents(a, s, open)
}

// body is an answer with a body and no special headers.
type body[T any] struct {
	Body T
}

func answer[T any](v T) *body[T] { return &body[T]{Body: v} }

// empty is the body {} of a call without a result.
type empty struct{}

type noInput struct{}

// pathID parses an id of a path. It returns 0, which nothing has, for any text that is not the one form
// of a positive id: +4 and 04 are not 4.
func pathID(text string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 0 || number(id) != text {
		return 0
	}

	return id
}

func caller(ctx context.Context) *identity.Principal { return api.Principal(ctx) }

// orNil is nil for a zero value.
func orNil[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}

	return &v
}
