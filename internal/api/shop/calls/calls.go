// Package calls serves the calls of shops' own pages. Anybody may make them, so each is bounded, and none tells more than the shop's
// pages or the shopper's own link.
package calls

import (
	"time"

	"loket/internal/api"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/shop/analytics"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

const tag = "shop"

// Services are the domains that the handlers call. All may be nil in the generator of the document.
type Services struct {
	Shops     *storefront.Service
	Orders    *checkout.Service
	Analytics *analytics.Service
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerOrders(a, s)
	registerEvents(a, s)
	registerInquiries(a, s)
	registerDestinations(a, s)
}

// Bounds of the calls that run at a time on a node, so that shops never take the connections of the client API.
const (
	places     = 48
	shopPlaces = 24
	busyRetry  = time.Second
)

// gate lets a bounded number of calls in, of each shop a part.
type gate struct{ shares *limiter.Shares[string] }

func newGate() gate {
	return gate{limiter.NewShares[string](limiter.SharesOptions{Places: places, Share: shopPlaces})}
}

// withPlace runs a call of a shop. Error: fault.ErrBusy when too many run.
func withPlace[T any](g gate, code string, call func() (*T, error)) (*T, error) {
	if !g.shares.Take(code) {
		return nil, fault.Busy(busyRetry)
	}
	defer g.shares.Release(code)

	return call()
}
