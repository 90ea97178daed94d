package event_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const patience = testkit.Patience

func newRecord(d *db.DB) *event.Record {
	return event.New(d, clock.System{}, slog.New(slog.DiscardHandler), event.Options{Look: 20 * time.Millisecond, Gap: time.Millisecond, Portion: 7})
}

// start starts a record until the end of the test.
func start(t *testing.T, r *event.Record) {
	t.Helper()
	testkit.Must(t, r.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
		defer cancel()

		testkit.Must(t, r.Stop(ctx))
	})
}

// fact is one about a subject.
func fact(subject, data string) event.Event {
	return event.Event{ClientID: 1, Kind: event.OrderSucceeded, Subject: subject, Channel: "portal", Data: data, At: time.Now()}
}

// add records a fact in a transaction of its own.
func add(t *testing.T, d *db.DB, list ...event.Event) {
	t.Helper()
	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return event.AddTx(t.Context(), tx, list...) }))
}

// addSlowly records a fact in a transaction that is open when it returns, and until commit is called.
func addSlowly(t *testing.T, d *db.DB, e event.Event) (commit func(), committed <-chan error) {
	t.Helper()

	written, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)

	go func() {
		ended <- d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := event.AddTx(t.Context(), tx, e); err != nil {
				return err
			}

			close(written)
			<-end

			return nil
		})
	}()

	<-written

	return func() { close(end) }, ended
}

// heard collects what a consumer got.
type heard struct {
	mu   sync.Mutex
	list []event.Event
}

func (h *heard) handle(_ context.Context, _ *db.Tx, list []event.Event) error {
	h.mu.Lock()
	defer h.mu.Unlock()

	h.list = append(h.list, list...)

	return nil
}

func (h *heard) subjects() string {
	h.mu.Lock()
	defer h.mu.Unlock()

	out := make([]string, len(h.list))
	for i, e := range h.list {
		out[i] = e.Subject
	}

	return strings.Join(out, " ")
}

func (h *heard) consumer(name string) event.Consumer {
	return event.Consumer{Name: name, Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true, Handle: h.handle}
}

// A consumer gets the facts that it asked for, as they were written, and those of a batch as those of a transaction.
func TestFactsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		c := h.consumer("portal")
		c.Channels = []string{"portal"}
		r.Consume(c)

		at := clock.FromMicros(1_795_000_000_000_001)
		want := event.Event{ClientID: 7, Kind: event.OrderSucceeded, Subject: "12", Channel: "portal", Data: `{"a":1}`, At: at}
		other := want
		other.Channel = "h2h"
		failed := want
		failed.Kind = event.OrderFailed

		add(t, d, want, other, failed)

		for _, n := range []int{1, 3} { // one row and several go different ways
			testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
				event.Add(b, slices.Repeat([]event.Event{want}, n))

				return nil
			}))
		}

		testkit.Must(t, r.Drain(t.Context()))

		if len(h.list) != 5 {
			t.Fatalf("read %d facts: %+v", len(h.list), h.list)
		}

		for i, e := range h.list {
			if i > 0 && e.Position <= h.list[i-1].Position {
				t.Errorf("position %d after %d", e.Position, h.list[i-1].Position)
			}

			if e.Position = 0; e != want {
				t.Errorf("read %+v, want %+v", e, want)
			}
		}

		testkit.Must(t, r.Drain(t.Context()))

		if len(h.list) != 5 {
			t.Errorf("read again: %+v", h.list[5:])
		}
	})
}

var errUndone = errors.New("undone")

// A transaction that is rolled back records nothing.
func TestRollBackRecordsNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		r.Consume(h.consumer("all"))

		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			testkit.Must(t, event.AddTx(t.Context(), tx, fact("undone", "")))

			return errUndone
		})
		if !errors.Is(err, errUndone) {
			t.Fatal(err)
		}

		add(t, d, fact("done", ""))
		testkit.Must(t, r.Drain(t.Context()))

		if got := h.subjects(); got != "done" {
			t.Errorf("read %q", got)
		}
	})
}

