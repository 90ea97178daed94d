// Package staff has what the rooms of the calls of the provider's staff share: who calls, and in which words a change is recorded. The calls
// themselves, which carry the token of a session of staff, are in the packages below it.
package staff

import (
	"context"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
)

// Actor is the caller's name in the audit log: staff:budi.
func Actor(ctx context.Context) string { return api.Actor(portal.Caller(ctx)) }

// By is who makes a change, and why.
func By(ctx context.Context, reason string) identity.By {
	return identity.By{Actor: Actor(ctx), Reason: reason, Address: api.Address(ctx)}
}

// Waiting is the answer of a change that a second person decides.
type Waiting struct {
	ApprovalID string `json:"approvalId,omitempty" doc:"With 202: nothing has changed yet; another member of staff decides" example:"17"`
}
