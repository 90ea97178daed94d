package developer

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
	"loket/internal/platform/fault"
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

func show(e *webhook.Endpoint) Webhook {
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

func (s Services) showRow(ctx context.Context, e *webhook.Endpoint, zone *time.Location) (WebhookRow, error) {
	health, err := s.Webhooks.HealthOf(ctx, e.ClientID, e.ID, zone)
	if err != nil {
		return WebhookRow{}, err
	}

	row := WebhookRow{Webhook: show(e), Days: make([]WebhookDay, len(health.Days)), Partial: health.Partial}
	row.SecretEnding, row.OldEnding = s.Webhooks.Endings(e)

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

const defaultOverlap = 24

// RolledSecret is a new secret.
type RolledSecret struct {
	Secret   string     `json:"secret"`
	OldUntil *time.Time `json:"oldUntil" doc:"Until when the secret before signs, too"`
}

// RevealedSecret is the present secret of an endpoint.
type RevealedSecret struct {
	Secret string `json:"secret"`
}

func registerEndpoints(a *api.API, s Services) {
	own := api.Operation{Tag: tag, Sandbox: api.InSandbox, Access: api.Needs(identity.WebhookManage), Client: api.CallersClient}

	list := own
	list.ID, list.Method, list.Path, list.Summary = "list-webhooks", http.MethodGet, "/v1/webhooks", "Endpoints that get events"
	list.Description = "With how their deliveries of the last seven days went."
	list.Secret, list.Cost = true, api.Sums // addresses of receivers may hold a token
	api.Register(a, list, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]WebhookRow], error) {
		zone, err := portal.ClientZone(ctx)
		if err != nil {
			return nil, err
		}

		found, err := s.Webhooks.List(ctx, caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		out := make([]WebhookRow, len(found))
		for i := range found {
			if out[i], err = s.showRow(ctx, &found[i], zone); err != nil {
				return nil, err
			}
		}

		return portal.Answer(out), nil
	})

	registerNewEndpoint(a, s, own)
	registerEndpointChanges(a, s, own)
}

func registerNewEndpoint(a *api.API, s Services, own api.Operation) {
	add := own
	add.ID, add.Method, add.Path, add.Summary = "make-webhook", http.MethodPost, "/v1/webhooks", "Add an endpoint"
	add.Description = "Events are pushed to it as Standard Webhooks 1.0 says: at least once, in any order, signed with a secret of its own. The first is a `ping`, marked as a test."
	add.StepUp = true
	add.Secret, add.Status, add.Faults = true, http.StatusCreated, []fault.Definition{webhook.ErrLimit}
	add.Example = WebhookInput{URL: "https://api.majujaya.example/loket/hooks", Events: []string{"order.succeeded", "order.failed", "order.reversed"}}
	api.Register(a, add, func(ctx context.Context, in *struct{ Body WebhookInput }) (*portal.Body[NewWebhook], error) {
		set := webhook.Input{URL: &in.Body.URL, Description: &in.Body.Description, Types: &in.Body.Events, Ping: true}

		e, key, err := s.Webhooks.Create(ctx, caller(ctx), set)
		if err != nil {
			return nil, err
		}

		return portal.Answer(NewWebhook{show(&e), key.Reveal()}), nil
	})
}

func registerEndpointChanges(a *api.API, s Services, own api.Operation) {
	change := own
	change.ID, change.Method, change.Path, change.Summary = "change-webhook", http.MethodPatch, "/v1/webhooks/{id}", "Change an endpoint"
	change.Secret, change.Faults = true, []fault.Definition{fault.ErrNotFound}
	api.Register(a, change, func(ctx context.Context, in *struct {
		WebhookPath

		Body WebhookChange
	},
	) (*portal.Body[Webhook], error) {
		e, err := s.Webhooks.Change(ctx, caller(ctx), in.number(), webhook.Input{
			URL: in.Body.URL, Description: in.Body.Description, Types: in.Body.Events, Active: in.Body.Active,
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(show(&e)), nil
	})

	remove := own
	remove.ID, remove.Method, remove.Path, remove.Summary = "delete-webhook", http.MethodDelete, "/v1/webhooks/{id}", "Delete an endpoint"
	remove.Faults = []fault.Definition{fault.ErrNotFound}
	api.Register(a, remove, func(ctx context.Context, in *WebhookPath) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Webhooks.Delete(ctx, caller(ctx), in.number()))
	})

	roll := own
	roll.ID, roll.Method, roll.Path, roll.Summary = "roll-webhook-secret", http.MethodPost, "/v1/webhooks/{id}/roll", "Make a new secret"
	roll.Description = "Both secrets sign until the one before ends."
	roll.StepUp = true
	roll.Secret, roll.Faults = true, []fault.Definition{fault.ErrNotFound}
	api.Register(a, roll, func(ctx context.Context, in *struct {
		WebhookPath

		Body SecretRoll
	},
	) (*portal.Body[RolledSecret], error) {
		hours := defaultOverlap
		if in.Body.OverlapHours != nil {
			hours = *in.Body.OverlapHours
		}

		e, key, err := s.Webhooks.Roll(ctx, caller(ctx), in.number(), hours)
		if err != nil {
			return nil, err
		}

		return portal.Answer(RolledSecret{key.Reveal(), timeOrNil(e.OldUntil)}), nil
	})

	reveal := own
	reveal.ID, reveal.Method, reveal.Path, reveal.Summary = "reveal-webhook-secret", http.MethodPost, "/v1/webhooks/{id}/reveal", "Show the secret again"
	reveal.Description = "The one that signs now. The audit log keeps who read it."
	reveal.StepUp = true
	reveal.Secret, reveal.Faults = true, []fault.Definition{fault.ErrNotFound}
	api.Register(a, reveal, func(ctx context.Context, in *WebhookPath) (*portal.Body[RevealedSecret], error) {
		key, err := s.Webhooks.Reveal(ctx, caller(ctx), in.number())
		if err != nil {
			return nil, err
		}

		return portal.Answer(RevealedSecret{key.Reveal()}), nil
	})
}
