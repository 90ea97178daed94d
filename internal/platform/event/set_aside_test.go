package event_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// effects is a consumer that writes a row for each fact, and fails as long as one of a subject is among them.
type effects struct {
	mu     sync.Mutex
	broken map[string]error
	calls  int
}

func newEffects(t *testing.T, d *db.DB, broken map[string]error) *effects {
	t.Helper()
	testkit.Exec(t, d, "CREATE TABLE effects (n BIGINT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL)")

	return &effects{broken: broken}
}

func (e *effects) repair() { e.breakWith(nil) }

func (e *effects) breakWith(broken map[string]error) {
	e.mu.Lock()
	defer e.mu.Unlock()

	e.broken = broken
}

func (e *effects) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()

	return e.calls
}

func (e *effects) consumer() event.Consumer {
	return event.Consumer{
		Name: "effects", Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true,
		Handle: func(ctx context.Context, tx *db.Tx, list []event.Event) error {
			e.mu.Lock()
			defer e.mu.Unlock()

			e.calls++

			for _, one := range list {
				_, err := tx.Exec(ctx, "INSERT INTO effects (n, subject, data) SELECT COUNT(*) + 1, CAST($1 AS TEXT), CAST($2 AS TEXT) FROM effects", one.Subject, one.Data)
				if err != nil {
					return err
				}

				if err := e.broken[one.Subject]; err != nil {
					return fmt.Errorf("about %s: %w", one.Subject, err)
				}
			}

			return nil
		},
	}
}

func effectsOf(t *testing.T, d *db.DB) string {
	t.Helper()

	return testkit.Value[string](t, d, "SELECT COALESCE(STRING_AGG(subject || data, ' ' ORDER BY n), '') FROM effects")
}

// manual is a record on a clock of the test.
func manual(d *db.DB, portion int) (*event.Record, *clock.Manual) {
	clk := clock.NewManual(time.Date(2026, 11, 26, 5, 0, 0, 0, time.UTC))

	return event.New(d, clk, slog.New(slog.DiscardHandler), event.Options{Look: 20 * time.Millisecond, Gap: time.Millisecond, Portion: portion}), clk
}

func setAside(t *testing.T, r *event.Record) string {
	t.Helper()

	list, err := r.Failures(t.Context(), "", 100)
	testkit.Must(t, err)

	var text strings.Builder
	for _, f := range list {
		fmt.Fprintf(&text, "%s %s%s %d; ", f.Consumer, f.Subject, f.Data, f.Failures)
	}

	return text.String()
}

// A fact that always makes its consumer fail holds up nobody: it is set aside, and later facts about its subject wait behind it. It is tried
// again after pauses that grow. Once it can be handled, all about its subject follow in their order.
func TestFactThatAlwaysFailsIsSetAside(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		e := newEffects(t, d, map[string]error{"bad": errUndone})
		r, clk := manual(d, 7)
		r.Consume(e.consumer())

		for _, f := range [][2]string{{"a", "1"}, {"bad", "1"}, {"b", "1"}, {"bad", "2"}, {"a", "2"}} {
			add(t, d, fact(f[0], f[1]))
		}

		if err := r.Drain(t.Context()); err == nil {
			t.Error("the failure was not told")
		}

		if got := effectsOf(t, d); got != "a1 b1 a2" {
			t.Errorf("effects: %s", got)
		}

		add(t, d, fact("bad", "3"), fact("c", "1")) // in a later portion

		for i, wait := range []time.Duration{0, 1500 * time.Millisecond, 1500 * time.Millisecond, 1500 * time.Millisecond, 6 * time.Second} {
			clk.Advance(wait)

			err := r.Drain(t.Context())
			if again := i == 1 || i == 3 || i == 4; again != (err != nil) { // after 1 s, 2 s more, 4 s more, each with up to a quarter
				t.Errorf("round %d: %v", i, err)
			}
		}

		if got, aside := effectsOf(t, d), setAside(t, r); got != "a1 b1 a2 c1" || aside != "effects bad1 4; effects bad2 0; effects bad3 0; " {
			t.Errorf("effects: %s, set aside: %s", got, aside)
		}

		stats, err := r.Stats(t.Context())
		testkit.Must(t, err)

		if stats[0].SetAside != 3 || stats[0].Unread != 0 {
			t.Errorf("%+v", stats)
		}

		e.repair()
		clk.Advance(10 * time.Second)
		testkit.Must(t, r.Drain(t.Context()))
		add(t, d, fact("bad", "4"))
		testkit.Must(t, r.Drain(t.Context()))

		if got, aside := effectsOf(t, d), setAside(t, r); got != "a1 b1 a2 c1 bad1 bad2 bad3 bad4" || aside != "" {
			t.Errorf("effects: %s, set aside: %s", got, aside)
		}

		stats, err = r.Stats(t.Context())
		if err != nil || stats[0].SetAside != 0 {
			t.Errorf("%+v %v", stats, err)
		}
	})
}

