package webhook_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// A node that dies while it sends leaves its endpoint to another one when its hold ends. The event comes again, with the same id and body, and
// what the dead one would have stored does not count.
func TestAnotherNodeTakesOver(t *testing.T) {
	t.Parallel()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			url := testkit.URL(t, engine)
			living := testkit.OpenAt(t, url)
			testkit.InsertClient(t, living, client)

			its, err := db.Open(t.Context(), db.Options{URL: url})
			testkit.Must(t, err)

			clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
			dying := webhooktest.New(t, its, clk, webhook.Options{Holder: "dying"})
			f := &fixture{webhooktest.New(t, living, clk, webhook.Options{Holder: "living"}), clk}

			hang := make(chan struct{})
			r := webhooktest.NewReceiver(t, func(n int, _ http.ResponseWriter) {
				if n == 1 {
					<-hang
				}
			})
			e, _ := dying.Endpoint(t, client, r.URL)
			dying.Start(t)
			f.Start(t)
			dying.TopUp(t, client, 1)

			eventually(t, "the first request", func() bool { return len(r.Got()) == 1 })

			holder := testkit.Value[string](t, living, "SELECT holder FROM webhook_endpoints WHERE id = $1", e.ID)
			if holder == "living" { // its look came first: it is the one that dies
				dying, f = f.Node, &fixture{dying, clk}
				its, living = living, its
			}

			testkit.Must(t, its.Close()) // what it does from now on reaches nobody
			f.advance(t, time.Minute+time.Second)
			eventually(t, "the event again", func() bool { return f.inState(t, e.ID, "delivered") == 1 })
			close(hang)

			if got := times(t, r); len(got) != 1 || len(r.Got()) != 2 {
				t.Errorf("events by their requests: %v", got)
			}

			if d := f.log(t, e.ID)[0]; d.Sends != 1 {
				t.Errorf("%d requests are noted", d.Sends)
			}

			_ = dying.Stop(t.Context())
			_ = living.Close()
		})
	}
}

// Two nodes with the same endpoints send each event once.
func TestNodesShareEndpoints(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{}, func(t *testing.T, f *fixture) {
		t.Helper()

		second := webhooktest.New(t, f.DB, f.clk, webhook.Options{Holder: "second"})

		var receivers []*webhooktest.Receiver

		for range 5 {
			r := webhooktest.NewReceiver(t, nil)
			receivers = append(receivers, r)
			f.Endpoint(t, client, r.URL)
		}

		f.Start(t)
		second.Start(t)

		for i := range 10 {
			f.TopUp(t, client, numbers(i + 1)[i:]...)
		}

		eventually(t, "all events", func() bool {
			return !slices.ContainsFunc(receivers, func(r *webhooktest.Receiver) bool { return len(times(t, r)) < 10 })
		})

		for _, r := range receivers {
			if n := len(r.Got()); n != 10 {
				t.Errorf("a receiver got %d requests", n)
			}
		}
	})
}

// Receivers that don't answer hold up no other, also while they have all but a place of this node.
func TestSlowReceiversHoldUpNobody(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{Sending: 26}, func(t *testing.T, f *fixture) {
		t.Helper()

		end := make(chan struct{})
		slow := webhooktest.NewReceiver(t, func(int, http.ResponseWriter) { <-end })
		quick := webhooktest.NewReceiver(t, nil)

		t.Cleanup(func() { close(end) })

		for range 5 {
			f.Endpoint(t, other, slow.URL)
		}

		e, _ := f.Endpoint(t, client, quick.URL)
		f.Start(t)
		f.TopUp(t, other, numbers(50)...)
		eventually(t, "slow requests", func() bool { return slow.InFlight() == 25 })

		f.TopUp(t, client, numbers(100)...)
		eventually(t, "the events of the other", func() bool { return f.inState(t, e.ID, "delivered") == 100 })

		if n := len(slow.Got()); n != 25 {
			t.Errorf("the slow one got %d", n)
		}
	})
}

// While all places of a node are taken, clients get them in turn: one with a single event does not wait for a crowd.
func TestClientsGetPlacesInTurn(t *testing.T) {
	t.Parallel()
	eachEngine(t, webhook.Options{Sending: 1}, func(t *testing.T, f *fixture) {
		t.Helper()

		answer := make(chan struct{})
		crowd := webhooktest.NewReceiver(t, func(int, http.ResponseWriter) { <-answer })
		single := webhooktest.NewReceiver(t, nil)

		for range 5 {
			f.Endpoint(t, other, crowd.URL)
		}

		f.Endpoint(t, client, single.URL)
		f.Start(t)
		f.TopUp(t, other, numbers(50)...)
		eventually(t, "a request of the crowd", func() bool { return crowd.InFlight() == 1 })

		f.TopUp(t, client, 1)
		eventually(t, "it is stored", func() bool {
			return testkit.Value[int](t, f.DB, "SELECT COUNT(*) FROM webhook_deliveries WHERE client_id = $1", client) == 1
		})
		f.Wake(t)
		eventually(t, "it is held", func() bool {
			return testkit.Value[int](t, f.DB, "SELECT COUNT(*) FROM webhook_endpoints WHERE client_id = $1 AND holder IS NOT NULL", client) == 1
		})

		before := 0

		for len(single.Got()) == 0 && before < 250 {
			select {
			case answer <- struct{}{}:
				before++
			case <-time.After(testkit.Patience):
				t.Fatal("nothing is sent")
			}
		}

		if before > 200 { // it joins the queue a moment after it is held; limiter.Turns has the test of the order
			t.Errorf("the single event waited for %d others", before)
		}

		close(answer)

		if most := crowd.Most(); most != 1 {
			t.Errorf("%d requests at a time", most)
		}
	})
}
