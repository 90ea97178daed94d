package drills

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -pushkills 30. There is no short one: an endpoint that a killed program sent to is sent to
// again when its hold ends, a minute later. TestAnotherNodeTakesOver of the package webhook is the short form.
var pushKills = flag.Int("pushkills", 0, "how often the program is killed between the ends of orders and their webhooks on each engine; 0 leaves the drill out")

const (
	ordersAKill      = 20
	meetsTheEvents   = 600 * time.Millisecond
	patienceForHolds = 3 * time.Minute
)

// TestKilledBetweenEventAndDelivery kills the program repeatedly while orders end and their events are pushed. Each event comes at least once, with
// the id and the body that the call which lists events has.
func TestKilledBetweenEventAndDelivery(t *testing.T) {
	t.Parallel()

	if *pushKills == 0 {
		t.Skip("only with -pushkills")
	}

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, _ := durableDatabase(t, engine)
			c := &shopOwner{t: t, p: newProgram(t, url)} // its calls
			r := webhooktest.NewReceiver(t, nil)

			c.p.start(t) // makes the demo's data
			c.p.stop(t)
			c.p.fund(t)
			c.p.start(t)

			before := c.events() // of the demo's past
			key := c.makeEndpoint(r.URL)
			orders := newCallers(c.p.address)

			for n := range *pushKills {
				var wg sync.WaitGroup

				for range ordersAKill {
					wg.Go(func() { _ = orders.place(t.Context(), orders.reference()) }) // its answer may be lost
				}

				if n%2 == 0 {
					wg.Wait()
				}

				time.Sleep(rand.N(meetsTheEvents))
				c.p.kill()
				wg.Wait()
				c.p.start(t)
			}

			for _, problem := range audit(t, c.p, orders) {
				t.Error(problem)
			}

			var events map[string]string

			testkit.Eventually(t, testkit.Patience, "an event of each order", func() bool { // all have ended
				events = c.events()
				maps.DeleteFunc(events, func(id, _ string) bool { return before[id] != "" })

				return len(events) >= len(orders.acked)
			})

			problems := []string{"not checked"}

			for until := time.Now().Add(patienceForHolds); len(problems) > 0 && time.Now().Before(until); time.Sleep(shortest) {
				problems = auditPushed(events, key, withoutPings(r.Got()))
			}

			for _, problem := range problems {
				t.Error(problem)
			}

			c.p.stop(t)
			c.p.verify(t)
			t.Logf("%d kills, %d events, %d requests", *pushKills, len(events), len(r.Got()))
		})
	}
}

// withoutPings leaves out the first request to a new endpoint.
func withoutPings(list []webhooktest.Request) []webhooktest.Request {
	return slices.DeleteFunc(list, func(r webhooktest.Request) bool { return strings.HasPrefix(r.ID(), "evt_test_") })
}

// makeEndpoint makes an endpoint for ends of orders and returns its secret.
func (c *shopOwner) makeEndpoint(url string) string {
	c.t.Helper()

	var session struct {
		Token string `json:"token"`
	}

	_, text := c.call(http.MethodPost, "/v1/auth", nil, map[string]any{"clientId": 1001, "username": "root", "password": demo.Password})
	must(c.t, json.Unmarshal(text, &session))

	var made struct {
		Secret string `json:"secret"`
	}

	status, text := c.call(http.MethodPost, "/v1/webhooks", map[string]string{"Authorization": "Bearer " + session.Token},
		map[string]any{"url": url, "events": []string{"order.succeeded", "order.failed"}})
	if status != http.StatusCreated {
		c.t.Fatalf("an endpoint answers %d: %s", status, text)
	}

	must(c.t, json.Unmarshal(text, &made))

	if made.Secret == "" {
		c.t.Fatalf("an endpoint answers without a secret: %s", text)
	}

	return made.Secret
}

// events are the bodies of all ends of orders, by the ids of their events.
func (c *shopOwner) events() map[string]string {
	c.t.Helper()

	found := map[string]string{}

	for after := ""; ; {
		var page struct {
			Data []struct {
				ID        string          `json:"id"`
				Type      string          `json:"type"`
				Timestamp string          `json:"timestamp"`
				Data      json.RawMessage `json:"data"`
			} `json:"data"`
			Next string `json:"next"`
		}

		status, text := c.call(http.MethodGet, "/h2h/v1/events?limit=500&types=order.succeeded,order.failed&after="+after, map[string]string{"Authorization": "Bearer " + demo.MainKey}, nil)
		if status != http.StatusOK {
			c.t.Fatalf("events answer %d: %s", status, text)
		}

		must(c.t, json.Unmarshal(text, &page))

		for _, e := range page.Data {
			found[e.ID] = fmt.Sprintf(`{"type":%q,"timestamp":%q,"data":%s}`, e.Type, e.Timestamp, e.Data)
		}

		if after = page.Next; len(page.Data) == 0 {
			return found
		}
	}
}
