package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"loket/internal/api/gen/site"
	"loket/internal/dev/testkit"
)

// What the samples about webhooks name.
const (
	webhookCalls  = "/h2h/v1/webhooks"
	sampleWebhook = "2611210815300100042"
	sampleEvent   = "evt_5f0k2m8a1xq7t3c9v6w4b0j2n8r5h1dz"
	sampleURL     = "https://api.majujaya.example/loket/hooks"
)

// newReceiver returns the address of a program that takes every event.
func newReceiver(t *testing.T) string {
	t.Helper()

	r := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(r.Close)

	return r.URL
}

// ofWebhook returns a call about a new endpoint, the only one of the client, and about the first event that it got. A call that makes one stays
// as it is.
func (s samples) ofWebhook(c site.Call, receiver string) site.Call {
	s.t.Helper()

	for _, e := range s.rows(webhookCalls) {
		s.curl(site.Call{Method: http.MethodDelete, Target: webhookCalls + "/" + e.ID})
	}

	if c.ID == "make-webhook-by-key" {
		return c
	}

	s.curl(site.Call{Method: http.MethodPost, Target: webhookCalls, Body: json.RawMessage(fmt.Sprintf(`{"url":%q}`, receiver))})

	id := s.rows(webhookCalls)[0].ID

	var pings []webhookRow

	testkit.Eventually(s.t, testkit.Patience, "the ping", func() bool {
		pings = s.rows(webhookCalls + "/" + id + "/deliveries")

		return len(pings) > 0 && pings[0].State == "delivered"
	})

	here := strings.NewReplacer(sampleWebhook, id, sampleEvent, pings[0].ID, sampleURL, receiver)
	c.Target = here.Replace(c.Target)

	if c.Body != nil {
		c.Body = json.RawMessage(here.Replace(string(c.Body)))
	}

	return c
}

// webhookRow is an endpoint or a delivery.
type webhookRow struct {
	ID    string `json:"id"`
	State string `json:"state"`
}

func (s samples) rows(target string) []webhookRow {
	s.t.Helper()

	var list struct {
		Data []webhookRow `json:"data"`
	}

	status, answer := s.curl(site.Call{Method: http.MethodGet, Target: target})
	if err := json.Unmarshal([]byte(answer), &list); err != nil || status != http.StatusOK {
		s.t.Fatalf("%s: %d %s", target, status, answer)
	}

	return list.Data
}
