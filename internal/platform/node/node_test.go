package node

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
	"loket/internal/platform/ids"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)) }

func claim(t *testing.T, d *db.DB, clk clock.Clock) *Lease {
	t.Helper()

	l, err := Claim(t.Context(), d, clk, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}

	return l
}

func lost(l *Lease) bool {
	select {
	case <-l.Lost():
		return true
	default:
		return false
	}
}

func TestClaimersNeverShareANumber(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Unix(1_700_000_000, 0))
		got := make([]int, numbers+10)

		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() {
				l, err := Claim(t.Context(), d, clk, slog.New(slog.DiscardHandler))
				if err != nil {
					got[i] = -1

					if !errors.Is(err, ErrNone) {
						t.Error(err)
					}

					return
				}

				got[i] = l.Number()
			})
		}

		wg.Wait()

		seen := map[int]int{}
		for _, number := range got {
			seen[number]++
		}

		if seen[-1] != 10 || len(seen) != numbers+1 {
			t.Errorf("%d numbers were given to %d claimers: %v", len(seen)-1, len(got), got)
		}
	})
}

func TestExpiredLeaseIsTakenAndItsHolderLearns(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Unix(1_700_000_000, 0))
		first, second := claim(t, d, clk), claim(t, d, clk)

		if first.Number() != 0 || second.Number() != 1 || first.Holder() == second.Holder() {
			t.Fatalf("got numbers %d and %d", first.Number(), second.Number())
		}

		clk.Advance(leaseTime / 2)

		if sure, ours := second.beat(t.Context()); !sure || !ours {
			t.Fatal("a held number was lost")
		}

		clk.Advance(leaseTime/2 + time.Second) // the first was silent all the time

		if third := claim(t, d, clk); third.Number() != 0 {
			t.Fatalf("got number %d, want the expired 0", third.Number())
		}

		if _, ours := first.beat(t.Context()); ours || !lost(first) {
			t.Error("the silent holder did not learn that its number was taken")
		}

		if lost(second) {
			t.Error("the other number was lost")
		}

		if err := first.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// trusted is a lease with a generator, as after Start. The test renews it by
// calling beat.
func trusted(t *testing.T, d *db.DB, clk clock.Clock) (*Lease, *ids.Generator) {
	t.Helper()

	l := claim(t, d, clk)

	g, err := ids.NewGenerator(l.Number())
	if err != nil {
		t.Fatal(err)
	}

	l.Lend(g)
	l.trust()

	return l, g
}

// On PostgreSQL ids wait while the database is silent for longer than trustTime
// and continue with its next answer. No restart is needed.
func TestSilentDatabaseHoldsIDsBack(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	clk := clock.NewManual(time.Unix(1_700_000_000, 0))
	l, g := trusted(t, d, clk)

	g.Next(clk.Now())

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	clk.Advance(trustTime - time.Second)

	if sure, ours := l.beat(gone); sure || !ours {
		t.Errorf("a silent database: sure %v, ours %v", sure, ours)
	}

	g.Next(clk.Now())
	clk.Advance(time.Minute)

	if _, ours := l.beat(gone); !ours || lost(l) {
		t.Error("a number that nobody took was given up")
	}

	made := make(chan int64)
	go func() { made <- g.Next(clk.Now()) }()

	select {
	case id := <-made:
		t.Fatalf("id %d was made although the number may be another's", id)
	case <-time.After(50 * time.Millisecond): // nothing signals that a caller waits
	}

	if sure, ours := l.beat(t.Context()); !sure || !ours {
		t.Fatalf("the database answers again: sure %v, ours %v", sure, ours)
	}

	if id := <-made; !ids.Time(id).Equal(clk.Now().Truncate(time.Second)) {
		t.Errorf("the id that waited is of %s, made at %s", ids.Time(id), clk.Now())
	}
}

// After a suspended machine wakes up, the lease is no longer certain while
// transactions wait for ids. The renewal must still get a connection, although
// those transactions hold every one that writes (SQLite has only one).
func TestSleepInsideATransactionEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Unix(1_700_000_000, 0))
		l, g := trusted(t, d, clk)

		writers := 1
		if d.Engine() == db.Postgres {
			writers = db.DefaultConns
		}

		inside, ended := make(chan struct{}), make(chan error, writers)
		asleep := make(chan struct{})

		for range writers {
			go func() {
				ended <- d.Tx(t.Context(), func(*db.Tx) error {
					inside <- struct{}{}

					<-asleep
					g.Next(clk.Now())

					return nil
				})
			}()
		}

		for range writers {
			<-inside
		}

		clk.Advance(time.Minute)
		close(asleep)

		if sure, ours := l.beat(t.Context()); !sure || !ours {
			t.Errorf("the beat did not get its turn: sure %v, ours %v", sure, ours)
		}

		g.Until(clk.Now().Add(time.Hour)) // releases waiting callers, also after a failure

		for range writers {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestStopGivesTheNumberBackAfterARest(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Unix(1_700_000_000, 0))
		l := claim(t, d, clk)
		l.Start(t.Context())

		for range 2 {
			if err := l.Stop(t.Context()); err != nil {
				t.Fatal(err)
			}
		}

		if next := claim(t, d, clk); next.Number() != 1 {
			t.Errorf("number %d was used again at once", next.Number())
		}

		clk.Advance(restTime + time.Second)

		if next := claim(t, d, clk); next.Number() != 0 {
			t.Errorf("got number %d, want the rested 0", next.Number())
		}
	})
}

// Each node learns where it stands among those that run. One that ended, or was not heard of for a while, counts no more.
func TestPlaces(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	clk := clock.NewManual(time.Unix(1_700_000_000, 0))

	place := func(l *Lease) Place {
		var got Place

		l.OnPlace(func(p Place) { got = p })
		l.findPlace(t.Context())

		return got
	}

	first, second, third := claim(t, d, clk), claim(t, d, clk), claim(t, d, clk)
	if got := []Place{place(first), place(second), place(third)}; !slices.Equal(got, []Place{{0, 3}, {1, 3}, {2, 3}}) {
		t.Errorf("three nodes stand at %v", got)
	}

	if err := first.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}

	if got := []Place{place(second), place(third)}; !slices.Equal(got, []Place{{0, 2}, {1, 2}}) {
		t.Errorf("after the end of the first the others stand at %v", got)
	}

	clk.Advance(missTime + time.Second)

	if sure, ours := second.beat(t.Context()); !sure || !ours {
		t.Fatal("the second could not renew its lease")
	}

	if got := place(second); got != (Place{0, 1}) {
		t.Errorf("beside a node that was not heard of, the second stands at %v", got)
	}
}
