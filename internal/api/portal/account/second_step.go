package account

import (
	"cmp"
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/stream"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// SecondStepInput is the second step of a sign-in.
type SecondStepInput struct {
	Code     string        `json:"code,omitempty" maxLength:"64" format:"password" doc:"Six digits of an authenticator app, or a recovery code"`
	Passkey  PasskeyAnswer `json:"passkey,omitempty" doc:"Instead of the code: what the browser answered, in the standard's JSON form"`
	Remember bool          `json:"remember,omitempty" doc:"Skip the second step in this browser for as many days as the first step said"`
}

type secondStep struct {
	portal.Language

	UserAgent string `header:"User-Agent" hidden:"true"`
	Device    string `cookie:"loket-device" hidden:"true"`
	Body      SecondStepInput
}

type secondStepAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie" hidden:"true"`
	Body      SessionToken
}

// SessionToken carries the token of a session.
type SessionToken struct {
	Token string `json:"token" doc:"Send it as Authorization: Bearer from now on; the one before serves no more"`
}

// StepUpInput proves who uses a session: a passkey, the code of users with an authenticator app, or the password of others.
type StepUpInput struct {
	Passkey  PasskeyAnswer `json:"passkey,omitempty" doc:"What the browser answered, in the standard's JSON form"`
	Code     string        `json:"code,omitempty" maxLength:"64" format:"password" doc:"Six digits of an authenticator app"`
	Password string        `json:"password,omitempty" maxLength:"1000" format:"password" doc:"Of users without a second factor"`
	PIN      string        `json:"pin,omitempty" maxLength:"6" format:"password" doc:"Beside the password, of users who have one; it is not needed, and refused if it is wrong"`
}

type stepUp struct {
	portal.Language

	Body StepUpInput
}

func registerSecondStep(a *api.API, s Services, open *stream.Streams) {
	api.Register(a, api.Operation{
		ID: "finish-sign-in", Secret: true, Method: http.MethodPost, Path: "/v1/auth/second-factor", Summary: "Second step of a sign-in", Tag: tagAccess, Texts: identity.Texts(),
		Description: "With the token of a sign-in whose answer has `next`. After 5 wrong codes in 15 minutes further ones are refused.",
		Cost:        api.Own, Access: api.SecondStep(), Client: api.CallersClient, Timeout: signInTime,
		Faults:  []fault.Definition{identity.ErrInvalidCode, identity.ErrInvalidPasskey, identity.ErrPasswordExpired, fault.ErrThrottled},
		Example: SecondStepInput{Code: "123456"},
	}, func(ctx context.Context, in *secondStep) (*secondStepAnswer, error) {
		session, err := s.Identity.FinishSignIn(ctx, identity.SecondStep{
			By: in.Self(ctx), Code: secret.Text(in.Body.Code), Passkey: in.Body.Passkey.text(), Remember: in.Body.Remember,
			Device: in.UserAgent, KnownDevice: secret.Text(in.Device),
		})
		if err != nil {
			return nil, err
		}

		out := &secondStepAnswer{[]http.Cookie{deviceCookie(session.Device, a.Secure())}, SessionToken{session.Token}}
		if session.Remembered != "" {
			out.SetCookie = append(out.SetCookie, rememberedCookie(session.Remembered, a.Secure()))
		}

		return out, nil
	})

	api.Register(a, api.Operation{
		ID: "step-up", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/v1/auth/step-up", Summary: "Prove who uses the session", Tag: tagAccess, Texts: identity.Texts(),
		Description: "For calls that answer StepUpRequiredError. The proof serves for five minutes. The session goes on with a new token.",
		Cost:        api.Own, Access: api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox, Timeout: signInTime,
		Faults: []fault.Definition{
			identity.ErrInvalidCode, identity.ErrInvalidPasskey, identity.ErrClientUnauthorized, identity.ErrStepUpRequired, identity.ErrInvalidPIN,
			identity.ErrPINLocked, identity.ErrPINNotSet, fault.ErrThrottled,
		},
		Example: StepUpInput{Code: "123456"},
	}, func(ctx context.Context, in *stepUp) (*portal.Body[SessionToken], error) {
		token, err := s.Identity.StepUp(ctx, in.Self(ctx), identity.Proof{Passkey: in.Body.Passkey.text(), Code: secret.Text(in.Body.Code), Password: secret.Text(in.Body.Password), PIN: secret.Text(in.Body.PIN)})
		if err != nil {
			return nil, err
		}

		open.End(portal.Caller(ctx).SessionID) // the page opens its stream again with the new token

		return portal.Answer(SessionToken{token}), nil
	})
}

// The names of the cookie that skips the second step. With the prefix no page of another host and no plain
// connection can set it.
const (
	rememberedSecure = "__Host-loket-remembered"
	rememberedPlain  = "loket-remembered"
)

// RememberedCookies is the cookie of a browser that skips the second step, under either name. It is exported because huma only reads
// exported embedded structs.
type RememberedCookies struct {
	Secure string `cookie:"__Host-loket-remembered" hidden:"true"`
	Plain  string `cookie:"loket-remembered" hidden:"true"`
}

// token is that of the cookie which the deployment sets.
func (c RememberedCookies) token(secure bool) secret.Text {
	if secure {
		return secret.Text(c.Secure)
	}

	return secret.Text(cmp.Or(c.Plain, c.Secure))
}

// rememberedCookie makes a browser skip the second step. It grants nothing without the password.
func rememberedCookie(token secret.Text, secure bool) http.Cookie {
	name := rememberedPlain
	if secure {
		name = rememberedSecure
	}

	return http.Cookie{ //nolint:gosec // Secure is set unless browsers use http
		Name: name, Value: token.Reveal(), Path: "/", MaxAge: int(identity.RememberedFor.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}
