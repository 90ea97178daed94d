package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// A program manages the endpoints of its client with a key: they are those of the portal, of no other client and of no sandbox. A secret is
// shown only when it is new.
func TestWebhooksByKey(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const list, otherKey = "/h2h/v1/webhooks", "lk_demo_1002"

		testKey := p.testKey(t, 1001)
		r := newReceiver(t, func(int) int { return http.StatusOK })

		var w struct{ Data made }
		p.get(t, http.StatusCreated, http.MethodPost, list, demo.MainKey, `{"url":"`+r.URL+`","events":["order.succeeded"]}`, &w)
		r.awaitPing(t, w.Data.Secret)

		path := list + "/" + w.Data.ID

		for _, at := range []struct{ path, token string }{{list, demo.MainKey}, {"/v1/webhooks", p.signIn(t, 1001, "root")}} {
			if text := p.expect(t, http.StatusOK, w.Data.ID, http.MethodGet, at.path, at.token, ""); strings.Contains(text, w.Data.Secret) {
				t.Errorf("%s shows the secret", at.path)
			}
		}

		p.expect(t, http.StatusOK, `{"data":[]}`, http.MethodGet, list, otherKey, "")
		p.expect(t, http.StatusOK, `{"data":[]}`, http.MethodGet, list, testKey, "")

		for method, target := range map[string]string{
			http.MethodPatch: path, http.MethodDelete: path, http.MethodPost: path + "/roll", http.MethodGet: path + "/deliveries/evt_1",
		} {
			for _, key := range []string{otherKey, testKey} {
				p.expect(t, http.StatusNotFound, "NotFoundError", method, target, key, map[bool]string{true: "{}"}[method == http.MethodPatch || method == http.MethodPost])
			}
		}

		p.placeOrder(t, "K-1")
		testkit.Eventually(t, testkit.Patience, "the order's event", func() bool { return len(r.got("K-1")) == 1 })

		var rolled struct{ Data struct{ Secret string } }
		p.get(t, http.StatusOK, http.MethodPost, path+"/roll", demo.MainKey, `{"overlapHours":0}`, &rolled)

		event := r.got("K-1")[0]
		p.expect(t, http.StatusOK, `"count":1`, http.MethodPost, path+"/resend", demo.MainKey, `{"ids":["`+event.id()+`"]}`)
		testkit.Eventually(t, testkit.Patience, "the event again", func() bool { return len(r.got("K-1")) == 2 })

		if again := r.got("K-1")[1]; !verifies(t, w.Data.Secret, event) || verifies(t, w.Data.Secret, again) || !verifies(t, rolled.Data.Secret, again) {
			t.Errorf("the secret before still signs, or the new one doesn't: %+v", again)
		}

		testkit.Eventually(t, testkit.Patience, "both requests are noted", func() bool {
			return strings.Count(p.expect(t, http.StatusOK, `"body":`, http.MethodGet, path+"/deliveries/"+event.id(), demo.MainKey, ""), `"status":200`) >= 2
		})
		p.expect(t, http.StatusOK, `"test":true`, http.MethodPost, path+"/test", demo.MainKey, `{"type":"order.failed"}`)
		p.expect(t, http.StatusOK, `"state":"off"`, http.MethodPatch, path, demo.MainKey, `{"active":false}`)
		p.expect(t, http.StatusOK, `{"data":{"deleted":true}}`, http.MethodDelete, path, demo.MainKey, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPatch, path, demo.MainKey, `{"active":true}`)
	})
}