// A running record goes on past a fact that fails without a pause: the calls are those of halving.
func TestOthersGoOnWhileOneFails(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		e := newEffects(t, d, map[string]error{"317": errUndone})
		r := event.New(d, clock.System{}, slog.New(slog.DiscardHandler), event.Options{Portion: 500, Retry: time.Hour})
		r.Consume(e.consumer())

		facts := make([]event.Event, 500)
		for i := range facts {
			facts[i] = fact(strconv.Itoa(i), "")
		}

		add(t, d, facts...)
		start(t, r)
		testkit.Eventually(t, patience, "the others are handled", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM effects") >= 499 })

		e.mu.Lock()
		if e.calls > 20 { // 1 + 2 log2(500)
			t.Errorf("%d calls", e.calls)
		}
		e.mu.Unlock()

		e.repair()

		list, err := r.Failures(t.Context(), "effects", 2)
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v %v", list, err)
		}

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := r.RetryTx(t.Context(), tx, "effects", list[0].Position)

			return err
		}))
		testkit.Eventually(t, patience, "it is tried again", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM effects") == 500 })
	})
}

// Facts that wait behind one that was set aside follow it at once, not one for each look at those that are due.
func TestThoseBehindFollowAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const all = 100

		e := newEffects(t, d, map[string]error{"bad": errUndone})
		r := event.New(d, clock.System{}, slog.New(slog.DiscardHandler), event.Options{Portion: all, Retry: time.Millisecond})
		r.Consume(e.consumer())

		list := make([]event.Event, all)
		want := make([]string, all)

		for i := range list {
			list[i] = fact("bad", strconv.Itoa(i))
			want[i] = "bad" + list[i].Data
		}

		add(t, d, list...)
		start(t, r)
		testkit.Eventually(t, patience, "all are set aside", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM event_failures") == all })
		e.repair()
		testkit.Eventually(t, patience, "all are handled", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM event_failures") == 0 })

		if got := effectsOf(t, d); got != strings.Join(want, " ") {
			t.Errorf("effects: %s", got)
		}
	})
}

// While the database is away nothing is set aside, however often a consumer fails: the same facts come again.
func TestOutageSetsNothingAside(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		for name, err := range map[string]error{"away": fault.ErrUnavailable.Wrap(errUndone), "unknown": fault.ErrOutcomeUnknown.Wrap(errUndone)} {
			testkit.Exec(t, d, "DROP TABLE IF EXISTS effects")

			e := newEffects(t, d, map[string]error{name: err})
			r, _ := manual(d, 7)
			r.Consume(e.consumer())
			add(t, d, fact(name, "1"), fact(name, "2"))

			for range 5 {
				if err := r.Drain(t.Context()); err == nil {
					t.Error("no failure")
				}
			}

			if aside := setAside(t, r); aside != "" || e.calls != 5 {
				t.Errorf("%s: set aside: %s, %d calls", name, aside, e.calls)
			}

			e.repair()
			testkit.Must(t, r.Drain(t.Context()))

			if got := effectsOf(t, d); got != name+"1 "+name+"2" {
				t.Errorf("effects: %s", got)
			}
		}
	})
}

// A fact that was set aside holds up nobody when it is tried again either, not even with an error as of a database that is away.
func TestOthersGoOnWhileOneIsTriedAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		e := newEffects(t, d, map[string]error{"bad": errUndone})
		r := event.New(d, clock.System{}, slog.New(slog.DiscardHandler),
			event.Options{Look: 5 * time.Millisecond, Gap: time.Millisecond, Retry: time.Millisecond})
		r.Consume(e.consumer())
		start(t, r)
		add(t, d, fact("bad", ""))
		testkit.Eventually(t, patience, "it is set aside", func() bool { return setAside(t, r) != "" })
		e.breakWith(map[string]error{"bad": fault.ErrUnavailable.Wrap(errUndone)})

		for i := range 10 { // as many pauses of the consumer would take minutes
			calls := e.count()

			testkit.Eventually(t, patience, "it is tried again", func() bool { return e.count() > calls })
			add(t, d, fact("good", strconv.Itoa(i)))
			testkit.Eventually(t, patience, "the other is handled", func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM effects") == i+1 })
		}
	})
}

