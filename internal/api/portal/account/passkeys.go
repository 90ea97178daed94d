package account

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// PasskeyAnswer is what a browser answered, in the standard's JSON form (PublicKeyCredential.toJSON). Its fields are the browser's.
type PasskeyAnswer map[string]any

// PasskeyOptions are what a browser is asked, in the standard's JSON form.
type PasskeyOptions struct {
	Options map[string]any `json:"options" doc:"For parseCreationOptionsFromJSON or parseRequestOptionsFromJSON of the browser; they serve for five minutes and one answer"`
}

// PasskeyInput is a new passkey.
type PasskeyInput struct {
	Name    string        `json:"name" maxLength:"60" doc:"What its user calls it" example:"Laptop kantor"`
	Passkey PasskeyAnswer `json:"passkey" doc:"What the browser answered, in the standard's JSON form"`
}

// PasskeySignInInput is the body of a sign-in by a passkey alone.
type PasskeySignInInput struct {
	Passkey PasskeyAnswer `json:"passkey" doc:"What the browser answered, in the standard's JSON form"`
}

// NamedSession carries the token of a session with the name of its user.
type NamedSession struct {
	Token    string `json:"token" doc:"Send it as Authorization: Bearer; its payload holds clientId"`
	Username string `json:"username" example:"root"`
}

type passkeySignInAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie" hidden:"true"`
	Body      NamedSession
}

type addPasskey struct {
	portal.Language

	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      PasskeyInput
}

type passkeySignIn struct {
	portal.Language

	UserAgent string `header:"User-Agent" hidden:"true"`
	Device    string `cookie:"loket-device" hidden:"true"`
	Body      PasskeySignInInput
}

// text is the answer as the browser sent it; nil if there is none. It was read from JSON, so it can be written.
func (a PasskeyAnswer) text() []byte {
	text, err := json.Marshal(map[string]any(a))
	if err != nil || len(a) == 0 {
		return nil
	}

	return text
}

func passkeyOptions(options json.RawMessage, err error) (*portal.Body[PasskeyOptions], error) {
	if err != nil {
		return nil, err
	}

	var out PasskeyOptions
	if err := json.Unmarshal(options, &out.Options); err != nil {
		return nil, fmt.Errorf("options of a passkey: %w", err)
	}

	return portal.Answer(out), nil
}

func registerPasskeys(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "ask-for-passkey", SetUp: true, Method: http.MethodPost, Path: "/v1/user/factors/passkey/options", Summary: "Ask for a passkey", Tag: tagAccount,
		Description: "The browser makes one with the answer.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true, Faults: []fault.Definition{identity.ErrFactorLimit, fault.ErrThrottled},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[PasskeyOptions], error) {
		return passkeyOptions(s.Identity.AskForPasskey(ctx, in.Self(ctx)))
	})

	api.Register(a, api.Operation{
		ID: "add-passkey", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/v1/user/factors/passkey", Summary: "Add a passkey", Tag: tagAccount,
		Description: "From now on it signs in alone, and a sign-in by the password has a second step. The first factor brings ten recovery codes.",
		Access:      api.Session(), Client: api.CallersClient,
		Faults:  []fault.Definition{identity.ErrInvalidPasskey, identity.ErrFactorLimit, fault.ErrThrottled},
		Example: PasskeyInput{Name: "Laptop kantor", Passkey: PasskeyAnswer{"id": "..."}},
	}, func(ctx context.Context, in *addPasskey) (*portal.Body[NewRecoveryCodes], error) {
		return recoveryCodes(s.Identity.AddPasskey(ctx, in.Self(ctx), in.Body.Name, in.UserAgent, in.Body.Passkey.text()))
	})

	api.Register(a, api.Operation{
		ID: "ask-for-second-step", Method: http.MethodPost, Path: "/v1/auth/second-factor/passkey", Summary: "Ask for a passkey at the second step", Tag: tagAccess,
		Access: api.SecondStep(), Client: api.CallersClient, Faults: []fault.Definition{identity.ErrNoFactor, fault.ErrThrottled},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[PasskeyOptions], error) {
		return passkeyOptions(s.Identity.AskForSecondStep(ctx, in.Self(ctx)))
	})

	api.Register(a, api.Operation{
		ID: "ask-for-proof", Method: http.MethodPost, Path: "/v1/auth/step-up/passkey", Summary: "Ask for a passkey as a proof", Tag: tagAccess,
		Access: api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox, Faults: []fault.Definition{identity.ErrNoFactor, fault.ErrThrottled},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[PasskeyOptions], error) {
		return passkeyOptions(s.Identity.AskForProof(ctx, in.Self(ctx)))
	})

	registerPasskeySignIn(a, s)
}

func registerPasskeySignIn(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "ask-for-sign-in", Method: http.MethodPost, Path: "/v1/auth/passkey/options", Summary: "Ask for a sign-in by passkey", Tag: tagAccess,
		Access: api.Public(), Client: api.NoClient, Faults: []fault.Definition{fault.ErrThrottled},
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[PasskeyOptions], error) {
		return passkeyOptions(s.Identity.AskForSignIn(ctx, api.Address(ctx)))
	})

	api.Register(a, api.Operation{
		ID: "sign-in-by-passkey", Secret: true, Method: http.MethodPost, Path: "/v1/auth/passkey", Summary: "Sign in by a passkey alone", Tag: tagAccess,
		Description: "The passkey has verified its user, so there is no second step.",
		Access:      api.Public(), Client: api.NoClient,
		Faults:  []fault.Definition{identity.ErrInvalidPasskey, identity.ErrPasswordExpired, fault.ErrThrottled},
		Example: PasskeySignInInput{Passkey: PasskeyAnswer{"id": "..."}},
	}, func(ctx context.Context, in *passkeySignIn) (*passkeySignInAnswer, error) {
		session, err := s.Identity.SignInByPasskey(ctx, identity.PasskeySignIn{
			Answer: in.Body.Passkey.text(), Address: api.Address(ctx), Language: language.FromHeader(in.AcceptLanguage),
			Device: in.UserAgent, KnownDevice: secret.Text(in.Device),
		})
		if err != nil {
			return nil, err
		}

		return &passkeySignInAnswer{[]http.Cookie{deviceCookie(session.Device, a.Secure())}, NamedSession{session.Token, session.Username}}, nil
	})
}
