package developer

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// WebhookSend is one request to an endpoint.
type WebhookSend struct {
	Number  int64     `json:"number" doc:"From 1"`
	At      time.Time `json:"at"`
	Took    int64     `json:"took" doc:"Milliseconds until the answer"`
	Status  int       `json:"status" doc:"Of the answer; 0 without one" example:"200"`
	Failure string    `json:"failure" enum:",timeout,address,name,tls,connection" doc:"Why there was no answer; address: the name leads to an address that is not public"`
	Answer  string    `json:"answer" doc:"The beginning of the answer's body"`
}

// WebhookDelivery is an event for an endpoint.
type WebhookDelivery struct {
	ID        string       `json:"id" doc:"The event's id: webhook-id" example:"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"`
	Type      string       `json:"type" example:"order.failed"`
	Subject   string       `json:"subject" doc:"Reference of the order, else the id of what it happened to" example:"INV-7"`
	Test      bool         `json:"test"`
	State     string       `json:"state" enum:"waiting,delivered,failed"`
	Sends     int64        `json:"sends" doc:"Requests so far"`
	CreatedAt time.Time    `json:"createdAt"`
	NextAt    *time.Time   `json:"nextAt" doc:"When it is sent next; null if it isn't"`
	ResentBy  string       `json:"resentBy" doc:"Who had it sent again; else empty"`
	Last      *WebhookSend `json:"last,omitempty" doc:"The last request"`
}

// WebhookDeliveryDetail is a delivery with its body and all requests.
type WebhookDeliveryDetail struct {
	WebhookDelivery

	Body     string        `json:"body" doc:"As it is sent, to the byte"`
	Requests []WebhookSend `json:"requests" nullable:"false"`
}

func showSend(l *webhook.Send) WebhookSend {
	return WebhookSend{l.Number, l.At, l.Took.Milliseconds(), l.Status, l.Failure, l.Answer}
}

func showDelivery(d *webhook.Delivery) WebhookDelivery {
	out := WebhookDelivery{
		ID: d.EventID, Type: d.Type, Subject: d.Subject, Test: d.Test, State: d.State, Sends: d.Sends, CreatedAt: d.CreatedAt, NextAt: timeOrNil(d.NextAt),
		ResentBy: d.ResentBy,
	}

	if d.Last != nil {
		last := showSend(d.Last)
		out.Last = &last
	}

	return out
}

// WebhookTest is which sample is sent.
type WebhookTest struct {
	Type string `json:"type" maxLength:"64" example:"order.succeeded"`
}

// WebhookResend says what is sent again: one of the two.
type WebhookResend struct {
	IDs   []string   `json:"ids,omitempty" maxItems:"100" nullable:"false" doc:"Ids of events"`
	Since *time.Time `json:"since,omitempty" doc:"All events since then, also those for which the endpoint was off; 30 days at most"`
}

// WebhookResent is how many events are sent again.
type WebhookResent struct {
	Count int64      `json:"count"`
	Rest  *time.Time `json:"rest" doc:"If there are more than 5,000: send it as since for the rest; else null"`
}

type listDeliveries struct {
	WebhookPath

	State       string    `query:"state" enum:"waiting,delivered,failed"`
	Type        string    `query:"type" maxLength:"64" example:"order.failed"`
	Subject     string    `query:"subject" maxLength:"64" doc:"Reference of an order" example:"INV-7"`
	Before      time.Time `query:"before" doc:"createdAt of the last row of the page before"`
	BeforeID    string    `query:"beforeId" maxLength:"64" doc:"Its id"`
	NewerThan   time.Time `query:"after" doc:"createdAt of the first row of the page behind; not with before"`
	NewerThanID string    `query:"afterId" maxLength:"64" doc:"Its id"`
}

const pageSize = 50

