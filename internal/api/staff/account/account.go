// Package account serves the sign-in of staff, and what they may do.
package account

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/stream"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/live"
	"loket/internal/platform/secret"
)

const (
	tag = "access"

	// signInTime is how long a sign-in may wait for its hash, as at the portal.
	signInTime = 55 * time.Second
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity *identity.Service
	Live     *live.Hub
	// Stopping is closed when the server begins to stop; streams end then.
	Stopping <-chan struct{}
}

// StaffSignInInput is the body of a sign-in.
type StaffSignInInput struct {
	Username string `json:"username" maxLength:"200" example:"ana" missing:"username_missing"`
	Password string `json:"password" maxLength:"1000" format:"password" missing:"password_missing"`
}

// StaffSignInOutput carries the token of what follows the password.
type StaffSignInOutput struct {
	Token   string   `json:"token" doc:"For what next says alone"`
	Next    string   `json:"next" enum:"second_factor,set_up_factor" doc:"second_factor: POST /staff/v1/auth/second-factor, within ten minutes; set_up_factor: who has no second factor yet makes and confirms an app first"`
	Methods []string `json:"methods" nullable:"false" doc:"What the second step takes" example:"[\"app\",\"recovery_code\"]"`
}

// StaffApp is the secret of an authenticator app that waits for its first code.
type StaffApp struct {
	ID     string `json:"id"`
	Secret string `json:"secret" doc:"As people type it into the app; shown this once"`
	URI    string `json:"uri" doc:"What the QR code for the app holds" example:"otpauth://totp/..."`
}

// StaffRecoveryCodes are codes that nobody can read again.
type StaffRecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" nullable:"false" doc:"Ten codes, each for one sign-in, shown this once"`
}

type confirmApp struct {
	portal.Language

	ID   string `path:"id" maxLength:"100"`
	Body StaffCodeInput
}

// StaffCodeInput is a code of an authenticator app, at the sign-in also a recovery code.
type StaffCodeInput struct {
	Code string `json:"code" maxLength:"64" format:"password" doc:"Six digits" missing:"code_missing"`
}

// StaffToken carries the token of a session.
type StaffToken struct {
	Token string `json:"token" doc:"Send it as Authorization: Bearer from now on; the one before serves no more"`
}

// CurrentStaff is the signed-in user.
type CurrentStaff struct {
	ID          string                `json:"id" example:"12"`
	Username    string                `json:"username" example:"ana"`
	FullName    string                `json:"fullName"`
	Roles       []string              `json:"roles" nullable:"false" doc:"As people read them" example:"[\"Support\"]"`
	Permission  []identity.Permission `json:"permission" nullable:"false" doc:"Permission ids in ascending order"`
	Language    string                `json:"language" doc:"en, id, or empty: that of the browser"`
	IdleMinutes int64                 `json:"idleMinutes" doc:"The session ends after so many minutes without use" example:"30"`
}

// NewPasswordInput is the new password in the place of one for one use.
type NewPasswordInput struct {
	Password   string `json:"password" maxLength:"1000" format:"password" missing:"password_short"`
	RePassword string `json:"rePassword" maxLength:"1000" format:"password" doc:"The same again" missing:"forced_passwords_differ"`
}

type newPassword struct {
	portal.Language

	Body NewPasswordInput
}

type signIn struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      StaffSignInInput
}

type code struct {
	portal.Language

	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      StaffCodeInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-sign-in", Secret: true, Method: http.MethodPost, Path: "/staff/v1/auth", Summary: "First step of a sign-in", Tag: tag, Texts: identity.Texts(),
		Description: "Whatever is wrong with the two, the answer and its duration are the same. Staff always have a second factor.",
		Cost:        api.Own, Access: api.Public(), Client: api.NoClient, Timeout: signInTime,
		Faults:  []fault.Definition{identity.ErrInvalidCredentials, identity.ErrPasswordExpired, fault.ErrThrottled},
		Example: StaffSignInInput{Username: "ana", Password: "..."},
	}, s.signIn)

	registerSetUp(a, s)

	open := stream.New(s.Identity)
	registerEvents(a, s, open)

	api.Register(a, api.Operation{
		ID: "staff-second-factor", Secret: true, Method: http.MethodPost, Path: "/staff/v1/auth/second-factor", Summary: "Second step of a sign-in", Tag: tag, Texts: identity.Texts(),
		Description: "After 5 wrong codes in 15 minutes further ones are refused. The session ends after 30 minutes without use, and after 12 hours.",
		Cost:        api.Own, Access: api.SecondStep(), Client: api.CallersClient, Timeout: signInTime,
		Faults:  []fault.Definition{identity.ErrInvalidCode, identity.ErrPasswordExpired, fault.ErrThrottled},
		Example: StaffCodeInput{Code: "123456"},
	}, s.finishSignIn)

	api.Register(a, api.Operation{
		ID: "staff-step-up", Secret: true, Method: http.MethodPost, Path: "/staff/v1/auth/step-up", Summary: "Prove who uses the session", Tag: tag, Texts: identity.Texts(),
		Description: "For calls that answer StepUpRequiredError. The proof serves for five minutes. The session goes on with a new token.",
		Cost:        api.Own, Access: api.Session(), Client: api.CallersClient, Timeout: signInTime,
		Faults:  []fault.Definition{identity.ErrInvalidCode, identity.ErrClientUnauthorized, identity.ErrStepUpRequired, fault.ErrThrottled},
		Example: StaffCodeInput{Code: "123456"},
	}, s.stepUp)

	api.Register(a, api.Operation{
		ID: "staff-force-change-password", Method: http.MethodPost, Path: "/staff/v1/auth/password", Summary: "Change an expired password", Tag: tag, Texts: identity.Texts(),
		Description: "With the token of PasswordExpiredError, which both steps of a first sign-in end with. Every session of the user ends: sign in again.",
		Access:      api.Restricted(), Client: api.CallersClient,
		Faults:  []fault.Definition{identity.ErrForbidden, fault.ErrThrottled},
		Example: NewPasswordInput{Password: "...", RePassword: "..."},
	}, func(ctx context.Context, in *newPassword) (*portal.Body[portal.Empty], error) {
		_, err := s.Identity.ForcePassword(ctx, in.Self(ctx), secret.Text(in.Body.Password), secret.Text(in.Body.RePassword))

		return portal.EmptyAnswer(err)
	})

	registerPreferences(a, s)

	api.Register(a, api.Operation{
		ID: "staff-sign-out", Method: http.MethodPost, Path: "/staff/v1/auth/sign-out", Summary: "End the session", Tag: tag,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.SignOut(ctx, *portal.Caller(ctx)))
	})

	api.Register(a, api.Operation{
		ID: "get-current-staff", Method: http.MethodGet, Path: "/staff/v1/me", Summary: "The signed-in user", Tag: tag,
		Access: api.Session(), Client: api.CallersClient,
	}, s.current)
}

