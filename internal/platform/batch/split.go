package batch

import (
	"errors"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// ErrOneCall is wrapped by errors of a flush that one of its calls causes. Errors of the database about a row need no
// mark.
var ErrOneCall = errors.New("one call of the batch causes this")

// Split writes calls together. If one of them is the cause of an error, it halves the calls until that one is alone, so
// that the others are written. failed gets the calls that were not written, with their error.
//
// While the database is away, or when it is unknown whether the calls were written, nothing is tried again: all calls get
// the error of the one try. Halving would multiply the work of an outage, and could write calls twice.
func Split[C any](calls []C, write func(calls []C) error, failed func(calls []C, err error)) {
	err := write(calls)

	switch {
	case err == nil:
	case len(calls) > 1 && OfOneCall(err):
		half := len(calls) / 2
		Split(calls[:half], write, failed)
		Split(calls[half:], write, failed)
	default:
		failed(calls, err)
	}
}

// OfOneCall reports whether an error is about one call: a row that the database refuses, or that is not as expected.
func OfOneCall(err error) bool {
	if fault.ErrUnavailable.Is(err) || fault.ErrOutcomeUnknown.Is(err) {
		return false
	}

	return db.IsRow(err) || errors.Is(err, db.ErrRefuted) || errors.Is(err, ErrOneCall)
}

// Fail gives calls an error instead of a result. It is the failed of most flushes.
func Fail[Req, Res any](calls []*Call[Req, Res], err error) {
	for _, c := range calls {
		var none Res

		c.Res, c.Err = none, err
	}
}
