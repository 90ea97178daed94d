package identity

import (
	"slices"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Kind says what a principal showed.
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
	// RestrictedScope serves the change of an expired password and signing out
	// alone.
	RestrictedScope Scope = "restricted"
)

// RoleRef is a role as a principal has it.
type RoleRef struct {
	ID    int64
	Name  string // client_root
	Label string // Client Root
}

// Principal is who asks: a user through a session, or a client through an API
// key. It is read anew on every request and never changed; its slices are
// shared.
type Principal struct {
	Kind       Kind
	ClientID   int64
	ClientCode string
	TimeZone   string // the client's
	Features   FeatureSet

	// Of a session alone. A restricted one has no roles and permissions.
	UserID      int64
	SessionID   string
	Scope       Scope
	Username    string
	Language    language.Language // the user's own; empty: follows the browser
	Roles       []RoleRef
	Permissions PermissionSet
	Options     UserOptions

	// Of a key alone.
	KeyID     int64
	KeyEnding string // its last four characters
}

// IsRoot reports whether the user has the role client_root.
func (p *Principal) IsRoot() bool {
	return slices.ContainsFunc(p.Roles, func(r RoleRef) bool { return r.ID == ClientRootID })
}

// RequireFull refuses a restricted session with PasswordExpiredError that
// carries the same token again; bearer is the token of the request.
func (p *Principal) RequireFull(bearer string) error {
	if p.Kind == SessionKind && p.Scope != FullScope {
		return passwordExpired(bearer)
	}

	return nil
}

// Require refuses with ForbiddenError who lacks the permission. Keys have
// none.
func (p *Principal) Require(needed Permission) error {
	if p.Kind != SessionKind || p.Scope != FullScope || !p.Permissions.Has(needed) {
		return ErrForbidden.New()
	}

	return nil
}

// RequireFeature refuses with ForbiddenError whose client lacks the feature.
func (p *Principal) RequireFeature(needed Feature) error {
	if !p.Features.Has(needed) {
		return ErrForbidden.New()
	}

	return nil
}

// RequireOption refuses with ForbiddenError whose user lacks the option.
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
