package api

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/fault"
)

// queryNames are the parameters that a URL of an operation may have. Calls of a user may name the user's own client, which admit compares.
func queryNames(params []*huma.Param, access Access) map[string]bool {
	names := map[string]bool{clientParam: access.ofUser()}

	for _, p := range params {
		if p.In == "query" {
			names[p.Name] = true
		}
	}

	return names
}

// withKnownQuery is a raw route that refuses unknown parameters.
func (a *API) withKnownQuery(known map[string]bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := checkQuery(r, known); err != nil {
			a.WriteError(w, r, err)

			return
		}

		next.ServeHTTP(w, r)
	})
}

// checkQuery refuses parameters that an operation doesn't have: a misspelt filter must not give the whole list.
func checkQuery(r *http.Request, known map[string]bool) error {
	if r.URL.RawQuery == "" {
		return nil
	}

	var fields []fault.Field

	for name := range r.URL.Query() {
		if !known[name] {
			fields = append(fields, fault.Field{Field: name, Message: msgUnknownParameter})
		}
	}

	if len(fields) == 0 {
		return nil
	}

	slices.SortFunc(fields, func(a, b fault.Field) int { return cmp.Compare(a.Field, b.Field) })

	return fault.ErrValidation.With(fields...)
}
