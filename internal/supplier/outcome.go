package supplier

import (
	"errors"
	"fmt"
)

// Outcome is the only thing an order decides by. What each one allows:
//
//	Success           the goods were delivered: the order succeeds
//	Pending           the supplier works on it: wait for its notice, ask again
//	FailedCreated     tried and failed for good: refund, no other supplier
//	FailedNotCreated  refused before anything existed: the next supplier may try
//	Unknown           nobody knows: never refund, never send elsewhere, ask again
//
// The zero value is Unknown, so that a forgotten assignment can't move money.
type Outcome int

// The five outcomes.
const (
	Unknown Outcome = iota
	Success
	Pending
	FailedCreated
	FailedNotCreated
)

// ErrOutcome says that a text names no outcome.
var ErrOutcome = errors.New("no such supplier outcome")

// String is the name under which an outcome is stored and counted.
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

// ParseOutcome reads what String wrote.
func ParseOutcome(name string) (Outcome, error) {
	for _, o := range []Outcome{Unknown, Success, Pending, FailedCreated, FailedNotCreated} {
		if o.String() == name {
			return o, nil
		}
	}

	return Unknown, fmt.Errorf("%q: %w", name, ErrOutcome)
}

// Final says that the supplier will not change its mind by itself.
func (o Outcome) Final() bool { return o == Success || o.Failed() }

// Failed says that nothing was delivered and nothing will be.
func (o Outcome) Failed() bool { return o == FailedCreated || o == FailedNotCreated }

// MayFailOver says that another supplier may be tried with a new reference.
func (o Outcome) MayFailOver() bool { return o == FailedNotCreated }
