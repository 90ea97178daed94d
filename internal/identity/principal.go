package identity

import (
	"errors"
	"slices"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Kind is how a principal was authenticated.
type Kind int

// The kinds of principals.
const (
	SessionKind Kind = iota + 1 // a user's token
	KeyKind                     // a client's API key
)

// Scope says what a session may do.
type Scope string

// The scopes of a session.
const (
	FullScope Scope = "full"
	// RestrictedScope allows only to change an expired password and to sign out.
	RestrictedScope Scope = "restricted"
	// SetUpScope allows only to set up a second factor that the client demands. It is never stored: a full session has it while it lacks the
	// factor.
	SetUpScope Scope = "set_up"
	// SecondStepScope allows only the second step of a sign-in.
	SecondStepScope Scope = "second_factor"
	// LookStartScope allows one of staff only to open a look (look.go).
	LookStartScope Scope = "look_start"
	// LookScope allows one of staff to read what the user sees.
	LookScope Scope = "look"
)

// seesAll reports whether a session has the rights of its user, for reading at least.
func (s Scope) seesAll() bool { return s == FullScope || s == LookScope }

// SignInMethod is how a session signed in.
type SignInMethod string

// The methods of signing in.
const (
	PasswordMethod   SignInMethod = "password"
	AppMethod        SignInMethod = "app"           // password and a code of an app
	RecoveryMethod   SignInMethod = "recovery_code" // password and a recovery code
	PasskeyMethod    SignInMethod = "passkey"       // a passkey alone, or after the password
	RememberedMethod SignInMethod = "remembered"    // password, in a remembered browser
	StaffMethod      SignInMethod = "staff"         // a look, which no user signed in to
)

// RoleRef is a role in a principal.
type RoleRef struct {
	ID    int64
	Name  string // client_root
	Label string // Client Root
}

// Principal is the caller: a user with a session, or a client with an API key. It is read
// for every request and never changes. Its slices are shared.
type Principal struct {
	Kind       Kind
	ClientID   int64
	ClientCode string
	TimeZone   string // the client's
	Features   FeatureSet

	// Only with a session. A restricted session has no roles and permissions.
	UserID      int64
	SessionID   string
	Scope       Scope
	Address     string        // network address of the sign-in
	ProvedAt    time.Time     // when the user last proved who they are
	Idle        time.Duration // the session ends after this long without use
	Username    string
	Language    language.Language // the user's own; empty: that of the browser
	Roles       []RoleRef
	Permissions PermissionSet
	Options     UserOptions
	Look        Look // of staff who looks at what the user sees

	// Only with an API key. DuplicateWithin is how long the client wants the same order refused; 0: never.
	DuplicateWithin time.Duration
	KeyID           int64
	KeyEnding       string // last four characters
	KeyScopes       ScopeSet
}

// IsStaff reports whether the caller is one of the provider's staff.
func (p *Principal) IsStaff() bool { return p.ClientID == clientid.Provider }

// IsRoot reports whether the user has the role client_root.
func (p *Principal) IsRoot() bool {
	return slices.ContainsFunc(p.Roles, func(r RoleRef) bool { return r.ID == ClientRootID })
}

// RequireFull returns ErrPasswordExpired for a restricted session, ErrSecondFactorRequired for one that waits for its second step, and
// ErrFactorDemanded for one that lacks a factor. The first error carries bearer, the token of the request.
func (p *Principal) RequireFull(bearer string) error {
	if err := p.RequireSignedIn(); err != nil {
		return err
	}

	if p.Kind == SessionKind && p.Scope == SetUpScope {
		return ErrFactorDemanded.New()
	}

	if p.Kind == SessionKind && !p.Scope.seesAll() {
		return passwordExpired(bearer)
	}

	return nil
}

// RequireSignedIn returns ErrSecondFactorRequired for a session that waits for its second step, and ErrUnauthorized for the start of a look.
func (p *Principal) RequireSignedIn() error {
	if p.Kind == SessionKind && p.Scope == SecondStepScope {
		return ErrSecondFactorRequired.New()
	}

	if p.Kind == SessionKind && p.Scope == LookStartScope {
		return ErrUnauthorized.Wrap(errors.New("the token only opens a look"))
	}

	return nil
}

// RequireSecondStep returns ErrUnauthorized for a session that doesn't wait for its second step.
func (p *Principal) RequireSecondStep() error {
	if p.Kind != SessionKind || p.Scope != SecondStepScope {
		return ErrUnauthorized.Wrap(errors.New("the session has no second step"))
	}

	return nil
}

// Require returns ErrForbidden for a principal without the permission. API keys have
// none.
func (p *Principal) Require(needed Permission) error {
	if p.Kind != SessionKind || !p.Scope.seesAll() || !p.Permissions.Has(needed) {
		return ErrForbidden.New()
	}

	return nil
}

// RequireFeature returns ErrForbidden if the client lacks the feature.
func (p *Principal) RequireFeature(needed Feature) error {
	if !p.Features.Has(needed) {
		return ErrForbidden.New()
	}

	return nil
}

// RequireOption returns ErrForbidden if the user lacks the option.
func (p *Principal) RequireOption(needed Option) error {
	if needed == NewReport && p.Options.DepositEventNewReport {
		return nil
	}

	return ErrForbidden.New()
}

func passwordExpired(token string) *fault.Error {
	e := ErrPasswordExpired.New()
	e.Token = token

	return e
}
