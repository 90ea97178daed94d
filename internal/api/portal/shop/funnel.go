package shop

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/shop/analytics"
)

// ViewedOperator is an operator with its visitors.
type ViewedOperator struct {
	Name       string  `json:"name" example:"Mobile Legends"`
	Count      int64   `json:"count" doc:"Users: sessions of a day, summed" example:"640"`
	Percentage float64 `json:"percentage" doc:"Of the users of all operators" example:"41.5"`
}

// ChosenProduct is a SKU that visitors chose.
type ChosenProduct struct {
	Name     string `json:"name" doc:"dropped: those who chose none" example:"MLBB 86 Diamonds"`
	Count    int64  `json:"count" example:"120"`
	Operator string `json:"operator" example:"Mobile Legends"`
}

// FunnelEnd is what became of those who chose a SKU.
type FunnelEnd struct {
	Name  string `json:"name" enum:"checkout,dropped"`
	Count int64  `json:"count" example:"75"`
}

// FunnelSKU is a SKU that visitors chose, with what became of them.
type FunnelSKU struct {
	Name   string      `json:"name" doc:"dropped: those who chose none" example:"MLBB 86 Diamonds"`
	Count  int64       `json:"count" example:"120"`
	Orders []FunnelEnd `json:"orders" doc:"Empty for dropped" nullable:"false"`
}

// FunnelBranch is an operator with the SKUs that its visitors chose.
type FunnelBranch struct {
	ViewedOperator

	Products []FunnelSKU `json:"products" doc:"Most chosen first, at most 50" nullable:"false"`
}

// Funnel is the way of visitors through the shop.
type Funnel struct {
	Operators []FunnelBranch `json:"operators" doc:"Most viewed first, at most 50" nullable:"false"`
}

type productFunnel struct {
	AnalyticsRange

	Operator string `query:"operator" maxLength:"200" doc:"Name of an operator; all without it" example:"Mobile Legends"`
}

func registerFunnel(a *api.API, s Services) {
	const users = "Users are sessions of a day, summed over the range. Rows without any are left out."

	api.Register(a, analyticsCall("get-funnel", "funnel", "Navigation funnel", "From operators by SKUs to the checkout. "+users),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Funnel], error) {
			return figuresOf(ctx, s, in, func(clientID int64, r analytics.Range) (Funnel, error) {
				list, err := s.Analytics.Funnel(ctx, clientID, r)

				out := Funnel{make([]FunnelBranch, len(list))}
				for i, o := range list {
					out.Operators[i] = showBranch(o)
				}

				return out, err
			})
		})

	api.Register(a, analyticsCall("get-operator-funnel", "operator-funnel", "Most viewed operators", "The first step of the funnel. "+users),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Rows[ViewedOperator]], error) {
			return rowsOf(ctx, s, in, s.Analytics.Funnel, func(o analytics.FunnelOperator) ViewedOperator { return showBranch(o).ViewedOperator })
		})

	api.Register(a, analyticsCall("get-product-funnel", "product-funnel", "Most chosen SKUs", "The second step of the funnel, of one operator or of all. "+users),
		func(ctx context.Context, in *productFunnel) (*portal.Body[Rows[ChosenProduct]], error) {
			return figuresOf(ctx, s, &in.AnalyticsRange, func(clientID int64, r analytics.Range) (Rows[ChosenProduct], error) {
				list, err := s.Analytics.Funnel(ctx, clientID, r)

				out := Rows[ChosenProduct]{[]ChosenProduct{}}

				for _, o := range list {
					if in.Operator != "" && in.Operator != o.Name {
						continue
					}

					for _, p := range o.Products {
						out.Data = append(out.Data, ChosenProduct{p.Name, p.Count, o.Name})
					}
				}

				return out, err
			})
		})
}

func showBranch(o analytics.FunnelOperator) FunnelBranch {
	out := FunnelBranch{ViewedOperator{o.Name, o.Count, o.Percentage}, make([]FunnelSKU, len(o.Products))}

	for i, p := range o.Products {
		out.Products[i] = FunnelSKU{p.Name, p.Count, make([]FunnelEnd, len(p.Orders))}
		for n, end := range p.Orders {
			out.Products[i].Orders[n] = FunnelEnd(end)
		}
	}

	return out
}
