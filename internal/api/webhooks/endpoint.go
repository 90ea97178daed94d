package webhooks

import (
	"context"
	"time"

	"loket/internal/api/portal"
	"loket/internal/developer/webhook"
)

// Webhook is an endpoint.
type Webhook struct {
	ID           string     `json:"id" example:"2611210815300100042"`
	URL          string     `json:"url" example:"https://api.majujaya.example/loket/hooks"`
	Description  string     `json:"description"`
	Events       []string   `json:"events" nullable:"false" doc:"Types that it gets; empty: all"`
	State        string     `json:"state" enum:"active,failing,off" doc:"failing: no good answer since failingSince; it is tried further, and off after five days"`
	OffReason    string     `json:"offReason" enum:",user,gone,failing" doc:"user: switched off by hand; gone: it answered 410; failing: no good answer for five days; else empty"`
	OffAt        *time.Time `json:"offAt"`
	FailingSince *time.Time `json:"failingSince"`
	SecretSince  time.Time  `json:"secretSince" doc:"Since when the present secret signs"`
	OldUntil     *time.Time `json:"oldUntil" doc:"Until when the secret before signs, too; null without one"`
	CreatedAt    time.Time  `json:"createdAt"`
}

// Show is an endpoint without its secret.
func Show(e *webhook.Endpoint) Webhook {
	out := Webhook{
		ID: portal.FormatID(e.ID), URL: e.URL, Description: e.Description, Events: []string{}, State: string(e.State()), OffReason: string(e.OffReason),
		OffAt: timeOrNil(e.OffAt), FailingSince: timeOrNil(e.FailingSince()), SecretSince: e.SecretAt, OldUntil: timeOrNil(e.OldUntil), CreatedAt: e.CreatedAt,
	}

	for _, t := range e.Types {
		out.Events = append(out.Events, string(t))
	}

	return out
}

// WebhookDay counts the events of a day.
type WebhookDay struct {
	Day       string `json:"day" format:"date" example:"2026-11-21"`
	Delivered int64  `json:"delivered"`
	Failed    int64  `json:"failed" doc:"Without a good answer so far; one that waits is tried again"`
}

// WebhookRow is an endpoint in the list, with how its deliveries went.
type WebhookRow struct {
	Webhook

	SecretEnding string       `json:"secretEnding" doc:"The last characters of the present secret" example:"9Kq2"`
	OldEnding    string       `json:"oldEnding" doc:"Of the secret before, while it signs, too; else empty" example:"t4Lm"`
	Days         []WebhookDay `json:"days" nullable:"false" doc:"The last seven days, the oldest first, in the client's zone; tests don't count"`
	Partial      bool         `json:"partial" doc:"There were more than 10,000 deliveries; the newest ones are counted"`
	Last         *WebhookSend `json:"last,omitempty" doc:"The last request of the newest delivery, if it was sent"`
}

func showRow(ctx context.Context, s *webhook.Service, e *webhook.Endpoint, zone *time.Location) (WebhookRow, error) {
	health, err := s.HealthOf(ctx, e.ClientID, e.ID, zone)
	if err != nil {
		return WebhookRow{}, err
	}

	row := WebhookRow{Webhook: Show(e), Days: make([]WebhookDay, len(health.Days)), Partial: health.Partial}
	row.SecretEnding, row.OldEnding = s.Endings(e)

	for i, d := range health.Days {
		row.Days[i] = WebhookDay{d.Day.String(), d.Delivered, d.Failed}
	}

	if health.Last != nil {
		last := showSend(health.Last)
		row.Last = &last
	}

	return row, nil
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}

	return &t
}

// WebhookInput is a new endpoint.
type WebhookInput struct {
	URL         string   `json:"url" maxLength:"2000" doc:"https, a public host, port 443 or one above 1023" example:"https://api.majujaya.example/loket/hooks"`
	Description string   `json:"description,omitempty" maxLength:"1000"`
	Events      []string `json:"events,omitempty" maxItems:"50" nullable:"false" doc:"Types that it gets; without it all" example:"[\"order.succeeded\",\"order.failed\"]"`
}

// WebhookChange changes an endpoint. What is left out stays.
type WebhookChange struct {
	URL         *string   `json:"url,omitempty" maxLength:"2000"`
	Description *string   `json:"description,omitempty" maxLength:"1000"`
	Events      *[]string `json:"events,omitempty" maxItems:"50" nullable:"false" doc:"Types that it gets; empty: all"`
	Active      *bool     `json:"active,omitempty" doc:"true switches it on again; what happened meanwhile is sent by resend"`
}

// NewWebhook is an endpoint with its secret, which is shown this once.
type NewWebhook struct {
	Webhook

	Secret string `json:"secret" doc:"Verify each request with it, over the bytes of the body as they came" example:"whsec_..."`
}

// SecretRoll makes a new secret.
type SecretRoll struct {
	OverlapHours *int `json:"overlapHours,omitempty" minimum:"0" maximum:"168" doc:"How long the secret before signs, too; 24 without it" example:"24"`
}

// Deletion answers the deletion of an endpoint.
type Deletion struct {
	Deleted bool `json:"deleted" doc:"Always true"`
}

const defaultOverlap = 24

// RolledSecret is a new secret.
type RolledSecret struct {
	Secret   string     `json:"secret"`
	OldUntil *time.Time `json:"oldUntil" doc:"Until when the secret before signs, too"`
}

// List returns the endpoints of a client, with days of its zone.
func List(ctx context.Context, s *webhook.Service, client int64, zone *time.Location) ([]WebhookRow, error) {
	found, err := s.List(ctx, client)
	if err != nil {
		return nil, err
	}

	out := make([]WebhookRow, len(found))
	for i := range found {
		if out[i], err = showRow(ctx, s, &found[i], zone); err != nil {
			return nil, err
		}
	}

	return out, nil
}

// Make adds an endpoint, which gets a ping.
func Make(ctx context.Context, s *webhook.Service, by webhook.By, in WebhookInput) (NewWebhook, error) {
	e, key, err := s.Create(ctx, by, webhook.Input{URL: &in.URL, Description: &in.Description, Types: &in.Events, Ping: true})
	if err != nil {
		return NewWebhook{}, err
	}

	return NewWebhook{Show(&e), key.Reveal()}, nil
}

// Change changes an endpoint.
func Change(ctx context.Context, s *webhook.Service, by webhook.By, id int64, in WebhookChange) (Webhook, error) {
	e, err := s.Change(ctx, by, id, webhook.Input{URL: in.URL, Description: in.Description, Types: in.Events, Active: in.Active})
	if err != nil {
		return Webhook{}, err
	}

	return Show(&e), nil
}

// Roll makes a new secret.
func Roll(ctx context.Context, s *webhook.Service, by webhook.By, id int64, in SecretRoll) (RolledSecret, error) {
	hours := defaultOverlap
	if in.OverlapHours != nil {
		hours = *in.OverlapHours
	}

	e, key, err := s.Roll(ctx, by, id, hours)
	if err != nil {
		return RolledSecret{}, err
	}

	return RolledSecret{key.Reveal(), timeOrNil(e.OldUntil)}, nil
}
