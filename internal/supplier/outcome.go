package supplier

import (
	"errors"
	"fmt"
)

// Outcome is what a supplier's answer means for an order:
//
//	Success           delivered: the order succeeds
//	Pending           in progress: wait for a notice, send status queries
//	FailedCreated     failed for good: refund, no other supplier
//	FailedNotCreated  refused before anything was created: try the next supplier
//	Unknown           not known: never refund, no other supplier, send status queries
//
// The zero value is Unknown, so a forgotten assignment can't move money.
type Outcome int

// The five outcomes.
const (
	Unknown Outcome = iota
	Success
	Pending
	FailedCreated
	FailedNotCreated
)

// ErrOutcome means that a text names no outcome.
var ErrOutcome = errors.New("no such supplier outcome")

// String is the name of an outcome in the database and in metrics.
func (o Outcome) String() string {
	switch o {
	case Success:
		return "success"
	case Pending:
		return "pending"
	case FailedCreated:
		return "failed_created"
	case FailedNotCreated:
		return "failed_not_created"
	case Unknown:
		return "unknown"
	default:
		return "unknown"
	}
}

// ParseOutcome parses the result of String.
func ParseOutcome(name string) (Outcome, error) {
	for _, o := range []Outcome{Unknown, Success, Pending, FailedCreated, FailedNotCreated} {
		if o.String() == name {
			return o, nil
		}
	}

	return Unknown, fmt.Errorf("%q: %w", name, ErrOutcome)
}

// Final reports whether the outcome is an end: success or failure.
func (o Outcome) Final() bool { return o == Success || o.Failed() }

// Failed reports whether nothing was delivered and nothing will be.
func (o Outcome) Failed() bool { return o == FailedCreated || o == FailedNotCreated }

// MayFailOver reports whether another supplier may be tried, with a new
// reference.
func (o Outcome) MayFailOver() bool { return o == FailedNotCreated }
