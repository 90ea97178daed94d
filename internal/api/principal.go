package api

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
)

// Identity authenticates tokens and keys. Its errors are faults.
type Identity interface {
	// Authenticate checks a portal token.
	Authenticate(ctx context.Context, bearer string) (identity.Principal, error)
	// AuthenticateUnattended is Authenticate without counting as a use of the session.
	AuthenticateUnattended(ctx context.Context, bearer string) (identity.Principal, error)
	// RequireProof refuses a session that was not proved lately.
	RequireProof(ctx context.Context, p *identity.Principal) error
	// AuthenticateKey checks an API key that is used from a network address.
	AuthenticateKey(ctx context.Context, key, address string) (identity.Principal, error)
	// Sandbox finds the sandbox of a client.
	Sandbox(ctx context.Context, clientID int64) (int64, bool, error)
}

// Principal is the caller of the request. Routes that are not public always have one.
func Principal(ctx context.Context) *identity.Principal { return infoOf(ctx).principal }

// ClientZone is the zone of the caller's client.
func ClientZone(ctx context.Context) (*time.Location, error) {
	p := Principal(ctx)

	zone, err := clock.Zone(p.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("zone of client %d: %w", p.ClientID, err)
	}

	return zone, nil
}

// Actor is the caller's name in the audit log: user:12, key:31, staff:budi.
func Actor(p *identity.Principal) string {
	if p.IsStaff() {
		return audit.Staff(p.Username)
	}

	if p.Kind == identity.KeyKind {
		return audit.Key(p.KeyID)
	}

	return audit.User(p.UserID)
}
