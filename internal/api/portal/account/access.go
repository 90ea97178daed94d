package account

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/stream"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const (
	tagAccess = "access"

	// signInTime is how long a sign-in may wait for its hash: a thousand at once take half
	// a minute on one core. Proxies usually wait one minute.
	signInTime = 55 * time.Second
)

// SignInInput is the body of a sign-in.
type SignInInput struct {
	ClientID int64  `json:"clientId" doc:"Number of the client" example:"1001" minimum:"0" maximum:"9007199254740991" missing:"client_id_missing"`
	Username string `json:"username" maxLength:"200" example:"root" missing:"username_missing"`
	Password string `json:"password" maxLength:"1000" format:"password" missing:"password_missing"`
}

// SignInOutput carries the session's token.
type SignInOutput struct {
	Token        string   `json:"token" doc:"Send it as Authorization: Bearer; its payload holds clientId"`
	Next         string   `json:"next,omitempty" enum:"second_factor,set_up_factor" doc:"Only for users with a second factor: the token serves POST /v1/auth/second-factor alone, for ten minutes. Or of whom one is demanded: it serves the set-up alone"`
	RememberDays int64    `json:"rememberDays,omitempty" doc:"With next: how many days the browser may skip the second step"`
	Methods      []string `json:"methods,omitempty" doc:"With next: what the second step takes" example:"[\"passkey\",\"app\",\"recovery_code\"]"`
}

// TestSessionOutput says that the session is valid.
type TestSessionOutput struct {
	Status string `json:"status" enum:"ok"`
}

// Permissions has the ids of the user's permissions as its keys.
type Permissions map[string]bool

func registerAccess(a *api.API, s Services, open *stream.Streams) {
	api.Register(a, api.Operation{
		ID: "sign-in", Secret: true, Method: http.MethodPost, Path: "/v1/auth", Summary: "Sign in", Tag: tagAccess, Texts: identity.Texts(),
		Description: "Whatever is wrong with the three, the answer and its duration are the same. A user with a second factor gets the token of the second step.",
		Cost:        api.Own, Access: api.Public(), Client: api.NoClient, Timeout: signInTime,
		Faults:  []fault.Definition{identity.ErrInvalidCredentials, identity.ErrPasswordExpired, fault.ErrThrottled},
		Example: SignInInput{ClientID: 1001, Username: "root", Password: "..."},
	}, func(ctx context.Context, in *signIn) (*signInAnswer, error) {
		session, err := s.Identity.SignIn(ctx, identity.Credentials{
			ClientID: in.Body.ClientID, Username: in.Body.Username, Password: secret.Text(in.Body.Password),
			Address: api.Address(ctx), Device: in.UserAgent, KnownDevice: secret.Text(in.Device), Remembered: in.token(a.Secure()),
		})
		if err != nil {
			return nil, err
		}

		if len(session.Next) > 0 {
			return &signInAnswer{Body: SignInOutput{Token: session.Token, Next: string(identity.SecondStepScope), Methods: methodNames(session.Next), RememberDays: session.RememberDays}}, nil
		}

		out := SignInOutput{Token: session.Token}
		if session.SetUp {
			out.Next = "set_up_factor"
		}

		return &signInAnswer{[]http.Cookie{deviceCookie(session.Device, a.Secure())}, out}, nil
	})

	api.Register(a, api.Operation{
		ID: "test-session", Method: http.MethodGet, Path: "/v1/auth/test", Summary: "Check the session", Tag: tagAccess,
		Access: api.Session(), Client: api.CallersClient,
	}, func(context.Context, *portal.NoInput) (*portal.Body[TestSessionOutput], error) {
		return portal.Answer(TestSessionOutput{Status: "ok"}), nil
	})

	api.Register(a, api.Operation{
		ID: "list-permissions", Method: http.MethodGet, Path: "/v1/permission", Summary: "Permission ids of the user", Tag: tagAccess,
		Access: api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[Permissions], error) {
		return portal.Answer(permissionMap(*portal.Caller(ctx))), nil
	})

	api.Register(a, api.Operation{
		ID: "get-current-user", Method: http.MethodGet, Path: "/v1/user", Summary: "The signed-in user", Tag: tagAccess,
		Access: api.Session(), Client: api.CallersClient, Sandbox: api.SameInSandbox,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[CurrentUser], error) {
		return s.currentUser(ctx)
	})

	registerSignOut(a, s, open)
}

type signIn struct {
	RememberedCookies

	UserAgent string `header:"User-Agent" hidden:"true"`
	Device    string `cookie:"loket-device" hidden:"true"`
	Body      SignInInput
}

func methodNames(list []identity.StepMethod) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = string(m)
	}

	return out
}

type signInAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie" hidden:"true"`
	Body      SignInOutput
}

// deviceCookie makes the browser known to later sign-ins, which are then not refused because of failures of others. Only
// sign-ins get it; scripts can't read it, and other sites can't send it.
func deviceCookie(device secret.Text, secure bool) http.Cookie {
	return http.Cookie{ //nolint:gosec // Secure is set unless browsers use http
		Name: "loket-device", Value: device.Reveal(), Path: "/v1/auth", MaxAge: int(identity.DeviceKept.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode,
	}
}

// registerSignOut adds GET, which programs of clients use, and POST, which suits a change
// better. A mere link can't sign anybody out: the token is in a header.
func registerSignOut(a *api.API, s Services, open *stream.Streams) {
	handler := func(ctx context.Context, _ *portal.NoInput) (*portal.Body[portal.Empty], error) {
		if err := s.Identity.SignOut(ctx, *portal.Caller(ctx)); err != nil {
			return nil, err
		}

		open.End(portal.Caller(ctx).SessionID)

		return portal.Answer(portal.Empty{}), nil
	}

	for method, id := range map[string]string{http.MethodGet: "sign-out", http.MethodPost: "sign-out-post"} {
		api.Register(a, api.Operation{
			ID: id, Method: method, Path: "/v1/user/logout", Summary: "End the session", Tag: tagAccess,
			Access: api.Restricted(), Client: api.CallersClient, Sandbox: api.SameInSandbox, Look: api.EndsLook,
		}, handler)
	}
}
