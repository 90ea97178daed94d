package node //nolint:testpackage // beats by hand instead of waiting for them

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/testkit"
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

		if !second.beat(t.Context()) {
			t.Fatal("a held number was lost")
		}

		clk.Advance(leaseTime/2 + time.Second) // the first was silent all the time

		if third := claim(t, d, clk); third.Number() != 0 {
			t.Fatalf("got number %d, want the expired 0", third.Number())
		}

		if first.beat(t.Context()) || !lost(first) {
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

func TestSilentDatabaseEndsTheTrust(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Unix(1_700_000_000, 0))
		l := claim(t, d, clk)

		gone, cancel := context.WithCancel(t.Context())
		cancel()
		clk.Advance(trustTime - time.Second)

		if !l.beat(gone) {
			t.Error("the number was given up too early")
		}

		clk.Advance(2 * time.Second)

		if l.beat(gone) || !lost(l) {
			t.Error("the number was trusted too long")
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
