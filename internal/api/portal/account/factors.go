package account

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// Factors is what a user has besides the password.
type Factors struct {
	Passkeys          []PasskeyRow `json:"passkeys" nullable:"false" doc:"Passkeys, at most ten"`
	PasskeysOffered   bool         `json:"passkeysOffered" doc:"Whether the address of the deployment can have passkeys"`
	DemandedFrom      *time.Time   `json:"demandedFrom" doc:"When the client demands a second factor of the user, who has none; else null"`
	Apps              []AppRow     `json:"apps" nullable:"false" doc:"Authenticator apps, at most two"`
	RecoveryCodesLeft int64        `json:"recoveryCodesLeft" doc:"Recovery codes that were not used yet, of ten" example:"8"`
	Browsers          []BrowserRow `json:"browsers" nullable:"false" doc:"Browsers whose sign-ins skip the second step"`
}

// AppRow is an authenticator app.
type AppRow struct {
	ID         string     `json:"id"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"When its code was last used; null before the first"`
}

// PasskeyRow is a passkey.
type PasskeyRow struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Synced     bool       `json:"synced" doc:"Whether a copy is kept outside of the device"`
	Device     string     `json:"device" doc:"What the browser that made it calls itself"`
	Serves     bool       `json:"serves" doc:"False: it was made for another address of the deployment, and serves no more"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"Null before the first use"`
}

// BrowserRow is a browser that skips the second step.
type BrowserRow struct {
	ID        string    `json:"id"`
	Device    string    `json:"device" doc:"What the browser calls itself"`
	Address   string    `json:"address" doc:"Network address of the sign-in that remembered it"`
	CreatedAt time.Time `json:"createdAt" doc:"When it was remembered"`
	ExpiresAt time.Time `json:"expiresAt" doc:"Until when it skips the second step"`
}

// NewApp is the secret of an app that waits for its first code.
type NewApp struct {
	ID     string `json:"id"`
	Secret string `json:"secret" doc:"As people type it into the app; shown this once"`
	URI    string `json:"uri" doc:"What the QR code for the app holds" example:"otpauth://totp/..."`
}

// CodeInput is a code of an authenticator app.
type CodeInput struct {
	Code string `json:"code" maxLength:"64" format:"password" doc:"Six digits" missing:"code_missing"`
}

// NewRecoveryCodes are codes that nobody can read again.
type NewRecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" nullable:"false" doc:"Ten codes, each for one sign-in, shown this once; empty when a further app was added"`
}

type confirmApp struct {
	portal.Language

	ID   string `path:"id" maxLength:"100"`
	Body CodeInput
}

func registerFactors(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-factors", SetUp: true, Method: http.MethodGet, Path: "/v1/user/factors", Summary: "The own second factors", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient,
	}, s.listFactors)

	api.Register(a, api.Operation{
		ID: "make-app", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/v1/user/factors/totp", Summary: "Make the secret of an authenticator app", Tag: tagAccount,
		Description: "It is no factor before its first code is confirmed.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true, Status: http.StatusCreated,
		Faults: []fault.Definition{identity.ErrFactorLimit},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[NewApp], error) {
		made, err := s.Identity.MakeApp(ctx, in.Self(ctx))
		if err != nil {
			return nil, err
		}

		return portal.Answer(NewApp{ID: made.ID, Secret: made.Secret.Reveal(), URI: made.URI.Reveal()}), nil
	})

	api.Register(a, api.Operation{
		ID: "confirm-app", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/v1/user/factors/totp/{id}/confirm", Summary: "Confirm an authenticator app by its first code", Tag: tagAccount,
		Description: "From now on a sign-in has a second step. The first factor brings ten recovery codes.", Texts: identity.Texts(),
		Access: api.Session(), Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrNotFound, identity.ErrInvalidCode, identity.ErrFactorLimit, fault.ErrThrottled},
		Example: CodeInput{Code: "123456"},
	}, func(ctx context.Context, in *confirmApp) (*portal.Body[NewRecoveryCodes], error) {
		codes, err := s.Identity.ConfirmApp(ctx, in.Self(ctx), in.ID, in.Body.Code)

		return recoveryCodes(codes, err)
	})

	api.Register(a, api.Operation{
		ID: "remove-factor", Method: http.MethodDelete, Path: "/v1/user/factors/{id}", Summary: "Remove an own second factor", Tag: tagAccount,
		Description: "The last one takes the recovery codes with it.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.RemoveFactor(ctx, in.Self(ctx), in.ID))
	})

	api.Register(a, api.Operation{
		ID: "make-recovery-codes", Secret: true, Method: http.MethodPost, Path: "/v1/user/factors/recovery-codes", Summary: "Make new recovery codes", Tag: tagAccount,
		Description: "Those before are refused from now on.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true, Faults: []fault.Definition{identity.ErrNoFactor, fault.ErrThrottled},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[NewRecoveryCodes], error) {
		codes, err := s.Identity.MakeRecoveryCodes(ctx, in.Self(ctx))

		return recoveryCodes(codes, err)
	})

	api.Register(a, api.Operation{
		ID: "forget-browser", Method: http.MethodDelete, Path: "/v1/user/remembered-browsers/{id}", Summary: "Let a browser be asked for the second step again", Tag: tagAccount,
		Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *byID) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ForgetBrowser(ctx, in.Self(ctx), in.ID))
	})
}

func (s Services) listFactors(ctx context.Context, _ *portal.NoInput) (*portal.Body[Factors], error) {
	found, err := s.Identity.Factors(ctx, *portal.Caller(ctx))
	if err != nil {
		return nil, fmt.Errorf("factors: %w", err)
	}

	out := Factors{
		Passkeys: make([]PasskeyRow, len(found.Passkeys)), PasskeysOffered: s.Identity.PasskeysOffered(), Apps: make([]AppRow, len(found.Apps)),
		RecoveryCodesLeft: found.RecoveryCodesLeft, Browsers: make([]BrowserRow, len(found.Browsers)),
	}

	from, err := s.Identity.DemandedFrom(ctx, *portal.Caller(ctx))
	if err != nil {
		return nil, fmt.Errorf("factors: %w", err)
	}

	if !from.IsZero() {
		out.DemandedFrom = &from
	}

	for i, k := range found.Passkeys {
		out.Passkeys[i] = PasskeyRow{k.ID, k.Name, k.Synced, k.Device, k.Serves, k.CreatedAt, nil}
		if !k.LastUsedAt.IsZero() {
			out.Passkeys[i].LastUsedAt = &k.LastUsedAt
		}
	}

	for i, app := range found.Apps {
		out.Apps[i] = AppRow{ID: app.ID, CreatedAt: app.CreatedAt}
		if !app.LastUsedAt.IsZero() {
			out.Apps[i].LastUsedAt = &app.LastUsedAt
		}
	}

	for i, b := range found.Browsers {
		out.Browsers[i] = BrowserRow(b)
	}

	return portal.Answer(out), nil
}

func recoveryCodes(codes []secret.Text, err error) (*portal.Body[NewRecoveryCodes], error) {
	if err != nil {
		return nil, err
	}

	out := NewRecoveryCodes{RecoveryCodes: make([]string, len(codes))}
	for i, code := range codes {
		out.RecoveryCodes[i] = code.Reveal()
	}

	return portal.Answer(out), nil
}
