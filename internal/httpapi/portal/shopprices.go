package portal

import (
	"context"
	"math"
	"net/http"
	"time"

	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/storefront"
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

// PricingInput says how SKUs are to be priced: one of the four.
type PricingInput struct {
	Recommended        bool     `json:"recommended,omitempty" doc:"The recommended prices"`
	MarginPercentCSP   *float64 `json:"marginPercentCSP,omitempty" doc:"Per cent of the net price, 0 to 100 with two decimals; the price is rounded up to whole rupiah" example:"12"`
	MarginAmountCSP    *int64   `json:"marginAmountCSP,omitempty" doc:"Whole rupiah on top of the net price" example:"2000"`
	CommittedSellPrice *int64   `json:"committedSellPrice,omitempty" doc:"The price itself, whole rupiah" example:"22000"`
	IsFixedCSP         bool     `json:"isFixedCSP,omitempty" doc:"True with committedSellPrice"`
}

// SKUPrices prices some SKUs.
type SKUPrices struct {
	PricingInput

	ProductIDs []string `json:"productIds" doc:"Codes of SKUs, at most 50,000" example:"[\"ML86\"]"`
}

// PriceTrial asks what a pricing would have earned.
type PriceTrial struct {
	PricingInput

	ProductIDs []string `json:"productIds,omitempty" doc:"Codes of SKUs; all without it" nullable:"true"`
}

// PricesSet tells what was priced.
type PricesSet struct {
	Changed int         `json:"changed" doc:"Number of SKUs"`
	Pricing SKUPricing  `json:"pricing"`
	LeftOut LeftOutSKUs `json:"leftOut"`
}

// LeftOutSKUs are SKUs whose recommended price is below their net price. They keep the price that they have.
type LeftOutSKUs struct {
	Total int          `json:"total"`
	SKUs  []LeftOutSKU `json:"skus" nullable:"false" doc:"The first by code, at most 100"`
}

// LeftOutSKU is a SKU that keeps its price.
type LeftOutSKU struct {
	Code             string `json:"code" example:"TSEL10"`
	Name             string `json:"name" example:"Telkomsel 10.000"`
	NetPrice         int64  `json:"netPrice" doc:"Whole rupiah"`
	RecommendedPrice int64  `json:"recommendedPrice" doc:"Whole rupiah"`
}

// TrialByType is what the orders of one operator type would have earned.
type TrialByType struct {
	Type        string `json:"type" example:"game"`
	Orders      int    `json:"orders"`
	Now         int64  `json:"now" doc:"With the pricing that holds; whole rupiah"`
	Recommended int64  `json:"recommended" doc:"With the recommended prices"`
	New         int64  `json:"new" doc:"With the new pricing"`
}

// TrialSKU is a SKU with its price under a new pricing.
type TrialSKU struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	NetPrice int64  `json:"netPrice"`
	Now      int64  `json:"now" doc:"Committed price that holds"`
	New      int64  `json:"new" doc:"Committed price with the new pricing"`
	Orders   int    `json:"orders"`
}

