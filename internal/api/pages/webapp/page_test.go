package webapp_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/api"
	"loket/internal/api/pages/webapp"
)

const index = `<html><head><meta name="csp-nonce" content="__LOKET_NONCE__"><script nonce="__LOKET_NONCE__" src="/external/assets/a.js"></script>
<script type="application/json" id="loket-config">__LOKET_CONFIG__</script><template id="loket-scripts">__LOKET_SCRIPTS__</template></head></html>`

func built() fstest.MapFS {
	return fstest.MapFS{
		"index.html":             {Data: []byte(index)},
		"favicon.svg":            {Data: []byte("<svg/>")},
		"assets/a-1.js":          {Data: []byte("plain")},
		"assets/a-1.js.br":       {Data: []byte("brotli")},
		"assets/a-1.js.gz":       {Data: []byte("gzip")},
		"assets/b-1.css":         {Data: []byte("b{}")},
		".vite/manifest.json":    {Data: []byte("{}")},
		".keep":                  {Data: nil},
		"assets/.secret":         {Data: []byte("x")},
		"assets/font-1.woff2":    {Data: []byte("font")},
		"assets/font-1.woff2.br": {Data: []byte("font")},
	}
}

func get(t *testing.T, p http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()

	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}

	w := httptest.NewRecorder()
	w.Header().Set("X-Frame-Options", "DENY") // as the server does
	p.ServeHTTP(w, r)

	return w
}

func newPage(t *testing.T, files fstest.MapFS, conf webapp.Config) *webapp.Page {
	t.Helper()

	p, err := webapp.New(files, webapp.Options{Base: webapp.Dashboard, Config: conf, Violated: func() {}})
	if err != nil {
		t.Fatal(err)
	}

	return p
}

func TestDocument(t *testing.T) {
	t.Parallel()

	p := newPage(t, built(), webapp.Config{
		BaseURLs:       webapp.BaseURLs{Payment: "https://pay.example/base", Connect: "https://pay.example"},
		ErrorReporting: webapp.ErrorReporting{DSN: "https://key@report.example/1"},
		Support:        webapp.Support{Chat: "https://wa.me/1?text=</script><script>alert(1)</script>"},
	})

	nonces := map[string]bool{}

	for _, path := range []string{"/external/", "/external/orders", "/external/unknown/deep.html"} {
		w := get(t, p, path, "Sec-Fetch-Dest", "document")
		body := w.Body.String()
		csp := w.Header().Get("Content-Security-Policy")

		nonce := regexp.MustCompile(`script-src 'self' 'nonce-([A-Z0-9]{20,})'`).FindStringSubmatch(csp)
		if nonce == nil || nonces[nonce[1]] || strings.Count(body, nonce[1]) != 2 {
			t.Fatalf("%s: no fresh nonce in %q and %s", path, csp, body)
		}

		nonces[nonce[1]] = true

		for _, directive := range []string{
			"default-src 'none'", "connect-src 'self' https://pay.example https://report.example;", "frame-ancestors 'none'",
			"base-uri 'none'", "object-src 'none'", "form-action 'self'", "report-uri /csp-reports",
		} {
			if !strings.Contains(csp, directive) {
				t.Errorf("%s: no %s in %s", path, directive, csp)
			}
		}

		if strings.Contains(csp, "unsafe") || strings.Contains(body, "<script>alert") || strings.Contains(body, "__LOKET_") {
			t.Errorf("%s: %s\n%s", path, csp, body)
		}

		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Vary") != "Sec-Fetch-Dest" {
			t.Errorf("%s: headers %v", path, w.Header())
		}
	}
}

// The notice speaks the browser's language and leads to what was asked for, whatever that is.
func TestNoticeLeadsBack(t *testing.T) {
	t.Parallel()

	w := get(t, newPage(t, built(), webapp.Config{}), `/external/orders?search=%22%3E%3Cb%3E&tab=a"><b>`, "Sec-Fetch-Dest", "iframe", "Accept-Language", "id-ID,id;q=0.9,en;q=0.8")
	for _, text := range []string{`<html lang="id">`, "Klik di sini untuk membuka WebApp dengan aman.", `href="/external/orders?search=%22%3E%3Cb%3E&amp;tab=a&#34;&gt;&lt;b&gt;"`} {
		if body := w.Body.String(); !strings.Contains(body, text) || strings.Contains(body, "<b>") {
			t.Errorf("no %q in %s", text, body)
		}
	}

	if vary := w.Header().Values("Vary"); !slices.Contains(vary, "Accept-Language") {
		t.Errorf("it varies by %v", vary)
	}
}

func TestFramesGetTheNotice(t *testing.T) {
	t.Parallel()

	p := newPage(t, built(), webapp.Config{})

	for _, dest := range []string{"iframe", "frame", "embed", "object"} {
		w := get(t, p, "/external/orders", "Sec-Fetch-Dest", dest)
		body, csp := w.Body.String(), w.Header().Get("Content-Security-Policy")

		for _, text := range []string{
			"Please inform team with the reference of the application from where you clicked this link.",
			"Click here to access WebApp safely.", `href="/external/orders"`, `target="_blank"`,
		} {
			if !strings.Contains(body, text) {
				t.Errorf("%s: no %q", dest, text)
			}
		}

		if strings.Contains(body, "<script") || strings.Contains(csp, "script-src") || !strings.Contains(csp, "default-src 'none'") ||
			!strings.Contains(csp, "sandbox allow-popups allow-popups-to-escape-sandbox") {
			t.Errorf("%s: it could run something: %s", dest, csp)
		}

		if w.Header().Get("X-Frame-Options") != "" || w.Header().Get("Vary") != "Sec-Fetch-Dest" {
			t.Errorf("%s: headers %v", dest, w.Header())
		}
	}
}