// registerSetUp adds the calls of a first sign-in, which set up a second factor.
func registerSetUp(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-make-app", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/staff/v1/me/app", Summary: "Make the secret of an authenticator app", Tag: tag,
		Description: "It is no factor before its first code is confirmed.",
		Access:      api.Session(), Client: api.CallersClient, StepUp: true, Status: http.StatusCreated,
		Faults: []fault.Definition{identity.ErrFactorLimit},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[StaffApp], error) {
		made, err := s.Identity.MakeApp(ctx, in.Self(ctx))
		if err != nil {
			return nil, err
		}

		return portal.Answer(StaffApp{ID: made.ID, Secret: made.Secret.Reveal(), URI: made.URI.Reveal()}), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-confirm-app", SetUp: true, Secret: true, Method: http.MethodPost, Path: "/staff/v1/me/app/{id}/confirm", Summary: "Confirm an authenticator app by its first code", Tag: tag, Texts: identity.Texts(),
		Description: "The first app brings ten recovery codes. A session that served the set-up alone serves all calls from now on.",
		Access:      api.Session(), Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrNotFound, identity.ErrInvalidCode, identity.ErrFactorLimit, fault.ErrThrottled},
		Example: StaffCodeInput{Code: "123456"},
	}, func(ctx context.Context, in *confirmApp) (*portal.Body[StaffRecoveryCodes], error) {
		codes, err := s.Identity.ConfirmApp(ctx, in.Self(ctx), in.ID, in.Body.Code)
		if err != nil {
			return nil, err
		}

		out := StaffRecoveryCodes{RecoveryCodes: make([]string, len(codes))}
		for i, one := range codes {
			out.RecoveryCodes[i] = one.Reveal()
		}

		return portal.Answer(out), nil
	})
}

func (s Services) signIn(ctx context.Context, in *signIn) (*portal.Body[StaffSignInOutput], error) {
	session, err := s.Identity.SignIn(ctx, identity.Credentials{
		ClientID: clientid.Provider, Username: in.Body.Username, Password: secret.Text(in.Body.Password),
		Address: api.Address(ctx), Device: in.UserAgent, Staff: true,
	})
	if err != nil {
		return nil, err
	}

	out := StaffSignInOutput{Token: session.Token, Next: string(identity.SecondStepScope), Methods: []string{}}
	if session.SetUp {
		out.Next = "set_up_factor"
	}

	for _, m := range session.Next {
		out.Methods = append(out.Methods, string(m))
	}

	return portal.Answer(out), nil
}

func (s Services) finishSignIn(ctx context.Context, in *code) (*portal.Body[StaffToken], error) {
	session, err := s.Identity.FinishSignIn(ctx, identity.SecondStep{
		By: in.Self(ctx), Code: secret.Text(in.Body.Code), Device: in.UserAgent,
	})
	if err != nil {
		return nil, err
	}

	return portal.Answer(StaffToken{session.Token}), nil
}

func (s Services) stepUp(ctx context.Context, in *code) (*portal.Body[StaffToken], error) {
	token, err := s.Identity.StepUp(ctx, in.Self(ctx), identity.Proof{Code: secret.Text(in.Body.Code)})
	if err != nil {
		return nil, err
	}

	return portal.Answer(StaffToken{token}), nil
}

func (s Services) current(ctx context.Context, _ *portal.NoInput) (*portal.Body[CurrentStaff], error) {
	p := portal.Caller(ctx)

	u, _, err := s.Identity.CurrentUser(ctx, *p)
	if err != nil {
		return nil, fmt.Errorf("current user: %w", err)
	}

	out := CurrentStaff{
		ID: strconv.FormatInt(p.UserID, 10), Username: p.Username, FullName: u.FullName, Roles: []string{},
		Permission: p.Permissions.List(), Language: string(u.Language), IdleMinutes: int64(p.Idle / time.Minute),
	}
	for _, r := range p.Roles {
		out.Roles = append(out.Roles, r.Label)
	}

	return portal.Answer(out), nil
}
