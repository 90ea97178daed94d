package products

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog/watch"
	"loket/internal/platform/fault"
)

// WatchedProducts are the products of a client whose price it wants to be told about.
type WatchedProducts struct {
	Codes []string `json:"codes" nullable:"false" doc:"Sorted, at most 500"`
}

func registerWatches(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-price-watches", Method: http.MethodGet, Path: "/dashboard/v1/products/watches", Summary: "Watched products", Tag: tagProducts,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[WatchedProducts], error) {
		return s.watchedProducts(ctx, nil)
	})

	api.Register(a, api.Operation{
		ID: "watch-price", Method: http.MethodPut, Path: "/dashboard/v1/products/client/{code}/watch", Summary: "Watch the price of a product", Tag: tagProducts,
		Description: "The finance address of the client gets a mail before the price changes. A repeat changes nothing.",
		Access:      api.Session(), Client: api.CallersClient, Texts: watch.Texts(), Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *productPath) (*portal.Body[WatchedProducts], error) {
		return s.watchedProducts(ctx, s.Watches.Watch(ctx, watchBy(ctx), in.Code))
	})

	api.Register(a, api.Operation{
		ID: "unwatch-price", Method: http.MethodDelete, Path: "/dashboard/v1/products/client/{code}/watch", Summary: "End a watch", Tag: tagProducts,
		Description: "A repeat changes nothing.",
		Access:      api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *productPath) (*portal.Body[WatchedProducts], error) {
		return s.watchedProducts(ctx, s.Watches.Unwatch(ctx, watchBy(ctx), in.Code))
	})
}

// watchedProducts answers with what the client watches, after a change of it.
func (s Services) watchedProducts(ctx context.Context, failed error) (*portal.Body[WatchedProducts], error) {
	if failed != nil {
		return nil, failed
	}

	list, err := s.Watches.List(ctx, portal.Caller(ctx).ClientID)
	if err != nil {
		return nil, err
	}

	return portal.Answer(WatchedProducts{list}), nil
}

func watchBy(ctx context.Context) watch.By {
	p := portal.Caller(ctx)

	return watch.By{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx)}
}
