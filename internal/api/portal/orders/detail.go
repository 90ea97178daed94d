package orders

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// OrderDetail is an order with its history.
type OrderDetail struct {
	Order

	SerialNumber string       `json:"serialNumber" doc:"Proof of delivery: a token, a voucher code; empty until success"`
	Reason       string       `json:"reason" doc:"Why it failed"`
	Failure      *Failure     `json:"failure,omitempty" doc:"Of a failed order alone"`
	NextCheckAt  *time.Time   `json:"nextCheckAt" doc:"When a pending order is looked at next; null when it has ended or is worked on now"`
	History      []OrderEvent `json:"history" nullable:"false" doc:"From the first event to the last"`
}

// Failure says what may be done about a failed order. The client API's orders have the same.
type Failure struct {
	Code      string `json:"code" doc:"As in the client API" example:"number_wrong"`
	Category  string `json:"category" enum:"destination,amount,bill,product,operator,other" example:"destination"`
	Retryable bool   `json:"retryable" doc:"A new order with the same input may succeed, at once or later"`
}

// OrderEvent is one step of an order. Suppliers have no names here.
type OrderEvent struct {
	Event         string    `json:"event" enum:"placed,charged,sent,answered,ended,refunded,waiting" doc:"ended: by staff, or because no supplier could deliver; waiting: no supplier can take the order at present, and it is sent as soon as one can"`
	At            time.Time `json:"at"`
	Channel       string    `json:"channel,omitempty" doc:"Of placed: h2h (an API key), portal, ..."`
	APIKeyEnding  string    `json:"apiKeyEnding,omitempty" doc:"Of placed by an API key: its last four characters, also after the key was deleted" example:"7c2f"`
	Attempt       int       `json:"attempt,omitempty" doc:"Of sent and answered, from 1"`
	Outcome       string    `json:"outcome,omitempty" enum:"success,failed,pending,retried" doc:"Of answered and ended; retried went on to another supplier"`
	Reason        string    `json:"reason,omitempty" doc:"Of what failed or was retried"`
	Amount        *int64    `json:"amount,omitempty" doc:"Of charged and refunded: signed, whole rupiah"`
	BalanceBefore *int64    `json:"balanceBefore,omitempty"`
	BalanceAfter  *int64    `json:"balanceAfter,omitempty"`
}

// OrderHour counts the orders of one hour.
type OrderHour struct {
	Hour    time.Time `json:"hour" doc:"Its start, with the offset of the client's zone" example:"2026-11-21T14:00:00+07:00"`
	Success int64     `json:"success"`
	Pending int64     `json:"pending"`
	Failed  int64     `json:"failed"`
}

type oneOrder struct {
	OrderID string `path:"orderId" maxLength:"19"`
}

func registerDetail(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "get-order-detail", Sandbox: api.InSandbox, Secret: true, Method: http.MethodGet, Path: "/v1/orders/{orderId}", Summary: "An order with its history", Tag: tagOrders,
		Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *oneOrder) (*portal.Body[OrderDetail], error) {
		id, err := orderID(in.OrderID)
		if err != nil {
			return nil, err
		}

		d, err := s.Orders.Detail(ctx, portal.Caller(ctx).ClientID, id)
		if err != nil {
			return nil, fmt.Errorf("order detail: %w", err)
		}

		return portal.Answer(showDetail(ctx, d)), nil
	})

	api.Register(a, api.Operation{
		ID: "count-orders-by-hour", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/orders/external/hourly", Summary: "Orders by hour and status", Tag: tagOrders,
		Description: "Every hour of the days, counted or not. Both days are required; the limits and filters are those of the list.",
		Cost:        api.Sums, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, in *struct{ OrderFilters }) (*portal.Body[[]OrderHour], error) {
		q, err := in.query(ctx)
		if err != nil {
			return nil, err
		}

		hours, err := s.Orders.Hourly(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("orders by hour: %w", err)
		}

		out := make([]OrderHour, len(hours))
		for i, h := range hours {
			out[i] = OrderHour{h.Start, h.Success, h.Pending, h.Failed}
		}

		return portal.Answer(out), nil
	})

	a.Raw(api.RawRoute{
		ID: "get-order-receipt", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/orders/{orderId}/invoice", Summary: "Receipt of a success order, a page of HTML",
		Tag: tagOrders, Access: api.Session(), Client: api.CallersClient, Look: api.NotForLooks, Produces: "text/html",
		Faults: []fault.Definition{fault.ErrNotFound, order.ErrState},
		Parameters: []*huma.Param{
			{Name: "orderId", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "plain", In: "query", Description: "true: monospace text as a receipt printer writes it", Schema: &huma.Schema{Type: huma.TypeBoolean}},
			{Name: "language", In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"en", "id"}}},
		},
	}, s.receipt(a))
}

