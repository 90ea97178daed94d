// Package shop serves the calls by which a client sets its shop up, prices what it sells, and reads its figures.
package shop

import (
	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/shop/analytics"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity  *identity.Service
	Wallets   *wallet.Service
	Shops     *storefront.Service
	Checkout  *checkout.Service
	Analytics *analytics.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerConfig(a, s)
	registerAnalytics(a, s)
}
