package webhooks

import (
	"context"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
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

// DeliveryFilter chooses a page of deliveries.
type DeliveryFilter struct {
	State       string    `query:"state" enum:"waiting,delivered,failed"`
	Type        string    `query:"type" maxLength:"64" example:"order.failed"`
	Subject     string    `query:"subject" maxLength:"64" doc:"Reference of an order" example:"INV-7"`
	Before      time.Time `query:"before" doc:"createdAt of the last row of the page before"`
	BeforeID    string    `query:"beforeId" maxLength:"64" doc:"Its id"`
	NewerThan   time.Time `query:"after" doc:"createdAt of the first row of the page behind; not with before"`
	NewerThanID string    `query:"afterId" maxLength:"64" doc:"Its id"`
}

// pageSize is how many deliveries a page has.
const pageSize = 50

// Deliveries returns a page of what was sent to an endpoint, the newest first.
func Deliveries(ctx context.Context, s *webhook.Service, client, id int64, in DeliveryFilter) ([]WebhookDelivery, error) {
	found, err := s.Log(ctx, webhook.LogQuery{
		ClientID: client, EndpointID: id, State: in.State, Type: in.Type, Subject: in.Subject, Before: in.Before, BeforeID: in.BeforeID,
		NewerThan: in.NewerThan, NewerThanID: in.NewerThanID, Limit: pageSize,
	})
	if err != nil {
		return nil, err
	}

	out := make([]WebhookDelivery, len(found))
	for i := range found {
		out[i] = showDelivery(&found[i])
	}

	return out, nil
}

// Delivery returns an event for an endpoint, with its requests.
func Delivery(ctx context.Context, s *webhook.Service, client, id int64, event string) (WebhookDeliveryDetail, error) {
	d, sends, err := s.Delivery(ctx, client, id, event)
	if err != nil {
		return WebhookDeliveryDetail{}, err
	}

	out := WebhookDeliveryDetail{showDelivery(&d), d.Body, make([]WebhookSend, len(sends))}
	for i := range sends {
		out.Requests[i] = showSend(&sends[i])
	}

	return out, nil
}

// Test sends a sample and returns what came back.
func Test(ctx context.Context, s *webhook.Service, by webhook.By, id int64, in WebhookTest) (WebhookDelivery, error) {
	d, err := s.Test(ctx, by, id, clientevent.Type(in.Type))
	if err != nil {
		return WebhookDelivery{}, err
	}

	return showDelivery(&d), nil
}

// Resend has events sent again: some by their ids, or all since a moment.
func Resend(ctx context.Context, s *webhook.Service, by webhook.By, id int64, in WebhookResend) (WebhookResent, error) {
	if (in.Since == nil) == (len(in.IDs) == 0) {
		return WebhookResent{}, fault.InvalidField("ids", msgResend)
	}

	if in.Since == nil {
		n, err := s.Resend(ctx, by, id, in.IDs)

		return WebhookResent{Count: n}, err
	}

	n, rest, err := s.ResendSince(ctx, by, id, *in.Since)

	return WebhookResent{n, timeOrNil(rest)}, err
}
