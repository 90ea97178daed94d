package webhook_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/webhook"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	client = 1
	other  = 2
)

// fixture is a node on a clock that is moved by hand, with two clients.
type fixture struct {
	*webhooktest.Node

	clk *clock.Manual
}

// eachEngine runs a test with a node of each engine that is not started.
func eachEngine(t *testing.T, opt webhook.Options, fn func(t *testing.T, f *fixture)) {
	t.Helper()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		testkit.InsertClient(t, d, client)
		testkit.InsertClient(t, d, other)

		clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))
		opt.Holder = "first"
		fn(t, &fixture{webhooktest.New(t, d, clk, opt), clk})
	})
}

// advance moves the clock and has the node look for what is due.
func (f *fixture) advance(t *testing.T, by time.Duration) {
	t.Helper()
	f.clk.Advance(by)
	f.Wake(t)
}

func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	testkit.Eventually(t, testkit.Patience, what, condition)
}

// free waits until no node sends to an endpoint and returns when it has something to send, in microseconds; 0 for never.
func (f *fixture) free(t *testing.T, id int64) (next int64) {
	t.Helper()
	eventually(t, "the endpoint is free", func() bool {
		var held int64

		err := f.DB.Reader().QueryRow(t.Context(), "SELECT held_until, COALESCE(next_at, 0) FROM webhook_endpoints WHERE id = $1", id).Scan(&held, &next)
		testkit.Must(t, err)

		return held == 0
	})

	return next
}

// log returns the deliveries of an endpoint, the newest first.
func (f *fixture) log(t *testing.T, id int64, change ...func(q *webhook.LogQuery)) []webhook.Delivery {
	t.Helper()

	q := webhook.LogQuery{ClientID: client, EndpointID: id, Limit: 100}
	for _, c := range change {
		c(&q)
	}

	list, err := f.Webhooks.Log(t.Context(), q)
	testkit.Must(t, err)

	return list
}

// inState counts the deliveries of an endpoint in a state.
func (f *fixture) inState(t *testing.T, id int64, state string) int {
	t.Helper()

	return len(f.log(t, id, func(q *webhook.LogQuery) { q.State = state }))
}

// endpoint reads an endpoint of the client.
func (f *fixture) endpoint(t *testing.T, id int64) *webhook.Endpoint {
	t.Helper()

	list, err := f.Webhooks.List(t.Context(), client)
	testkit.Must(t, err)

	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}

	t.Fatalf("no endpoint %d", id)

	return nil
}

// numbers are 1 to n.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}

	return list
}

// times counts the requests of each event, and fails if two of an event differ in their bodies.
func times(t *testing.T, r *webhooktest.Receiver) map[string]int {
	t.Helper()

	bodies, n := map[string]string{}, map[string]int{}

	for _, got := range r.Got() {
		if first, known := bodies[got.ID()]; known && first != got.Body {
			t.Errorf("%s has two bodies: %s and %s", got.ID(), first, got.Body)
		}

		bodies[got.ID()] = got.Body
		n[got.ID()]++
	}

	return n
}

func subjects(f *fixture) string {
	var list []string

	for _, m := range f.Mail.Messages() {
		list = append(list, m.Subject)
	}

	return strings.Join(list, "; ")
}
