package analytics

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

func date(text string) clock.Day {
	d, err := clock.ParseDay(text)
	if err != nil {
		panic(err)
	}

	return d
}

func TestParseRange(t *testing.T) {
	t.Parallel()

	today := date("2026-11-23")

	for _, c := range []struct{ start, end, faulty string }{
		{"2026-11-22", "2026-11-22", ""},
		{"2024-11-22", "2026-11-22", ""}, // 731 days
		{"2024-11-21", "2026-11-22", "end_date"},
		{"2026-11-22", "2026-11-23", "end_date"}, // today
		{"2026-11-23", "2026-11-23", "start_date end_date"},
		{"2027-01-01", "2026-11-22", "start_date"},
		{"2026-11-22", "2026-11-21", "end_date"},
		{"2026-02-30", "2026-11-21", "start_date"},
		{"", "", "start_date end_date"},
		{"2026-1-1", "20261101", "start_date end_date"},
		{"2009-12-31", "2009-12-31", "start_date end_date"},
	} {
		_, err := ParseRange(c.start, c.end, today)

		names := []string{}

		if f, ok := errors.AsType[*fault.Error](err); ok {
			for _, field := range f.Fields {
				names = append(names, field.Field)
			}
		}

		if got := strings.Join(names, " "); got != c.faulty || (err != nil) != (c.faulty != "") {
			t.Errorf("%s to %s: faulty %q, want %q: %v", c.start, c.end, got, c.faulty, err)
		}
	}
}

// Whole months, thirds of months and days around them are exactly the days of a range, and they are few.
func TestSpansAreTheRange(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(t *rapid.T) {
		from := date("2024-01-01").AddDays(rapid.IntRange(0, 800).Draw(t, "from"))
		r := Range{from, from.AddDays(rapid.IntRange(0, MaxDays-1).Draw(t, "length"))}

		if p := r.Previous(); p.Days() != r.Days() || p.To.AddDays(1) != r.From {
			t.Fatalf("before %v is %v", r, p)
		}

		spans := r.spans()
		if len(spans) > 7 {
			t.Fatalf("%d spans", len(spans))
		}

		periods := map[int64]bool{}

		covered := map[int64]int{}

		for _, s := range spans {
			for d := from.AddDays(-70); d.Sub(r.To) < 70; d = d.AddDays(1) {
				for _, period := range append(sums(d), number(d)) {
					if period >= s.first && period <= s.last {
						covered[number(d)]++
						periods[period] = true
					}
				}
			}
		}

		if len(periods) > 24+4+20 {
			t.Fatalf("%d periods", len(periods))
		}

		for i := range r.Days() {
			d := number(r.From.AddDays(i))
			if covered[d] != 1 || number(day(d)) != d {
				t.Fatalf("day %d is counted %d times in %v", d, covered[d], spans)
			}

			delete(covered, d)
		}

		if len(covered) > 0 {
			t.Fatalf("%v are outside of %v", covered, r)
		}
	})
}

func TestChange(t *testing.T) {
	t.Parallel()

	for _, c := range []struct {
		now, before int64
		want        string
	}{{0, 0, "0"}, {5, 0, "100"}, {0, 5, "-100"}, {112, 100, "12"}, {1124, 1000, "12.4"}, {2, 3, "-33.3"}, {3, 1, "200"}} {
		if got := fmt.Sprint(Change(c.now, c.before)); got != c.want {
			t.Errorf("from %d to %d: %s %%, want %s", c.before, c.now, got, c.want)
		}
	}
}