// A transaction gets the lower id, and commits after one with a higher id was read: its fact is read later, and not lost. On SQLite, which
// has one writer, the second one waits for it.
func TestLowerIDThatCommitsLater(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		r.Consume(h.consumer("all"))

		commit, committed := addSlowly(t, d, fact("first", ""))
		want := "second first"

		if d.Engine() == db.Postgres {
			add(t, d, fact("second", ""))
			testkit.Must(t, r.Drain(t.Context()))

			if got := h.subjects(); got != "second" {
				t.Fatalf("while the first is open: %q", got)
			}

			commit()
			testkit.Must(t, <-committed)
		} else {
			want = "first second"

			commit()
			add(t, d, fact("second", ""))
			testkit.Must(t, <-committed)
		}

		testkit.Must(t, r.Drain(t.Context()))

		if got := h.subjects(); got != want {
			t.Errorf("read %q, want %q", got, want)
		}
	})
}

// Nodes write, give positions and read at once: the effects of each fact happen once, and those about one subject in the order of their
// transactions.
func TestNodesAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const nodes, writers, each, subjects = 3, 6, 60, 4

		testkit.Exec(t, d, "CREATE TABLE subjects (id BIGINT PRIMARY KEY, version BIGINT NOT NULL, read BIGINT NOT NULL, disorder BIGINT NOT NULL)")

		for i := range subjects {
			testkit.Exec(t, d, "INSERT INTO subjects VALUES ($1, 0, 0, 0)", i)
		}

		for range nodes {
			r := newRecord(d)
			r.Consume(event.Consumer{
				Name: "counts", Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true,
				Handle: func(ctx context.Context, tx *db.Tx, list []event.Event) error {
					for _, e := range list {
						_, err := tx.Exec(ctx, `UPDATE subjects SET read = read + 1, disorder = disorder + CASE WHEN CAST($1 AS BIGINT) = read + 1 THEN 0 ELSE 1 END
							WHERE id = CAST($2 AS BIGINT)`, e.Data, e.Subject)
						if err != nil {
							return err
						}
					}

					return nil
				},
			})
			start(t, r)
		}

		var all sync.WaitGroup

		for w := range writers {
			all.Go(func() {
				for n := range each {
					id := (w + n) % subjects

					err := d.Tx(t.Context(), func(tx *db.Tx) error {
						var version int64

						err := tx.QueryRow(t.Context(), "UPDATE subjects SET version = version + 1 WHERE id = $1 RETURNING version", id).Scan(&version)
						if err != nil {
							return err
						}

						return event.AddTx(t.Context(), tx, fact(strconv.Itoa(id), strconv.FormatInt(version, 10)))
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}

		all.Wait()
		testkit.Eventually(t, patience, "everything is read", func() bool {
			return testkit.Value[int](t, d, "SELECT CAST(SUM(read) AS BIGINT) FROM subjects") >= writers*each
		})

		if n := testkit.Value[int](t, d, "SELECT CAST(SUM(read) AS BIGINT) FROM subjects"); n != writers*each {
			t.Errorf("%d effects of %d facts", n, writers*each)
		}

		if n := testkit.Value[int](t, d, "SELECT CAST(SUM(disorder) AS BIGINT) FROM subjects"); n != 0 {
			t.Errorf("%d facts came out of their order", n)
		}
	})
}

// A handler that fails leaves nothing, gets the same facts again, and holds up no other consumer. So does one that panics.
func TestFailingHandler(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.Exec(t, d, "CREATE TABLE effects (subject TEXT NOT NULL)")

		r, other, tries := newRecord(d), &heard{}, 0
		r.Consume(event.Consumer{
			Name: "failing", Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true,
			Handle: func(ctx context.Context, tx *db.Tx, list []event.Event) error {
				for _, e := range list {
					if _, err := tx.Exec(ctx, "INSERT INTO effects VALUES ($1)", e.Subject); err != nil {
						return err
					}
				}

				switch tries++; tries {
				case 1:
					return errUndone
				case 2:
					panic("broken")
				}

				return nil
			},
		})
		r.Consume(other.consumer("other"))
		start(t, r)

		for i := range 10 {
			add(t, d, fact(strconv.Itoa(i), ""))
		}

		testkit.Eventually(t, patience, "the other consumer goes on", func() bool { return other.subjects() == "0 1 2 3 4 5 6 7 8 9" })
		testkit.Eventually(t, patience, "the effects happen", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM effects") >= 10 })

		if n := testkit.Value[int](t, d, "SELECT COUNT(DISTINCT subject) FROM effects"); n != 10 || tries < 3 {
			t.Errorf("%d subjects after %d tries", n, tries)
		}

		testkit.Must(t, r.Drain(t.Context()))

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM effects"); n != 10 {
			t.Errorf("%d effects of 10 facts", n)
		}
	})
}

