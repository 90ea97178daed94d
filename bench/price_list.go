package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal/products"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const (
	priceListLimit = 20  // ms, the slowest but one in a hundred
	priceReads     = 200 // of each call in a round
)

// priceCalls are the calls of the price list. The products are those of the shop's figures: 50,000 of 100 operators.
func priceCalls() []string {
	const list = "/dashboard/v1/products/client"

	return []string{
		list, list + "?page=5000", list + "?perPage=100&page=250", list + "?search=diamonds", list + "?search=game+7+diamonds+499", list + "?search=nothing+like+it",
		list + "?active=true&page=40", list + "?active=false", list + "?operatorType=game&operatorCode=OP07", list + "?depositType=level_1&searchQuery=sku4999",
		"/v1/operator/type", "/v1/operator",
	}
}

// priceList measures the calls of the price list through the handler, with its checks, filters and JSON.
func priceList(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := priceListOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

// anyone signs a user of the first client in.
type anyone struct{}

// Authenticate implements api.Identity.
func (anyone) Authenticate(context.Context, string) (identity.Principal, error) {
	return identity.Principal{Kind: identity.SessionKind, ClientID: firstUser, UserID: 1, Scope: identity.FullScope, TimeZone: clock.DefaultZone}, nil
}

// AuthenticateUnattended implements api.Identity.
func (a anyone) AuthenticateUnattended(ctx context.Context, token string) (identity.Principal, error) {
	return a.Authenticate(ctx, token)
}

// RequireProof implements api.Identity.
func (anyone) RequireProof(context.Context, *identity.Principal) error { return nil }

// AuthenticateKey implements api.Identity.
func (anyone) Sandbox(context.Context, int64) (int64, bool, error) { return 0, false, nil }

func (a anyone) AuthenticateKey(ctx context.Context, key, _ string) (identity.Principal, error) {
	return a.Authenticate(ctx, key)
}

func priceListOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	if _, err := fillShop(ctx, d); err != nil {
		return err
	}

	a := api.New(api.Options{Identity: anyone{}, Logger: slog.New(slog.DiscardHandler)})
	products.Register(a, products.Services{Catalog: catalog.New(d, clock.System{})})

	routes := a.Handler()
	f, slowest := figures{}, ""

	for range b.rounds {
		worst := 0.0

		for _, call := range priceCalls() {
			p99, err := priceRound(ctx, routes, call)
			if err != nil {
				return err
			}

			if p99 > worst {
				worst, slowest = p99, call
			}
		}

		f.add("p99", worst)
	}

	b.addLimit(result{Name: "prices-p99", Engine: engine.String(), Value: median(f["p99"]), Unit: "ms", Better: lower}, priceListLimit)
	fmt.Printf("the slowest call was %s\n", slowest)

	return nil
}

// priceRound repeats a call and returns the slowest but one in a hundred, in milliseconds.
func priceRound(ctx context.Context, routes http.Handler, call string) (float64, error) {
	times := make([]float64, priceReads)

	for n := range times {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, call, http.NoBody)
		r.Header.Set("Authorization", "Bearer token")

		w := httptest.NewRecorder()
		began := time.Now()

		routes.ServeHTTP(w, r)

		times[n] = milliseconds(time.Since(began))

		if w.Code != http.StatusOK {
			return 0, fmt.Errorf("%s: %d %s", call, w.Code, w.Body)
		}
	}

	slices.Sort(times)

	return times[len(times)*99/100], nil
}
