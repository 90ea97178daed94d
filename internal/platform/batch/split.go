package batch

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

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

// ByPart divides calls by the part of the database that they write (db.DB.Part), in the order in which they come.
func ByPart[C any](calls []C, part func(c C) int) [][]C {
	if len(calls) == 0 {
		return nil
	}

	first := part(calls[0])
	if !slices.ContainsFunc(calls, func(c C) bool { return part(c) != first }) {
		return [][]C{calls}
	}

	var out [][]C

	places := map[int]int{}

	for _, c := range calls {
		n := part(c)

		place, known := places[n]
		if !known {
			place = len(out)
			places[n] = place

			out = append(out, nil)
		}

		out[place] = append(out[place], c)
	}

	return out
}

// Apart writes the calls of each part of the database by themselves, side by side. If one panics, Apart does when all have ended.
func Apart[C any](calls []C, part func(c C) int, write func(calls []C)) {
	parts := ByPart(calls, part)
	if len(parts) == 1 {
		write(calls)

		return
	}

	var (
		all      sync.WaitGroup
		panicked atomic.Pointer[string]
	)

	for _, some := range parts {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					text := fmt.Sprintf("%v\n%s", p, debug.Stack())
					panicked.Store(&text)
				}
			}()

			write(some)
		})
	}

	all.Wait()

	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}

// Fail gives calls an error instead of a result. It is the failed of most flushes.
func Fail[Req, Res any](calls []*Call[Req, Res], err error) {
	for _, c := range calls {
		var none Res

		c.Res, c.Err = none, err
	}
}
