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

const tagAccount = "account"

// ForgotPasswordInput names an account.
type ForgotPasswordInput struct {
	ClientID int64  `json:"clientId" doc:"Number of the client" example:"1001" minimum:"0" maximum:"9007199254740991" missing:"client_id_missing"`
	Username string `json:"username" maxLength:"200" example:"root" missing:"username_missing"`
}

// ValidatePasswordInput is a password that the user thinks of.
type ValidatePasswordInput struct {
	Password string `json:"password" maxLength:"1000" format:"password" missing:"password_short"`
}

// ForceChangePasswordInput is the new password in the place of an expired one.
type ForceChangePasswordInput struct {
	Password   string `json:"password" maxLength:"1000" format:"password" missing:"password_short"`
	RePassword string `json:"rePassword" maxLength:"1000" format:"password" doc:"The same again" missing:"forced_passwords_differ"`
}

// ForceChangePasswordOutput says that it was changed.
type ForceChangePasswordOutput struct {
	Token   string `json:"token" doc:"The restricted token, spent: sign in again"`
	Message string `json:"message" example:"Password has been changed"`
}

// ChangePasswordInput changes the caller's own password.
type ChangePasswordInput struct {
	OldPassword string `json:"oldPassword" maxLength:"1000" format:"password" missing:"password_missing"`
	Password    string `json:"password" maxLength:"1000" format:"password" missing:"password_short"`
	Repassword  string `json:"repassword" maxLength:"1000" format:"password" doc:"The new one again" missing:"passwords_differ"`
}

// ChangePINInput changes the caller's PIN.
type ChangePINInput struct {
	PIN        string `json:"pin" maxLength:"100" format:"password" missing:"pin_missing"`
	NewPIN     string `json:"newPin" maxLength:"100" format:"password" doc:"6 digits" missing:"pin_length"`
	ConfirmPIN string `json:"confirmPin" maxLength:"100" format:"password" doc:"The new one again" missing:"pins_differ"`
}

type forgotPassword struct {
	portal.Language

	Body ForgotPasswordInput
}

type forcePassword struct {
	portal.Language

	Body ForceChangePasswordInput
}

type changePassword struct {
	portal.Language

	Body ChangePasswordInput
}

type changePIN struct {
	portal.Language

	Body ChangePINInput
}

func registerOwnAccount(a *api.API, s Services) {
	registerPasswords(a, s)
	registerEmailChanges(a, s)
	registerLanguage(a, s)

	api.Register(a, api.Operation{
		ID: "change-pin", Method: http.MethodPatch, Path: "/v1/pin", Summary: "Change the own PIN", Tag: tagAccount, Texts: identity.Texts(),
		Description: "The try is counted before the PIN is looked at: 5 wrong ones lock it for 30 minutes, 15 in all until it is reset.",
		Access:      api.Session(), Client: api.CallersClient, Root: true,
		Faults:  []fault.Definition{identity.ErrInvalidPIN, identity.ErrPINLocked, identity.ErrPINNotSet},
		Example: ChangePINInput{PIN: portal.ExamplePIN, NewPIN: portal.ExamplePIN, ConfirmPIN: portal.ExamplePIN},
	}, func(ctx context.Context, in *changePIN) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangePIN(ctx, in.Self(ctx), identity.PINChange{
			Current: secret.Text(in.Body.PIN), New: secret.Text(in.Body.NewPIN), Repeat: secret.Text(in.Body.ConfirmPIN),
		}))
	})

	api.Register(a, api.Operation{
		ID: "reset-pin", Method: http.MethodPost, Path: "/v1/user/resetPin", Summary: "Ask for a new PIN, the first one too", Tag: tagAccount,
		Description: "Mails a link; once that is confirmed, a new PIN is mailed.",
		Access:      api.Session(), Client: api.CallersClient, Root: true,
		Faults: []fault.Definition{fault.ErrThrottled},
	}, func(ctx context.Context, in *portal.Language) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.RequestPIN(ctx, in.Self(ctx)))
	})
}

func registerPasswords(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "forgot-password", Method: http.MethodPost, Path: "/v1/user/forgotPassword", Summary: "Ask for a new password", Tag: tagAccount, Texts: identity.Texts(),
		Description: "Mails a link when there is such a user. Whether there is, neither the answer nor its duration tells.",
		Access:      api.Public(), Client: api.NoClient,
		Faults:  []fault.Definition{fault.ErrThrottled},
		Example: ForgotPasswordInput{ClientID: 1001, Username: "root"},
	}, func(ctx context.Context, in *forgotPassword) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ForgotPassword(ctx, identity.Forgot{
			ClientID: in.Body.ClientID, Username: in.Body.Username, Address: api.Address(ctx), Language: language.FromHeader(in.AcceptLanguage),
		}))
	})

	api.Register(a, api.Operation{
		ID: "validate-password", Method: http.MethodPost, Path: "/v1/validate-password", Summary: "Whether a new password would be taken", Tag: tagAccount, Texts: identity.Texts(),
		Description: "The message of the first field of the error is to be shown.",
		Access:      api.Restricted(), Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrThrottled},
		Example: ValidatePasswordInput{Password: "..."},
	}, func(ctx context.Context, in *struct{ Body ValidatePasswordInput }) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ValidatePassword(ctx, *portal.Caller(ctx), secret.Text(in.Body.Password)))
	})

	api.Register(a, api.Operation{
		ID: "force-change-password", Secret: true, Method: http.MethodPost, Path: "/v1/user/force-change-password", Summary: "Change an expired password", Tag: tagAccount, Texts: identity.Texts(),
		Description: "With the token of PasswordExpiredError alone; a full session is refused. Every session of the user ends.",
		Access:      api.Restricted(), Client: api.CallersClient,
		Faults:  []fault.Definition{identity.ErrForbidden, fault.ErrThrottled},
		Example: ForceChangePasswordInput{Password: "...", RePassword: "..."},
	}, func(ctx context.Context, in *forcePassword) (*portal.Body[ForceChangePasswordOutput], error) {
		token, err := s.Identity.ForcePassword(ctx, in.Self(ctx), secret.Text(in.Body.Password), secret.Text(in.Body.RePassword))
		if err != nil {
			return nil, err
		}

		return portal.Answer(ForceChangePasswordOutput{Token: token, Message: api.Say(ctx, msgPasswordChanged)}), nil
	})

	api.Register(a, api.Operation{
		ID: "change-password", Method: http.MethodPatch, Path: "/v1/user/changePassword", Summary: "Change the own password", Tag: tagAccount, Texts: identity.Texts(),
		Description: "A wrong old password is a ValidationError about oldPassword. The user's other sessions end.",
		Access:      api.Session(), Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrThrottled},
		Example: ChangePasswordInput{OldPassword: "...", Password: "...", Repassword: "..."},
	}, func(ctx context.Context, in *changePassword) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Identity.ChangePassword(ctx, in.Self(ctx), identity.PasswordChange{
			Old: secret.Text(in.Body.OldPassword), New: secret.Text(in.Body.Password), Repeat: secret.Text(in.Body.Repassword),
		}))
	})
}
