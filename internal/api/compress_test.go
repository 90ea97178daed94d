package api_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/identity"
)

type lines struct {
	Body []string
}

// answering is an API whose calls answer with so many lines.
func answering(t *testing.T, count int) *api.API {
	t.Helper()

	a := api.New(api.Options{Identity: guard{}})

	for _, op := range []api.Operation{
		{ID: "list", Path: "/list", Access: api.Session()},
		{ID: "sum", Path: "/sum", Access: api.Session(), Cost: api.Sums},
		{ID: "open", Path: "/open", Access: api.Public()},
		{ID: "token", Path: "/token", Access: api.Session(), Secret: true},
		{ID: "key", Path: "/system", Access: api.WithAPIKey(identity.OrdersWrite)},
	} {
		op.Method, op.Summary, op.Tag, op.Client = http.MethodGet, op.ID, "t", api.CallersClient
		if op.ID == "open" {
			op.Client = api.NoClient
		}

		api.Register(a, op, func(context.Context, *struct{}) (*lines, error) {
			return &lines{Body: strings.Split(strings.Repeat("Telkomsel 10.000,", count), ",")}, nil
		})
	}

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	return a
}

func ask(t *testing.T, a *api.API, path, token, accept string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", accept)

	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}

	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)

	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}

	return w
}

// Answers are compressed for browsers: not those with a secret, not those for a client's system, not short ones.
func TestAnswersAreCompressed(t *testing.T) {
	t.Parallel()

	const many, few = 5000, 2

	for name, c := range map[string]struct {
		path, token, accept string
		lines               int
		compressed          bool
	}{
		"list":            {"/list", "viewer", "gzip, deflate, br", many, true},
		"sum":             {"/sum", "viewer", "gzip", many, true},
		"nobody's":        {"/open", "", "gzip", many, true},
		"short":           {"/list", "viewer", "gzip", few, false},
		"refused":         {"/list", "viewer", "gzip;q=0, br", many, false},
		"none":            {"/list", "viewer", "", many, false},
		"secret":          {"/token", "viewer", "gzip", many, false},
		"client's system": {"/system", "lk_key", "gzip", many, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			w := ask(t, answering(t, c.lines), c.path, c.token, c.accept)
			size := w.Body.Len()

			if got := w.Header().Get("Content-Encoding") == "gzip"; got != c.compressed {
				t.Fatalf("compressed: %t, want %t", got, c.compressed)
			}

			body := io.Reader(w.Body)

			if c.compressed {
				if w.Header().Get("Vary") != "Accept-Encoding" || size > 5000 {
					t.Errorf("%d bytes, headers %v", size, w.Header())
				}

				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}

			var got []string
			if err := json.NewDecoder(body).Decode(&got); err != nil || len(got) != c.lines+1 {
				t.Errorf("%d lines, %v", len(got), err)
			}
		})
	}
}
