package httpapi_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loket/internal/httpapi"
)

// BenchmarkRequest measures what the edge adds to a call: routing, the door,
// reading and checking the body, the answer, the access log.
func BenchmarkRequest(b *testing.B) {
	a := newAPI(b, httpapi.Options{Logger: slog.New(slog.NewJSONHandler(io.Discard, nil))}) //nolint:sloglint // the cost of writing lines is part of it
	handler := a.Handler()

	b.ReportAllocs()

	for b.Loop() {
		r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/key", strings.NewReader(good))
		r.Header.Set("Authorization", "Bearer lk_key")

		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
	}
}
