// Package webhooks has the calls about the endpoints that get events, for people with a session and for programs with an API key: what they are
// named, what they take and what they answer. The rules are in developer/webhook.
package webhooks

import (
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/webhook"
	"loket/internal/platform/fault"
)

// Calls are the calls about endpoints.
type Calls struct {
	List, Make, Change, Delete, Roll   api.Operation
	Deliveries, Delivery, Test, Resend api.Operation
}

// CallsOf returns the calls with what own says of all: Path is that of the list, Access and Client are who may call. suffix is the end of their
// ids. stepUp makes those that show a secret ask for a proof of who asks.
func CallsOf(own api.Operation, suffix string, stepUp bool) Calls {
	list := own
	list.ID, list.Method, list.Summary = "list-webhooks"+suffix, http.MethodGet, "Endpoints that get events"
	list.Description = "With how their deliveries of the last seven days went."
	list.Secret, list.Cost = true, api.Sums // addresses of receivers may hold a token

	add := own
	add.ID, add.Method, add.Summary = "make-webhook"+suffix, http.MethodPost, "Add an endpoint"
	add.Description = "Events are pushed to it as Standard Webhooks 1.0 says: at least once, in any order, signed with a secret of its own. The first is a `ping`, marked as a test."
	add.StepUp = stepUp
	add.Secret, add.Status, add.Faults = true, http.StatusCreated, []fault.Definition{webhook.ErrLimit}
	add.Example = WebhookInput{URL: "https://api.majujaya.example/loket/hooks", Events: []string{"order.succeeded", "order.failed", "order.reversed"}}

	one := own
	one.Path += "/{id}"
	one.Faults = []fault.Definition{fault.ErrNotFound}

	change := one
	change.ID, change.Method, change.Summary, change.Secret = "change-webhook"+suffix, http.MethodPatch, "Change an endpoint", true
	change.Example = WebhookChange{Events: &[]string{"order.failed", "order.reversed"}}

	remove := one
	remove.ID, remove.Method, remove.Summary = "delete-webhook"+suffix, http.MethodDelete, "Delete an endpoint"

	roll := one
	roll.ID, roll.Method, roll.Path, roll.Summary = "roll-webhook-secret"+suffix, http.MethodPost, one.Path+"/roll", "Make a new secret"
	roll.Description = "Both secrets sign until the one before ends."
	roll.StepUp, roll.Secret, roll.Example = stepUp, true, SecretRoll{OverlapHours: new(defaultOverlap)}

	deliveries := one
	deliveries.ID, deliveries.Method, deliveries.Path, deliveries.Summary = "list-webhook-deliveries"+suffix, http.MethodGet, one.Path+"/deliveries", "What was sent to an endpoint"
	deliveries.Description, deliveries.Faults = "Newest first, 50 a page, for 30 days.", nil

	delivery := one
	delivery.ID, delivery.Method, delivery.Path = "get-webhook-delivery"+suffix, http.MethodGet, one.Path+"/deliveries/{deliveryId}"
	delivery.Summary = "An event for an endpoint, with its requests"

	test := one
	test.ID, test.Method, test.Path, test.Summary = "test-webhook"+suffix, http.MethodPost, one.Path+"/test", "Send a sample"
	test.Description = "Sends a sample event, with test true in its data, at once and answers what came back."
	test.Example = WebhookTest{Type: "order.succeeded"}

	again := one
	again.ID, again.Method, again.Path, again.Summary = "resend-webhook"+suffix, http.MethodPost, one.Path+"/resend", "Send events again"
	again.Description = "Each with the same id and body, signed anew."
	again.Faults, again.Cost = []fault.Definition{fault.ErrNotFound, webhook.ErrOff}, api.Bulk
	again.Example = WebhookResend{IDs: []string{"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"}}

	return Calls{list, add, change, remove, roll, deliveries, delivery, test, again}
}

// EndpointPath names an endpoint. It is exported because huma only reads exported embedded structs.
type EndpointPath struct {
	ID string `path:"id" maxLength:"20" example:"2611210815300100042"`
}

// Number is the id of the endpoint; 0, which none has, for a text that is no id.
func (p EndpointPath) Number() int64 { return portal.ParseID(p.ID) }

// DeliveryPath names an event for an endpoint.
type DeliveryPath struct {
	EndpointPath

	DeliveryID string `path:"deliveryId" maxLength:"64" example:"evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"`
}
