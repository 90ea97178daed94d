package storefront

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// PricingType is the way in which the price of a SKU follows from its net price.
type PricingType string

// The pricing types (docs/product/shop.md#prices), and the recommended price of the product.
const (
	Recommended  PricingType = "recommended"
	Percentage   PricingType = "percent"
	FixedMargin  PricingType = "margin"
	FixedPricing PricingType = "price"
)

// maxPercent is 100 per cent in hundredths of a per cent.
const maxPercent = 10_000

// maxAmount bounds margins and prices, so that sums of them fit.
const maxAmount = 1_000_000_000_000

// Pricing says how SKUs are priced.
type Pricing struct {
	Type PricingType
	// Value is in hundredths of a per cent for Percentage, in whole rupiah for FixedMargin and FixedPricing, else 0.
	Value int64
}

func (p Pricing) check() error {
	switch {
	case p.Type == Percentage && p.Value < 0:
		return fault.InvalidField("marginPercentCSP", msgMargin)
	case p.Type == Percentage && p.Value > maxPercent:
		return fault.InvalidField("marginPercentCSP", msgPercent)
	case p.Type == FixedMargin && (p.Value < 0 || p.Value > maxAmount):
		return fault.InvalidField("marginAmountCSP", msgMargin)
	case p.Type == FixedPricing && (p.Value <= 0 || p.Value > maxAmount):
		return fault.InvalidField("committedSellPrice", msgMargin)
	}

	return nil
}

// Price is the committed price of a SKU: a margin of per cent is rounded up to whole rupiah. A product
// without a recommended price (0) is sold at its net price.
func (p Pricing) Price(net money.Rupiah, recommended money.Rupiah) money.Rupiah {
	switch p.Type {
	case Percentage:
		return net + net.BasisPointsUp(p.Value)
	case FixedMargin:
		return net + money.Rupiah(p.Value)
	case FixedPricing:
		return money.Rupiah(p.Value)
	case Recommended:
	}

	if recommended > 0 {
		return recommended
	}

	return net
}

// MarginTenths is a margin in tenths of a per cent of the net price, rounded to the nearest.
func MarginTenths(net, margin money.Rupiah) int64 {
	const tenthsOfAll = 1000

	if net <= 0 {
		return 0
	}

	scaled := int64(margin) * tenthsOfAll
	half := int64(net) / 2 //nolint:mnd // rounding

	if scaled < 0 {
		half = -half
	}

	return (scaled + half) / int64(net)
}
