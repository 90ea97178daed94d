package account

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// StaffPasswordInput is a password that the user thinks of.
type StaffPasswordInput struct {
	Password string `json:"password" maxLength:"1000" format:"password" missing:"password_short"`
}

// StaffLanguageInput chooses the language of the caller.
type StaffLanguageInput struct {
	Language language.Language `json:"language" enum:"en,id" example:"id"`
}

// registerPreferences adds what the screens ask for while a password is typed, and the language that they speak.
func registerPreferences(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-validate-password", Method: http.MethodPost, Path: "/staff/v1/auth/password/validate", Summary: "Whether a new password would be taken", Tag: tag, Texts: identity.Texts(),
		Description: "The message of the first field of the error is to be shown.",
		Access:      api.Restricted(), Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrThrottled},
		Example: StaffPasswordInput{Password: "..."},
	}, func(ctx context.Context, in *struct{ Body StaffPasswordInput }) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ValidatePassword(ctx, *portal.Caller(ctx), secret.Text(in.Body.Password)))
	})

	api.Register(a, api.Operation{
		ID: "staff-set-language", Method: http.MethodPatch, Path: "/staff/v1/me/language", Summary: "Choose the own language", Tag: tag,
		Description: "It is kept with the user: screens take it on every browser.",
		Access:      api.Session(), Client: api.CallersClient,
		Example: StaffLanguageInput{Language: language.Indonesian},
	}, func(ctx context.Context, in *struct{ Body StaffLanguageInput }) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.SetLanguage(ctx, *portal.Caller(ctx), in.Body.Language))
	})
}
