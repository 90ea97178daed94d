package live_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/live"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)) }

const (
	patience = testkit.Patience
	client   = 1001
	orders   = live.Topic("orders")
	deposits = live.Topic("deposits")
)

func newHub(t *testing.T, d *db.DB, clk clock.Clock) *live.Hub {
	t.Helper()

	h := live.New(d, clk, slog.New(slog.DiscardHandler))
	h.Start(t.Context())
	t.Cleanup(func() { stop(t, h) })

	return h
}

func stop(t *testing.T, h *live.Hub) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()

	if err := h.Stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func commit(t *testing.T, d *db.DB, fn func(tx *db.Tx)) {
	t.Helper()

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		fn(tx)

		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func next(t *testing.T, events <-chan live.Event) live.Event {
	t.Helper()

	select {
	case e, open := <-events:
		if !open {
			t.Fatal("the stream ended")
		}

		return e
	case <-time.After(patience):
		t.Fatal("no hint came")

		panic("unreachable")
	}
}

// nextChange skips the hint about everything, which subscribers get when their hub begins
// to listen.
func nextChange(t *testing.T, events <-chan live.Event) live.Event {
	t.Helper()

	for {
		if e := next(t, events); e.Topic != live.Everything {
			return e
		}
	}
}

func waiting(events <-chan live.Event) bool {
	for {
		select {
		case e := <-events:
			if e.Topic != live.Everything {
				return true
			}
		default:
			return false
		}
	}
}

func TestSubscribersHearOfTheirClientAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHub(t, d, clock.System{})
		mine, leaveMine := h.Subscribe(client, false)
		other, leaveOther := h.Subscribe(client+1, false)

		defer leaveOther()

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		first := nextChange(t, mine)
		if first.Topic != orders || first.ID <= 0 {
			t.Errorf("got %+v", first)
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		if second := nextChange(t, mine); second.Topic != orders || second.ID <= first.ID {
			t.Errorf("got %+v after %+v", second, first)
		}

		if waiting(other) {
			t.Error("another client heard of it")
		}

		leaveMine()
		leaveMine()

		if _, open := <-mine; open {
			t.Error("the stream did not end")
		}
	})
}

// What changed for all clients is a hint to each subscriber, on other nodes and to who comes a moment later, too.
func TestEachSubscriberHearsOfEveryClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := live.New(d, clock.System{}, slog.New(slog.DiscardHandler))
		hubs := []*live.Hub{h}

		if d.Engine() == db.Postgres {
			hubs = append(hubs, live.New(d, clock.System{}, slog.New(slog.DiscardHandler)))
		}

		streams := []<-chan live.Event{}

		for _, one := range hubs {
			for _, id := range []int64{client, client + 1, live.AllClients} {
				events, leave := one.Subscribe(id, false)
				defer leave()

				streams = append(streams, events)
			}

			one.Start(t.Context())
			t.Cleanup(func() { stop(t, one) })
		}

		if d.Engine() == db.Postgres { // a node that doesn't listen yet hears of no other one
			for _, events := range streams {
				if e := next(t, events); e.Topic != live.Everything {
					t.Errorf("got %+v", e)
				}
			}
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, live.EveryClient, orders) })

		for _, events := range streams {
			if e := nextChange(t, events); e.Topic != orders {
				t.Errorf("got %+v", e)
			}
		}

		late, leave := h.Subscribe(client, false)
		defer leave()

		if e := nextChange(t, late); e.Topic != orders {
			t.Errorf("who came later got %+v", e)
		}
	})
}

