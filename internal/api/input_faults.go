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

// finding is one fault of an input on its way through huma, which keeps only
// the text of an error: the text is the code of one of this package's messages
// with its parameters, as JSON.
type finding struct {
	Field  string   `json:"field,omitempty"`
	Code   string   `json:"code"`
	Params []string `json:"params,omitempty"`
}

type findings []finding

func (f findings) Error() string {
	text, err := json.Marshal(f)
	if err != nil {
		return err.Error() // texts alone are always JSON
	}

	return string(text)
}

// found is a single finding as an error.
func found(field string, m language.Message) findings {
	return findings{{Field: field, Code: m.Code()}}
}

// readFindings reads what an error of huma's carries. Of another text it gives
// false.
func readFindings(text string) (findings, bool) {
	var list findings

	err := json.Unmarshal([]byte(text), &list)

	return list, err == nil && len(list) > 0
}

// fields are the findings as faults of fields.
func (f findings) fields() []fault.Field {
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

// findingsOf reads what huma found. The operation says what was expected of a
// parameter.
func findingsOf(op *huma.Operation, details []*huma.ErrorDetail) findings {
	var list findings

	for _, d := range details {
		in, name, _ := strings.Cut(d.Location, ".") // body.inner.code, query.limit

		ours, ok := readFindings(d.Message)
		if !ok {
			ours = found("", msgInvalid)
			if in != wholeBody {
				ours = found("", faultOfParameter(op, in, name, d.Value))
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

// faultOfParameter says what is wrong with a parameter that huma can't read. Its
// own text says it in English alone.
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
