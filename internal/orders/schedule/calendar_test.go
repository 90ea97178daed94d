package schedule

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/platform/clock"
)

// A month of a model that knows no arithmetic of months: it walks over the calendar day by day.
type modelMonth struct{ days []clock.Day }

// modelMonths lists the days of the months from that of a first day on.
func modelMonths(first clock.Day, count int) []modelMonth {
	var months []modelMonth

	for day := (clock.Day{Year: first.Year, Month: first.Month, Day: 1}); len(months) <= count; day = day.AddDays(1) {
		if day.Day == 1 {
			months = append(months, modelMonth{})
		}

		m := &months[len(months)-1]
		m.days = append(m.days, day)
	}

	return months[:count]
}

// day is the day of a run: the one with the number of the first run, or else the month's last.
func (m modelMonth) day(first clock.Day) clock.Day {
	for _, d := range m.days {
		if d.Day == first.Day {
			return d
		}
	}

	return m.days[len(m.days)-1]
}

// disagreement compares a series with the model: each run's day, its time on the wall, and that runs follow one another.
func disagreement(next func(first time.Time, months int, zone *time.Location) time.Time, first time.Time, months int, zone *time.Location) string {
	wall, before := first.In(zone), time.Time{}

	for n, month := range modelMonths(clock.DayOf(wall), months) {
		at := next(first, n, zone)
		local, want := at.In(zone), month.day(clock.DayOf(wall))

		if !at.After(before) {
			return fmt.Sprintf("run %d of a series from %s is at %s, not after the one before it at %s", n, wall, local, before)
		}

		before = at

		// A zone that sets its clocks forward skips an hour; the run is at most an hour off then.
		shown := time.Date(want.Year, want.Month, want.Day, wall.Hour(), wall.Minute(), 0, 0, zone)
		if clock.DayOf(local) != want || local.Hour() != shown.Hour() || local.Minute() != wall.Minute() {
			return fmt.Sprintf("run %d of a series from %s is at %s, want the time of %s", n, wall, local, want)
		}
	}

	return ""
}

var calendarZones = []string{"Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura", "UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"}

// For any first moment, in zones with and without summer time, each run has the day and time of the first one, or the last
// day of a shorter month.
func TestMonthlyRunsAgreeWithAModel(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(r *rapid.T) {
		zone, err := clock.Zone(rapid.SampledFrom(calendarZones).Draw(r, "zone"))
		if err != nil {
			r.Fatal(err)
		}

		first := drawFirst(r, zone)
		months := rapid.IntRange(1, mostMonths+1).Draw(r, "months")

		if problem := disagreement(runAt, first, months, zone); problem != "" {
			r.Fatal(problem)
		}

		end := endOfMonth(first, zone)
		if in := end.Add(-time.Microsecond).In(zone); !first.Before(end) || in.Month() != first.In(zone).Month() || end.In(zone).Day() != 1 {
			r.Fatalf("the month of %s ends at %s", first.In(zone), end.In(zone))
		}
	})
}

// drawFirst draws a first run: often at the end of a month and in a leap year, in steps of five minutes.
func drawFirst(r *rapid.T, zone *time.Location) time.Time {
	year := rapid.IntRange(2024, 2032).Draw(r, "year")
	month := time.Month(rapid.IntRange(1, 12).Draw(r, "month"))
	last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	day := rapid.OneOf(rapid.IntRange(1, last), rapid.IntRange(28, last)).Draw(r, "day")
	step := rapid.IntRange(0, 24*60/minuteStep-1).Draw(r, "step")

	return time.Date(year, month, day, 0, step*minuteStep, 0, 0, zone).UTC()
}

// The planted bugs: a run that is counted from the one before it, so that a series on the 31st never comes back to the 31st;
// one that lets a short month run over into the next; and one that counts in UTC.
func TestCalendarModelSeesPlantedBugs(t *testing.T) {
	t.Parallel()

	zone, err := clock.Zone("")
	if err != nil {
		t.Fatal(err)
	}

	first := time.Date(2027, 1, 31, 2, 0, 0, 0, zone).UTC() // the 30th in UTC

	bugs := map[string]func(first time.Time, months int, zone *time.Location) time.Time{
		"counted from the last run": func(first time.Time, months int, zone *time.Location) time.Time {
			for range months {
				first = runAt(first, 1, zone)
			}

			return first
		},
		"runs over": func(first time.Time, months int, zone *time.Location) time.Time {
			return first.In(zone).AddDate(0, months, 0).UTC()
		},
		"in UTC": func(first time.Time, months int, _ *time.Location) time.Time { return runAt(first, months, time.UTC) },
	}

	for name, bug := range bugs {
		if disagreement(bug, first, 14, zone) == "" {
			t.Errorf("%s: not seen", name)
		}
	}

	if problem := disagreement(runAt, first, 14, zone); problem != "" {
		t.Error(problem)
	}
}
