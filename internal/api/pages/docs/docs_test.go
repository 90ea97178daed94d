package docs

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/api"
)

// ask gets a page as a browser does.
func ask(t *testing.T, files fstest.MapFS, path, tag string) *httptest.ResponseRecorder {
	t.Helper()

	handler, err := newHandler(api.New(api.Options{}), files)
	if err != nil {
		t.Fatal(err)
	}

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("If-None-Match", tag)

	w := httptest.NewRecorder()
	handler(w, r)

	return w
}

func TestPages(t *testing.T) {
	t.Parallel()

	files := fstest.MapFS{
		"home.html": {Data: []byte("home")}, "events.html": {Data: []byte("events")}, "events.html.gz": {Data: []byte("small")},
		"reference/orders.html": {Data: []byte("orders")}, "site.css": {Data: []byte("css")},
	}

	for path, want := range map[string]string{
		"/docs/": "home", "/docs/events": "small", "/docs/reference/orders": "orders", "/docs/site.css": "css",
	} {
		w := ask(t, files, path, "")
		if w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}

		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s has the policy %q", path, policy)
		}

		if again := ask(t, files, path, w.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s: unchanged, and answered %d", path, again.Code)
		}
	}

	for _, path := range []string{"/docs/none", "/docs/../secret", "/docs/reference", "/docs/.keep"} {
		if w := ask(t, files, path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}

	if w := ask(t, fstest.MapFS{".keep": {}}, "/docs/", ""); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("before the build: %d %s", w.Code, w.Body)
	}
}
