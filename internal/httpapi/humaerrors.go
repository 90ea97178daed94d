package httpapi

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/fault"
)

// setHuma sets what huma keeps in package variables: the shape of errors, and
// rules of validation. They are the same for every API of the process.
var setHuma = sync.OnceFunc(func() {
	setValidationWords()

	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false

	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return humaError(context.Background(), nil, status, message, errs)
	}
	huma.NewErrorWithContext = func(hc huma.Context, status int, message string, errs ...error) huma.StatusError {
		missing, _ := hc.Operation().Metadata[missingWords].(map[string]string)

		return humaError(hc.Context(), missing, status, message, errs)
	}
})

// humaError turns an error that huma itself found into ours. What handlers
// return never comes here: Register translates it before. missing has the words
// for fields that are not there.
func humaError(ctx context.Context, missing map[string]string, status int, _ string, errs []error) huma.StatusError {
	for _, err := range errs {
		if own, ok := errors.AsType[*Error](err); ok {
			return own
		}
	}

	f := humaFault(status, errs)
	out := &Error{Code: f.Code, Message: f.Message, Fields: f.Fields, RequestID: RequestID(ctx), status: statusOf(f)}

	if out.Fields == nil {
		out.Fields = []fault.Field{}
	}

	for i, f := range out.Fields {
		if words := missing[f.Field]; words != "" && f.Message == isMissing {
			out.Fields[i].Message = words
		}
	}

	out.speak(infoOf(ctx).language)

	return out
}

func humaFault(status int, errs []error) *fault.Error {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return ErrTooLarge.New()
	case http.StatusUnsupportedMediaType:
		return ErrMediaType.New()
	case http.StatusRequestTimeout:
		return fault.ErrValidation.Msg("The body did not arrive in time")
	}

	if status >= http.StatusInternalServerError {
		return fault.ErrInternal.New()
	}

	list := fields(errs)
	if len(list) == 0 {
		list = append(list, fault.Field{Field: wholeBody, Message: "a JSON body is required"})
	}

	return fault.ErrValidation.With(list...)
}

func fields(errs []error) []fault.Field {
	list := []fault.Field{}

	for _, err := range errs {
		d, ok := errors.AsType[*huma.ErrorDetail](err)
		if !ok {
			continue
		}

		if decoded, ok := splitDecodeErrors(d.Message); ok {
			list = append(list, decoded...)
		} else {
			list = append(list, field(d))
		}
	}

	return list
}

const (
	// isMissing is what is said of a field that is not there and has no words of its own.
	isMissing = "is required"

	// missingWords is where an operation keeps those of its fields, and the tag
	// that gives them: a field that is not there is told like an empty one.
	missingWords = "missing"
)

// wordsOfMissing reads the tags of a body's fields.
func wordsOfMissing(input reflect.Type) map[string]string {
	words := map[string]string{}

	if input.Kind() != reflect.Struct {
		return words
	}

	body, ok := input.FieldByName("Body")
	if !ok || body.Type.Kind() != reflect.Struct {
		return words
	}

	for f := range body.Type.Fields() {
		if text := f.Tag.Get(missingWords); text != "" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			words[name] = text
		}
	}

	return words
}

// missingPrefix is what stands before the name of a property that is missing.
const missingPrefix = "is missing: "

// field names the faulty field as the client knows it. huma says that a
// property is missing about the object around it, and names it in the text
// alone; the strict decoder does the same.
func field(d *huma.ErrorDetail) fault.Field {
	name := d.Location

	for _, place := range []string{wholeBody, "query", "path", "header", "form"} {
		if rest, ok := strings.CutPrefix(name, place+"."); ok {
			name = rest

			break
		}
	}

	if missing, ok := strings.CutPrefix(d.Message, missingPrefix); ok {
		return fault.Field{Field: under(name, missing), Message: isMissing}
	}

	if name == wholeBody || name == "" {
		name = wholeBody
	}

	return fault.Field{Field: name, Message: inOurWords(d.Message)}
}

func under(parent, name string) string {
	if parent == wholeBody || parent == "" {
		return name
	}

	return parent + "." + name
}
