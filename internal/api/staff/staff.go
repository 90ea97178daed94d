// Package staff has what the rooms of the calls of the provider's staff share: who calls, and in which words a change is recorded. The calls
// themselves, which carry the token of a session of staff, are in the packages below it.
package staff

import (
	"context"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/platform/clock"
)

// Actor is the caller's name in the audit log: staff:budi.
func Actor(ctx context.Context) string { return api.Actor(portal.Caller(ctx)) }

// By is who makes a change, and why.
func By(ctx context.Context, reason string) identity.By {
	return identity.By{Actor: Actor(ctx), Reason: reason, Address: api.Address(ctx)}
}

// Days are the parameters of a range of days in Jakarta, which may be open at both ends. The type is exported because huma only reads exported
// embedded structs.
type Days struct {
	DateStart string `query:"dateStart" format:"date" doc:"First day in Jakarta"`
	DateEnd   string `query:"dateEnd" format:"date" doc:"Last day in Jakarta"`
}

// Span is the time from the start of the first day up to the end of the last one; zero where the range is open. Error: fault.ErrValidation.
func (d Days) Span() (from, until time.Time, err error) {
	first, err := portal.ParseDay("dateStart", d.DateStart)
	if err != nil {
		return from, until, err
	}

	last, err := portal.ParseDay("dateEnd", d.DateEnd)
	if err != nil {
		return from, until, err
	}

	if first != nil {
		from = first.Start(clock.Jakarta())
	}

	if last != nil {
		until = last.End(clock.Jakarta())
	}

	return from, until, nil
}

// Waiting is the answer of a change that a second person decides.
type Waiting struct {
	ApprovalID string `json:"approvalId,omitempty" doc:"With 202: nothing has changed yet; another member of staff decides" example:"17"`
}
