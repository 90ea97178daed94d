package shop

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

// SKUOperator is the brand of a SKU.
type SKUOperator struct {
	Code string `json:"code" example:"MLBB"`
	Name string `json:"name" example:"Mobile Legends"`
	Type string `json:"type" example:"game"`
}

// SKUProduct is the product of a SKU.
type SKUProduct struct {
	Name      string      `json:"name" example:"Mobile Legends"`
	Code      string      `json:"code" example:"MLBB"`
	BasePrice int64       `json:"basePrice" doc:"Recommended selling price, the net price without one; whole rupiah"`
	Operator  SKUOperator `json:"operator"`
}

// SKUPricing says how a SKU is priced.
type SKUPricing struct {
	PricingType string  `json:"pricingType" enum:"recommended,percent,margin,price"`
	MarginValue float64 `json:"marginValue" doc:"Per cent of the net price; whole rupiah for margin and price; 0 for recommended" example:"12"`
}

// ClientProduct is a SKU with the prices of the client.
type ClientProduct struct {
	Code               string     `json:"code" example:"ML86"`
	Name               string     `json:"name" example:"Mobile Legends 86 Diamonds"`
	Denom              string     `json:"denom" doc:"The part of the name that tells the value" example:"86 Diamonds"`
	Description        string     `json:"description"`
	Active             bool       `json:"active"`
	SellPrice          int64      `json:"sellPrice" doc:"Net price: what the client pays; whole rupiah" example:"19850"`
	RecommendedPrice   *int64     `json:"recommendedPrice" doc:"Null for a product without one" example:"21500"`
	CommittedSellPrice int64      `json:"committedSellPrice" doc:"What shoppers pay; whole rupiah" example:"21900"`
	CommittedMargin    int64      `json:"committedMargin" doc:"What the client earns with one; whole rupiah" example:"2050"`
	MarginPercent      float64    `json:"marginPercent" doc:"The margin in per cent of the net price, one decimal" example:"10.3"`
	Pricing            SKUPricing `json:"pricing"`
	Off                string     `json:"off" enum:",below_net" doc:"Why the shop doesn't sell it although it is active; else empty"`
	Products           SKUProduct `json:"products"`
}

// ClientProductPage is a page of SKUs.
type ClientProductPage struct {
	ClientProducts []ClientProduct `json:"clientProducts"`
	Page           int             `json:"page"`
	PerPage        int             `json:"perPage"`
	Total          int             `json:"total" doc:"Of all pages"`
}

// ClientProducts is a page of SKUs in the other shape.
type ClientProducts struct {
	Data    []ClientProduct `json:"data"`
	Page    int             `json:"page"`
	PerPage int             `json:"perPage"`
	Total   int             `json:"total" doc:"Of all pages"`
}

// PriceSummary tells how the SKUs are priced.
type PriceSummary struct {
	Active             int     `json:"active" doc:"SKUs that shoppers can buy"`
	Off                int     `json:"off" doc:"Active SKUs whose price is below the net price"`
	LeastMarginPercent float64 `json:"leastMarginPercent"`
	MostMarginPercent  float64 `json:"mostMarginPercent"`
	Priced             bool    `json:"priced" doc:"Whether margins were set for all SKUs once"`
}

type listClientProducts struct {
	OwnClient

	SearchQuery  string `query:"searchQuery" maxLength:"100" doc:"Words of code or name; a SKU has all of them"`
	OperatorType string `query:"operatorType" maxLength:"64" example:"game"`
	OperatorCode string `query:"operatorCode" maxLength:"64" example:"MLBB"`
	Active       string `query:"active" enum:"true,false" doc:"Without it all"`
	MarginSort   string `query:"marginSort" enum:"asc,desc" doc:"By margin in per cent; without it by code"`
	Page         int    `query:"page" minimum:"1" maximum:"100000"`
	PerPage      int    `query:"perPage" minimum:"1" maximum:"100" doc:"10 without it"`
}

func showPricing(p storefront.Pricing) SKUPricing {
	value := float64(p.Value)
	if p.Type == storefront.Percentage {
		value /= 100
	}

	return SKUPricing{string(p.Type), value}
}

func registerSKUs(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-shop-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts/webapp", Summary: "SKUs with the prices of the shop", Tag: tagShop,
		Access: api.Session(), Feature: identity.Connect, Client: api.InputsClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listClientProducts) (*portal.Body[ClientProductPage], error) {
		list, total, err := s.clientProducts(ctx, in)
		if err != nil {
			return nil, err
		}

		return portal.Answer(ClientProductPage{list, in.Page, in.PerPage, total}), nil
	})

	api.Register(a, api.Operation{
		ID: "list-client-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts", Summary: "The same list in another shape", Tag: tagShop,
		Access: api.Session(), Feature: identity.Connect, Client: api.InputsClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listClientProducts) (*portal.Body[ClientProducts], error) {
		list, total, err := s.clientProducts(ctx, in)
		if err != nil {
			return nil, err
		}

		return portal.Answer(ClientProducts{list, in.Page, in.PerPage, total}), nil
	})

	api.Register(a, api.Operation{
		ID: "summarise-shop-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts/summary", Summary: "How the SKUs are priced", Tag: tagShop,
		Access: api.Session(), Feature: identity.Connect, Client: api.InputsClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, _ *OwnClient) (*portal.Body[PriceSummary], error) {
		sum, err := s.Shops.Summary(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(PriceSummary{sum.Active, sum.Off, tenths(sum.LeastTenth), tenths(sum.MostTenth), sum.WasSet}), nil
	})
}

// tenths shows tenths of a per cent.
func tenths(n int64) float64 { return float64(n) / 10 } //nolint:mnd // tenths

func (s Services) clientProducts(ctx context.Context, in *listClientProducts) ([]ClientProduct, int, error) {
	in.Page = max(in.Page, 1)
	if in.PerPage == 0 {
		in.PerPage = portal.PerPage
	}

	f := storefront.Filter{Search: in.SearchQuery, OperatorType: in.OperatorType, OperatorCode: in.OperatorCode}

	if in.Active != "" {
		active := in.Active == "true"
		f.Active = &active
	}

	switch in.MarginSort {
	case "asc":
		f.MarginSort = 1
	case "desc":
		f.MarginSort = -1
	}

	list, total, err := s.Shops.SKUs(ctx, portal.Caller(ctx).ClientID, f, in.Page, in.PerPage)
	if err != nil {
		return nil, 0, err
	}

	out := make([]ClientProduct, len(list))
	for i, k := range list {
		out[i] = showSKU(k)
	}

	return out, total, nil
}

func showSKU(k storefront.SKU) ClientProduct {
	out := ClientProduct{
		Code: k.Product.Code, Name: k.Product.Name, Denom: k.Denomination(), Description: k.Product.Description, Active: k.Product.Active,
		SellPrice: int64(k.Net), CommittedSellPrice: int64(k.Committed), CommittedMargin: int64(k.Margin()),
		MarginPercent: tenths(storefront.MarginTenths(k.Net, k.Margin())), Pricing: showPricing(k.Pricing),
		Products: SKUProduct{
			Name: k.Operator.Name, Code: k.Operator.Code, BasePrice: int64(k.Net), Operator: SKUOperator{k.Operator.Code, k.Operator.Name, k.Operator.Type},
		},
	}

	if k.Off() {
		out.Off = "below_net"
	}

	if recommended := k.Product.RecommendedPrice; recommended != money.Rupiah(0) {
		price := int64(recommended)
		out.RecommendedPrice, out.Products.BasePrice = &price, price
	}

	return out
}
