// Package fault is the one vocabulary of errors that leave a domain: few
// kinds, a stable code, a message that is safe to show, and the fields it is
// about. It knows no HTTP; api maps kinds to statuses in one place.
package fault

import (
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/language"
)

// Kind says what the caller can do about an error.
type Kind int

// The kinds, with the status that api gives them.
const (
	Invalid         Kind = iota + 1 // 400: mend the input
	Unauthenticated                 // 401: sign in
	Forbidden                       // 403: not allowed, or too often
	NotFound                        // 404: no such thing for this client
	Conflict                        // 409: the state does not allow it
	TooLarge                        // 413: send less
	Unprocessable                   // 422: the same key or reference with another input
	Internal                        // 500: our fault
	Unavailable                     // 503: try again
)

// Final reports whether a refusal changed nothing and would come again: the input or the state is refused. After other
// kinds the outcome may be unknown: repeat with the same reference.
func (k Kind) Final() bool {
	switch k {
	case Invalid, NotFound, Conflict, Unprocessable, Forbidden, TooLarge:
		return true
	case Internal, Unavailable, Unauthenticated:
		return false
	}

	return false
}

// Field is one faulty field of an input, by its name in the JSON or query.
type Field struct {
	Field   string
	Message language.Message
}

// Definition documents one error. Its code never changes, and the docs list
// its cause and its mend.
type Definition struct {
	Kind    Kind
	Code    string
	Message language.Message
	Cause   string
	Mend    string
}

// Error is what a domain returns when the caller is to learn something. The
// cause is for the log alone.
type Error struct {
	Kind       Kind
	Code       string
	Message    language.Message
	Fields     []Field
	RetryAfter time.Duration
	// ID names what stands in the way, where the definition says so: the open top-up of TopupOngoingError.
	ID string
	// Token is set by PasswordExpiredError alone: the restricted token that
	// may change the password (docs/product/access.md#passwords).
	Token string
	// TriesLeft is set by InvalidPinError alone: how many tries the PIN has before it is locked.
	TriesLeft *int
	// Methods is set by StepUpRequiredError alone: what proves who uses the session.
	Methods []string
	// Missing is set by InsufficientBalanceError and InsufficientLimitError of an order: the rupiah that are missing for it.
	Missing int64

	cause error
}

// New makes the defined error with its own message.
func (d Definition) New() *Error {
	return &Error{Kind: d.Kind, Code: d.Code, Message: d.Message}
}

// Msg makes the defined error with a more exact message, which must be safe
// to show to the client.
func (d Definition) Msg(message language.Message) *Error {
	e := d.New()
	e.Message = message

	return e
}

// With makes the defined error about some fields.
func (d Definition) With(fields ...Field) *Error {
	e := d.New()
	e.Fields = fields

	return e
}

// Wrap makes the defined error with a cause that is logged and never shown.
func (d Definition) Wrap(cause error) *Error {
	e := d.New()
	e.cause = cause

	return e
}

// Is reports whether err is, or wraps, an error of this definition.
func (d Definition) Is(err error) bool {
	e, ok := errors.AsType[*Error](err)

	return ok && e.Code == d.Code
}

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}

	return e.Code + ": " + e.Message.String()
}

func (e *Error) Unwrap() error { return e.cause }

// From gives the fault in err's chain, or InternalError around it: nothing
// unexpected is ever shown as it is.
func From(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}

	return ErrInternal.Wrap(err)
}
