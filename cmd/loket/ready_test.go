package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestReadySaysWhatTheProgramSays(t *testing.T) {
	t.Parallel()

	for status, code := range map[int]int{http.StatusOK: 0, http.StatusServiceUnavailable: exitFault} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				status = http.StatusNotFound
			}

			w.WriteHeader(status)
		}))
		t.Cleanup(server.Close)

		if got, text := loketPlain(t, "ready", "--listen", strings.TrimPrefix(server.URL, "http://")); got != code {
			t.Errorf("%d: %d %s", status, got, text)
		}
	}

	if code, text := loketPlain(t, "ready", "--listen", "127.0.0.1:1"); code != exitFault {
		t.Errorf("nothing listens: %d %s", code, text)
	}

	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(secure.Close)

	at := strings.TrimPrefix(secure.URL, "https://")
	if code, text := loketPlain(t, "ready", "--listen", at, "--tls-cert", "cert.pem"); code != 0 {
		t.Errorf("TLS of its own: %d %s", code, text)
	}

	if code, text := loketPlain(t, "ready", "--listen", at); code != exitFault {
		t.Errorf("without TLS: %d %s", code, text)
	}
}
