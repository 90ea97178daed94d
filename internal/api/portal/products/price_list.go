package products

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

const tagProducts = "products"

// Product is one row of the client's price list.
type Product struct {
	Code         string `json:"code" example:"TSEL10"`
	Name         string `json:"name" example:"Telkomsel 10.000"`
	Description  string `json:"description" doc:"Of a bill or an open amount without one: its fee or its limits, in the language of the caller"`
	OperatorCode string `json:"operatorCode" example:"TSEL"`
	OperatorType string `json:"operatorType" example:"mobile"`
	Type         string `json:"type" doc:"The same as operatorType" example:"mobile"`
	WalletType   string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller" doc:"The type of the wallet that pays"`
	SellPrice    *int64 `json:"sellPrice,omitempty" doc:"What an order is charged, whole rupiah; prepaid products alone" example:"10250"`
	AdminPrice   *int64 `json:"adminPrice,omitempty" doc:"Our fee on top of a bill or an open amount, whole rupiah; no prepaid product has one"`
	Active       bool   `json:"active"`
	Problem      bool   `json:"problem" doc:"Orders are refused while it is true"`

	CommittedSellPrice *int64 `json:"committedSellPrice,omitempty" doc:"What shoppers of the client's web app pay, whole rupiah; absent without Connect, before the client set prices, and for products that the web app doesn't offer" example:"11275"`

	ProblemReason string               `json:"problemReason,omitempty" doc:"Why, in the language of the caller; absent if nothing was said"`
	CutOff        *catalog.CutOffTimes `json:"cutOff,omitempty" doc:"When no orders are taken, each day; absent if they always are"`
}

// ProductPage is one page of the price list.
type ProductPage struct {
	Data    []Product `json:"data"`
	Page    int       `json:"page"`
	PerPage int       `json:"perPage"`
	Total   int       `json:"total" doc:"Of all pages"`
}

// PriceChange is a price that holds from a moment on.
type PriceChange struct {
	EffectiveAt   time.Time `json:"effectiveAt" doc:"From when it holds"`
	Price         *int64    `json:"price,omitempty" doc:"Whole rupiah; absent when the client's own price ends and the list price holds again"`
	PreviousPrice *int64    `json:"previousPrice,omitempty" doc:"What it replaced; absent before it takes effect, and for the first own price"`
	Own           bool      `json:"own" doc:"The client's own price, which goes before the list price"`
	Scheduled     bool      `json:"scheduled" doc:"It takes effect later"`
}

// PriceHistory is how the price of a product changed and will change.
type PriceHistory struct {
	Product Product       `json:"product" doc:"With the price that holds now"`
	Changes []PriceChange `json:"changes" doc:"The newest first, at most 200"`
}

type productPath struct {
	Code string `path:"code" maxLength:"32" example:"TSEL10"`
}

// OperatorGroup is a type with its operators.
type OperatorGroup struct {
	Code      string            `json:"code" doc:"Of the operator type" example:"mobile"`
	Operators []ProductOperator `json:"operators"`
}

// ProductOperator is a brand or biller.
type ProductOperator struct {
	Code string `json:"code" example:"TSEL"`
	Name string `json:"name" example:"Telkomsel"`
}

// ProductFilters choose rows of the price list.
type ProductFilters struct {
	Search       string `query:"search" maxLength:"100" doc:"Words of code or name; a product has all of them"`
	SearchQuery  string `query:"searchQuery" maxLength:"100" doc:"The same as search"`
	Active       string `query:"active" enum:"true,false" doc:"Without it all"`
	OperatorType string `query:"operatorType" maxLength:"64" example:"mobile"`
	OperatorCode string `query:"operatorCode" maxLength:"64" example:"TSEL"`
	DepositType  string `query:"depositType" enum:"level_1,level_2,marketplace,multibiller"`
}

type listProducts struct {
	ProductFilters

	Page    int `query:"page" minimum:"1" maximum:"100000"`
	PerPage int `query:"perPage" minimum:"1" maximum:"100" doc:"10 without it"`
}

func (in *ProductFilters) filter() catalog.Filter {
	f := catalog.Filter{
		Search: in.Search + " " + in.SearchQuery, OperatorType: in.OperatorType, OperatorCode: in.OperatorCode, WalletType: in.DepositType,
	}

	if in.Active != "" {
		active := in.Active == "true"
		f.Active = &active
	}

	return f
}

