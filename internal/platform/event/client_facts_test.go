package event_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// factOf is a fact of a client.
func factOf(client int64, subject string, kind event.Kind) event.Event {
	e := fact(subject, "")
	e.ClientID, e.Kind = client, kind

	return e
}

// page reads the facts of client 1 behind a place and returns their subjects and the next place.
func page(t *testing.T, r *event.Record, after event.Place, limit int, kinds ...event.Kind) (subjects string, next event.Place, more bool) {
	t.Helper()

	if len(kinds) == 0 {
		kinds = []event.Kind{event.OrderSucceeded, event.OrderFailed}
	}

	list, next, more, err := r.OfClient(t.Context(), event.ClientQuery{ClientID: 1, Kinds: kinds, After: after, Limit: limit})
	testkit.Must(t, err)

	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.Subject
	}

	return strings.Join(out, " "), next, more
}

// all reads the facts of client 1 behind a place page by page.
func all(t *testing.T, r *event.Record, after event.Place, limit int) (string, event.Place) {
	t.Helper()

	var parts []string

	for more := true; more; {
		var some string
		if some, after, more = page(t, r, after, limit); some != "" {
			parts = append(parts, some)
		}
	}

	return strings.Join(parts, " "), after
}

// A client reads its own facts and those of no single client, of the kinds that it asks for, in pages of any size, each once.
func TestClientsReadTheirOwnFacts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r := newRecord(d)

		add(t, d, factOf(1, "a", event.OrderSucceeded), factOf(2, "x", event.OrderSucceeded), factOf(0, "b", event.OrderFailed),
			factOf(1, "y", event.InvoicePaid), factOf(1, "c", event.OrderFailed), factOf(0, "d", event.OrderSucceeded), factOf(2, "z", event.OrderFailed))
		testkit.Must(t, r.Drain(t.Context()))

		for limit := 1; limit < 6; limit++ {
			if got, _ := all(t, r, event.Place{}, limit); got != "a b c d" {
				t.Errorf("in pages of %d: %q", limit, got)
			}
		}

		got, end, more := page(t, r, event.Place{}, 10, event.InvoicePaid)
		if got != "y" || more || end.Position != 7 {
			t.Errorf("of another kind: %q up to %+v, more: %t", got, end, more)
		}

		if got, next := all(t, r, end, 10); got != "" || next != end {
			t.Errorf("at the end: %q up to %+v", got, next)
		}

		add(t, d, factOf(1, "e", event.OrderSucceeded))
		testkit.Must(t, r.Drain(t.Context()))

		if got, _ := all(t, r, end, 10); got != "e" {
			t.Errorf("behind the end: %q", got)
		}
	})
}

// A client that reads while a transaction is open, whose id is lower than that of one that is committed, gets its fact later.
func TestClientsSkipNoLateCommit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		if d.Engine() == db.SQLite {
			return // one writer: no transaction is committed later than one that began after it
		}

		r := newRecord(d)
		commit, committed := addSlowly(t, d, fact("first", ""))
		add(t, d, fact("second", ""))

		got, next := all(t, r, event.Place{}, 10) // without positions yet
		if got != "" {
			t.Errorf("before positions were given: %q", got)
		}

		testkit.Must(t, r.Drain(t.Context()))

		if got, next = all(t, r, next, 10); got != "second" {
			t.Errorf("while the first is open: %q", got)
		}

		commit()
		testkit.Must(t, <-committed)
		testkit.Must(t, r.Drain(t.Context()))

		if got, _ = all(t, r, next, 10); got != "first" {
			t.Errorf("after the commit of the first: %q", got)
		}
	})
}

// In a database that became an older state of itself the positions behind a place may be those of other facts. Who reads on gets all of them,
// and the last hour again. Facts that were deleted by their age are no such case.
func TestClientsReadOnInARestoredDatabase(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r := newRecord(d)
		now := time.Now()
		aged := func(subject string, age time.Duration) event.Event {
			e := fact(subject, "")
			e.At = now.Add(-age)

			return e
		}

		add(t, d, aged("a", 5*time.Hour), aged("b", 4*time.Hour), aged("c", 2*time.Minute), aged("lost", time.Minute))
		testkit.Must(t, r.Drain(t.Context()))

		_, next := all(t, r, event.Place{}, 10)

		restore(t, d, 3, 3)
		testkit.Must(t, r.Drain(t.Context()))

		if got, _ := all(t, r, next, 10); got != "c" {
			t.Errorf("behind the end: %q", got)
		}

		add(t, d, aged("d", 30*time.Second), aged("e", 0))
		testkit.Must(t, r.Drain(t.Context()))

		got, end := all(t, r, next, 10)
		if got != "c d e" {
			t.Errorf("another fact has the position: %q", got)
		}

		if got, _ := all(t, r, end, 10); got != "" {
			t.Errorf("then: %q", got)
		}

		testkit.Exec(t, d, "DELETE FROM events WHERE seq <= 4")

		if got, _ := all(t, r, event.Place{Position: 2, At: now}, 10); got != "e" {
			t.Errorf("behind a fact that was deleted: %q", got)
		}
	})
}

// Who waits for the facts of a client is woken by its own and those of no single client, whichever node writes them, and not by others'.
func TestArrivalsWakeTheirClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, other := newRecord(d), newRecord(d)
		start(t, r)
		start(t, other)

		one, two := r.Watch(1), r.Watch(2)
		defer one.Stop()
		defer two.Stop()

		add(t, d, factOf(1, "a", event.OrderSucceeded))

		woken := func(a *event.Arrival) bool {
			select {
			case <-a.C:
				return true
			case <-time.After(patience):
				return false
			}
		}

		if !woken(one) || len(two.C) > 0 {
			t.Errorf("an own fact wakes; another's does too: %t", len(two.C) > 0)
		}

		testkit.Exec(t, d, "INSERT INTO events (client_id, kind, subject, channel, data, at) VALUES (2, 'order.failed', 'b', '', '', 1)") // without a signal

		if !woken(two) || len(one.C) > 0 {
			t.Errorf("a fact of another node wakes; another's does too: %t", len(one.C) > 0)
		}

		add(t, d, factOf(0, "c", event.OrderSucceeded))

		if !woken(one) || !woken(two) {
			t.Error("a fact of no single client did not wake all")
		}

		one.Stop()
		add(t, d, factOf(1, "d", event.OrderSucceeded), factOf(2, "e", event.OrderSucceeded))

		if !woken(two) || len(one.C) > 0 {
			t.Error("who stopped was woken")
		}
	})
}

// A client with many facts that it doesn't ask for gets on in parts, and misses none.
func TestRareKindsAreReadInParts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r := newRecord(d)
		many := slices.Repeat([]event.Event{factOf(1, "o", event.OrderSucceeded)}, 4_000)

		for range 3 {
			testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
				event.Add(b, many)

				return nil
			}))
		}

		add(t, d, factOf(1, "rare", event.InvoicePaid))
		testkit.Must(t, r.Drain(t.Context()))

		got, next, more := page(t, r, event.Place{}, 10, event.InvoicePaid)
		if got != "" || !more || next.Position != 10_000 {
			t.Errorf("at first %q up to %d, more: %t", got, next.Position, more)
		}

		if got, _, more = page(t, r, next, 10, event.InvoicePaid); got != "rare" || more {
			t.Errorf("then %q, more: %t", got, more)
		}
	})
}
