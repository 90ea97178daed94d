package developer

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/webhooks"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// RevealedSecret is the present secret of an endpoint.
type RevealedSecret struct {
	Secret string `json:"secret"`
}

func registerWebhooks(a *api.API, s Services) {
	own := api.Operation{Path: "/v1/webhooks", Tag: tag, Sandbox: api.InSandbox, Access: api.Needs(identity.WebhookManage), Client: api.CallersClient}
	calls := webhooks.CallsOf(own, "", true)

	registerEndpoints(a, s, calls)
	registerDeliveries(a, s, calls)

	reveal := own
	reveal.ID, reveal.Method, reveal.Path, reveal.Summary = "reveal-webhook-secret", http.MethodPost, "/v1/webhooks/{id}/reveal", "Show the secret again"
	reveal.Description = "The one that signs now. The audit log keeps who read it."
	reveal.StepUp = true
	reveal.Secret, reveal.Faults = true, []fault.Definition{fault.ErrNotFound}
	api.Register(a, reveal, func(ctx context.Context, in *webhooks.EndpointPath) (*portal.Body[RevealedSecret], error) {
		key, err := s.Webhooks.Reveal(ctx, caller(ctx), in.Number())
		if err != nil {
			return nil, err
		}

		return portal.Answer(RevealedSecret{key.Reveal()}), nil
	})
}

func registerEndpoints(a *api.API, s Services, calls webhooks.Calls) {
	api.Register(a, calls.List, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]webhooks.WebhookRow], error) {
		zone, err := api.ClientZone(ctx)
		if err != nil {
			return nil, err
		}

		return portal.AnswerOr(webhooks.List(ctx, s.Webhooks, caller(ctx).ClientID, zone))
	})

	api.Register(a, calls.Make, func(ctx context.Context, in *struct{ Body webhooks.WebhookInput }) (*portal.Body[webhooks.NewWebhook], error) {
		return portal.AnswerOr(webhooks.Make(ctx, s.Webhooks, caller(ctx), in.Body))
	})

	api.Register(a, calls.Change, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.WebhookChange
	},
	) (*portal.Body[webhooks.Webhook], error) {
		return portal.AnswerOr(webhooks.Change(ctx, s.Webhooks, caller(ctx), in.Number(), in.Body))
	})

	api.Register(a, calls.Delete, func(ctx context.Context, in *webhooks.EndpointPath) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Webhooks.Delete(ctx, caller(ctx), in.Number()))
	})

	api.Register(a, calls.Roll, func(ctx context.Context, in *struct {
		webhooks.EndpointPath

		Body webhooks.SecretRoll
	},
	) (*portal.Body[webhooks.RolledSecret], error) {
		return portal.AnswerOr(webhooks.Roll(ctx, s.Webhooks, caller(ctx), in.Number(), in.Body))
	})
}