// Staff hear of all clients and of what is of none; a client hears nothing of either.
func TestWhoSubscribesToAllClientsHearsOfEach(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHub(t, d, clock.System{})
		all, leaveAll := h.Subscribe(live.AllClients, false)
		mine, leaveMine := h.Subscribe(client, false)

		defer leaveAll()
		defer leaveMine()

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client+1, orders) })

		if e := nextChange(t, all); e.Topic != orders {
			t.Errorf("got %+v", e)
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, live.AllClients, "staff") })

		if e := nextChange(t, all); e.Topic != "staff" {
			t.Errorf("got %+v", e)
		}

		// What changed in the last seconds is told to a new reader.
		late, leaveLate := h.Subscribe(live.AllClients, false)
		defer leaveLate()

		got := []live.Topic{nextChange(t, late).Topic, nextChange(t, late).Topic}
		if slices.Sort(got); !slices.Equal(got, []live.Topic{orders, "staff"}) {
			t.Errorf("a new reader got %v", got)
		}

		if waiting(mine) {
			t.Error("a client heard of another one")
		}
	})
}

// Changes that don't commit send no hint, and a nil hub accepts changes.
func TestOnlyCommittedChangesAreTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHub(t, d, clock.System{})
		events, leave := h.Subscribe(client, false)

		defer leave()

		refused := errors.New("refused")

		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			h.ChangedTx(tx, client, orders)

			return refused
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}

		err = d.Batch(t.Context(), func(b *db.Batch) error {
			var none *live.Hub

			none.ChangedTx(b, client, orders)
			h.ChangedTx(b, client, deposits)

			return nil
		})
		if err != nil {
			t.Fatal(err)
		}

		if e := nextChange(t, events); e.Topic != deposits {
			t.Errorf("got %+v first", e)
		}
	})
}

func TestSlowReaderHoldsNobodyUpAndMissesNothing(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	h := newHub(t, d, clock.System{})
	slow, leaveSlow := h.Subscribe(client, false)
	quick, leaveQuick := h.Subscribe(client, false)

	defer leaveSlow()
	defer leaveQuick()

	var last live.Event

	for range 3 {
		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		last = nextChange(t, quick)
	}

	newest := last.ID

	commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, deposits) })

	for last.Topic != deposits {
		last = nextChange(t, quick)
	}

	var got []live.Event
	for len(got) == 0 || got[len(got)-1].Topic != deposits {
		got = append(got, nextChange(t, slow))
	}

	// One hint that may have been on its way, the merged ones, and the other topic.
	if n := len(got); n != 2 && n != 3 || got[n-2].Topic != orders || got[n-2].ID < newest {
		t.Errorf("the slow reader got %v, want the change of %d too", got, newest)
	}
}

func TestBurstsMelt(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	h := newHub(t, d, clock.System{})
	events, leave := h.Subscribe(client, false)

	defer leave()

	const changes = 10_000

	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			commit(t, d, func(tx *db.Tx) {
				for range changes / 4 {
					h.ChangedTx(tx, client, orders)
				}
			})
		})
	}

	all.Wait()
	commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, deposits) })

	n := 0
	for nextChange(t, events).Topic != deposits {
		n++
	}

	if n > changes/100 {
		t.Errorf("%d changes became %d hints", changes, n)
	}
}

// A reader that returns may have missed hints, however long it was away and on whatever
// node. A stopped hub ends its streams.
func TestReaderThatComesBackIsToldToLoadEverything(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		first := newHub(t, d, clock.System{})
		events, _ := first.Subscribe(client, false)

		commit(t, d, func(tx *db.Tx) { first.ChangedTx(tx, client, orders) })
		nextChange(t, events)
		stop(t, first) // the node stops
		stop(t, first)

		for e := range events { // ends with the hub
			if e.Topic != live.Everything {
				t.Errorf("got %+v", e)
			}
		}

		gone, _ := first.Subscribe(client, true)
		if _, open := <-gone; open {
			t.Error("a stopped hub tells")
		}

		second := newHub(t, d, clock.System{})

		back, leaveBack := second.Subscribe(client, true)
		defer leaveBack()

		if e := next(t, back); e.Topic != live.Everything || e.ID <= 0 {
			t.Errorf("got %+v", e)
		}
	})
}

