package clientevent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/dev/testkit/webhooktest"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/webhook"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const client = catalogtest.Client

// fixture is a node with a catalogue.
type fixture struct {
	*webhooktest.Node

	catalog catalogtest.Fixture
}

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()

	c := catalogtest.New(t, d)
	c.Fill(t)

	f := fixture{webhooktest.New(t, d, c.Clock, webhook.Options{}), c}
	f.Start(t)

	return f
}

// change gives TSEL10 another price and name.
func (f fixture) change(t *testing.T, price, name string) {
	t.Helper()
	f.catalog.MustImport(t, sheets.ProductTable, strings.NewReplacer("10250", price, "Telkomsel 10.000", name).Replace(catalogtest.Products))
	f.catalog.Clock.Advance(2 * time.Second) // the catalogue may be a second old
}

func priceChanged(at time.Time) event.Event {
	return event.Event{Kind: event.PriceChanged, Subject: "TSEL10", At: at}
}

// pull returns the events about prices of the client by their ids.
func (f fixture) pull(t *testing.T) map[string]clientevent.Event {
	t.Helper()
	testkit.Must(t, f.Record.Drain(t.Context()))

	page, err := f.Events.List(t.Context(), clientevent.Query{ClientID: client, Types: []string{"price.changed"}, Limit: 100})
	testkit.Must(t, err)

	found := map[string]clientevent.Event{}
	for _, e := range page.Events {
		found[e.ID] = e
	}

	return found
}

// An event says the same whenever and however a client gets it, pulled or pushed, whichever was first: also when what it is about has changed.
func TestOneEventHasOneBody(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		since := f.Clock.Now()
		r := webhooktest.NewReceiver(t, nil)

		f.change(t, "11000", "Telkomsel 10 ribu")

		pulled := f.pull(t)
		if len(pulled) != 1 {
			t.Fatalf("pulled %+v", pulled)
		}

		f.change(t, "12000", "TSEL 10")

		testkit.Must(t, f.Record.Drain(t.Context()))

		e, _ := f.Endpoint(t, client, r.URL, "price.changed")
		_, _, err := f.Webhooks.ResendSince(t.Context(), webhooktest.By(client), e.ID, since)
		testkit.Must(t, err)
		f.catalog.Clock.Advance(time.Second) // events that are sent again are due one after the other
		f.Wake(t)
		testkit.Eventually(t, testkit.Patience, "both events", func() bool { return len(r.Got()) == 2 })

		f.change(t, "13000", "T 10")
		testkit.Eventually(t, testkit.Patience, "the third event", func() bool { return len(r.Got()) == 3 })
		f.change(t, "14000", "Simpati 10")

		prices := map[float64]bool{}

		for _, got := range r.Got() {
			var sent struct {
				Data json.RawMessage `json:"data"`
			}

			testkit.Must(t, json.Unmarshal([]byte(got.Body), &sent))

			now := f.pull(t)[got.ID()]
			if first, is := pulled[got.ID()]; is && string(first.Data) != string(now.Data) {
				t.Errorf("pulled as %s, then as %s", first.Data, now.Data)
			}

			body, err := now.Body()
			if err != nil || string(body) != got.Body || string(sent.Data) != string(now.Data) {
				t.Errorf("pushed as %s, pulled as %s, %v", got.Body, body, err)
			}

			var data struct {
				Price float64 `json:"price"`
			}

			testkit.Must(t, json.Unmarshal(sent.Data, &data))
			prices[data.Price] = true
		}

		if !prices[11000] || !prices[12000] || !prices[13000] {
			t.Errorf("prices %v", prices)
		}
	})
}

// Two that write the body of an event at once get the one that was stored first.
func TestFirstBodyWins(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		facts := []event.Event{priceChanged(f.Clock.Now())}

		if d.Engine() == db.SQLite {
			return // one writer at a time
		}

		rendered, commit, done := make(chan []clientevent.Event, 1), make(chan struct{}), make(chan error, 1)

		go func() {
			done <- d.Tx(t.Context(), func(tx *db.Tx) error {
				events, err := f.Events.RenderTx(t.Context(), tx, client, facts)
				rendered <- events

				<-commit

				return err
			})
		}()

		first := <-rendered

		f.change(t, "11000", "Telkomsel 10 ribu")

		second := make(chan []clientevent.Event, 1)

		go func() {
			events, err := f.Events.Render(t.Context(), client, facts)
			if err != nil {
				t.Error(err)
			}

			second <- events
		}()

		testkit.Eventually(t, testkit.Patience, "the second waits for the first", func() bool { return testkit.LockWaits(t, d) > 0 })
		close(commit)
		testkit.Must(t, <-done)

		if got := <-second; len(got) != 1 || len(first) != 1 || string(got[0].Data) != string(first[0].Data) || got[0].ID != first[0].ID {
			t.Errorf("first %+v, then %+v", first, got)
		}
	})
}

// A list price is no news for a client with a price of its own, also later, and bodies are deleted after the facts.
func TestStoredBodies(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.catalog.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10200\n")
		f.change(t, "11000", "Telkomsel 10 ribu")

		if got := f.pull(t); len(got) != 1 { // of its own price
			t.Errorf("pulled %+v", got)
		}

		testkit.Exec(t, d, "DELETE FROM client_prices")
		testkit.Exec(t, d, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")

		if got := f.pull(t); len(got) != 1 {
			t.Errorf("without a price of its own: pulled %+v", got)
		}

		stored := func() int { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM client_event_bodies") }
		if n := stored(); n != 2 {
			t.Errorf("%d bodies are stored", n)
		}

		for _, step := range []struct {
			by   time.Duration
			want int
		}{{2*event.Kept - time.Minute, 2}, {time.Minute, 0}} {
			f.catalog.Clock.Advance(step.by)

			_, err := f.Events.Purge(t.Context())
			testkit.Must(t, err)

			if n := stored(); n != step.want {
				t.Errorf("%d bodies are left, want %d", n, step.want)
			}
		}
	})
}

// While a change of a price is due that nobody has applied, bodies are written all the same: within the transaction that stores deliveries nobody
// else can write on SQLite, so nothing may wait for a writer there.
func TestBodiesDoNotWaitForAPriceThatIsDue(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		r := webhooktest.NewReceiver(t, nil)
		f.Endpoint(t, client, r.URL, "price.changed")
		f.catalog.MustSchedule(t, "2026-11-22 09:00,TSEL10,,,15000\n")
		f.catalog.Clock.Advance(48 * time.Hour)

		ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		defer cancel()

		testkit.Must(t, d.Tx(ctx, func(tx *db.Tx) error {
			events, err := f.Events.RenderTx(ctx, tx, client, []event.Event{priceChanged(f.Clock.Now())})
			if err == nil && (len(events) != 1 || !strings.Contains(string(events[0].Data), `"price":10250`)) {
				t.Errorf("got %+v", events)
			}

			return err
		}))
	})
}
