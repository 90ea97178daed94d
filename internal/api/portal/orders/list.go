package orders

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

const tagOrders = "orders"

// Order is one row of the order history.
type Order struct {
	OrderID       string            `json:"orderId" doc:"19 decimal digits: keep it as text" example:"2611210815300100042"`
	ClientRef     string            `json:"clientRef"`
	ProductCode   string            `json:"productCode" example:"TSEL10"`
	ProductName   string            `json:"productName"`
	Reference     map[string]string `json:"reference" doc:"What the product shows beside its name"`
	WalletType    string            `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	DestinationNo string            `json:"destinationNo"`
	Price         int64             `json:"price" doc:"Whole rupiah that were charged"`
	Status        string            `json:"status" enum:"pending,success,failed"`
	Refunded      bool              `json:"refunded"`
	PaymentType   string            `json:"paymentType" enum:"deposit,settlement"`
	CreatedAt     time.Time         `json:"createdAt"`
	UpdatedAt     time.Time         `json:"updatedAt"`
}

// OrderFilters are the parameters of the list. The type is exported because huma only reads
// exported embedded structs. An empty parameter counts as missing.
type OrderFilters struct {
	Query       string `query:"query" maxLength:"100" doc:"#order id, !client reference or $destination number, exactly; without a sign any of the three"`
	DateStart   string `query:"dateStart" format:"date" doc:"First day, in the client's zone"`
	DateEnd     string `query:"dateEnd" format:"date" doc:"Last day, at most two days after the first, not in the future"`
	FilterType  int64  `query:"filterType" enum:"3,4,5" doc:"Status: 5 pending, 4 success, 3 failed"`
	DepositType string `query:"depositType" enum:"level_1,level_2,marketplace,multibiller"`
	PaymentType string `query:"paymentType" enum:"deposit,settlement"`

	ScheduledOrderID string `query:"scheduledOrderId" maxLength:"19" doc:"The orders of one scheduled order alone; the days may then be left out" example:"12"`
}

type listOrders struct {
	OrderFilters

	Hour   string `query:"hour" format:"date-time" doc:"Start of one hour of the days, as the hourly counts give it: the list holds its orders alone"`
	Page   int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1; a page far away is slow without a cursor"`
	Before string `query:"before" maxLength:"19" doc:"Order id: the rows older than it, whatever the page"`
	After  string `query:"after" maxLength:"19" doc:"Order id: the rows newer than it"`
}

func registerList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-orders", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/orders/external", Summary: "Order history", Tag: tagOrders,
		Description: "Ten rows a page, newest first. A shorter page is the last.",
		Access:      api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *listOrders) (*portal.Body[[]Order], error) {
		q, err := in.query(ctx)
		if err != nil {
			return nil, err
		}

		list, err := s.Orders.List(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("order history: %w", err)
		}

		out := make([]Order, len(list))
		for i, o := range list {
			out[i] = show(o)
		}

		return portal.Answer(out), nil
	})
}

func show(o order.Order) Order {
	reference := o.DisplayFields
	if reference == nil {
		reference = map[string]string{}
	}

	return Order{
		OrderID: order.FormatID(o.ID), ClientRef: o.ClientRef, ProductCode: o.ProductCode, ProductName: o.ProductName,
		Reference: reference, WalletType: string(o.WalletType), DestinationNo: o.DestinationNo, Price: int64(o.Price),
		Status: o.Status.String(), Refunded: o.Refunded, PaymentType: string(o.PaymentType),
		CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
	}
}

func (in *listOrders) query(ctx context.Context) (order.Query, error) {
	q, err := in.OrderFilters.query(ctx)
	if err != nil {
		return q, err
	}

	if q.Hour, err = hour(in.Hour); err != nil {
		return q, err
	}

	q.Page = max(in.Page, 1)

	if q.Before, err = portal.ParseCursor("before", in.Before); err != nil {
		return q, err
	}

	if q.After, err = portal.ParseCursor("after", in.After); err != nil {
		return q, err
	}

	if q.Before != 0 && q.After != 0 {
		return q, fault.InvalidField("after", portal.MsgBeforeOrAfter)
	}

	return q, nil
}

func (f OrderFilters) query(ctx context.Context) (order.Query, error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return order.Query{}, err
	}

	q := order.Query{
		ClientID: portal.Caller(ctx).ClientID, Zone: zone, Filter: order.Filter{
			Search: f.Query, Status: order.Status(f.FilterType),
			WalletType: wallet.Type(f.DepositType), PaymentType: order.PaymentType(f.PaymentType),
		},
	}

	if f.ScheduledOrderID != "" {
		if q.Scheduled = portal.ParseID(f.ScheduledOrderID); q.Scheduled == 0 {
			q.Scheduled = portal.NoID
		}
	}

	if q.From, err = portal.ParseDay("dateStart", f.DateStart); err != nil {
		return q, err
	}

	q.To, err = portal.ParseDay("dateEnd", f.DateEnd)

	return q, err
}

func hour(text string) (*time.Time, error) {
	return portal.Optional("hour", text, func(text string) (time.Time, error) { return time.Parse(time.RFC3339, text) }, portal.MsgTime)
}