// A new start goes on where the last one stopped. A consumer that is new begins with the next fact, unless it must know the ones before.
func TestWhereConsumersBegin(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		first, again, whole, late := &heard{}, &heard{}, &heard{}, &heard{}

		r := newRecord(d)
		r.Consume(first.consumer("first"))
		add(t, d, fact("a", ""))
		testkit.Must(t, r.Drain(t.Context()))

		next := newRecord(d)
		next.Consume(again.consumer("first"))
		next.Consume(whole.consumer("whole"))

		c := late.consumer("late")
		c.FromStart = false
		next.Consume(c)
		start(t, next)
		add(t, d, fact("b", ""))
		testkit.Eventually(t, patience, "all are read", func() bool { return again.subjects() != "" && late.subjects() != "" && whole.subjects() == "a b" })

		if got := first.subjects() + ", " + again.subjects() + ", " + late.subjects(); got != "a, b, b" {
			t.Errorf("read %s", got)
		}
	})
}

// Old facts go, unless somebody has not read them.
func TestOldFactsGo(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		r.Consume(h.consumer("all"))

		old := fact("old", "")
		old.At = time.Now().Add(-event.Kept - time.Hour)

		for range 20 {
			add(t, d, old)
		}

		add(t, d, fact("new", ""))

		if n, err := r.Purge(t.Context()); err != nil || n != 0 {
			t.Errorf("%d unread facts were deleted: %v", n, err)
		}

		testkit.Must(t, r.Drain(t.Context()))

		if n, err := r.Purge(t.Context()); err != nil || n != 20 {
			t.Errorf("%d old facts were deleted: %v", n, err)
		}

		if left := testkit.Value[string](t, d, "SELECT subject FROM events"); left != "new" {
			t.Errorf("%q is left", left)
		}

		stats, err := r.Stats(t.Context())
		testkit.Must(t, err)

		if i := slices.IndexFunc(stats, func(s event.Stat) bool { return s.Consumer == "all" }); i < 0 || stats[i].Unread != 0 {
			t.Errorf("%+v", stats)
		}
	})
}

// Facts that don't concern a consumer move its position once in a while, and nothing is written while nothing happens.
func TestIdleRecordWritesNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		r.Consume(h.consumer("all"))
		start(t, r)

		other := fact("a", "")
		other.Kind = event.OrderFailed

		for range 20 {
			add(t, d, other)
		}

		behind := func() int64 {
			stats, err := r.Stats(t.Context())
			testkit.Must(t, err)

			var n int64
			for _, s := range stats {
				n += s.Unread
			}

			return n
		}

		testkit.Eventually(t, patience, "the position is stored", func() bool { return behind() == 0 })

		before := written(t, d)

		for range 5 {
			testkit.Must(t, r.Drain(t.Context()))
		}

		if after := written(t, d); after != before || len(h.list) > 0 {
			t.Errorf("an idle record writes: %s, then %s, and read %d facts", before, after, len(h.list))
		}
	})
}

// written changes with each write of a position.
func written(t *testing.T, d *db.DB) string {
	t.Helper()

	if d.Engine() == db.Postgres {
		return testkit.Value[string](t, d, "SELECT string_agg(xmin::text, ' ' ORDER BY name) FROM event_positions")
	}

	var changes string

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT total_changes()").Scan(&changes) // of the only writing connection
	}))

	return changes
}
