package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"loket/internal/app"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// pulled is an answer of the call that lists events.
type pulled struct {
	Data []struct {
		ID        string         `json:"id"`
		Type      string         `json:"type"`
		Timestamp time.Time      `json:"timestamp"`
		Test      bool           `json:"test"`
		Data      map[string]any `json:"data"`
	} `json:"data"`
	Next string `json:"next"`
}

// pull asks for the events of a client.
func (p *program) pull(t *testing.T, key, query string) (out pulled) {
	t.Helper()
	p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/events?"+query, key, "", &out)

	return out
}

// pullAll reads all events behind a cursor, page by page.
func (p *program) pullAll(t *testing.T, key, after string) (out pulled) {
	t.Helper()

	for {
		page := p.pull(t, key, "limit=500&after="+after)
		out.Data, out.Next, after = append(out.Data, page.Data...), page.Next, page.Next

		if len(page.Data) == 0 {
			return out
		}
	}
}

// A client that waits learns of the end of its order, with the whole order, and nobody else does.
func TestClientsPullTheirEvents(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		own, others := p.pullAll(t, demo.MainKey, ""), p.pullAll(t, "lk_demo_1002", "")
		if own.Next == "" {
			t.Fatal("no cursor")
		}

		type answer struct {
			status int
			text   string
		}

		waiting := make(chan answer, 1)

		go func() {
			status, text := p.ask(t, http.MethodGet, "/h2h/v1/events?wait=25&types=order.succeeded&after="+own.Next, demo.MainKey, "")
			waiting <- answer{status, text}
		}()

		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"E-1"}`, nil)

		var got pulled

		for { // orders of the demo's past may end meanwhile
			a := <-waiting
			testkit.Must(t, json.Unmarshal([]byte(a.text), &got))

			if a.status != http.StatusOK || len(got.Data) == 0 {
				t.Fatalf("waited: %d %s", a.status, a.text)
			}

			if got.Data[len(got.Data)-1].Data["clientRef"] == "E-1" {
				break
			}

			go func() {
				status, text := p.ask(t, http.MethodGet, "/h2h/v1/events?wait=25&types=order.succeeded&after="+got.Next, demo.MainKey, "")
				waiting <- answer{status, text}
			}()
		}

		var order struct{ Data map[string]any }
		p.get(t, http.StatusOK, http.MethodGet, "/h2h/v1/orders/E-1", demo.MainKey, "", &order)

		order.Data["seq"] = 1.0
		e := got.Data[len(got.Data)-1]

		if e.Type != "order.succeeded" || !strings.HasPrefix(e.ID, "evt_") || !reflect.DeepEqual(e.Data, order.Data) {
			t.Errorf("got %+v, want %v", e, order.Data)
		}

		// The same event has the same id each time, and other clients have none of it.
		again := p.pullAll(t, demo.MainKey, own.Next)
		if n := len(again.Data); n == 0 || again.Data[n-1].ID != e.ID {
			t.Errorf("again: %+v", again.Data)
		}

		for _, e := range p.pullAll(t, "lk_demo_1002", others.Next).Data {
			if e.Data["clientRef"] == "E-1" {
				t.Errorf("another client gets %+v", e)
			}
		}
	})
}

// Facts of all kinds that the demo's past has become events with data, and each can be read by any way of paging.
func TestEventsHaveTheirData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()
		p.readEvents(t)

		types := map[string]int{}
		ids := map[string]bool{}

		for _, e := range p.pullAll(t, demo.MainKey, "").Data {
			types[e.Type]++

			if ids[e.ID] || len(e.Data) < 3 {
				t.Errorf("%+v comes twice: %t, or has little data", e, ids[e.ID])
			}

			ids[e.ID] = true
		}

		for _, want := range []string{"order.succeeded", "invoice.issued", "invoice.paid", "scheduled_order.done"} {
			if types[want] == 0 {
				t.Errorf("no %s: %v", want, types)
			}
		}
	})
}

// What is no cursor, no type or no parameter is refused, and a call that waits ends when the program stops.
func TestEventsAreAskedForClearly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		next := p.pullAll(t, demo.MainKey, "").Next

		for query, says := range map[string]string{
			"after=x":                          `"after"`,
			"after=" + strings.Repeat("A", 22): `"after"`,
			"after=" + next[:len(next)-1]:      `"after"`,
			"types=order.done":                 `"types"`,
			"types=order.failed,":              `"types"`,
			"limit=0":                          `"limit"`,
			"limit=501":                        `"limit"`,
			"wait=26":                          `"wait"`,
			"wait=-1":                          `"wait"`,
			"since=1":                          `"since"`,
		} {
			if status, text := p.ask(t, http.MethodGet, "/h2h/v1/events?"+query, demo.MainKey, ""); status != http.StatusBadRequest || !strings.Contains(text, says) {
				t.Errorf("%s: %d %s", query, status, text)
			}
		}

		for _, token := range []string{"", p.signIn(t, 1001, "root")} {
			p.get(t, http.StatusUnauthorized, http.MethodGet, "/h2h/v1/events", token, "", nil)
		}

		// More than ten that wait are too many.
		done := make(chan int, 11)
		path := "/h2h/v1/events?wait=25&types=invoice.paid&after=" + url.QueryEscape(next)

		for range 11 {
			go func() {
				status, _ := p.ask(t, http.MethodGet, path, demo.MainKey, "")
				done <- status
			}()
		}

		if status := <-done; status != http.StatusServiceUnavailable {
			t.Errorf("the first answer to eleven that wait is %d", status)
		}

		stop, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), app.StopTime)
		defer cancel()

		testkit.Must(t, p.Stop(stop))

		for range 10 {
			if status := <-done; status != http.StatusOK {
				t.Errorf("a call that waited ended with %d", status)
			}
		}
	})
}
