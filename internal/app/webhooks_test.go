package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// pushed is a request that a receiver got.
type pushed struct {
	header http.Header
	body   string
}

func (p pushed) id() string { return p.header.Get("Webhook-Id") }

// receiver is a client's program that gets events.
type receiver struct {
	*httptest.Server

	mu     sync.Mutex
	list   []pushed
	answer func(n int) int // status by the number of the request, from 1
}

func newReceiver(t *testing.T, answer func(n int) int) *receiver {
	t.Helper()

	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		body, err := io.ReadAll(in.Body)
		if err != nil {
			return
		}

		r.mu.Lock()
		r.list = append(r.list, pushed{in.Header.Clone(), string(body)})
		n := len(r.list)
		r.mu.Unlock()

		w.WriteHeader(r.answer(n))
	}))
	t.Cleanup(r.Close)

	return r
}

// got returns the requests about an order.
func (r *receiver) got(ref string) (list []pushed) {
	r.mu.Lock()
	defer r.mu.Unlock()

	for _, p := range r.list {
		if strings.Contains(p.body, `"clientRef":"`+ref+`"`) {
			list = append(list, p)
		}
	}

	return list
}

// awaitPing waits for the first request to a new endpoint.
func (r *receiver) awaitPing(t *testing.T, secret string) {
	t.Helper()

	var first pushed

	testkit.Eventually(t, testkit.Patience, "the ping", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()

		if len(r.list) > 0 {
			first = r.list[0]
		}

		return len(r.list) > 0
	})

	if !strings.Contains(first.body, `"type":"ping"`) || !strings.Contains(first.body, `"test":true`) || !strings.HasPrefix(first.id(), "evt_test_") || !verifies(t, secret, first) {
		t.Errorf("the first request is %+v", first)
	}
}

// made is a new endpoint.
type made struct{ ID, Secret string }

func (p *program) makeWebhook(t *testing.T, token, url string, events ...string) (out made) {
	t.Helper()

	body, err := json.Marshal(map[string]any{"url": url, "events": append([]string{}, events...)})
	testkit.Must(t, err)
	p.get(t, http.StatusCreated, http.MethodPost, "/v1/webhooks", token, string(body), &out)

	return out
}

func verifies(t *testing.T, secret string, p pushed) bool {
	t.Helper()

	w, err := standardwebhooks.NewWebhook(secret)
	testkit.Must(t, err)

	return w.Verify([]byte(p.body), p.header) == nil
}