func registerPriceList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-client-products", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/dashboard/v1/products/client", Summary: "Price list", Tag: tagProducts,
		Description: "Products with the prices of the client, sorted by code, numbers in it by value: TSEL5, TSEL10, TSEL100.",
		Access:      api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *listProducts) (*portal.Body[ProductPage], error) {
		prices, err := s.clientPrices(ctx)
		if err != nil {
			return nil, err
		}

		if in.PerPage == 0 {
			in.PerPage = portal.PerPage
		}

		in.Page = max(in.Page, 1)
		list, total := prices.snap.Page(in.filter(), in.Page, in.PerPage)
		out := ProductPage{Data: make([]Product, len(list)), Page: in.Page, PerPage: in.PerPage, Total: total}

		for i, p := range list {
			out.Data[i] = prices.show(ctx, p)
		}

		return portal.Answer(out), nil
	})

	registerExport(a, s)

	api.Register(a, api.Operation{
		ID: "list-product-prices", Method: http.MethodGet, Path: "/dashboard/v1/products/client/{code}/prices", Summary: "Price history", Tag: tagProducts,
		Description: "Changes of the price that the client pays for a product, with the time from which each holds, also those to come.",
		Access:      api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *productPath) (*portal.Body[PriceHistory], error) {
		return s.priceHistory(ctx, portal.Caller(ctx).ClientID, in.Code)
	})

	api.Register(a, api.Operation{
		ID: "list-operator-types", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/operator/type", Summary: "Codes of the operator types", Tag: tagProducts,
		Description: "Those with an active operator, in the order of the screens.",
		Access:      api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]string], error) {
		snap, err := s.snapshot(ctx)
		if err != nil {
			return nil, err
		}

		types := snap.OperatorTypes()
		out := make([]string, len(types))

		for i, t := range types {
			out[i] = t.Code
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-operators", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/operator", Summary: "Operators by type", Tag: tagProducts,
		Description: "Active operators, those of one type together, in the order of the screens.",
		Access:      api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]OperatorGroup], error) {
		snap, err := s.snapshot(ctx)
		if err != nil {
			return nil, err
		}

		return portal.Answer(groupOperators(snap)), nil
	})
}

func (s Services) priceHistory(ctx context.Context, clientID int64, code string) (*portal.Body[PriceHistory], error) {
	prices, err := s.clientPrices(ctx)
	if err != nil {
		return nil, err
	}

	p, known := prices.snap.Product(code)
	if !known {
		return nil, fault.ErrNotFound.New()
	}

	list, err := s.Catalog.History(ctx, clientID, code)
	if err != nil {
		return nil, err
	}

	out := PriceHistory{Product: prices.show(ctx, p), Changes: make([]PriceChange, len(list))}

	for i, c := range list {
		out.Changes[i] = PriceChange{
			EffectiveAt: c.EffectiveAt, Price: rupiah(c.Amount), PreviousPrice: rupiah(c.Before),
			Own: c.ClientID != 0, Scheduled: c.Status == catalog.Scheduled,
		}
	}

	return portal.Answer(out), nil
}

func rupiah(v *money.Rupiah) *int64 {
	if v == nil {
		return nil
	}

	n := int64(*v)

	return &n
}

func (s Services) snapshot(ctx context.Context) (*catalog.Snapshot, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}

	return snap, nil
}

// clientPrices has the prices of the caller's client: what it pays, and what shoppers of its web app pay.
type clientPrices struct {
	snap      *catalog.Snapshot
	clientID  int64
	committed storefront.CommittedPrice // nil without Connect
}

func (s Services) clientPrices(ctx context.Context) (clientPrices, error) {
	snap, err := s.snapshot(ctx)
	if err != nil {
		return clientPrices{}, err
	}

	by := portal.Caller(ctx)
	prices := clientPrices{snap: snap, clientID: by.ClientID}

	if by.Features.Has(identity.Connect) {
		prices.committed, err = s.Shops.CommittedPrices(ctx, by.ClientID)
	}

	return prices, err
}

// committedPrice returns nil where the client has none.
func (c clientPrices) committedPrice(p *catalog.Product) *int64 {
	if c.committed == nil {
		return nil
	}

	price, has := c.committed(p)
	if !has {
		return nil
	}

	return rupiah(&price)
}

func (c clientPrices) show(ctx context.Context, p catalog.Product) Product {
	price := int64(c.snap.Price(c.clientID, p))

	out := Product{
		Code: p.Code, Name: p.Name, Description: p.Describe(money.Rupiah(price), api.LanguageOf(ctx)),
		OperatorCode: p.OperatorCode, OperatorType: p.OperatorType, Type: p.OperatorType,
		WalletType: p.WalletType, Active: p.Active, Problem: p.Problem, ProblemReason: p.ProblemReason(api.LanguageOf(ctx)), CutOff: p.CutOff.Times(),
		CommittedSellPrice: c.committedPrice(&p),
	}

	if p.Kind == catalog.Prepaid {
		out.SellPrice = &price
	} else {
		out.AdminPrice = &price
	}

	return out
}

func groupOperators(snap *catalog.Snapshot) []OperatorGroup {
	types := snap.OperatorTypes()
	out := make([]OperatorGroup, len(types))
	at := make(map[string]int, len(types))

	for i, t := range types {
		out[i], at[t.Code] = OperatorGroup{Code: t.Code, Operators: []ProductOperator{}}, i
	}

	for _, o := range snap.Operators() {
		if i, known := at[o.Type]; known && o.Active {
			out[i].Operators = append(out[i].Operators, ProductOperator{o.Code, o.Name})
		}
	}

	return out
}
