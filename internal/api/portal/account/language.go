package account

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/platform/language"
)

// LanguageInput chooses the language of the caller.
type LanguageInput struct {
	Language language.Language `json:"language" enum:"en,id" example:"id"`
}

type setLanguage struct {
	Body LanguageInput
}

func registerLanguage(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "set-language", Method: http.MethodPatch, Path: "/v1/user/language", Summary: "Choose the own language", Tag: tagAccount,
		Description: "It is kept with the user: screens take it on every browser, and mails to the user follow it.",
		Access:      api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox,
		Example: LanguageInput{Language: language.Indonesian},
	}, func(ctx context.Context, in *setLanguage) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.SetLanguage(ctx, *portal.Caller(ctx), in.Body.Language))
	})
}
