package api_test

import (
	"context"
	"net/http"
	"testing"

	"loket/internal/api"
)

type sizes struct {
	Amount int64    `json:"amount" minimum:"1000000" maximum:"9007199254740991"`
	Name   string   `json:"name" minLength:"2" maxLength:"5"`
	Tags   []string `json:"tags,omitempty" minItems:"1" maxItems:"2"`
	Kind   string   `json:"kind,omitempty" enum:"a,b"`
	On     bool     `json:"on,omitempty"`
	Day    string   `json:"day,omitempty" format:"date"`
	At     string   `json:"at,omitempty" format:"date-time"`
	Share  float64  `json:"share,omitempty" maximum:"0.5"`
	Inner  *inner   `json:"inner,omitempty"`
}

type sizesInput struct {
	Limit int  `query:"limit" maximum:"1000000000"`
	All   bool `query:"all"`
	Body  sizes
}

// The message about a field continues its name and writes numbers as in JSON, whichever
// check found the fault.
func TestFaultsOfFieldsInPlainWords(t *testing.T) {
	t.Parallel()

	a := api.New(api.Options{Identity: guard{}})
	api.Register(a, api.Operation{
		ID: "sizes", Method: http.MethodPost, Path: "/sizes", Summary: "sizes", Tag: "t", Access: api.Session(),
		Client: api.CallersClient, MaxBody: 1000,
	}, func(context.Context, *sizesInput) (*struct{}, error) { return &struct{}{}, nil })

	with := func(more string) string { return `{"amount":1000000,"name":"abc"` + more + `}` }

	for name, c := range map[string]struct {
		query, body, field, want, inIndonesian string
	}{
		"large bound":         {body: `{"amount":9007199254740992,"name":"abc"}`, field: "amount", want: "must be at most 9007199254740991", inIndonesian: "maksimal 9007199254740991"},
		"lower bound":         {body: `{"amount":1,"name":"abc"}`, field: "amount", want: "must be at least 1000000", inIndonesian: "minimal 1000000"},
		"beyond every number": {body: `{"amount":1e999,"name":"abc"}`, field: "body", want: "has the wrong type or is out of range", inIndonesian: "salah jenis atau di luar batas"},
		"text for number":     {body: `{"amount":"5","name":"abc"}`, field: "amount", want: "must be a whole number", inIndonesian: "harus berupa bilangan bulat"},
		"fraction":            {body: `{"amount":1000000.5,"name":"abc"}`, field: "amount", want: "must be a whole number", inIndonesian: "harus berupa bilangan bulat"},
		"number for text":     {body: `{"amount":1000000,"name":5}`, field: "name", want: "must be a text", inIndonesian: "harus berupa teks"},
		"short":               {body: `{"amount":1000000,"name":"a"}`, field: "name", want: "must have 2 or more characters", inIndonesian: "minimal 2 karakter"},
		"long":                {body: `{"amount":1000000,"name":"abcdef"}`, field: "name", want: "must have at most 5 characters", inIndonesian: "maksimal 5 karakter"},
		"missing":             {body: `{"amount":1000000}`, field: "name", want: "is required", inIndonesian: "wajib diisi"},
		"missing inside":      {body: with(`,"inner":{}`), field: "inner.code", want: "is required", inIndonesian: "wajib diisi"},
		"unknown":             {body: with(`,"colour":"red"`), field: "colour", want: "is not a known field", inIndonesian: "bukan isian yang dikenal"},
		"few items":           {body: with(`,"tags":[]`), field: "tags", want: "must have 1 or more items", inIndonesian: "minimal 1 butir"},
		"many items":          {body: with(`,"tags":["a","b","c"]`), field: "tags", want: "must have at most 2 items", inIndonesian: "maksimal 2 butir"},
		"text for list":       {body: with(`,"tags":"a"`), field: "tags", want: "must be a list", inIndonesian: "harus berupa daftar"},
		"item":                {body: with(`,"tags":[1]`), field: "tags[0]", want: "must be a text", inIndonesian: "harus berupa teks"},
		"no such word":        {body: with(`,"kind":"c"`), field: "kind", want: "must be one of a, b", inIndonesian: "harus salah satu dari a, b"},
		"neither true":        {body: with(`,"on":1`), field: "on", want: "must be true or false", inIndonesian: "harus true atau false"},
		"no day":              {body: with(`,"day":"21/11"`), field: "day", want: "must be a date such as 2026-11-21", inIndonesian: "harus berupa tanggal seperti 2026-11-21"},
		"no time":             {body: with(`,"at":"noon"`), field: "at", want: "must be a time such as 2026-11-21T14:30:00+07:00", inIndonesian: "harus berupa waktu seperti 2026-11-21T14:30:00+07:00"},
		"small bound":         {body: with(`,"share":0.75`), field: "share", want: "must be at most 0.5", inIndonesian: "maksimal 0.5"},
		"text for share":      {body: with(`,"share":"half"`), field: "share", want: "must be a number", inIndonesian: "harus berupa angka"},
		"text for object":     {body: with(`,"inner":"x"`), field: "inner", want: "must be an object", inIndonesian: "harus berupa objek"},
		"parameter":           {query: "?limit=x", body: with(""), field: "limit", want: "must be a whole number", inIndonesian: "harus berupa bilangan bulat"},
		"parameter's bound":   {query: "?limit=1000000001", body: with(""), field: "limit", want: "must be at most 1000000000", inIndonesian: "maksimal 1000000000"},
		"parameter's word":    {query: "?all=x", body: with(""), field: "all", want: "must be true or false", inIndonesian: "harus true atau false"},
		"unknown parameter":   {query: "?size=1", body: with(""), field: "size", want: "is not a known parameter", inIndonesian: "bukan parameter yang dikenal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			says := func(want string, headers ...string) {
				t.Helper()

				status, _, e := call(t, a, http.MethodPost, "/sizes"+c.query, "root", c.body, headers...)
				if status != http.StatusBadRequest || len(e.Fields) != 1 || e.Fields[0].Field != c.field || e.Fields[0].Message != want {
					t.Errorf("%d %+v, want %s: %s", status, e.Fields, c.field, want)
				}
			}

			says(c.want)
			says(c.inIndonesian, "Accept-Language", "id")
		})
	}
}
