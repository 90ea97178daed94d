package drills

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// The flag sets the long run: go test ./test/drills -receivers 1000.
var receivers = flag.Int("receivers", 50, "how many endpoints get events on each engine; half of them misbehave")

const (
	endpointsEach  = 5  // of a client
	eventsEach     = 8  // of a client, in each round
	clientsAtATime = 10 // so the rate of events is the same for any number of receivers
	eventPause     = 50 * time.Millisecond
	heldUpAtMost   = 2 * time.Second
	receiversFirst = 100 // id of the first client

	// nobodyListens is on a port that no receiver of a test gets: a port that was closed is given again.
	nobodyListens = "http://127.0.0.1:1026"
)

// TestReceiversThatMisbehaveHoldUpNobody sends events to many endpoints, of which half are dead, slow, redirect, reset, or lie about the length of
// their answers. The time from an event to its receiver, of those that behave, grows by two seconds at most, and each gets every event.
func TestReceiversThatMisbehaveHoldUpNobody(t *testing.T) {
	t.Parallel()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			d := testkit.Open(t, engine)
			c := newCrowd(t, webhooktest.New(t, d, clock.System{}, webhook.Options{Holder: "drill"}), *receivers)
			c.Start(t)
			c.addGood(t)

			normal := c.round(t, 1)

			c.addBad(t)

			among := c.round(t, 2)

			t.Logf("p99 from the event to its receiver: %s alone, %s among %d that misbehave", normal, among, c.misbehaving)

			if among > normal+heldUpAtMost {
				t.Errorf("p99 was %s, and is %s among receivers that misbehave", normal, among)
			}

			for client, list := range c.good {
				pulled := pullAll(t, c.Node, client)

				for _, r := range list {
					for _, problem := range auditPushed(pulled, r.secret, r.Got()) {
						t.Error(problem)
					}
				}
			}
		})
	}
}

// crowd are the endpoints of many clients. The first two of each client behave, and one of two the third.
type crowd struct {
	*webhooktest.Node

	clients []int64
	good    map[int64][]*goodReceiver
	bad     []string // addresses
	end     chan struct{}

	misbehaving int

	mu      sync.Mutex
	started map[string]time.Time // by client and amount
	took    []time.Duration
}

type goodReceiver struct {
	*webhooktest.Receiver

	secret string
}

func newCrowd(t *testing.T, n *webhooktest.Node, endpoints int) *crowd {
	t.Helper()

	c := &crowd{Node: n, good: map[int64][]*goodReceiver{}, end: make(chan struct{}), started: map[string]time.Time{}}

	for i := range max(endpoints/endpointsEach, 1) {
		client := int64(receiversFirst + i)
		testkit.InsertClient(t, n.DB, client)
		c.clients = append(c.clients, client)
	}

	c.bad = badReceivers(t, c.end)

	return c
}

// badReceivers starts one of each kind of receivers that misbehave, and returns their addresses.
func badReceivers(t *testing.T, end chan struct{}) []string {
	t.Helper()

	hang := func(w http.ResponseWriter) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			<-end

			_ = conn.Close()
		}
	}
	kinds := map[string]func(w http.ResponseWriter, r *http.Request){
		"/slow": func(w http.ResponseWriter, _ *http.Request) { hang(w) },
		"/redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/good", http.StatusPermanentRedirect)
		},
		"/reset": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		},
		"/long": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000000000")
			_, _ = w.Write([]byte("less"))
			_ = http.NewResponseController(w).Flush()

			hang(w)
		},
		"/good": func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") },
	}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { kinds[r.URL.Path](w, r) }))

	t.Cleanup(func() {
		close(end)
		server.Close()
	})

	return []string{server.URL + "/slow", nobodyListens, server.URL + "/redirect", server.URL + "/reset", server.URL + "/long"}
}

// addGood makes the endpoints that behave.
func (c *crowd) addGood(t *testing.T) {
	t.Helper()

	for i, client := range c.clients {
		for range 2 + i%2 {
			r := &goodReceiver{}
			r.Receiver = webhooktest.NewReceiver(t, func(int, http.ResponseWriter) {})
			r.OnRequest(func(got webhooktest.Request) { c.arrived(client, got) })

			_, r.secret = c.Endpoint(t, client, r.URL)
			c.good[client] = append(c.good[client], r)
		}
	}
}

// addBad makes the other endpoints.
func (c *crowd) addBad(t *testing.T) {
	t.Helper()

	n := 0

	for _, client := range c.clients {
		for range endpointsEach - len(c.good[client]) {
			c.Endpoint(t, client, c.bad[n%len(c.bad)])

			n++
			c.misbehaving++
		}
	}
}

// arrived notes how long an event took to a receiver.
func (c *crowd) arrived(client int64, got webhooktest.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()

	if began, known := c.started[fmt.Sprint(client, " ", amountIn(got.Body))]; known {
		c.took = append(c.took, time.Since(began))
	}
}

// happen lets money come into the wallets of some clients.
func (c *crowd) happen(t *testing.T, clients []int64, amount int) {
	t.Helper()

	list := make([]event.Event, len(clients))

	c.mu.Lock()

	for i, client := range clients {
		list[i] = event.Event{ClientID: client, Kind: event.TopupCredited, Subject: "1", Data: fmt.Sprintf(`{"amount":%d}`, amount), At: c.Clock.Now()}
		c.started[fmt.Sprint(client, " ", amount)] = time.Now()
	}

	c.mu.Unlock()

	testkit.Must(t, c.DB.Batch(t.Context(), func(b *db.Batch) error {
		event.Add(b, list)

		return nil
	}))
}

// round lets things happen to all clients, waits until those that behave have all of it, and returns the p99 of the time that it took.
func (c *crowd) round(t *testing.T, number int) time.Duration {
	t.Helper()

	c.mu.Lock()
	c.took = nil
	c.mu.Unlock()

	want := 0

	for n := range eventsEach {
		for some := range slices.Chunk(c.clients, clientsAtATime) {
			for _, client := range some {
				want += len(c.good[client])
			}

			c.happen(t, some, number*1000+n)
			time.Sleep(eventPause)
		}
	}

	var took []time.Duration

	testkit.Eventually(t, 2*testkit.Patience, "all events at the receivers that behave", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()

		took = slices.Clone(c.took)

		return len(took) >= want
	})
	slices.Sort(took)

	return took[len(took)*99/100]
}
