package clientapi

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/webhooks"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
)

func by(ctx context.Context) webhook.By {
	p := api.Principal(ctx)

	return webhook.By{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx)}
}

func registerWebhooks(a *api.API, s Services) {
	calls := webhooks.CallsOf(api.Operation{
		Path: "/h2h/v1/webhooks", Tag: tag, Access: api.WithAPIKey(identity.WebhooksManage), Client: api.CallersClient,
	}, "-by-key", false)

	registerEndpoints(a, s, calls)
	registerDeliveries(a, s, calls)
}

func registerEndpoints(a *api.API, s Services, calls webhooks.Calls) {
	api.Register(a, calls.List, func(ctx context.Context, _ *struct{}) (*body[[]webhooks.WebhookRow], error) {
		zone, err := api.ClientZone(ctx)
		if err != nil {
			return nil, err
		}

		return answerOr(webhooks.List(ctx, s.Webhooks, clientID(ctx), zone))
	})

	api.Register(a, calls.Make, func(ctx context.Context, in *struct{ Body webhooks.WebhookInput }) (*body[webhooks.NewWebhook], error) {
		return answerOr(webhooks.Make(ctx, s.Webhooks, by(ctx), in.Body))
	})

	api.Register(a, calls.Change, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookChange
	},
	) (*body[webhooks.Webhook], error) {
		return answerOr(webhooks.Change(ctx, s.Webhooks, by(ctx), in.Number(), in.Body))
	})

	api.Register(a, calls.Delete, func(ctx context.Context, in *webhooks.EndpointPath) (*body[webhooks.Deletion], error) {
		return answerOr(webhooks.Deletion{Deleted: true}, s.Webhooks.Delete(ctx, by(ctx), in.Number()))
	})

	api.Register(a, calls.Roll, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.SecretRoll
	},
	) (*body[webhooks.RolledSecret], error) {
		return answerOr(webhooks.Roll(ctx, s.Webhooks, by(ctx), in.Number(), in.Body))
	})
}

func registerDeliveries(a *api.API, s Services, calls webhooks.Calls) {
	api.Register(a, calls.Deliveries, func(ctx context.Context, in *struct {
		webhooks.EndpointPath
		webhooks.DeliveryFilter
	},
	) (*body[[]webhooks.WebhookDelivery], error) {
		return answerOr(webhooks.Deliveries(ctx, s.Webhooks, clientID(ctx), in.Number(), in.DeliveryFilter))
	})

	api.Register(a, calls.Delivery, func(ctx context.Context, in *webhooks.DeliveryPath) (*body[webhooks.WebhookDeliveryDetail], error) {
		return answerOr(webhooks.Delivery(ctx, s.Webhooks, clientID(ctx), in.Number(), in.DeliveryID))
	})

	api.Register(a, calls.Test, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookTest
	},
	) (*body[webhooks.WebhookDelivery], error) {
		return answerOr(webhooks.Test(ctx, s.Webhooks, by(ctx), in.Number(), in.Body))
	})

	api.Register(a, calls.Resend, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookResend
	},
	) (*body[webhooks.WebhookResent], error) {
		return answerOr(webhooks.Resend(ctx, s.Webhooks, by(ctx), in.Number(), in.Body))
	})
}
