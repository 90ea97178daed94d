package app_test

import (
	"net/http"
	"net/url"
	"testing"

	"loket/internal/dev/testkit"
)

// webhookRow is an endpoint in the list.
type webhookRow struct {
	ID, SecretEnding, OldEnding string
	Days                        []struct {
		Day               string
		Delivered, Failed int64
	}
	Last struct{ Status int }
}

func (p *program) listWebhooks(t *testing.T, token string) (rows []webhookRow) {
	t.Helper()
	p.get(t, http.StatusOK, http.MethodGet, "/v1/webhooks", token, "", &rows)

	return rows
}

// The list of endpoints says what was delivered and what was not, and by which ending a developer knows a secret; tests don't count. Deliveries
// are turned forwards and back.
func TestWebhooksShowTheirHealth(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		bad := newReceiver(t, func(n int) int {
			return map[bool]int{true: http.StatusOK, false: http.StatusInternalServerError}[n <= 3] // the ping, the test and the first event
		})
		made := p.makeWebhook(t, root, bad.URL, "order.succeeded")
		path := "/v1/webhooks/" + made.ID

		bad.awaitPing(t, made.Secret)
		p.get(t, http.StatusOK, http.MethodPost, path+"/test", root, `{"type":"order.failed"}`, nil)
		p.placeOrder(t, "H-1")
		testkit.Eventually(t, testkit.Patience, "the first event", func() bool { return len(bad.got("H-1")) == 1 })
		p.placeOrder(t, "H-2")

		today := func() (w webhookRow) {
			for _, w = range p.listWebhooks(t, root) {
				if w.ID == made.ID {
					return w
				}
			}

			return w
		}

		testkit.Eventually(t, testkit.Patience, "both are counted", func() bool {
			days := today().Days

			return len(days) == 7 && days[6].Delivered == 1 && days[6].Failed == 1
		})

		w := today()
		if w.SecretEnding != made.Secret[len(made.Secret)-4:] || w.OldEnding != "" || w.Last.Status != http.StatusInternalServerError {
			t.Errorf("the endpoint: %+v", w)
		}

		p.get(t, http.StatusOK, http.MethodPost, path+"/roll", root, `{}`, nil)

		if again := today(); again.OldEnding != w.SecretEnding || again.SecretEnding == w.SecretEnding {
			t.Errorf("after a roll: %+v", again)
		}

		var all, newer []struct{ ID, CreatedAt, Subject string }
		p.get(t, http.StatusOK, http.MethodGet, path+"/deliveries", root, "", &all)

		if len(all) != 4 || all[0].Subject != "H-2" {
			t.Fatalf("deliveries: %+v", all)
		}

		p.get(t, http.StatusOK, http.MethodGet, path+"/deliveries?after="+url.QueryEscape(all[2].CreatedAt)+"&afterId="+all[2].ID, root, "", &newer)

		if len(newer) != 2 || newer[0].ID != all[0].ID || newer[1].ID != all[1].ID {
			t.Errorf("after the test: %+v", newer)
		}
	})
}
