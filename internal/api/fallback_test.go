package api_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/api"
)

// What a fallback does not own, and what is no GET request, answers as without a fallback.
func TestFallback(t *testing.T) {
	t.Parallel()

	a := newAPI(t, api.Options{})
	a.Fallback(api.RawRoute{Method: http.MethodGet, Path: "/{code}", Summary: "Pages", Access: api.Public(), Client: api.NoClient, AnyText: true},
		func(path string) bool { return strings.HasPrefix(path, "/shops-") },
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNoContent)
		}))

	for _, c := range []struct {
		method, path string
		status       int
		code         string
	}{
		{http.MethodGet, "/shops-1/x", http.StatusNoContent, ""},
		{http.MethodGet, "/nothing", http.StatusNotFound, "NotFoundError"},
		{http.MethodPost, "/shops-1/x", http.StatusNotFound, "NotFoundError"},
		{http.MethodDelete, "/session", http.StatusMethodNotAllowed, "MethodNotAllowedError"},
	} {
		status, _, answer := call(t, a, c.method, c.path, "root", "")
		if status != c.status || answer.Code != c.code {
			t.Errorf("%s %s: %d %s", c.method, c.path, status, answer.Code)
		}
	}
}
