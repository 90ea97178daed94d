package clientapi

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/developer/clientevent"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

const pageSize = 100 // of a list without a limit

type findOrders struct {
	ClientRef string `query:"clientRef" maxLength:"64" doc:"Of one order, the answer's data; then no other parameter" example:"2026/11/INV-7"`

	CreatedFrom time.Time `query:"createdFrom" doc:"The first moment of a list by the time of placing" example:"2026-11-01T00:00:00+07:00"`
	CreatedTo   time.Time `query:"createdTo" doc:"The end of the list, not included: at most 31 days later; now if absent" example:"2026-12-01T00:00:00+07:00"`
	ChangedFrom time.Time `query:"changedFrom" doc:"The first moment of a list by the time of change, within the last 35 days" example:"2026-11-25T00:00:00+07:00"`
	Status      string    `query:"status" enum:"pending,success,failed" doc:"All if absent"`
	ProductCode string    `query:"productCode" maxLength:"64" doc:"All if absent" example:"TSEL10"`
	Cursor      string    `query:"cursor" maxLength:"64" doc:"next of the page before, with the same other parameters" example:"2611210815300100042"`
	Limit       int       `query:"limit" minimum:"1" maximum:"1000" doc:"Orders of a page; 100 if absent"`
}

// orderOrPage is one order, or a page of orders where a period was sent.
type orderOrPage struct {
	one  *Data[Order]
	page *orderPage
}

// orderPage is a page of orders.
type orderPage struct {
	Data []Order `json:"data"`
	Next *string `json:"next" doc:"The cursor of the next page; null on the last one by createdFrom, never null by changedFrom"`
	More bool    `json:"more" doc:"There may be further orders at once"`
}

// MarshalJSON implements json.Marshaler.
func (o orderOrPage) MarshalJSON() ([]byte, error) {
	if o.one != nil {
		return json.Marshal(o.one)
	}

	return json.Marshal(o.page)
}

// Schema implements huma.SchemaProvider.
func (orderOrPage) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[Data[Order]](), true, "DataOrder"), r.Schema(reflect.TypeFor[orderPage](), true, "OrderPage"),
	}}
}

type foundOrders struct {
	Body orderOrPage
}

func registerOrderList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "find-orders", Method: http.MethodGet, Path: "/h2h/v1/orders", Summary: "One order by any reference, or the orders of a period", Tag: tag,
		Description: "With clientRef: the order, also for references that a path can't hold; percent-encode it, as every value of a query. " +
			"With createdFrom: the orders that were placed in a period, the oldest first, a page at a time. Go on while next is not null: " +
			"with a filter a page may hold fewer orders than the limit, even none. " +
			"An order that is placed while you read may be missing from a page that ends in the last seconds: let createdTo be a minute ago. " +
			"With changedFrom: the orders that ended, or whose success was reversed, as they are now, in the order of their changes. Keep next and ask again with it, " +
			"also after a page without orders: no change is ever skipped, and an order that changes again comes again.",
		Access: api.WithAPIKey(identity.OrdersRead), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *findOrders) (*foundOrders, error) {
		if in.ClientRef != "" {
			return s.findOne(ctx, in)
		}

		return s.listOrders(ctx, in)
	})
}

func (s Services) findOne(ctx context.Context, in *findOrders) (*foundOrders, error) {
	if *in != (findOrders{ClientRef: in.ClientRef}) {
		return nil, fault.InvalidField("clientRef", msgNotWithRef)
	}

	found, err := s.lookUp(ctx, in.ClientRef)
	if err != nil {
		return nil, err
	}

	return &foundOrders{orderOrPage{one: &found.Body}}, nil
}

func (s Services) listOrders(ctx context.Context, in *findOrders) (*foundOrders, error) {
	if !in.ChangedFrom.IsZero() {
		return s.changedOrders(ctx, in)
	}

	if in.CreatedFrom.IsZero() {
		return nil, fault.InvalidField("createdFrom", msgRefOrPeriod)
	}

	after, err := idOf("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	q := order.PeriodQuery{
		ClientID: clientID(ctx), From: in.CreatedFrom, To: in.CreatedTo, Status: statusNamed(in.Status), Product: in.ProductCode,
		After: after, Limit: cmp.Or(in.Limit, pageSize),
	}

	found, err := s.Orders.ListPeriod(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}

	page := orderPage{Data: showAll(ctx, found.Orders)}

	if found.Next > 0 {
		page.Next, page.More = new(order.FormatID(found.Next)), true
	}

	return &foundOrders{orderOrPage{page: &page}}, nil
}

func (s Services) changedOrders(ctx context.Context, in *findOrders) (*foundOrders, error) {
	if !in.CreatedFrom.IsZero() || !in.CreatedTo.IsZero() {
		return nil, fault.InvalidField("changedFrom", msgNotWithPeriod)
	}

	found, err := s.Events.ChangedOrders(ctx, clientevent.ChangedQuery{
		ClientID: clientID(ctx), From: in.ChangedFrom, Cursor: in.Cursor, Status: statusNamed(in.Status), Product: in.ProductCode, Limit: cmp.Or(in.Limit, pageSize),
	})
	if err != nil {
		return nil, fmt.Errorf("list changed orders: %w", err)
	}

	return &foundOrders{orderOrPage{page: &orderPage{showAll(ctx, found.Orders), &found.Next, found.More}}}, nil
}

func showAll(ctx context.Context, list []order.Order) []Order {
	out := make([]Order, len(list))
	for i, o := range list {
		out[i] = show(ctx, o)
	}

	return out
}

// statusNamed is the state that a text names, which the call's schema has checked; 0 without one.
func statusNamed(text string) order.Status {
	for _, status := range []order.Status{order.Failed, order.Success, order.Pending} {
		if status.String() == text {
			return status
		}
	}

	return 0
}
