package ids_test

import (
	"math"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/platform/ids"
)

func TestIDReadsAsItsTime(t *testing.T) {
	t.Parallel()

	g, err := ids.NewGenerator(7)
	if err != nil {
		t.Fatal(err)
	}

	id := g.Next(time.Date(2026, 11, 21, 7, 32, 15, 0, time.UTC)) // 14:32:15 WIB
	if got := strconv.FormatInt(id, 10); got != "2611211432150700000" {
		t.Fatalf("got %s", got)
	}

	if id <= 1<<53 {
		t.Fatal("an id must not fit a float by chance")
	}
}

// Ids increase, are unique and are in the range of their second, whatever the clock does.
func TestIDsGrow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g, err := ids.NewGenerator(rapid.IntRange(0, 99).Draw(t, "node"))
		if err != nil {
			t.Fatal(err)
		}

		now := time.Unix(rapid.Int64Range(1.7e9, 2.5e9).Draw(t, "start"), 0)
		last := int64(math.MinInt64)

		for range 50 {
			now = now.Add(time.Duration(rapid.Int64Range(-3, 5).Draw(t, "step")) * time.Second)

			id := g.Next(now)
			if id <= last {
				t.Fatalf("%d after %d", id, last)
			}

			second := ids.Time(id)
			if second.Before(now) {
				t.Fatalf("id of %s made at %s", second, now)
			}

			if lo, hi := ids.Range(second, second.Add(time.Second)); id < lo || id >= hi {
				t.Fatalf("%d is not in [%d, %d)", id, lo, hi)
			}

			last = id
		}
	})
}

func TestFullSecondRunsOn(t *testing.T) {
	t.Parallel()

	g, err := ids.NewGenerator(0)
	if err != nil {
		t.Fatal(err)
	}

	now := time.Unix(1.8e9, 0)
	last := int64(0)

	for range 250_000 {
		id := g.Next(now)
		if id <= last {
			t.Fatalf("%d after %d", id, last)
		}

		last = id
	}

	if got := ids.Time(last); got.Sub(now) != 2*time.Second {
		t.Fatalf("the last id is of %s", got)
	}
}

// An id holds two digits of the year. A range of the last century must not match
// the ids of this one.
func TestAnotherCenturyHoldsNone(t *testing.T) {
	t.Parallel()

	g, err := ids.NewGenerator(0)
	if err != nil {
		t.Fatal(err)
	}

	now := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
	past := now.AddDate(-100, 0, 0)

	id := g.Next(now)
	if lo, hi := ids.Range(past, past.Add(time.Hour)); id >= lo && id < hi {
		t.Errorf("%d is of %s", id, past)
	}
}