func registerDeliveries(a *api.API, s Services) {
	own := api.Operation{Tag: tag, Sandbox: api.InSandbox, Access: api.Needs(identity.WebhookManage), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound}}

	list := own
	list.ID, list.Method, list.Path, list.Summary = "list-webhook-deliveries", http.MethodGet, "/v1/webhooks/{id}/deliveries", "What was sent to an endpoint"
	list.Description, list.Faults = "Newest first, 50 a page, for 30 days.", nil
	api.Register(a, list, func(ctx context.Context, in *listDeliveries) (*portal.Body[[]WebhookDelivery], error) {
		found, err := s.Webhooks.Log(ctx, webhook.LogQuery{
			ClientID: caller(ctx).ClientID, EndpointID: in.number(), State: in.State, Type: in.Type, Subject: in.Subject, Before: in.Before, BeforeID: in.BeforeID,
			NewerThan: in.NewerThan, NewerThanID: in.NewerThanID, Limit: pageSize,
		})
		if err != nil {
			return nil, err
		}

		out := make([]WebhookDelivery, len(found))
		for i := range found {
			out[i] = showDelivery(&found[i])
		}

		return portal.Answer(out), nil
	})

	one := own
	one.ID, one.Method, one.Path, one.Summary = "get-webhook-delivery", http.MethodGet, "/v1/webhooks/{id}/deliveries/{deliveryId}", "An event for an endpoint, with its requests"
	api.Register(a, one, func(ctx context.Context, in *struct {
		WebhookPath

		DeliveryID string `path:"deliveryId" maxLength:"64" example:"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"`
	},
	) (*portal.Body[WebhookDeliveryDetail], error) {
		d, sends, err := s.Webhooks.Delivery(ctx, caller(ctx).ClientID, in.number(), in.DeliveryID)
		if err != nil {
			return nil, err
		}

		out := WebhookDeliveryDetail{showDelivery(&d), d.Body, make([]WebhookSend, len(sends))}
		for i := range sends {
			out.Requests[i] = showSend(&sends[i])
		}

		return portal.Answer(out), nil
	})

	registerSending(a, s, own)
}

// registerSending adds the calls that send something.
func registerSending(a *api.API, s Services, own api.Operation) {
	test := own
	test.ID, test.Method, test.Path, test.Summary = "test-webhook", http.MethodPost, "/v1/webhooks/{id}/test", "Send a sample"
	test.Description = "Sends a sample event, with test true in its data, at once and answers what came back."
	test.Example = WebhookTest{Type: "order.succeeded"}
	api.Register(a, test, func(ctx context.Context, in *struct {
		WebhookPath

		Body WebhookTest
	},
	) (*portal.Body[WebhookDelivery], error) {
		d, err := s.Webhooks.Test(ctx, caller(ctx), in.number(), clientevent.Type(in.Body.Type))
		if err != nil {
			return nil, err
		}

		return portal.Answer(showDelivery(&d)), nil
	})

	again := own
	again.ID, again.Method, again.Path, again.Summary = "resend-webhook", http.MethodPost, "/v1/webhooks/{id}/resend", "Send events again"
	again.Description = "Each with the same id and body, signed anew."
	again.Faults, again.Cost = []fault.Definition{fault.ErrNotFound, webhook.ErrOff}, api.Bulk
	again.Example = WebhookResend{IDs: []string{"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"}}
	api.Register(a, again, func(ctx context.Context, in *struct {
		WebhookPath

		Body WebhookResend
	},
	) (*portal.Body[WebhookResent], error) {
		if (in.Body.Since == nil) == (len(in.Body.IDs) == 0) {
			return nil, fault.InvalidField("ids", msgResend)
		}

		if in.Body.Since == nil {
			n, err := s.Webhooks.Resend(ctx, caller(ctx), in.number(), in.Body.IDs)
			if err != nil {
				return nil, err
			}

			return portal.Answer(WebhookResent{Count: n}), nil
		}

		n, rest, err := s.Webhooks.ResendSince(ctx, caller(ctx), in.number(), *in.Body.Since)
		if err != nil {
			return nil, err
		}

		return portal.Answer(WebhookResent{n, timeOrNil(rest)}), nil
	})
}