// PriceTrialResult is what a pricing would have earned.
type PriceTrialResult struct {
	From        string        `json:"from" doc:"First day, in the client's zone" example:"2026-10-22"`
	To          string        `json:"to" doc:"Last day: yesterday" example:"2026-11-20"`
	Orders      int           `json:"orders" doc:"Delivered ones of the shop in these days"`
	Now         int64         `json:"now" doc:"Earned with the pricing that holds, at today's net prices; whole rupiah"`
	Recommended int64         `json:"recommended"`
	New         int64         `json:"new"`
	ByType      []TrialByType `json:"byOperatorType"`
	SKUs        []TrialSKU    `json:"skus" doc:"The most sold first, at most 100"`
	SKUCount    int           `json:"skuCount" doc:"SKUs that would be priced"`
	LeftOut     LeftOutSKUs   `json:"leftOut"`
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

type priceAll struct {
	OwnClient

	Body PricingInput
}

type priceSome struct {
	OwnClient

	Body SKUPrices
}

type tryPrices struct {
	OwnClient

	Body PriceTrial
}

// pricesBody bounds a list of 50,000 codes of 32 characters; pricesTime the work on it.
const (
	pricesBody = 2 << 20
	pricesTime = 60 * time.Second
)

func registerShopPrices(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "list-shop-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts/webapp", Summary: "SKUs with the prices of the shop", Tag: tagShop,
		Access: httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantInput, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listClientProducts) (*body[ClientProductPage], error) {
		list, total, err := s.clientProducts(ctx, in)
		if err != nil {
			return nil, err
		}

		return answer(ClientProductPage{list, in.Page, in.PerPage, total}), nil
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "list-client-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts", Summary: "The same list in another shape", Tag: tagShop,
		Access: httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantInput, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listClientProducts) (*body[ClientProducts], error) {
		list, total, err := s.clientProducts(ctx, in)
		if err != nil {
			return nil, err
		}

		return answer(ClientProducts{list, in.Page, in.PerPage, total}), nil
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "summarise-shop-skus", Method: http.MethodGet, Path: "/v1/external/clientproducts/summary", Summary: "How the SKUs are priced", Tag: tagShop,
		Access: httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantInput, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, _ *OwnClient) (*body[PriceSummary], error) {
		sum, err := s.Shops.Summary(ctx, caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		return answer(PriceSummary{sum.Active, sum.Off, tenths(sum.LeastTenth), tenths(sum.MostTenth), sum.WasSet}), nil
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "price-all-skus", Flag: httpapi.FlagPricing, Method: http.MethodPost, Path: "/v1/external/clientproducts/csp-margin/all", Summary: "Price all SKUs", Tag: tagShop,
		Description: "All or nothing, except that SKUs whose recommended price is below their net price are left out of the recommended prices. It also holds for SKUs that " +
			"come later, and replaces what single SKUs had.", Timeout: pricesTime,
		Cost: httpapi.Bulk, Access: httpapi.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Tenant: httpapi.TenantInput, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound, storefront.ErrPricing}, Example: PricingInput{Recommended: true},
	}, func(ctx context.Context, in *priceAll) (*body[PricesSet], error) {
		p, err := in.Body.pricing()
		if err != nil {
			return nil, err
		}

		return pricesSet(p)(s.Shops.SetAll(ctx, shopBy(ctx), p))
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "price-skus", Flag: httpapi.FlagPricing, Method: http.MethodPatch, Path: "/v1/external/clientproducts/csp-margin", Summary: "Price some SKUs", Tag: tagShop,
		Description: "All or nothing, except that SKUs whose recommended price is below their net price are left out of the recommended prices.", MaxBody: pricesBody, Timeout: pricesTime,
		Cost: httpapi.Bulk, Access: httpapi.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Tenant: httpapi.TenantInput, StrictQuery: true,
		Faults:  []fault.Definition{fault.ErrNotFound, storefront.ErrPricing},
		Example: SKUPrices{PricingInput{Recommended: true}, []string{"ML86"}},
	}, func(ctx context.Context, in *priceSome) (*body[PricesSet], error) {
		p, err := in.Body.pricing()
		if err != nil {
			return nil, err
		}

		return pricesSet(p)(s.Shops.Set(ctx, shopBy(ctx), in.Body.ProductIDs, p))
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "try-prices", Flag: httpapi.FlagPricing, Method: http.MethodPost, Path: "/v1/external/clientproducts/csp-margin/simulation", Summary: "What a pricing would have earned", Tag: tagShop,
		Description: "With the delivered orders of the shop of the last 30 days, at today's net prices. Nothing is changed.",
		MaxBody:     pricesBody, Timeout: pricesTime,
		Cost: httpapi.Bulk, Access: httpapi.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Tenant: httpapi.TenantInput, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound, storefront.ErrPricing}, Example: PriceTrial{PricingInput: PricingInput{Recommended: true}},
	}, s.tryPrices)
}

