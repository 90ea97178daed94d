package api_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/api"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

var errForgotten = fault.Definition{Kind: fault.Conflict, Code: "ForgottenError", Message: language.Literal("forgotten"), Cause: "c", Mend: "m"}

// A call whose error is not in the list of its operation fails, whoever answers it, and the list is named.
func TestUndeclaredErrorsFail(t *testing.T) {
	t.Parallel()

	var got [][2]string

	a := api.New(api.Options{Identity: guard{}, Undeclared: func(operation, code string) { got = append(got, [2]string{operation, code}) }})

	operation := api.Operation{
		ID: "operation", Method: http.MethodGet, Path: "/operation", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient,
	}
	api.Register(a, operation, func(context.Context, *none) (*none, error) { return nil, errForgotten.New() })

	a.Raw(api.RawRoute{ID: "raw", Method: http.MethodGet, Path: "/raw", Summary: "x", Tag: "t", Access: api.Session(), Client: api.CallersClient},
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.WriteError(w, r, errForgotten.New()) }))

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	for _, path := range []string{"/operation", "/raw"} {
		if status, _, e := call(t, a, http.MethodGet, path, "root", ""); status != http.StatusInternalServerError || e.Code != fault.ErrInternal.Code {
			t.Errorf("%s: %d %s", path, status, e.Code)
		}

		if status, _, e := call(t, a, http.MethodGet, path, "x", ""); status != http.StatusUnauthorized {
			t.Errorf("%s: the declared error is %d %s", path, status, e.Code)
		}
	}

	want := [][2]string{{"operation", errForgotten.Code}, {"raw", errForgotten.Code}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}
