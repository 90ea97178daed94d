// Package orders serves staff's calls about orders: lists over all clients, one order with all that is known of it, and what staff decide.
package orders

import (
	"context"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/complaint"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

const tag = "orders"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity   *identity.Service
	Orders     *order.Service
	Complaints *complaint.Service
	Reads      *staff.Reads
	Clock      clock.Clock
	DB         *db.DB // for the audit log
	// GiveUpAfter is how long a supplier is asked about an order, from its first send.
	GiveUpAfter time.Duration
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerList(a, s)
	registerExport(a, s)
	registerDetail(a, s)
	registerDecisions(a, s)
	registerReviews(a, s)
	registerReviewWork(a, s)
	registerComplaints(a, s)
}

// StaffOrder is an order as staff see it in a list.
type StaffOrder struct {
	OrderID       string    `json:"orderId" example:"2611261756270300000"`
	ClientID      int64     `json:"clientId" example:"1001"`
	ClientName    string    `json:"clientName"`
	ClientRef     string    `json:"clientRef"`
	ProductCode   string    `json:"productCode" example:"TSEL10"`
	ProductName   string    `json:"productName"`
	DestinationNo string    `json:"destinationNo"`
	Price         int64     `json:"price" doc:"Charged, whole rupiah"`
	Status        string    `json:"status" enum:"pending,success,failed"`
	Refunded      bool      `json:"refunded"`
	Channel       string    `json:"channel" enum:"h2h,portal,storefront"`
	Reason        string    `json:"reason" doc:"Why it failed"`
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

// clientNames are the names of clients by their ids, and the ids in ascending order.
type clientNames struct {
	ids   []int64
	names map[int64]string
}

func (s Services) clients(ctx context.Context) (clientNames, error) {
	list, err := s.Identity.Clients(ctx)
	if err != nil {
		return clientNames{}, err
	}

	out := clientNames{names: make(map[int64]string, len(list))}

	for _, c := range list {
		out.ids = append(out.ids, c.ID)
		out.names[c.ID] = c.Name
	}

	return out, nil
}

func show(ctx context.Context, o order.Order, names clientNames) StaffOrder {
	out := StaffOrder{
		OrderID: order.FormatID(o.ID), ClientID: o.ClientID, ClientName: names.names[o.ClientID], ClientRef: o.ClientRef,
		ProductCode: o.ProductCode, ProductName: o.ProductName, DestinationNo: o.DestinationNo, Price: int64(o.Price),
		Status: o.Status.String(), Refunded: o.Refunded, Channel: string(o.Channel), CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
	}

	if o.Status == order.Failed {
		out.Reason = api.Say(ctx, o.Reason.Message())
	}

	return out
}

// find returns an order by the id of a path.
func (s Services) find(ctx context.Context, text string) (order.Order, clientNames, error) {
	names, err := s.clients(ctx)
	if err != nil {
		return order.Order{}, names, err
	}

	o, err := s.Orders.Locate(ctx, names.ids, portal.ParseID(text))

	return o, names, err
}
