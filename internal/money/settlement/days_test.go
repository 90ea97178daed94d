package settlement_test

import (
	"testing"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
)

// A model that walks hour by hour finds the same ends: of all sets of days, in the zones of Indonesia, over the ends of
// months and years and a leap day.
func TestNextEndAgreesWithAWalk(t *testing.T) {
	t.Parallel()

	starts := []time.Time{
		time.Date(2026, 1, 31, 16, 59, 59, 999_999_000, time.UTC),
		time.Date(2026, 1, 31, 17, 0, 0, 0, time.UTC), // midnight in Jakarta
		time.Date(2027, 12, 30, 15, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 28, 12, 0, 0, 0, time.UTC), // a leap year
		time.Date(2028, 2, 29, 16, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC),
	}

	for _, name := range []string{"Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"} {
		zone, err := clock.Zone(name)
		if err != nil {
			t.Fatal(err)
		}

		for days := settlement.Days(1); days <= settlement.AllDays; days++ {
			for _, start := range starts {
				want := start.Truncate(time.Hour).Add(time.Hour)
				for local := want.In(zone); local.Hour() != 0 || days&(1<<((local.Weekday()+6)%7)) == 0; local = want.In(zone) {
					want = want.Add(time.Hour)
				}

				if got := days.NextEnd(start, zone); !got.Equal(want) {
					t.Fatalf("days %d in %s after %s: %s, want %s", days, name, start, got, want)
				}
			}
		}
	}
}

func TestBitsOfDays(t *testing.T) {
	t.Parallel()

	for i, d := range settlement.Weekdays() {
		if settlement.Bit(d) != 1<<i {
			t.Errorf("%s is %d", d, settlement.Bit(d))
		}
	}

	for _, d := range []settlement.Days{0, -1, 128} {
		if d.Valid() {
			t.Errorf("%d is valid", d)
		}
	}
}
