package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"loket/internal/api/gen/site"
	"loket/internal/dev/testkit"
)

const sandboxCalls = "/h2h/v1/sandbox/"

// inSandbox returns the samples with a key of the client's sandbox.
func (s samples) inSandbox(base string) samples {
	s.t.Helper()

	var session struct {
		Token string `json:"token"`
	}

	postJSON(s.t, base+"/v1/auth", "", `{"clientId":1001,"username":"root","password":"Loket-Demo-2026"}`, &session)

	var key struct {
		Key string `json:"apiKey"`
	}

	postJSON(s.t, base+"/v1/user/key", session.Token, `{"mode":"test"}`, &key)

	return samples{s.t, append(slices.Clip(s.env), "LOKET_KEY="+key.Key)}
}

// endAgain runs the sample that ends an order: for an order that waits, as soon as its supplier has it.
func (s samples) endAgain(c site.Call, sample site.Sample) (status int, answer string) {
	s.t.Helper()

	s.curl(site.Call{Method: http.MethodPost, Target: sandboxCalls + "reset"})
	s.curl(site.Call{
		Method: http.MethodPost, Target: "/h2h/v1/orders",
		Body: json.RawMessage(`{"productCode":"TSEL10","destinationNo":"081234563000","clientRef":"INV-7"}`),
	})

	testkit.Eventually(s.t, testkit.Patience, "an order that can be ended", func() bool {
		status, answer = s.run(c, sample)

		return status != http.StatusConflict
	})

	return status, answer
}

func postJSON(t *testing.T, url, token, body string, to any) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader([]byte(body)))
	testkit.Must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)

	answer, err := http.DefaultClient.Do(r)
	testkit.Must(t, err)

	defer func() { testkit.Must(t, answer.Body.Close()) }()

	if err := json.NewDecoder(answer.Body).Decode(to); err != nil || answer.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s: %d %v", url, answer.StatusCode, err)
	}
}
