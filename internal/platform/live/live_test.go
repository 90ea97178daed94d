package live_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/live"
	"loket/internal/testkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)) }

const (
	patience = 20 * time.Second
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

func waiting(events <-chan live.Event) bool {
	select {
	case <-events:
		return true
	default:
		return false
	}
}

func stored(t *testing.T, d *db.DB, topic live.Topic) int64 {
	t.Helper()

	var at int64

	err := d.Reader().QueryRow(t.Context(), "SELECT COALESCE(MAX(changed_at), 0) FROM client_changes WHERE client_id = $1 AND topic = $2",
		client, string(topic)).Scan(&at)
	if err != nil {
		t.Fatal(err)
	}

	return at
}

func TestSubscribersHearOfTheirClientAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHub(t, d, clock.System{})
		mine, leaveMine := h.Subscribe(client, 0)
		other, leaveOther := h.Subscribe(client+1, 0)

		defer leaveOther()

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		first := next(t, mine)
		if first.Topic != orders || first.ID <= 0 {
			t.Errorf("got %+v", first)
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		if second := next(t, mine); second.Topic != orders || second.ID <= first.ID {
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

// Changes that don't commit send no hint, and a nil hub accepts changes.
func TestOnlyCommittedChangesAreTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		h := newHub(t, d, clock.System{})
		events, leave := h.Subscribe(client, 0)

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

		if e := next(t, events); e.Topic != deposits {
			t.Errorf("got %+v first", e)
		}
	})
}

func TestSlowReaderHoldsNobodyUpAndMissesNothing(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	h := newHub(t, d, clock.System{})
	slow, leaveSlow := h.Subscribe(client, 0)
	quick, leaveQuick := h.Subscribe(client, 0)

	defer leaveSlow()
	defer leaveQuick()

	var last live.Event

	for range 3 {
		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		last = next(t, quick)
	}

	newest := last.ID

	commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, deposits) })

	for last.Topic != deposits {
		last = next(t, quick)
	}

	var got []live.Event
	for len(got) == 0 || got[len(got)-1].Topic != deposits {
		got = append(got, next(t, slow))
	}

	// One hint that was on its way, the merged ones, and the other topic.
	if len(got) != 3 || got[1].Topic != orders || got[1].ID < newest {
		t.Errorf("the slow reader got %v, want the change of %d too", got, newest)
	}
}

func TestBurstsMelt(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	h := newHub(t, d, clock.System{})
	events, leave := h.Subscribe(client, 0)

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
	for next(t, events).Topic != deposits {
		n++
	}

	if n > changes/100 {
		t.Errorf("%d changes became %d hints", changes, n)
	}
}

func TestReaderThatComesBackHearsWhatItMissed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC))

		first := newHub(t, d, clk)
		events, _ := first.Subscribe(client, 0)

		commit(t, d, func(tx *db.Tx) { first.ChangedTx(tx, client, orders) })

		seen := next(t, events).ID

		stop(t, first) // the node stops
		stop(t, first)

		if _, open := <-events; open {
			t.Fatal("the stream did not end with the hub")
		}

		gone, _ := first.Subscribe(client, 0)
		if _, open := <-gone; open {
			t.Error("a stopped hub tells")
		}

		clk.Advance(time.Hour)

		second := newHub(t, d, clk)
		commit(t, d, func(tx *db.Tx) { second.ChangedTx(tx, client, deposits) })
		testkit.Eventually(t, patience, "the change is stored", func() bool { return stored(t, d, deposits) > seen })
		clk.Advance(time.Hour)

		back, leaveBack := second.Subscribe(client, seen)
		defer leaveBack()

		for e := next(t, back); e.Topic != deposits; e = next(t, back) {
			if e.ID <= seen {
				t.Errorf("%+v does not follow %d", e, seen)
			}
		}

		third := newHub(t, d, clk)

		fresh, leaveFresh := third.Subscribe(client, 0)
		defer leaveFresh()

		commit(t, d, func(tx *db.Tx) { third.ChangedTx(tx, client, orders) })

		if e := next(t, fresh); e.Topic != orders {
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

	atHere, leaveHere := here.Subscribe(client, 0)
	atBehind, leaveBehind := behind.Subscribe(client, 0)

	defer leaveHere()
	defer leaveBehind()

	var lastHere, lastBehind int64

	for n := range 6 {
		h := here
		if n%2 == 1 {
			h = behind
		}

		commit(t, d, func(tx *db.Tx) { h.ChangedTx(tx, client, orders) })

		a, b := next(t, atHere), next(t, atBehind)
		if a.Topic != orders || b.Topic != orders {
			t.Fatalf("got %+v and %+v", a, b)
		}

		if a.ID <= lastHere || b.ID <= lastBehind {
			t.Errorf("ids do not grow: %d after %d, %d after %d", a.ID, lastHere, b.ID, lastBehind)
		}

		lastHere, lastBehind = a.ID, b.ID
	}
}

func TestPollsWithoutNotices(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	clk := clock.NewManual(time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC))
	h := newHub(t, d, clk)
	events, leave := h.Subscribe(client, 0)

	defer leave()

	// A change by another node, whose clock is behind and whose notice was lost. A new
	// reader's missed changes are read once, so the second one is found by a poll.
	for _, topic := range []live.Topic{orders, deposits} {
		testkit.Exec(t, d, "INSERT INTO client_changes (client_id, topic, changed_at) VALUES ($1, $2, $3)",
			client, string(topic), clock.Micros(clk.Now().Add(-5*time.Second)))

		if e := next(t, events); e.Topic != topic {
			t.Errorf("got %+v", e)
		}
	}
}
