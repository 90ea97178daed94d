package api_test

import (
	"net/http"
	"testing"

	"loket/internal/api"
)

func TestStrictBodies(t *testing.T) {
	t.Parallel()

	a := newAPI(t, api.Options{})

	for name, c := range map[string]struct {
		body  string
		field string // empty: accepted
	}{
		"plain":                 {`{"name":"a","amount":5}`, ""},
		"spaces":                {" {\n\"name\" : \"a\" , \"amount\" : 5 } ", ""},
		"nested":                {`{"name":"a","amount":5,"inner":{"code":"x"},"tags":["a","b"]}`, ""},
		"name inside text":      {`{"name":"\",n","amount":5}`, ""},
		"same key in objects":   {`{"name":"a","amount":5,"inner":{"code":"amount"}}`, ""},
		"unknown":               {`{"name":"a","amount":5,"extra":1}`, "extra"},
		"unknown inside":        {`{"name":"a","amount":5,"inner":{"code":"x","extra":1}}`, "inner.extra"},
		"wrong case":            {`{"name":"a","Amount":5}`, "Amount"},
		"wrong case beside":     {`{"name":"a","amount":5,"AMOUNT":500}`, "AMOUNT"},
		"long s":                {`{"name":"a","amount":5,"tagſ":[]}`, "tagſ"},
		"twice":                 {`{"name":"a","amount":5,"amount":500}`, "amount"},
		"twice, same value":     {`{"name":"a","name":"a","amount":5}`, "name"},
		"twice, escaped":        {`{"name":"a","amount":5,"am\u006funt":500}`, "amount"},
		"twice inside":          {`{"name":"a","amount":5,"inner":{"code":"x","code":"y"}}`, "code"},
		"twice after an object": {`{"name":"a","inner":{"code":"x"},"amount":5,"inner":{"code":"x"}}`, "inner"},
		"NUL":                   {`{"name":"a\u0000","amount":5}`, "body"},
		"NUL in a key":          {`{"name":"a","amount":5,"\u0000":1}`, "body"},
		"escaped backslash":     {`{"name":"\\u00","amount":5}`, ""},
		"not UTF-8":             {"{\"name\":\"\xff\",\"amount\":5}", "body"},
		"two values":            {`{"name":"a","amount":5}{"name":"a","amount":5}`, "body"},
		"trailing comma":        {`{"name":"a","amount":5,}`, "body"},
		"comment":               {`{"name":"a","amount":5}/**/`, "body"},
		"null":                  {`null`, "body"},
		"null amount":           {`{"name":"a","amount":null}`, "amount"},
		"amount as text":        {`{"name":"a","amount":"5"}`, "amount"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			status, _, e := call(t, a, http.MethodPost, "/session", "root", c.body)

			if c.field == "" {
				if status != http.StatusOK {
					t.Fatalf("%d %+v", status, e)
				}

				return
			}

			named := false
			for _, f := range e.Fields {
				named = named || f.Field == c.field
			}

			if status != http.StatusBadRequest || e.Code != "ValidationError" || !named {
				t.Errorf("%d %+v, want a fault of %q", status, e, c.field)
			}
		})
	}
}
