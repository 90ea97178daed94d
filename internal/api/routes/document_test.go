package routes_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"loket/internal/api"
	"loket/internal/api/audience"
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

// TestDocumentOfAnAudience: each audience has its document, small for a browser, and asked for again only when it changed.
func TestDocumentOfAnAudience(t *testing.T) {
	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	handler := a.Handler()
	ask := func(name, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/openapi/"+name, nil)
		r.Header.Set("If-None-Match", tag)

		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)

		return w
	}

	for _, name := range audience.Names() {
		w := ask(name+".json", "")

		var doc struct {
			OpenAPI string         `json:"openapi"`
			Paths   map[string]any `json:"paths"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil || doc.OpenAPI != "3.1.0" || doc.Paths == nil {
			t.Errorf("%s: %d %v %v", name, w.Code, doc.OpenAPI, err)
		}

		if again := ask(name+".json", w.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s: unchanged, and answered %d", name, again.Code)
		}
	}

	if w := ask("staff.json", ""); w.Code != http.StatusNotFound {
		t.Errorf("an unknown one is answered with %d", w.Code)
	}
}
