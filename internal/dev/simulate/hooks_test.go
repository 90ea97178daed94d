package simulate_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// A receiver checks what comes with the endpoint's secret, keeps it, and answers as it was told.
func TestReceiverChecksAndKeepsWhatComes(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	address := sim.server.URL() + "/hooks/erp"
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))

	hook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}

	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	push := func(id, body, signed string) *http.Response {
		t.Helper()

		now := time.Now()

		signature, err := hook.Sign(id, now, []byte(signed))
		if err != nil {
			t.Fatal(err)
		}

		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}

		request.Header.Set("Webhook-Id", id)
		request.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
		request.Header.Set("Webhook-Signature", signature)

		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}

		_ = answer.Body.Close()

		return answer
	}
	set := func(form url.Values) int {
		t.Helper()

		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/settings", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}

		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")

		status, _ := do(t, request)

		return status
	}

	const body = `{"type":"order.succeeded"}`

	push("evt_1", body, body)
	set(url.Values{"secret": {secret}, "status": {"503"}})

	if got := push("evt_1", body, body).StatusCode; got != http.StatusServiceUnavailable {
		t.Errorf("answered %d", got)
	}

	if got := push("evt_2", body, body+" ").StatusCode; got != http.StatusUnauthorized {
		t.Errorf("a changed body was answered %d", got)
	}

	set(url.Values{"redirect": {"http://127.0.0.1:1/"}})

	if got := push("evt_3", body, body); got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != "http://127.0.0.1:1/" {
		t.Errorf("%d to %q", got.StatusCode, got.Header.Get("Location"))
	}

	for _, wrong := range []url.Values{{"status": {"99"}}, {"delay": {"1h"}}, {"redirect": {"javascript:1"}}, {"secret": {"whsec_!"}}} {
		if status := set(wrong); status != http.StatusBadRequest {
			t.Errorf("%v: %d", wrong, status)
		}
	}

	var list []struct {
		Type   string `json:"type"`
		Check  string `json:"check"`
		Status int    `json:"status"`
		Times  int    `json:"times"`
	}

	_, text := get(t, address)
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != 4 {
		t.Fatal(err, text)
	}

	for i, want := range []string{"verified 307 1", "refused 401 1", "verified 503 2", "no secret is set 204 1"} {
		if got := list[i].Check + " " + strconv.Itoa(list[i].Status) + " " + strconv.Itoa(list[i].Times); got != want || list[i].Type != "order.succeeded" {
			t.Errorf("%d: %s %s, want %s", i, got, list[i].Type, want)
		}
	}

	set(url.Values{"reset": {"1"}})

	if _, text := get(t, address); text != "[]\n" {
		t.Error(text)
	}
}
