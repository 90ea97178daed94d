package clientapi

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/developer/clientevent"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
)

// Bounds of calls that wait for events. They hold a connection, of which most must be free for orders.
const (
	maxPolls    = api.MaxConnections / 8
	clientPolls = 10
	pollRetry   = 5 * time.Second
	// pollTime leaves time for the answer after the wait.
	pollTime = clientevent.MaxWait + 15*time.Second
)

// Event is something that happened to a client.
type Event struct {
	ID        string    `json:"id" doc:"Unique for ever; the same whenever and however you get the event: handle each once" example:"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"`
	Type      string    `json:"type" enum:"order.succeeded,order.failed,order.reversed,complaint.answered,topup.credited,scheduled_order.done,invoice.issued,invoice.paid,invoice.overdue,storefront_order.paid,storefront_order.delivered,storefront_order.failed,wallet.low,price.changed,product.disturbed,product.restored,api.changed" doc:"Ignore types that you don't know: there will be more"`
	Timestamp string    `json:"timestamp" format:"date-time" doc:"When it happened"`
	Test      bool      `json:"test,omitempty" doc:"True in the sandbox, else absent"`
	Data      EventData `json:"data" doc:"By the type"`
}

// EventData is the JSON object of an event, by its type.
type EventData json.RawMessage

// MarshalJSON implements json.Marshaler.
func (d EventData) MarshalJSON() ([]byte, error) { return d, nil }

// Schema implements huma.SchemaProvider.
func (EventData) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{}

	for _, t := range []reflect.Type{
		reflect.TypeFor[clientevent.OrderEvent](), reflect.TypeFor[clientevent.ComplaintEvent](), reflect.TypeFor[clientevent.TopupEvent](), reflect.TypeFor[clientevent.ScheduledOrderEvent](),
		reflect.TypeFor[clientevent.InvoiceEvent](), reflect.TypeFor[clientevent.StorefrontOrder](), reflect.TypeFor[clientevent.WalletEvent](),
		reflect.TypeFor[clientevent.ProductEvent](), reflect.TypeFor[clientevent.APIEvent](),
	} {
		s.OneOf = append(s.OneOf, r.Schema(t, true, t.Name()))
	}

	return s
}

// Events is a part of a client's events.
type Events struct {
	Data []Event `json:"data" nullable:"false" doc:"In the order in which you get them always; empty without any"`
	Next string  `json:"next" doc:"Send it as after of your next call, also when there were no events" example:"mJ0yVnqk3s8pWcT1xR5uKg"`
}

type listEvents struct {
	After string   `query:"after" maxLength:"64" doc:"next of the last answer; without it, from the oldest event that is kept: 35 days" example:"mJ0yVnqk3s8pWcT1xR5uKg"`
	Types []string `query:"types" maxItems:"50" doc:"Only these, with commas between; without it all" example:"order.failed,order.reversed"`
	Limit int      `query:"limit" minimum:"1" maximum:"500" default:"100"`
	Wait  int      `query:"wait" minimum:"0" maximum:"25" doc:"Seconds to wait while there are none" example:"25"`
}

type eventsAnswer struct {
	Body Events
}

func registerEvents(a *api.API, s Services) {
	polls := limiter.NewShares[int64](limiter.SharesOptions{Places: maxPolls, Share: clientPolls})

	api.Register(a, api.Operation{
		ID: "list-events", Method: http.MethodGet, Path: "/h2h/v1/events", Summary: "What happened", Tag: tag,
		Description: "Ends of orders, reversals, top-ups, invoices and more, in one order, for 35 days. Keep `next` with what you did and ask again with it: no event is ever skipped, " +
			"and one may come twice, with the same id. With `wait` the answer comes as soon as there is an event. Webhooks get the same bodies.",
		Cost: api.Own, Timeout: pollTime, Access: api.WithAPIKey(identity.OrdersRead), Client: api.CallersClient,
	}, func(ctx context.Context, in *listEvents) (*eventsAnswer, error) {
		client := clientID(ctx)

		if in.Wait > 0 {
			if !polls.Take(client) {
				return nil, fault.Busy(pollRetry)
			}
			defer polls.Release(client)
		}

		page, err := s.Events.List(ctx, clientevent.Query{
			ClientID: client, After: in.After, Types: in.Types, Limit: in.Limit, Wait: time.Duration(in.Wait) * time.Second,
		})
		if err != nil {
			return nil, err
		}

		out := Events{Data: make([]Event, len(page.Events)), Next: page.Next}
		for i, e := range page.Events {
			out.Data[i] = Event{e.ID, string(e.Type), e.Timestamp(), e.Test, EventData(e.Data)}
		}

		return &eventsAnswer{out}, nil
	})
}
