package callbacks_test

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/platform/clock"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

const (
	hookSecret = "hook-secret"
	ping       = `{"sed":"zen"}`
)

func sign(body string) string {
	mac := hmac.New(sha1.New, []byte(hookSecret))
	mac.Write([]byte(body))

	return "sha1=" + hex.EncodeToString(mac.Sum(nil))
}

// A notice is judged before anything is stored: there is no service to store one here, so a call that tried to would fail with 500.
func TestNoticesAreJudgedBeforeTheyAreStored(t *testing.T) {
	t.Parallel()

	client, err := digiflazz.New(digiflazz.Config{BaseURL: "http://127.0.0.1:1/v1", Username: "user", Key: "key", WebhookSecret: hookSecret})
	if err != nil {
		t.Fatal(err)
	}

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clock.System{}}, supplier.Entry{Code: "digiflazz", Adapter: client})
	if err != nil {
		t.Fatal(err)
	}

	a := api.New(api.Options{Undeclared: func(operation, code string) {
		t.Errorf("%s answers with %s, which it does not declare", operation, code)
	}})
	callbacks.Register(a, callbacks.Services{Suppliers: suppliers})

	if err := a.Check(); err != nil {
		t.Fatal(err)
	}

	for name, c := range map[string]struct {
		supplier, event, body, signature string
		status                           int
		code                             string
	}{
		"a ping":              {"digiflazz", "ping", ping, sign(ping), http.StatusOK, ""},
		"no signature":        {"digiflazz", "ping", ping, "", http.StatusUnauthorized, "SignatureError"},
		"of another body":     {"digiflazz", "ping", ping, sign(ping + " "), http.StatusUnauthorized, "SignatureError"},
		"unsigned nonsense":   {"digiflazz", "update", "{", "", http.StatusUnauthorized, "SignatureError"},
		"signed nonsense":     {"digiflazz", "update", "{", sign("{"), http.StatusBadRequest, "ValidationError"},
		"an unknown event":    {"digiflazz", "delete", ping, sign(ping), http.StatusBadRequest, "ValidationError"},
		"an unknown supplier": {"other", "ping", ping, sign(ping), http.StatusNotFound, "NotFoundError"},
		"too long": {
			"digiflazz", "ping", strings.Repeat("a", digiflazz.MaxNotice+1), sign(strings.Repeat("a", digiflazz.MaxNotice+1)),
			http.StatusRequestEntityTooLarge, "PayloadTooLargeError",
		},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/callbacks/suppliers/"+c.supplier, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(digiflazz.HeaderEvent, c.event)

		if c.signature != "" {
			r.Header.Set(digiflazz.HeaderSignature, c.signature)
		}

		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)

		var e api.Error
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
			t.Fatalf("%s: %s", name, w.Body)
		}

		if w.Code != c.status || e.Code != c.code {
			t.Errorf("%s: %d %s, want %d %s", name, w.Code, w.Body, c.status, c.code)
		}
	}
}