// pricing reads the one of the four that is given. Error: fault.ErrValidation.
func (in *PricingInput) pricing() (storefront.Pricing, error) {
	given := []storefront.Pricing{}

	if in.Recommended {
		given = append(given, storefront.Pricing{Type: storefront.Recommended})
	}

	if in.MarginPercentCSP != nil {
		const hundredths = 100

		scaled := math.Round(*in.MarginPercentCSP * hundredths)
		if math.IsNaN(scaled) || math.Abs(scaled) > math.MaxInt32 || math.Abs(scaled-*in.MarginPercentCSP*hundredths) > 1e-6 {
			return storefront.Pricing{}, fault.InvalidField("marginPercentCSP", msgPercentForm)
		}

		given = append(given, storefront.Pricing{Type: storefront.Percentage, Value: int64(scaled)})
	}

	if in.MarginAmountCSP != nil {
		given = append(given, storefront.Pricing{Type: storefront.FixedMargin, Value: *in.MarginAmountCSP})
	}

	if in.CommittedSellPrice != nil {
		given = append(given, storefront.Pricing{Type: storefront.FixedPricing, Value: *in.CommittedSellPrice})
	}

	if len(given) != 1 {
		return storefront.Pricing{}, fault.InvalidField("body", msgOnePricing)
	}

	if in.IsFixedCSP != (in.CommittedSellPrice != nil) {
		return storefront.Pricing{}, fault.InvalidField("isFixedCSP", msgFixedPricing)
	}

	return given[0], nil
}

func pricesSet(p storefront.Pricing) func(done storefront.Priced, err error) (*body[PricesSet], error) {
	return func(done storefront.Priced, err error) (*body[PricesSet], error) {
		if err != nil {
			return nil, err
		}

		return answer(PricesSet{done.Changed, showPricing(p), showLeftOut(done.LeftOut)}), nil
	}
}

func showLeftOut(list []storefront.SKU) LeftOutSKUs {
	const most = 100

	out := LeftOutSKUs{len(list), make([]LeftOutSKU, min(len(list), most))}
	for i := range out.SKUs {
		k := list[i]
		out.SKUs[i] = LeftOutSKU{k.Product.Code, k.Product.Name, int64(k.Net), int64(k.Product.RecommendedPrice)}
	}

	return out
}

func showPricing(p storefront.Pricing) SKUPricing {
	value := float64(p.Value)
	if p.Type == storefront.Percentage {
		value /= 100
	}

	return SKUPricing{string(p.Type), value}
}

// tenths shows tenths of a per cent.
func tenths(n int64) float64 { return float64(n) / 10 } //nolint:mnd // tenths

func (s Services) clientProducts(ctx context.Context, in *listClientProducts) ([]ClientProduct, int, error) {
	in.Page = max(in.Page, 1)
	if in.PerPage == 0 {
		in.PerPage = productsPerPage
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

	list, total, err := s.Shops.SKUs(ctx, caller(ctx).ClientID, f, in.Page, in.PerPage)
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

func (s Services) tryPrices(ctx context.Context, in *tryPrices) (*body[PriceTrialResult], error) {
	p, err := in.Body.pricing()
	if err != nil {
		return nil, err
	}

	zone, err := clientZone(ctx)
	if err != nil {
		return nil, err
	}

	t, err := s.Shops.Simulate(ctx, caller(ctx).ClientID, zone, in.Body.ProductIDs, p)
	if err != nil {
		return nil, err
	}

	out := PriceTrialResult{
		From: t.From.String(), To: t.To.String(), Orders: t.Orders, Now: int64(t.Now), Recommended: int64(t.Recommended), New: int64(t.New),
		ByType: make([]TrialByType, len(t.ByType)), SKUs: make([]TrialSKU, len(t.SKUs)), SKUCount: t.Count, LeftOut: showLeftOut(t.LeftOut),
	}

	for i, b := range t.ByType {
		out.ByType[i] = TrialByType{b.Type, b.Orders, int64(b.Now), int64(b.Recommended), int64(b.New)}
	}

	for i, k := range t.SKUs {
		out.SKUs[i] = TrialSKU{k.Product.Code, k.Product.Name, int64(k.Net), int64(k.Committed), int64(k.New), k.Orders}
	}

	return answer(out), nil
}
