package orders

import (
	"context"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/orders/order"
)

// OrderSum is a number of orders and the total of their prices.
type OrderSum struct {
	Count  int64 `json:"count" example:"2318"`
	Amount int64 `json:"amount" doc:"Whole rupiah" example:"182450750"`
}

// OrderSummary is the sums of a list of orders by status.
type OrderSummary struct {
	Success  OrderSum `json:"success"`
	Pending  OrderSum `json:"pending"`
	Failed   OrderSum `json:"failed"`
	Refunded OrderSum `json:"refunded" doc:"Those of failed whose price went back to the wallet"`
	Partial  bool     `json:"partial" doc:"A search over all dates found 10,000 orders or more: the sums are of the newest 10,000"`
}

type summariseOrders struct {
	OrderFilters

	Hour string `query:"hour" format:"date-time" doc:"Start of one hour of the days, as the hourly counts give it: the sums are of its orders alone"`
}

func registerSums(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "sum-orders", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/orders/external/summary", Summary: "Sums of the order history by status", Tag: tagOrders,
		Description: "Number and total price of the orders on all pages of the list with the same filters, by status. " +
			"Both days or a query are required.",
		Cost: api.Sums, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *summariseOrders) (*portal.Body[OrderSummary], error) {
		q, err := in.query(ctx)
		if err != nil {
			return nil, err
		}

		if q.Hour, err = hour(in.Hour); err != nil {
			return nil, err
		}

		sums, err := s.Orders.Summarise(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("sums of orders: %w", err)
		}

		return portal.Answer(OrderSummary{
			Success: showSum(sums.Success), Pending: showSum(sums.Pending), Failed: showSum(sums.Failed),
			Refunded: showSum(sums.Refunded), Partial: sums.Partial,
		}), nil
	})
}

func showSum(s order.Sum) OrderSum { return OrderSum{Count: s.Count, Amount: int64(s.Amount)} }
