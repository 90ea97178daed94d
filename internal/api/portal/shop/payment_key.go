package shop

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// PaymentKey is the key that signs the links to the shop's payment page.
type PaymentKey struct {
	Key string `json:"key" doc:"For the program behind the payment page alone: keep it secret" example:"lkpay_4f1c..."`
}

func registerPaymentKey(a *api.API, s Services) {
	own := api.Operation{
		Path: "/v1/webapp/payment-key", Secret: true, Tag: tagShop, Access: api.Session(), Feature: identity.Connect, Client: api.CallersClient, Root: true, Look: api.NotForLooks, Faults: []fault.Definition{fault.ErrNotFound},
	}

	show := own
	show.ID, show.Method, show.Summary = "get-payment-key", http.MethodGet, "The key that signs payment links"
	api.Register(a, show, func(ctx context.Context, _ *struct{}) (*portal.Body[PaymentKey], error) {
		if _, err := s.Shops.Get(ctx, portal.Caller(ctx).ClientID); err != nil {
			return nil, err
		}

		return showKey(s.Checkout.PaymentKey(ctx, portal.Caller(ctx).ClientID))
	})

	change := own
	change.ID, change.Method, change.Summary = "change-payment-key", http.MethodPost, "Make a new key for payment links"
	change.Description = "The old key counts no more at once: put the new one into your payment page."
	api.Register(a, change, func(ctx context.Context, _ *struct{}) (*portal.Body[PaymentKey], error) {
		if _, err := s.Shops.Get(ctx, portal.Caller(ctx).ClientID); err != nil {
			return nil, err
		}

		return showKey(s.Checkout.ChangePaymentKey(ctx, shopBy(ctx)))
	})
}

func showKey(key secret.Text, err error) (*portal.Body[PaymentKey], error) {
	if err != nil {
		return nil, err
	}

	return &portal.Body[PaymentKey]{Body: PaymentKey{key.Reveal()}}, nil
}
