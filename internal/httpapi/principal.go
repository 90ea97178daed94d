package httpapi

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/audit"
)

// Identity tells who is behind a token or a key. Its errors are faults.
type Identity interface {
	// Authenticate reads a portal token.
	Authenticate(ctx context.Context, bearer string) (identity.Principal, error)
	// AuthenticateUnattended is the same for what nobody asked for: it does not
	// count as a use of the session.
	AuthenticateUnattended(ctx context.Context, bearer string) (identity.Principal, error)
	// AuthenticateKey reads an API key.
	AuthenticateKey(ctx context.Context, key string) (identity.Principal, error)
}

// Principal is who makes the request. A route that is not public always has
// one.
func Principal(ctx context.Context) *identity.Principal { return infoOf(ctx).principal }

// Actor names who asks, as the audit log does: user:12, key:31.
func Actor(p *identity.Principal) string {
	if p.Kind == identity.KeyKind {
		return audit.Key(p.KeyID)
	}

	return audit.User(p.UserID)
}
