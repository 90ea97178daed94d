package shop

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/portal"
)

// PriceTrial asks what a pricing would have earned.
type PriceTrial struct {
	PricingInput

	ProductIDs []string `json:"productIds,omitempty" doc:"Codes of SKUs; all without it" nullable:"true"`
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

type tryPrices struct {
	OwnClient

	Body PriceTrial
}

func (s Services) tryPrices(ctx context.Context, in *tryPrices) (*portal.Body[PriceTrialResult], error) {
	p, err := in.Body.pricing()
	if err != nil {
		return nil, err
	}

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	t, err := s.Shops.Simulate(ctx, portal.Caller(ctx).ClientID, zone, in.Body.ProductIDs, p)
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

	return portal.Answer(out), nil
}
