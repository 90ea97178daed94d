package shop

import (
	"context"
	"math"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/shop/storefront"
)

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

type priceAll struct {
	OwnClient

	Body PricingInput
}

type priceSome struct {
	OwnClient

	Body SKUPrices
}

// pricesBody bounds a list of 50,000 codes of 32 characters; pricesTime the work on it.
const (
	pricesBody = 2 << 20
	pricesTime = 60 * time.Second
)

func registerPrices(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "price-all-skus", Flag: api.FlagPricing, Method: http.MethodPost, Path: "/v1/external/clientproducts/csp-margin/all", Summary: "Price all SKUs", Tag: tagShop,
		Description: "All or nothing, except that SKUs whose recommended price is below their net price are left out of the recommended prices. It also holds for SKUs that " +
			"come later, and replaces what single SKUs had.", Timeout: pricesTime,
		Cost: api.Bulk, Access: api.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Client: api.InputsClient,
		Faults: []fault.Definition{fault.ErrNotFound, storefront.ErrPricing}, Example: PricingInput{Recommended: true},
	}, func(ctx context.Context, in *priceAll) (*portal.Body[PricesSet], error) {
		p, err := in.Body.pricing()
		if err != nil {
			return nil, err
		}

		return pricesSet(p)(s.Shops.SetAll(ctx, shopBy(ctx), p))
	})

	api.Register(a, api.Operation{
		ID: "price-skus", Flag: api.FlagPricing, Method: http.MethodPatch, Path: "/v1/external/clientproducts/csp-margin", Summary: "Price some SKUs", Tag: tagShop,
		Description: "All or nothing, except that SKUs whose recommended price is below their net price are left out of the recommended prices.", MaxBody: pricesBody, Timeout: pricesTime,
		Cost: api.Bulk, Access: api.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Client: api.InputsClient,
		Faults:  []fault.Definition{fault.ErrNotFound, storefront.ErrPricing},
		Example: SKUPrices{PricingInput{Recommended: true}, []string{"ML86"}},
	}, func(ctx context.Context, in *priceSome) (*portal.Body[PricesSet], error) {
		p, err := in.Body.pricing()
		if err != nil {
			return nil, err
		}

		return pricesSet(p)(s.Shops.Set(ctx, shopBy(ctx), in.Body.ProductIDs, p))
	})

	api.Register(a, api.Operation{
		ID: "try-prices", Flag: api.FlagPricing, Method: http.MethodPost, Path: "/v1/external/clientproducts/csp-margin/simulation", Summary: "What a pricing would have earned", Tag: tagShop,
		Description: "With the delivered orders of the shop of the last 30 days, at today's net prices. Nothing is changed.",
		MaxBody:     pricesBody, Timeout: pricesTime,
		Cost: api.Bulk, Access: api.Needs(identity.ClientPriceEdit), Feature: identity.Connect, Client: api.InputsClient,
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

func pricesSet(p storefront.Pricing) func(done storefront.PricingResult, err error) (*portal.Body[PricesSet], error) {
	return func(done storefront.PricingResult, err error) (*portal.Body[PricesSet], error) {
		if err != nil {
			return nil, err
		}

		return portal.Answer(PricesSet{done.Changed, showPricing(p), showLeftOut(done.LeftOut)}), nil
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
