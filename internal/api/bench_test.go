package api_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"loket/internal/api"
)

// answer is an http.ResponseWriter that keeps status and size.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// BenchmarkRequest measures what package api adds to a call: routing, authorization,
// reading and checking the body, the response, the access log.
func BenchmarkRequest(b *testing.B) {
	a := newAPI(b, api.Options{Logger: slog.New(slog.NewJSONHandler(io.Discard, nil))}) //nolint:sloglint // the cost of writing lines is part of it
	handler := a.Handler()

	body := bytes.NewReader(nil)
	r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/key", body)
	r.Header.Set("Authorization", "Bearer lk_key")
	r.Header.Set("Content-Type", "application/json")

	w := &answer{}

	b.ReportAllocs()

	for b.Loop() {
		body.Reset([]byte(good))
		w.body.Reset()

		w.header, w.status = http.Header{}, 0

		if handler.ServeHTTP(w, r); w.status != http.StatusOK {
			b.Fatal(w.status, w.body.String())
		}
	}
}