// A new reader loads its data before its stream is open. It hears of changes since then,
// but not of old ones.
func TestNewReaderHearsOfTheLastSeconds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC))
		h := newHub(t, d, clk)

		witness, leaveWitness := h.Subscribe(client, false)
		defer leaveWitness()

		change := func(topic live.Topic) {
			commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, topic) })

			if e := nextChange(t, witness); e.Topic != topic {
				t.Errorf("got %+v", e)
			}
		}

		hears := func(want ...live.Topic) {
			t.Helper()

			fresh, leave := h.Subscribe(client, false)
			defer leave()

			got := []live.Topic{}
			for range want {
				got = append(got, nextChange(t, fresh).Topic)
			}

			slices.Sort(got)

			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}

		clk.Advance(time.Hour)
		change(orders)
		hears(orders)
		clk.Advance(9 * time.Second)
		change(deposits)
		hears(deposits, orders)
		clk.Advance(9 * time.Second)
		change(deposits)
		clk.Advance(11 * time.Second)
		hears(deposits)

		clk.Advance(time.Hour)

		late, leaveLate := h.Subscribe(client, false)
		defer leaveLate()

		change(orders)

		if e := nextChange(t, late); e.Topic != orders {
			t.Errorf("a new reader was told of old news: %+v", e)
		}
	})
}

func TestOtherNodesHear(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	now := time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC)
	here := newHub(t, d, clock.NewManual(now))
	behind := newHub(t, d, clock.NewManual(now.Add(-5*time.Second))) // clocks differ

	awaitListeners(t, d, 2)

	atHere, leaveHere := here.Subscribe(client, false)
	atBehind, leaveBehind := behind.Subscribe(client, false)

	defer leaveHere()
	defer leaveBehind()

	var lastHere, lastBehind int64

	for n := range 6 {
		h := here
		if n%2 == 1 {
			h = behind
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		a, b := nextChange(t, atHere), nextChange(t, atBehind)
		if a.Topic != orders || b.Topic != orders {
			t.Fatalf("got %+v and %+v", a, b)
		}

		if a.ID <= lastHere || b.ID <= lastBehind {
			t.Errorf("ids do not grow: %d after %d, %d after %d", a.ID, lastHere, b.ID, lastBehind)
		}

		lastHere, lastBehind = a.ID, b.ID
	}
}

// awaitListeners waits until hubs listen.
func awaitListeners(t *testing.T, d *db.DB, hubs int) {
	t.Helper()
	testkit.Eventually(t, patience, "the hubs listen", func() bool {
		return testkit.Value[int](t, d, `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND application_name = 'loket-listen' AND state = 'idle' AND query LIKE 'LISTEN %'`) == hubs
	})
}

// More changes than one notification can hold reach another node.
func TestOtherNodesHearOfManyChanges(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	here, there := newHub(t, d, clock.System{}), newHub(t, d, clock.System{})

	awaitListeners(t, d, 2)

	const clients = 2000

	streams := make([]<-chan live.Event, clients)

	for n := range streams {
		events, leave := there.Subscribe(client+int64(n), false)
		defer leave()

		streams[n] = events
	}

	commit(t, d, func(tx *db.Tx) {
		for n := range streams {
			here.ChangedTx(tx, client+int64(n), orders)
			here.ChangedTx(tx, client+int64(n), deposits)
		}
	})

	for n, events := range streams {
		if one, other := nextChange(t, events), nextChange(t, events); one.Topic == other.Topic {
			t.Fatalf("client %d got %+v and %+v", client+n, one, other)
		}
	}
}

// While its connection is broken a node may miss what others notify.
func TestBrokenListenerMakesSubscribersLoadEverything(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	h := newHub(t, d, clock.System{})

	awaitListeners(t, d, 1)

	events, leave := h.Subscribe(client, false)
	defer leave()

	if ended := testkit.Value[int](t, d, `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'loket-listen'`); ended != 1 {
		t.Fatalf("%d listeners were ended", ended)
	}

	if e := next(t, events); e.Topic != live.Everything {
		t.Errorf("got %+v", e)
	}
}