func (p *program) placeOrder(t *testing.T, ref string) {
	t.Helper()
	p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"`+ref+`"}`, nil)
}

// An endpoint gets the end of an order with the id and the data of the call that lists events, signed so that the published library accepts it;
// again after a failure, and again when it is asked for, with the same id and body. With a new secret both sign.
func TestWebhooksArePushed(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		first := newReceiver(t, func(n int) int {
			return map[bool]int{true: http.StatusInternalServerError, false: http.StatusOK}[n == 2] // the first is the ping
		})
		other := newReceiver(t, func(int) int { return http.StatusOK })
		cursor := p.pullAll(t, demo.MainKey, "").Next

		w := p.makeWebhook(t, root, first.URL, "order.succeeded")
		first.awaitPing(t, w.Secret)
		p.makeWebhook(t, p.signIn(t, 1002, "root"), other.URL)
		p.makeWebhook(t, root, other.URL, "invoice.paid")
		p.placeOrder(t, "W-1")

		testkit.Eventually(t, 2*testkit.Patience, "the event after a failure", func() bool { return len(first.got("W-1")) >= 2 })

		list := first.got("W-1")
		if !verifies(t, w.Secret, list[0]) || !verifies(t, w.Secret, list[1]) || list[0].id() != list[1].id() || list[0].body != list[1].body {
			t.Errorf("pushed %+v", list)
		}

		var sent struct {
			Type string         `json:"type"`
			Data map[string]any `json:"data"`
		}

		testkit.Must(t, json.Unmarshal([]byte(list[0].body), &sent))

		found := false

		for _, e := range p.pullAll(t, demo.MainKey, cursor).Data {
			if e.ID == list[0].id() {
				found = e.Type == sent.Type && e.Data["clientRef"] == "W-1" && len(e.Data) == len(sent.Data)
			}
		}

		if !found || sent.Data["seq"] != 1.0 {
			t.Errorf("the pushed event %s is not the pulled one", list[0].body)
		}

		// The log, then the same event again, with the new secret and the old one.
		path := "/v1/webhooks/" + w.ID

		var rows []struct {
			ID, State, Subject string
			Sends              int
		}

		testkit.Eventually(t, testkit.Patience, "the delivery is noted", func() bool {
			p.get(t, http.StatusOK, http.MethodGet, path+"/deliveries?subject=W-1", root, "", &rows)

			return len(rows) == 1 && rows[0].State == "delivered" && rows[0].Sends == 2
		})

		var rolled, revealed struct{ Secret string }
		p.get(t, http.StatusOK, http.MethodPost, path+"/roll", root, `{}`, &rolled)
		p.get(t, http.StatusOK, http.MethodPost, path+"/reveal", root, "", &revealed)

		if revealed.Secret != rolled.Secret {
			t.Error("another secret is shown than the one that was made")
		}

		p.get(t, http.StatusOK, http.MethodPost, path+"/resend", root, `{"ids":["`+rows[0].ID+`"]}`, nil)

		testkit.Eventually(t, testkit.Patience, "the event again", func() bool { return len(first.got("W-1")) == 3 })

		again := first.got("W-1")[2]
		if again.id() != list[0].id() || again.body != list[0].body || !verifies(t, w.Secret, again) || !verifies(t, rolled.Secret, again) || rolled.Secret == w.Secret {
			t.Errorf("sent again: %+v", again)
		}

		// A sample is answered at once. Nobody else saw the order.
		var test struct {
			Test  bool
			State string
		}
		if p.get(t, http.StatusOK, http.MethodPost, path+"/test", root, `{"type":"order.reversed"}`, &test); !test.Test || test.State != "delivered" {
			t.Errorf("a test: %+v", test)
		}

		if n := len(other.got("W-1")); n != 0 {
			t.Errorf("others got %d events", n)
		}

		p.get(t, http.StatusNotFound, http.MethodDelete, path, p.signIn(t, 1002, "root"), "", nil)
		p.get(t, http.StatusOK, http.MethodDelete, path, root, "", nil)
		p.get(t, http.StatusNotFound, http.MethodPost, path+"/resend", root, `{"ids":["`+rows[0].ID+`"]}`, nil)
	})
}

// An endpoint that answers 410 is off at once. Switched on again it gets, on demand, what happened meanwhile.
func TestWebhookThatIsGone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		since := p.Clock.Now().UTC().Format("2006-01-02T15:04:05.000000Z")
		gone := newReceiver(t, func(n int) int { return map[bool]int{true: http.StatusGone, false: http.StatusOK}[n == 2] })
		w := p.makeWebhook(t, root, gone.URL, "order.succeeded", "order.failed")
		path := "/v1/webhooks/" + w.ID

		gone.awaitPing(t, w.Secret)

		p.placeOrder(t, "G-1")

		var list []struct{ ID, State, OffReason string }

		state := func() string {
			p.get(t, http.StatusOK, http.MethodGet, "/v1/webhooks", root, "", &list)

			return list[0].State + " " + list[0].OffReason
		}

		testkit.Eventually(t, testkit.Patience, "it is off", func() bool { return state() == "off gone" })

		p.placeOrder(t, "G-2")
		testkit.Eventually(t, testkit.Patience, "the second order ends", func() bool {
			var order struct{ Data struct{ Status string } }
			p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/orders/G-2", demo.MainKey, "", &order)

			return order.Data.Status == "success"
		})
		p.readEvents(t)

		p.get(t, http.StatusConflict, http.MethodPost, path+"/resend", root, `{"since":"`+since+`"}`, nil)
		p.get(t, http.StatusOK, http.MethodPatch, path, root, `{"active":true}`, nil)
		p.get(t, http.StatusOK, http.MethodPost, path+"/resend", root, `{"since":"`+since+`"}`, nil)

		testkit.Eventually(t, testkit.Patience, "both events", func() bool { return len(gone.got("G-1")) == 2 && len(gone.got("G-2")) == 1 })

		if a := gone.got("G-1"); a[0].id() != a[1].id() || a[0].body != a[1].body {
			t.Errorf("sent again: %+v", a)
		}
	})
}

// A client has five endpoints, at addresses that are not within.
func TestEndpointsAreChecked(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")

		for body, says := range map[string]string{
			`{"url":"http://majujaya.co.id/"}`:                           `"url"`,
			`{"url":"https://10.0.0.1/"}`:                                `"url"`,
			`{"url":"https://majujaya.co.id/","events":["order.done"]}`:  `"events"`,
			`{"url":"https://majujaya.co.id/","types":["order.failed"]}`: `"types"`,
			`{"events":[]}`: `"url"`,
		} {
			p.expect(t, http.StatusBadRequest, says, http.MethodPost, "/v1/webhooks", root, body)
		}

		for range 5 {
			p.makeWebhook(t, root, "https://majujaya.example/hooks") // which has no address: a ping leaves nobody's machine
		}

		p.expect(t, http.StatusConflict, "WebhookLimitError", http.MethodPost, "/v1/webhooks", root, `{"url":"https://majujaya.co.id/hooks"}`)
		p.expect(t, http.StatusForbidden, "", http.MethodGet, "/v1/webhooks", p.signIn(t, 1001, "viewer"), "")
	})
}
