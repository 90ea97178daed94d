package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"loket/internal/api"
)

// TestForeignMethodsAreOne proves that unknown methods share one metric. A metric for
// each would grow without bound.
func TestForeignMethodsAreOne(t *testing.T) {
	t.Parallel()

	var seen []string

	a := newAPI(t, api.Options{Observe: func(method, _ string, _ int, _ time.Duration) { seen = append(seen, method) }})

	for i := range 5 {
		call(t, a, "BREW"+strconv.Itoa(i), "/session", "root", good)
	}

	call(t, a, http.MethodPost, "/session", "root", good)

	if want := []string{"OTHER", "OTHER", "OTHER", "OTHER", "OTHER", "POST"}; !slices.Equal(seen, want) {
		t.Errorf("measured %q, want %q", seen, want)
	}
}

// TestEveryRequestIsInTheAccessLog includes requests whose handler writes nothing or
// breaks off in the middle of a response.
func TestEveryRequestIsInTheAccessLog(t *testing.T) {
	t.Parallel()

	var log bytes.Buffer

	a := newAPI(t, api.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))})

	for path, handler := range map[string]http.HandlerFunc{
		"/silent": func(http.ResponseWriter, *http.Request) {},
		"/half": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")

			panic("of an answer")
		},
		"/abort": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")

			panic(http.ErrAbortHandler)
		},
	} {
		a.Raw(api.RawRoute{Method: http.MethodGet, Path: path, Summary: "s", Access: api.Public(), Client: api.NoClient}, handler)

		func() {
			defer func() { _ = recover() }() // net/http then closes the connection

			a.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		}()

		if status := accessStatus(t, &log, "GET "+path); status != http.StatusOK {
			t.Errorf("%s: the access log says %d", path, status)
		}
	}
}

// accessStatus returns the status of the last line about a route, or 0 if there is none.
func accessStatus(t *testing.T, log io.Reader, route string) int {
	t.Helper()

	status := 0

	for lines := json.NewDecoder(log); ; {
		var line struct {
			Msg    string `json:"msg"`
			Route  string `json:"route"`
			Status int    `json:"status"`
		}

		if err := lines.Decode(&line); err != nil {
			return status
		}

		if line.Msg == "request" && line.Route == route {
			status = line.Status
		}
	}
}

// Probes fill no log, unless they fail.
func TestGoodAnswersToProbesAreLoggedAtDebug(t *testing.T) {
	t.Parallel()

	for level, want := range map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: http.StatusOK} {
		var log bytes.Buffer

		a := newAPI(t, api.Options{Logger: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: level}))})
		answer := http.StatusOK

		a.Raw(api.RawRoute{Method: http.MethodGet, Path: "/probe", Summary: "s", Access: api.Public(), Client: api.NoClient, Probe: true},
			http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(answer) }))

		ask := func() int {
			a.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/probe", nil))

			return accessStatus(t, &log, "GET /probe")
		}

		if got := ask(); got != want {
			t.Errorf("at %s the log says %d, want %d", level, got, want)
		}

		answer = http.StatusServiceUnavailable
		if got := ask(); got != answer {
			t.Errorf("at %s the log says %d of a failure", level, got)
		}
	}
}