// orderID parses an id. An invalid one is an order that doesn't exist.
func orderID(text string) (int64, error) {
	id := portal.ParseID(text)
	if id == 0 {
		return 0, order.NoSuchOrder()
	}

	return id, nil
}

func showDetail(ctx context.Context, d order.Detail) OrderDetail {
	out := OrderDetail{
		Order: show(d.Order), SerialNumber: portal.ShownSerial(ctx, d.SerialNumber), Reason: api.Say(ctx, d.Reason.Message()), History: make([]OrderEvent, len(d.Steps)),
	}

	if d.Status == order.Failed {
		why := d.Reason.Failure()
		out.Failure = &Failure{string(why.Code), string(why.Category), why.Retryable}
	}

	if !d.NextCheckAt.IsZero() {
		out.NextCheckAt = &d.NextCheckAt
	}

	for i, step := range d.Steps {
		event := OrderEvent{
			Event: string(step.Event), At: step.At, Channel: string(step.Channel), APIKeyEnding: step.APIKeyEnding, Attempt: step.Attempt, Outcome: step.Outcome,
			Reason: api.Say(ctx, step.Reason.Message()),
		}

		if step.Event == order.EventCharged || step.Event == order.EventRefunded {
			event.Amount = whole(step.Amount)
			event.BalanceBefore, event.BalanceAfter = portal.VisibleBalance(ctx, step.BalanceBefore), portal.VisibleBalance(ctx, step.BalanceAfter)
		}

		out.History[i] = event
	}

	return out
}

func whole(amount money.Rupiah) *int64 {
	n := int64(amount)

	return &n
}

// receipt serves a page for a frame. It may use only its own style, and no scripts.
func (s Services) receipt(a *api.API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, err := s.writeReceipt(r)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src "+export.ReceiptStyleHash()+"; frame-ancestors 'none'; sandbox")

		_, _ = w.Write(page) //nolint:gosec // made by html/template, and the frame runs no script; the reader may be gone
	})
}

func (s Services) writeReceipt(r *http.Request) ([]byte, error) {
	ctx := r.Context()
	query := r.URL.Query()

	lang := language.Language(query.Get("language"))
	if lang != "" && !lang.Known() {
		return nil, fault.InvalidField("language", msgLanguage)
	}

	plain := query.Get("plain")
	if plain != "" && plain != "true" && plain != "false" {
		return nil, fault.InvalidField("plain", msgBoolean)
	}

	id, err := orderID(r.PathValue("orderId"))
	if err != nil {
		return nil, err
	}

	p := portal.Caller(ctx)

	client, err := s.Identity.Client(ctx, p.ClientID)
	if err != nil {
		return nil, fmt.Errorf("client of a receipt: %w", err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of client %d: %w", p.ClientID, err)
	}

	o, err := s.Orders.Get(ctx, p.ClientID, id)
	if err != nil {
		return nil, fmt.Errorf("order of a receipt: %w", err)
	}

	page, err := export.Receipt(o, export.ReceiptStyle{Shop: client.Name, Zone: zone, Language: lang, Plain: plain == "true"})
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}

	return page, nil
}
