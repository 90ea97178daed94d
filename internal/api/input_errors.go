package api

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// inputFault is one fault of an input. huma keeps only the text of an error, so its text carries the code of one of this
// package's messages with the parameters, as JSON.
type inputFault struct {
	Field  string   `json:"field,omitempty"`
	Code   string   `json:"code"`
	Params []string `json:"params,omitempty"`
}

type inputErrors []inputFault

func (f inputErrors) Error() string {
	text, err := json.Marshal(f)
	if err != nil {
		return err.Error() // texts alone are always JSON
	}

	return string(text)
}

// inputError is an error with one fault.
func inputError(field string, m language.Message) inputErrors {
	return inputErrors{{Field: field, Code: m.Code()}}
}

// readInputErrors reads the faults from the text of an error. It returns false for a text without any.
func readInputErrors(text string) (inputErrors, bool) {
	var list inputErrors

	err := json.Unmarshal([]byte(text), &list)

	return list, err == nil && len(list) > 0
}

// fields translates the faults into those of package fault.
func (f inputErrors) fields() []fault.Field {
	list := make([]fault.Field, len(f))

	for i, one := range f {
		m, known := messages.Find(one.Code)
		if !known {
			m = msgInvalid
		}

		params := make([]any, len(one.Params))
		for n, p := range one.Params {
			params[n] = p
		}

		list[i] = fault.Field{Field: one.Field, Message: m.With(params...)}
	}

	return list
}

// inputErrorsOf reads the faults that huma found. The operation tells which type a parameter has.
func inputErrorsOf(op *huma.Operation, details []*huma.ErrorDetail) inputErrors {
	var list inputErrors

	for _, d := range details {
		in, name, _ := strings.Cut(d.Location, ".") // body.inner.code, query.limit

		ours, ok := readInputErrors(d.Message)
		if !ok {
			ours = inputError("", msgInvalid)
			if in != wholeBody {
				ours = inputError("", faultOfParameter(op, in, name, d.Value))
			}
		}

		for _, f := range ours {
			if f.Field == "" { // else the decoder named it
				f.Field = name
			}

			if f.Code == msgRequired.Code() && len(f.Params) > 0 {
				// A missing property is found at the object around it.
				f.Field, f.Params = under(name, f.Params[0]), nil
			}

			f.Field = cmp.Or(f.Field, wholeBody)
			list = append(list, f)
		}
	}

	return list
}

func under(parent, name string) string {
	if parent == "" {
		return name
	}

	return parent + "." + name
}

// faultOfParameter says in both languages what is wrong with a parameter that huma can't read.
func faultOfParameter(op *huma.Operation, in, name string, value any) language.Message {
	i := slices.IndexFunc(op.Parameters, func(p *huma.Param) bool { return p.In == in && p.Name == name })

	switch {
	case in == "query" && i < 0:
		return msgUnknownParameter
	case value == "":
		return msgRequired
	case i < 0:
		return msgInvalid
	}

	switch schema := op.Parameters[i].Schema; {
	case schema.Type == huma.TypeInteger:
		return msgWholeNumber
	case schema.Type == huma.TypeNumber:
		return msgNumber
	case schema.Type == huma.TypeBoolean:
		return msgBoolean
	case schema.Format == "date-time":
		return msgDateOrTime
	default:
		return msgInvalid
	}
}