// Nodes read at once and fail by chance: facts are set aside and tried again on any of them. The effects of each happen once, and those about
// one subject in their order.
func TestNodesThatFailByChance(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const nodes, all, subjects = 3, 200, 12

		testkit.Exec(t, d, "CREATE TABLE subjects (id BIGINT PRIMARY KEY, read BIGINT NOT NULL, disorder BIGINT NOT NULL)")

		for i := range subjects {
			testkit.Exec(t, d, "INSERT INTO subjects VALUES ($1, 0, 0)", i)
		}

		var failures atomic.Int64

		for range nodes {
			r := event.New(d, clock.System{}, slog.New(slog.DiscardHandler),
				event.Options{Look: 20 * time.Millisecond, Gap: time.Millisecond, Portion: 7, Retry: 10 * time.Millisecond})
			r.Consume(event.Consumer{
				Name: "counts", Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true,
				Handle: func(ctx context.Context, tx *db.Tx, list []event.Event) error {
					for _, e := range list {
						_, err := tx.Exec(ctx, `UPDATE subjects SET read = read + 1, disorder = disorder + CASE WHEN CAST($1 AS BIGINT) = read THEN 0 ELSE 1 END
							WHERE id = CAST($2 AS BIGINT)`, e.Data, e.Subject)
						if err != nil {
							return err
						}

						if rand.N(5) == 0 {
							failures.Add(1)

							return errUndone
						}
					}

					return nil
				},
			})
			start(t, r)
		}

		for n := range all {
			add(t, d, fact(strconv.Itoa(n%subjects), strconv.Itoa(n/subjects)))
		}

		sum := func(column string) int {
			return testkit.Value[int](t, d, "SELECT CAST(SUM("+column+") AS BIGINT) FROM subjects")
		}

		testkit.Eventually(t, 2*patience, "everything is read", func() bool { return sum("read") >= all })

		if read, disorder := sum("read"), sum("disorder"); read != all || disorder != 0 || failures.Load() == 0 {
			t.Errorf("%d effects of %d facts, %d out of order, %d failures", read, all, disorder, failures.Load())
		}

		testkit.Eventually(t, patience, "nothing is set aside any more", func() bool {
			return testkit.Value[int](t, d, "SELECT (SELECT COUNT(*) FROM event_failures) + (SELECT SUM(set_aside) FROM event_positions)") == 0
		})
	})
}

// Staff let a fact that was set aside be tried at once, or drop it. Those behind it follow.
func TestStaffRetryAndDrop(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		e := newEffects(t, d, map[string]error{"x": errUndone, "y": errUndone})
		r, clk := manual(d, 7)
		r.Consume(e.consumer())
		add(t, d, fact("x", "1"), fact("y", "1"), fact("x", "2"), fact("y", "2"))

		for range 10 { // the pauses grow to an hour and no further
			clk.Advance(2 * time.Hour)

			if err := r.Drain(t.Context()); err == nil {
				t.Error("no failure")
			}
		}

		list, err := r.Failures(t.Context(), "effects", 10)
		if err != nil || len(list) != 4 || list[0].DueAt.Sub(clk.Now()) > 75*time.Minute || !list[2].DueAt.IsZero() || list[0].Error == "" {
			t.Fatalf("%+v %v", list, err)
		}

		change := func(f func(ctx context.Context, tx *db.Tx, consumer string, position int64) (bool, error), consumer string, position int64) (found bool) {
			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) (err error) {
				found, err = f(t.Context(), tx, consumer, position)

				return err
			}))

			return found
		}

		e.repair()
		testkit.Must(t, r.Drain(t.Context()))

		if got := effectsOf(t, d); got != "" {
			t.Errorf("before they are due: %s", got)
		}

		if !change(r.RetryTx, "effects", list[2].Position) || !change(r.DropTx, "effects", list[1].Position) {
			t.Error("not found")
		}

		if change(r.RetryTx, "effects", 99) || change(r.DropTx, "effects", 99) || change(r.DropTx, "none", list[0].Position) {
			t.Error("found what is not set aside")
		}

		testkit.Must(t, r.Drain(t.Context()))

		if got, aside := effectsOf(t, d), setAside(t, r); got != "x1 y2 x2" && got != "x1 x2 y2" && got != "y2 x1 x2" || aside != "" {
			t.Errorf("effects: %s, set aside: %s", got, aside)
		}
	})
}
