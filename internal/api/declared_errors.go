package api

import (
	"context"

	"loket/internal/platform/fault"
)

// declaredErrors are the codes that an operation's part of the document lists. They are nil where nobody compares answers with them.
type declaredErrors struct {
	operation  string
	codes      map[string]bool
	undeclared func(operation, code string)
}

// declaredErrors makes the list of an operation if Options.Undeclared wants to know of answers beyond it.
func (a *API) declaredErrors(operation string, list []fault.Definition) *declaredErrors {
	if a.options.Undeclared == nil || operation == "" {
		return nil
	}

	d := &declaredErrors{operation: operation, codes: map[string]bool{}, undeclared: a.options.Undeclared}
	for _, one := range list {
		d.codes[one.Code] = true
	}

	return d
}

// check returns the error if the operation declares it, or if the caller disconnected and reads no answer. Otherwise it reports the code, and the
// call fails.
func (d *declaredErrors) check(ctx context.Context, e *Error) *Error {
	if d == nil || e.status == statusGone || d.codes[e.Code] {
		return e
	}

	d.undeclared(d.operation, e.Code)

	return newError(ctx, fault.ErrInternal.New())
}

// refusal is the answer of the request's operation to an error.
func (a *API) refusal(ctx context.Context, err error) *Error {
	return infoOf(ctx).declared.check(ctx, a.Translate(ctx, err))
}
