// Package products serves the client's price list: products, price history, operators, and the watches of prices.
package products

import (
	"loket/internal/api"
	"loket/internal/catalog"
	"loket/internal/catalog/watch"
	"loket/internal/shop/storefront"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Catalog *catalog.Service
	Watches *watch.Service
	// Shops knows what shoppers of the client's web app pay.
	Shops *storefront.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerPriceList(a, s)
	registerWatches(a, s)
}
