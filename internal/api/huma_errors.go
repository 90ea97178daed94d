package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// setHuma sets what huma keeps in package variables: the shape of errors, and
// rules of validation. They are the same for every API of the process.
var setHuma = sync.OnceFunc(func() {
	setValidationCodes()

	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false

	huma.NewError = func(status int, _ string, errs ...error) huma.StatusError {
		return humaError(context.Background(), &huma.Operation{}, status, errs)
	}
	huma.NewErrorWithContext = func(hc huma.Context, status int, _ string, errs ...error) huma.StatusError {
		return humaError(hc.Context(), hc.Operation(), status, errs)
	}
})

// humaError turns an error that huma itself found into ours. What handlers
// return never comes here: Register translates it before.
func humaError(ctx context.Context, op *huma.Operation, status int, errs []error) huma.StatusError {
	for _, err := range errs {
		if own, ok := errors.AsType[*Error](err); ok {
			return own
		}
	}

	return infoOf(ctx).declared.check(ctx, newError(ctx, humaFault(op, status, errs)))
}

func humaFault(op *huma.Operation, status int, errs []error) *fault.Error {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return ErrTooLarge.New()
	case http.StatusUnsupportedMediaType:
		return ErrMediaType.New()
	case http.StatusRequestTimeout:
		return fault.ErrValidation.Msg(msgBodyLate)
	}

	if status >= http.StatusInternalServerError {
		return fault.ErrInternal.New()
	}

	list := inputErrorsOf(op, details(errs))
	if len(list) == 0 {
		return fault.InvalidField(wholeBody, msgBodyRequired)
	}

	fields := list.fields()
	missing, _ := op.Metadata[missingTag].(map[string]language.Message)

	for i, one := range list {
		if own, has := missing[one.Field]; has && one.Code == msgRequired.Code() {
			fields[i].Message = own
		}
	}

	return fault.ErrValidation.With(fields...)
}

func details(errs []error) []*huma.ErrorDetail {
	list := []*huma.ErrorDetail{}

	for _, err := range errs {
		if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
			list = append(list, d)
		}
	}

	return list
}

// missingTag is the tag of a field that names the message for when the field is
// missing, in the table that the operation gives: a missing field and an empty
// one are refused with the same words. It is also where huma's operation keeps
// the messages.
const missingTag = "missing"

// missingMessages reads the tags of a body's fields.
func missingMessages(input reflect.Type, texts []*language.Table) (map[string]language.Message, error) {
	list := map[string]language.Message{}

	if input.Kind() != reflect.Struct {
		return list, nil
	}

	body, ok := input.FieldByName("Body")
	if !ok || body.Type.Kind() != reflect.Struct {
		return list, nil
	}

	for f := range body.Type.Fields() {
		code := f.Tag.Get(missingTag)
		if code == "" {
			continue
		}

		if texts == nil {
			return nil, errUndeclared("texts for the tags of missing fields")
		}

		i := slices.IndexFunc(texts, func(t *language.Table) bool {
			_, known := t.Find(code)

			return known
		})
		if i < 0 {
			return nil, fmt.Errorf("%w: no text has the code %q", errDeclaration, code)
		}

		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		list[name], _ = texts[i].Find(code)
	}

	return list, nil
}
