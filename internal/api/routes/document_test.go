package routes_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"loket/internal/api"
	"loket/internal/api/routes"
)

// TestDocumentIsWrittenOnce proves that the document is encoded once. Anybody may request
// it, and encoding it each time would keep the processors busy.
func TestDocumentIsWrittenOnce(t *testing.T) {
	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	handler := a.Handler()
	ask := func() {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/openapi.json", nil))

		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Fatalf("answered %d with %d bytes", w.Code, w.Body.Len())
		}
	}

	const most = 500 // encoding it takes tens of thousands

	if n := testing.AllocsPerRun(3, ask); n > most {
		t.Errorf("each answer allocates %.0f times", n)
	}
}
