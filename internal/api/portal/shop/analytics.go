package shop

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/shop/analytics"
)

const tagAnalytics = "analytics"

// SalesDay is what was sold on a day.
type SalesDay struct {
	Date   string `json:"date" format:"date" example:"2026-11-20"`
	GMV    int64  `json:"gmv" doc:"Whole rupiah" example:"2450000"`
	Margin int64  `json:"margin" doc:"Whole rupiah" example:"222700"`
	Order  int64  `json:"order" doc:"Number of orders" example:"38"`
}

// SalesOverview is what a shop sold: its delivered orders on the day of their delivery.
type SalesOverview struct {
	TotalGMV          int64      `json:"total_gmv" doc:"Sum of the committed prices, whole rupiah" example:"17150000"`
	TotalGMVChange    float64    `json:"total_gmv_change" doc:"Per cent, to the previous period of the same length; 0 from 0 to 0, 100 from 0 to more" example:"12.4"`
	TotalMargin       int64      `json:"total_margin" doc:"GMV less the net prices at the time of the orders, whole rupiah" example:"1558900"`
	TotalMarginChange float64    `json:"total_margin_change" doc:"Per cent" example:"11.8"`
	TotalOrder        int64      `json:"total_order" doc:"Number of orders" example:"266"`
	TotalOrderChange  float64    `json:"total_order_change" doc:"Per cent" example:"-3.2"`
	Daily             []SalesDay `json:"daily" doc:"Each day of the range, also those without orders" nullable:"false"`
}

// ProductSale is a SKU with the number of its delivered orders.
type ProductSale struct {
	OperatorName  string  `json:"operator_name" example:"Mobile Legends"`
	ProductName   string  `json:"product_name" example:"MLBB 86 Diamonds"`
	Image         string  `json:"image" doc:"Address of a picture; empty without one"`
	Count         int64   `json:"count" example:"64"`
	PercentChange float64 `json:"percent_change" doc:"To the previous period of the same length" example:"8.5"`
}

// SessionDay is the number of sessions of a day.
type SessionDay struct {
	Date         string `json:"date" format:"date" example:"2026-11-20"`
	SessionCount int64  `json:"session_count" example:"412"`
}

// Clicks are the clicks on a component or a banner.
type Clicks struct {
	Name          string  `json:"name" example:"popular"`
	Value         string  `json:"value" doc:"Of a component the name of an operator or SKU, or empty; of a banner its link" example:"Mobile Legends"`
	Count         int64   `json:"count" example:"187"`
	PercentChange float64 `json:"percent_change" doc:"To the previous period of the same length" example:"-4.1"`
}

// Rows is a list in an envelope.
type Rows[T any] struct {
	Data []T `json:"data" nullable:"false"`
}

// AnalyticsRange is the query of all calls. The type is exported because huma only reads exported embedded structs.
type AnalyticsRange struct {
	StartDate string `query:"start_date" required:"true" format:"date" doc:"First day, in the client's zone; before today" example:"2026-11-14"`
	EndDate   string `query:"end_date" required:"true" format:"date" doc:"Last day, in the client's zone; before today, not before the first, at most 731 days in all" example:"2026-11-20"`
}

// analyticsCall declares a call: all of them have the same range, rules and errors.
func analyticsCall(id, path, summary, description string) api.Operation {
	return api.Operation{
		ID: id, Method: http.MethodGet, Path: "/analytics/" + path, Summary: summary, Tag: tagAnalytics,
		Description: description + " Days are rolled up within minutes after their end. ",
		Cost:        api.Sums, Access: api.Session(), Flag: api.FlagAnalytics, Feature: identity.Connect, Client: api.CallersClient,
	}
}

func registerAnalytics(a *api.API, s Services) {
	api.Register(a, analyticsCall("get-sales-overview", "sales-overview", "What the shop sold", "From delivered orders, on the day of their delivery."),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[SalesOverview], error) {
			return figuresOf(ctx, s, in, func(clientID int64, r analytics.Range) (SalesOverview, error) {
				o, err := s.Analytics.Overview(ctx, clientID, r)

				return showOverview(o), err
			})
		})

	api.Register(a, analyticsCall("list-product-sales", "product-sales", "Top selling SKUs by quantity", "From delivered orders, most sold first, at most 100."),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Rows[ProductSale]], error) {
			return rowsOf(ctx, s, in, s.Analytics.ProductSales, func(r analytics.RankedRow) ProductSale {
				return ProductSale{OperatorName: r.Name, ProductName: r.Value, Count: r.Count, PercentChange: r.Change}
			})
		})

	api.Register(a, analyticsCall("list-visitor-sessions", "visitor-engagement", "Sessions over time", "Each day of the range."),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Rows[SessionDay]], error) {
			return rowsOf(ctx, s, in, s.Analytics.Sessions, func(d analytics.DayFigures) SessionDay { return SessionDay{d.Date, d.Sessions} })
		})

	clicks := func(r analytics.RankedRow) Clicks { return Clicks{r.Name, r.Value, r.Count, r.Change} }

	api.Register(a, analyticsCall("list-component-clicks", "component-clicks", "Most clicked components", "Most clicks first, at most 100."),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Rows[Clicks]], error) {
			return rowsOf(ctx, s, in, s.Analytics.ComponentClicks, clicks)
		})

	api.Register(a, analyticsCall("list-banner-clicks", "banner-clicks", "Most clicked banners", "Most clicks first, at most 100."),
		func(ctx context.Context, in *AnalyticsRange) (*portal.Body[Rows[Clicks]], error) {
			return rowsOf(ctx, s, in, s.Analytics.BannerClicks, clicks)
		})

	registerFunnel(a, s)
}

// figuresOf answers with the figures of the caller's shop.
func figuresOf[T any](ctx context.Context, s Services, in *AnalyticsRange, read func(clientID int64, r analytics.Range) (T, error)) (*portal.Body[T], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	r, err := analytics.ParseRange(in.StartDate, in.EndDate, s.Analytics.Today(zone))
	if err != nil {
		return nil, err
	}

	out, err := read(portal.Caller(ctx).ClientID, r)
	if err != nil {
		return nil, err
	}

	return portal.Answer(out), nil
}

// rowsOf answers with a list of the caller's shop.
func rowsOf[T, R any](ctx context.Context, s Services, in *AnalyticsRange, read func(context.Context, int64, analytics.Range) ([]T, error), show func(T) R) (*portal.Body[Rows[R]], error) {
	return figuresOf(ctx, s, in, func(clientID int64, r analytics.Range) (Rows[R], error) {
		list, err := read(ctx, clientID, r)

		out := Rows[R]{make([]R, len(list))}
		for i, row := range list {
			out.Data[i] = show(row)
		}

		return out, err
	})
}

func showOverview(o analytics.Overview) SalesOverview {
	out := SalesOverview{
		TotalGMV: o.GMV.Sum, TotalGMVChange: o.GMV.Change, TotalMargin: o.Margin.Sum, TotalMarginChange: o.Margin.Change,
		TotalOrder: o.Orders.Sum, TotalOrderChange: o.Orders.Change, Daily: make([]SalesDay, len(o.Daily)),
	}

	for i, d := range o.Daily {
		out.Daily[i] = SalesDay{d.Date, d.GMV, d.Margin, d.Orders}
	}

	return out
}
