package fault

import (
	"time"

	"loket/internal/platform/language"
)

// The errors that belong to no single domain.
var (
	ErrValidation = Definition{
		Invalid, "ValidationError", msgInvalid,
		"A field is missing, malformed or out of its range; `fields` names each.",
		"Mend the named fields and send the request again.",
	}
	ErrNotFound = Definition{
		NotFound, "NotFoundError", msgNotFound,
		"No such path or thing exists for this client.",
		"Check the id or reference; ids of other clients look the same as ids that never existed.",
	}
	ErrThrottled = Definition{
		Forbidden, "ThrottleRejectError", msgThrottled,
		"Too many failed sign-ins of the account (10) or address (50) in 15 minutes, or too many sign-ins at once; " +
			"or more links, changes, new users or exports than one is given in an hour or at a time.",
		"Wait until `retryAt`; Retry-After has the same in seconds.",
	}
	ErrFeatureOff = Definition{
		Forbidden, "FeatureOffError", msgFeatureOff,
		"The deployment has switched this feature off: pay later (settlement), prices of shops (pricing) or analytics. Nothing was done.",
		"Don't use it here; for orders take paymentType deposit.",
	}
	ErrInternal = Definition{
		Internal, "InternalError", msgInternal,
		"A fault of the server. It is reported with the request id.",
		"Try again later; quote the request id to support when it stays.",
	}
	ErrUnavailable = Definition{
		Unavailable, "UnavailableError", msgUnavailable,
		"The database or another needed part does not answer, or the server is stopping.",
		"Wait for the seconds in Retry-After and send the same request again.",
	}
	ErrBusy = Definition{
		Unavailable, "BusyError", msgBusy,
		"The client has too many orders that wait, too many inquiries or requests in flight, or too many open streams, or all clients together have. " +
			"The request had no effect.",
		"Wait for the seconds in Retry-After and send the same request again; send fewer requests at a time.",
	}
	ErrIdempotencyConflict = Definition{
		Unprocessable, "IdempotencyConflictError", msgIdempotencyConflict,
		"The same idempotency key or reference came again with other contents.",
		"Use a new key for a new request; repeat a request only with what it first held.",
	}
	ErrOutcomeUnknown = Definition{
		Unavailable, "OutcomeUnknownError", msgOutcomeUnknown,
		"The connection to the database was lost while the change was being committed.",
		"Repeat the request with the same Idempotency-Key or clientRef: what took effect is answered, what did not is done once.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []Definition {
	return []Definition{ErrValidation, ErrNotFound, ErrThrottled, ErrFeatureOff, ErrInternal, ErrUnavailable, ErrBusy, ErrIdempotencyConflict, ErrOutcomeUnknown}
}

// Throttled makes ErrThrottled for a caller that may try again after a while.
func Throttled(after time.Duration) *Error {
	e := ErrThrottled.New()
	e.RetryAfter = after

	return e
}

// Busy makes ErrBusy for a caller that may try again after a while.
func Busy(after time.Duration) *Error {
	e := ErrBusy.New()
	e.RetryAfter = after

	return e
}

// InvalidField makes a ValidationError about one field.
func InvalidField(field string, message language.Message) *Error {
	return ErrValidation.With(Field{Field: field, Message: message})
}
