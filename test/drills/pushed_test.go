package drills

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

// pullAll reads all events of a client, by their ids.
func pullAll(t *testing.T, n *webhooktest.Node, client int64) map[string]string {
	t.Helper()
	testkit.Must(t, n.Record.Drain(t.Context()))

	bodies := map[string]string{}

	for q := (clientevent.Query{ClientID: client, Limit: 500}); ; {
		page, err := n.Events.List(t.Context(), q)
		testkit.Must(t, err)

		for i := range page.Events {
			body, err := page.Events[i].Body()
			testkit.Must(t, err)

			bodies[page.Events[i].ID] = string(body)
		}

		if q.After = page.Next; len(page.Events) == 0 {
			return bodies
		}
	}
}

// auditPushed compares what a receiver got with the events of its client by id: each at least once, with one body, and signed over its bytes as
// they came.
func auditPushed(events map[string]string, key string, list []webhooktest.Request) []string {
	var problems []string

	receiver, err := standardwebhooks.NewWebhook(key)
	if err != nil {
		return []string{err.Error()}
	}

	got := map[string]bool{}

	for _, r := range list {
		got[r.ID()] = true

		switch body, known := events[r.ID()]; {
		case !known:
			problems = append(problems, r.ID()+" is the id of no event: "+r.Body)
		case !sameJSON(body, r.Body):
			problems = append(problems, fmt.Sprintf("%s was pulled as %s and pushed as %s", r.ID(), body, r.Body))
		}

		if err := receiver.VerifyIgnoringTimestamp([]byte(r.Body), r.Header); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", r.ID(), err))
		}
	}

	for id, body := range events {
		if !got[id] {
			problems = append(problems, id+" never came: "+body)
		}
	}

	return problems
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}

	return fmt.Sprint(x) == fmt.Sprint(y)
}

// The planted bugs: a body that is encoded anew between signature and receiver, and a try that has a new id, signed as it should be. Without them
// the same relay passes.
func TestPushedGateSeesPlantedBugs(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		bug  func(r *http.Request, n int, key string)
		sees string
	}{
		"none":               {func(*http.Request, int, string) {}, ""},
		"a re-encoded body":  {encodeAnew, "no matching signature"},
		"a resend's new id":  {giveNewID, "is the id of no event"},
		"a body for another": {changeBody, "was pulled as"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			for name, engine := range testkit.Engines() {
				t.Run(name, func(t *testing.T) {
					t.Parallel()

					d := testkit.Open(t, engine)
					testkit.InsertClient(t, d, receiversFirst)

					n := webhooktest.New(t, d, clock.System{}, webhook.Options{Holder: "drill"})
					r := webhooktest.NewReceiver(t, nil)

					var key string

					to, err := url.Parse(r.URL)
					testkit.Must(t, err)

					tries := 0
					relay := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
						tries++

						p.SetURL(to)
						c.bug(p.Out, tries, key)
					}})
					t.Cleanup(relay.Close)

					e, made := n.Endpoint(t, receiversFirst, relay.URL)
					key = made

					n.Start(t)
					n.TopUp(t, receiversFirst, 1)
					testkit.Eventually(t, testkit.Patience, "the event", func() bool { return len(r.Got()) == 1 })
					again(t, n, e.ID)
					testkit.Eventually(t, testkit.Patience, "the event again", func() bool { return len(r.Got()) == 2 })

					problems := strings.Join(auditPushed(pullAll(t, n, receiversFirst), key, r.Got()), "\n")
					if c.sees == "" && problems != "" || !strings.Contains(problems, c.sees) {
						t.Errorf("the check says %q, want %q", problems, c.sees)
					}
				})
			}
		})
	}
}

// again has the only event of an endpoint sent again, once it is delivered.
func again(t *testing.T, n *webhooktest.Node, endpoint int64) {
	t.Helper()

	var list []webhook.Delivery

	testkit.Eventually(t, testkit.Patience, "the delivery is noted", func() bool {
		var err error

		list, err = n.Webhooks.Log(t.Context(), webhook.LogQuery{ClientID: receiversFirst, EndpointID: endpoint, State: "delivered", Limit: 1})
		testkit.Must(t, err)

		return len(list) == 1
	})

	_, err := n.Webhooks.Resend(t.Context(), webhooktest.By(receiversFirst), endpoint, []string{list[0].EventID})
	testkit.Must(t, err)
}

// setBody gives a request another body.
func setBody(r *http.Request, text []byte) {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	r.Header.Set("Content-Length", strconv.Itoa(len(text)))
}

func bodyOf(r *http.Request) []byte {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil
	}

	return text
}

// encodeAnew gives a request the same JSON in other bytes.
func encodeAnew(r *http.Request, _ int, _ string) {
	var value map[string]any
	if json.Unmarshal(bodyOf(r), &value) != nil {
		return
	}

	text, err := json.Marshal(value) // in the order of the names
	if err == nil {
		setBody(r, text)
	}
}

// giveNewID gives the second try an id of its own, and a signature that fits.
func giveNewID(r *http.Request, n int, key string) {
	if n > 1 {
		signAs(r, "evt_"+strconv.Itoa(n), bodyOf(r), key)
	}
}

// changeBody gives the second try another body, and a signature that fits.
func changeBody(r *http.Request, n int, key string) {
	if n > 1 {
		signAs(r, r.Header.Get("Webhook-Id"), bytes.Replace(bodyOf(r), []byte(`"amount":1`), []byte(`"amount":2`), 1), key)
	}
}

func signAs(r *http.Request, id string, body []byte, key string) {
	now := time.Now()

	signature, err := webhook.Sign([]secret.Text{secret.Text(key)}, id, now, body)
	if err != nil {
		return
	}

	r.Header.Set("Webhook-Id", id)
	r.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	r.Header.Set("Webhook-Signature", signature)
	setBody(r, body)
}