func TestAssets(t *testing.T) {
	t.Parallel()

	p := newPage(t, built(), webapp.Config{})

	for name, c := range map[string]struct {
		path, accept         string
		status               int
		body, encoding, keep string
	}{
		"brotli":       {"/external/assets/a-1.js", "gzip, deflate, br", 200, "brotli", "br", "public, max-age=31536000, immutable"},
		"gzip":         {"/external/assets/a-1.js", "gzip", 200, "gzip", "gzip", "public, max-age=31536000, immutable"},
		"refused":      {"/external/assets/a-1.js", "br;q=0, gzip;q=0", 200, "plain", "", "public, max-age=31536000, immutable"},
		"none":         {"/external/assets/a-1.js", "", 200, "plain", "", "public, max-age=31536000, immutable"},
		"no form":      {"/external/assets/b-1.css", "br", 200, "b{}", "", "public, max-age=31536000, immutable"},
		"by its name":  {"/external/favicon.svg", "", 200, "<svg/>", "", "public, no-cache"},
		"gone":         {"/external/assets/old-9.js", "", 404, "Not found\n", "", ""},
		"hidden":       {"/external/assets/.secret", "", 404, "Not found\n", "", ""},
		"a form alone": {"/external/assets/a-1.js.br", "", 404, "Not found\n", "", ""},
	} {
		w := get(t, p, c.path, "Accept-Encoding", c.accept)
		h := w.Header()

		if w.Code != c.status || w.Body.String() != c.body || h.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s: %d %q %v", name, w.Code, w.Body, h)
		}

		if c.keep != "" && h.Get("Cache-Control") != c.keep {
			t.Errorf("%s: cached %q", name, h.Get("Cache-Control"))
		}
	}

	first := get(t, p, "/external/assets/a-1.js", "Accept-Encoding", "br")
	if w := get(t, p, "/external/assets/a-1.js", "Accept-Encoding", "br", "If-None-Match", first.Header().Get("ETag")); w.Code != http.StatusNotModified {
		t.Errorf("the same again: %d", w.Code)
	}

	if w := get(t, p, "/external/assets/a-1.js", "If-None-Match", first.Header().Get("ETag")); w.Code != http.StatusOK {
		t.Errorf("another encoding: %d", w.Code)
	}

	if w := get(t, p, "/external/.vite/manifest.json"); strings.Contains(w.Body.String(), "{}") {
		t.Error("the build's manifest is served")
	}
}

func TestUnbuiltSaysHow(t *testing.T) {
	t.Parallel()

	w := get(t, newPage(t, fstest.MapFS{".keep": {}}, webapp.Config{}), "/external/")
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "make build") || w.Header().Get("Content-Security-Policy") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Anybody may send reports. None of their text is logged. Neither one network can fill the log, nor all together.
func TestReports(t *testing.T) {
	t.Parallel()

	count := 0

	p, err := webapp.New(built(), webapp.Options{Base: webapp.Dashboard, Violated: func() { count++ }})
	if err != nil {
		t.Fatal(err)
	}

	var log strings.Builder

	a := api.New(api.Options{})
	a.Raw(api.RawRoute{
		Method: http.MethodPost, Path: webapp.ReportPath, Summary: "s", Access: api.Public(), Client: api.NoClient,
	}, p.Reports(slog.New(slog.NewTextHandler(&log, nil))))

	network := 1
	send := func(body string) {
		t.Helper()

		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, webapp.ReportPath, strings.NewReader(body))
		r.RemoteAddr = fmt.Sprintf("[2001:db8:0:%d:%x::1]:5000", network, rand.N(1<<16)) // any address of the network

		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)

		if w.Code != http.StatusNoContent {
			t.Errorf("answered %d", w.Code)
		}
	}

	send("nonsense")
	send(strings.Repeat("x", 100_000))
	send(`{"csp-report":{"effective-directive":"script-src-elem","blocked-uri":"https://secret.example/x","source-file":"secret"}}`)
	send(`{"csp-report":{"violated-directive":"secret 'self'","blocked-uri":"secret"}}`)

	if count != 2 || !strings.Contains(log.String(), "directive=script-src-elem blocked=https") ||
		!strings.Contains(log.String(), "directive=other blocked=other") || strings.Contains(log.String(), "secret") {
		t.Errorf("%d reports, log %s", count, log.String())
	}

	// Nonsense is counted against the bounds too, but not logged.
	for _, want := range []int{20 - 2, 40 - 2, 60 - 2, 80 - 2, 100 - 2, 120 - 2, 140 - 2, 160 - 2, 180 - 2, 200 - 2, 200 - 2} {
		for range 100 {
			send(`{"csp-report":{"effective-directive":"img-src","blocked-uri":"data"}}`)
		}

		if lines := strings.Count(log.String(), "\n"); lines != want || lines != count {
			t.Errorf("%d lines of %d counted reports of %d networks, want %d", lines, count, network, want)
		}

		network++
	}
}

func TestBaseURLsMustBeAddresses(t *testing.T) {
	t.Parallel()

	for _, bad := range []string{"javascript:alert(1)", "//x", "pay.example"} {
		if _, err := webapp.New(built(), webapp.Options{Base: webapp.Dashboard, Config: webapp.Config{BaseURLs: webapp.BaseURLs{Main: bad}}}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
