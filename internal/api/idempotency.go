package api

import (
	"context"

	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
)

const keyHeader = "Idempotency-Key"

// IdempotencyKey is the header of calls that create something. The type is exported because huma only reads exported
// embedded structs.
type IdempotencyKey struct {
	Key string `header:"Idempotency-Key" maxLength:"64" pattern:"^[!-~]*$" doc:"Chosen by the caller, unique for the client and call. A repeat with the same input gets the first accepted answer; answers are kept for 90 days" example:"0f9c2d4e-7a51-4c7b-9b1e-5d7c1a2b3c4d"`
}

// Request names the request for package idempotency. The input is the path's parameters and the body, as far as they
// decide about the effect of the call.
func (k IdempotencyKey) Request(ctx context.Context, call string, input any) (idempotency.Request, error) {
	return idempotency.NewRequest(Principal(ctx).ClientID, call, k.Key, input)
}

// IdempotencyFaults are the errors of a call with an IdempotencyKey.
func IdempotencyFaults(own ...fault.Definition) []fault.Definition {
	return append(own, idempotency.ErrConflict, idempotency.ErrRunning, fault.ErrOutcomeUnknown)
}
