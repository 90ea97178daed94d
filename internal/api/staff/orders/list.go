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
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

const (
	// perPage is the number of orders of a page.
	perPage = 50
	// listedDays is how far back a list without days goes.
	listedDays = 31
	// mostDays is the longest range of all clients' orders: a filter that finds nothing reads them all.
	mostDays = 92
)

// StaffOrders is a page of orders.
type StaffOrders struct {
	Data   []StaffOrder `json:"data" nullable:"false"`
	Cursor string       `json:"cursor" doc:"Of the next page; empty after the last"`

	Reasons []StaffReason `json:"reasons" nullable:"false" doc:"The codes of failures by which a list can be narrowed"`
}

// OrderFilters select orders of the list and of its file. It is exported because huma only reads exported embedded structs.
type OrderFilters struct {
	staff.Days

	ClientID int64  `query:"clientId" minimum:"1" maximum:"999999999" doc:"Of one client; all without it" example:"1001"`
	Status   string `query:"status" enum:"pending,success,failed"`
	Supplier string `query:"supplier" maxLength:"64" doc:"Code of a supplier that got it" example:"digiflazz-a"`
	Product  string `query:"product" maxLength:"64" doc:"Code of the product" example:"TSEL10"`
	Reason   string `query:"reason" maxLength:"64" doc:"Code of why it failed" example:"number_wrong"`
	Least    int64  `query:"amountFrom" minimum:"0" maximum:"1000000000000000" doc:"Lowest price, whole rupiah"`
	Most     int64  `query:"amountTo" minimum:"0" maximum:"1000000000000000" doc:"Highest price, whole rupiah; 0 is any"`
	MinAge   int64  `query:"minAge" minimum:"0" maximum:"2678400" doc:"Placed at least so many seconds ago"`
}

type listOrders struct {
	OrderFilters

	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

func registerList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-orders", Method: http.MethodGet, Path: "/staff/v1/orders", Summary: "Orders of all clients, newest first", Tag: tag,
		Description: "Without a first day those of the last 31 days; at most 92 days at a time unless a client is named. The audit log keeps who listed them.",
		Access:      api.Needs(identity.OrderDetail), Client: api.AnyClient, Cost: api.Sums,
	}, s.listOrders)
}

func (s Services) listOrders(ctx context.Context, in *listOrders) (*portal.Body[StaffOrders], error) {
	names, err := s.clients(ctx)
	if err != nil {
		return nil, err
	}

	q, err := s.query(in.OrderFilters, names)
	if err != nil {
		return nil, err
	}

	q.Limit = perPage
	if q.Before, err = portal.ParseCursor("cursor", in.Cursor); err != nil {
		return nil, err
	}

	if err := s.Reads.Record(ctx, in.ClientID, "orders", in.asked()); err != nil {
		return nil, err
	}

	list, err := s.Orders.StaffList(ctx, q)
	if err != nil {
		return nil, err
	}

	out := StaffOrders{Data: make([]StaffOrder, len(list)), Reasons: clientReasons(ctx)}
	for i, o := range list {
		out.Data[i] = show(ctx, o, names)
	}

	if len(list) == perPage {
		out.Cursor = order.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
}

// query is what the filters select, without a limit. Error: fault.ErrValidation.
func (s Services) query(in OrderFilters, names clientNames) (order.StaffQuery, error) {
	q := order.StaffQuery{
		Clients: names.ids, Supplier: in.Supplier, Product: in.Product, Reason: in.Reason, Least: money.Rupiah(in.Least), Most: money.Rupiah(in.Most),
		MinAge: time.Duration(in.MinAge) * time.Second, From: s.Clock.Now().AddDate(0, 0, -listedDays),
	}

	if in.ClientID != 0 {
		q.Clients = []int64{in.ClientID}
	}

	for _, status := range []order.Status{order.Pending, order.Success, order.Failed} {
		if in.Status == status.String() {
			q.Status = status
		}
	}

	from, until, err := in.Span()
	if err != nil {
		return q, err
	}

	if q.Until = until; !from.IsZero() {
		q.From = from
	}

	end := s.Clock.Now()
	if !until.IsZero() {
		end = until
	}

	if in.ClientID == 0 && end.Sub(q.From) > (mostDays+1)*24*time.Hour {
		return q, fault.InvalidField("dateStart", msgDays.With(mostDays))
	}

	return q, nil
}

// asked is what the audit log keeps of the filters: those that were given.
func (in OrderFilters) asked() map[string]any {
	out := map[string]any{}

	for name, text := range map[string]string{
		"status": in.Status, "product": in.Product, "supplier": in.Supplier, "reason": in.Reason, "dateStart": in.DateStart, "dateEnd": in.DateEnd,
	} {
		if text != "" {
			out[name] = text
		}
	}

	for name, n := range map[string]int64{"amountFrom": in.Least, "amountTo": in.Most, "minAge": in.MinAge} {
		if n != 0 {
			out[name] = n
		}
	}

	return out
}
