package developer

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/webhooks"
)

func registerDeliveries(a *api.API, s Services, calls webhooks.Calls) {
	api.Register(a, calls.Deliveries, func(ctx context.Context, in *struct {
		webhooks.EndpointPath
		webhooks.DeliveryFilter
	},
	) (*portal.Body[[]webhooks.WebhookDelivery], error) {
		return portal.AnswerOr(webhooks.Deliveries(ctx, s.Webhooks, caller(ctx).ClientID, in.Number(), in.DeliveryFilter))
	})

	one := calls.Delivery
	one.Look = api.NotForLooks // bodies have serial numbers
	api.Register(a, one, func(ctx context.Context, in *webhooks.DeliveryPath) (*portal.Body[webhooks.WebhookDeliveryDetail], error) {
		return portal.AnswerOr(webhooks.Delivery(ctx, s.Webhooks, caller(ctx).ClientID, in.Number(), in.DeliveryID))
	})

	api.Register(a, calls.Test, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookTest
	},
	) (*portal.Body[webhooks.WebhookDelivery], error) {
		return portal.AnswerOr(webhooks.Test(ctx, s.Webhooks, caller(ctx), in.Number(), in.Body))
	})

	api.Register(a, calls.Resend, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookResend
	},
	) (*portal.Body[webhooks.WebhookResent], error) {
		return portal.AnswerOr(webhooks.Resend(ctx, s.Webhooks, caller(ctx), in.Number(), in.Body))
	})
}
