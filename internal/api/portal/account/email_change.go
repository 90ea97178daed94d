package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// ChangeEmailInput asks for other e-mail addresses.
type ChangeEmailInput struct {
	Password     string `json:"password" maxLength:"1000" format:"password" doc:"The current password" missing:"password_required"`
	Username     string `json:"username" maxLength:"200" doc:"The caller's own" example:"root"`
	Email        string `json:"email" maxLength:"1000" doc:"Main e-mail of the user" example:"root@example.com" missing:"email_invalid"`
	EmailFinance string `json:"emailFinance" maxLength:"1000" doc:"Finance e-mail of the client" example:"billing@example.com" missing:"finance_email_invalid"`
	ClientID     int64  `json:"clientId" doc:"The caller's own" example:"1001"`
}

type changeEmail struct {
	portal.Language

	Body ChangeEmailInput
}

// NamedClientID implements api.NamesClient.
func (in *changeEmail) NamedClientID() int64 { return in.Body.ClientID }

// The addresses as ChangeEmailInput names them.
const (
	fieldEmail        = "email"
	fieldEmailFinance = "emailFinance"
)

// PendingEmail is a new address whose link was not confirmed yet.
type PendingEmail struct {
	Field       string    `json:"field" enum:"email,emailFinance" doc:"email is the main e-mail of the user, emailFinance the finance e-mail of the client, whoever of its users asked for it" example:"email"`
	Email       string    `json:"email" doc:"The new address" example:"root@example.com"`
	RequestedAt time.Time `json:"requestedAt" doc:"When the link was mailed last"`
	ExpiresAt   time.Time `json:"expiresAt" doc:"When the link and with it the change ends"`
}

type pendingEmail struct {
	portal.Language

	Field string `path:"field" enum:"email,emailFinance" doc:"Which address" example:"email"`
}

func (in *pendingEmail) purpose() emaillink.Purpose {
	if in.Field == fieldEmailFinance {
		return emaillink.FinanceEmail
	}

	return emaillink.Email
}

func registerEmailChanges(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "change-email", Method: http.MethodPatch, Path: "/v1/clients/changeEmail", Summary: "Ask for another main or finance e-mail", Tag: tagAccount, Texts: identity.Texts(),
		Description: "Each new address gets a link and takes effect when that is confirmed; the old one gets a notice. A user with a second factor also needs a fresh proof.",
		Access:      api.Needs(identity.EmailChange), Client: api.InputsClient,
		Faults: []fault.Definition{identity.ErrClientUnauthorized, identity.ErrStepUpRequired, fault.ErrThrottled},
		Example: ChangeEmailInput{
			Password: "...", Username: "root", Email: "root@example.com", EmailFinance: "billing@example.com", ClientID: 1001,
		},
	}, func(ctx context.Context, in *changeEmail) (*portal.Body[portal.Empty], error) {
		if err := s.Identity.RequireFactorProof(ctx, portal.Caller(ctx)); err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Identity.ChangeEmail(ctx, in.Self(ctx), identity.NewEmails{
			Username: in.Body.Username, Email: in.Body.Email, EmailFinance: in.Body.EmailFinance, Password: secret.Text(in.Body.Password),
		}))
	})

	api.Register(a, api.Operation{
		ID: "list-email-changes", Method: http.MethodGet, Path: "/v1/clients/changeEmail", Summary: "New e-mail addresses that are not confirmed yet",
		Tag: tagAccount, Access: api.Needs(identity.EmailChange), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]PendingEmail], error) {
		list, err := s.Identity.PendingEmails(ctx, *portal.Caller(ctx))
		if err != nil {
			return nil, fmt.Errorf("pending changes of e-mail: %w", err)
		}

		out := make([]PendingEmail, len(list))

		for i, p := range list {
			out[i] = PendingEmail{Field: fieldEmail, Email: p.Address, RequestedAt: p.RequestedAt, ExpiresAt: p.ExpiresAt}
			if p.Purpose == emaillink.FinanceEmail {
				out[i].Field = fieldEmailFinance
			}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "resend-email-change", Method: http.MethodPost, Path: "/v1/clients/changeEmail/{field}/resend", Summary: "Mail the link of a new e-mail address again",
		Tag: tagAccount, Description: "A new link that serves for 30 minutes; the one before it ends.",
		Access: api.Needs(identity.EmailChange), Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound, fault.ErrThrottled},
	}, func(ctx context.Context, in *pendingEmail) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ResendEmailChange(ctx, in.Self(ctx), in.purpose()))
	})

	api.Register(a, api.Operation{
		ID: "cancel-email-change", Method: http.MethodDelete, Path: "/v1/clients/changeEmail/{field}", Summary: "Cancel a change of e-mail",
		Tag: tagAccount, Description: "The mailed link ends.",
		Access: api.Needs(identity.EmailChange), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *pendingEmail) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.CancelEmailChange(ctx, in.Self(ctx), in.purpose()))
	})
}
