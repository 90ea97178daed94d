package orders

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/order"
)

const (
	// perPage is the number of orders of a page.
	perPage = 50
	// listedDays is how far back a list without days goes.
	listedDays = 31
)

// StaffOrders is a page of orders.
type StaffOrders struct {
	Data   []StaffOrder `json:"data" nullable:"false"`
	Cursor string       `json:"cursor" doc:"Of the next page; empty after the last"`
}

type listOrders struct {
	staff.Days

	ClientID int64  `query:"clientId" minimum:"1" maximum:"999999999" doc:"Of one client; all without it" example:"1001"`
	Status   string `query:"status" enum:"pending,success,failed"`
	Supplier string `query:"supplier" maxLength:"64" doc:"Code of a supplier that got it" example:"digiflazz-a"`
	Product  string `query:"product" maxLength:"64" doc:"Code of the product" example:"TSEL10"`
	MinAge   int64  `query:"minAge" minimum:"0" maximum:"2678400" doc:"Placed at least so many seconds ago"`
	Cursor   string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

func registerList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-orders", Method: http.MethodGet, Path: "/staff/v1/orders", Summary: "Orders of all clients, newest first", Tag: tag,
		Description: "Without a first day those of the last 31 days. The audit log keeps who listed them.",
		Access:      api.Needs(identity.OrderDetail), Client: api.AnyClient, Cost: api.Sums,
	}, s.listOrders)
}

func (s Services) listOrders(ctx context.Context, in *listOrders) (*portal.Body[StaffOrders], error) {
	names, err := s.clients(ctx)
	if err != nil {
		return nil, err
	}

	q := order.StaffQuery{
		Clients: names.ids, Supplier: in.Supplier, Product: in.Product, MinAge: time.Duration(in.MinAge) * time.Second, Limit: perPage,
		From: s.Clock.Now().AddDate(0, 0, -listedDays),
	}

	if in.ClientID != 0 {
		q.Clients = []int64{in.ClientID}
	}

	for _, status := range []order.Status{order.Pending, order.Success, order.Failed} {
		if in.Status == status.String() {
			q.Status = status
		}
	}

	if q.Before, err = portal.ParseCursor("cursor", in.Cursor); err != nil {
		return nil, err
	}

	from, until, err := in.Span()
	if err != nil {
		return nil, err
	}

	if q.Until = until; !from.IsZero() {
		q.From = from
	}

	asked := map[string]any{"status": in.Status, "product": in.Product, "supplier": in.Supplier}
	if err := s.Reads.Record(ctx, in.ClientID, "orders", asked); err != nil {
		return nil, err
	}

	list, err := s.Orders.StaffList(ctx, q)
	if err != nil {
		return nil, err
	}

	out := StaffOrders{Data: make([]StaffOrder, len(list))}
	for i, o := range list {
		out.Data[i] = show(ctx, o, names)
	}

	if len(list) == perPage {
		out.Cursor = order.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
}
