package settlement

import (
	"time"

	"loket/internal/platform/clock"
)

// Days is a set of weekdays as bits: Monday 1, Tuesday 2 ... Sunday 64. A period ends when such a day begins in the
// client's zone.
type Days int64

// AllDays is every day.
const AllDays Days = 1<<daysOfWeek - 1

const daysOfWeek = 7

// Weekdays lists the days from Monday on.
func Weekdays() []time.Weekday {
	return []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}
}

// Bit is the value of a weekday.
func Bit(d time.Weekday) Days { return 1 << ((int(d) + daysOfWeek - 1) % daysOfWeek) }

// Valid reports whether a set has a day and nothing else.
func (d Days) Valid() bool { return d > 0 && d <= AllDays }

// Has reports whether a weekday is in the set.
func (d Days) Has(w time.Weekday) bool { return d&Bit(w) != 0 }

// NextEnd is the first end of a period after a time: the begin of a day of the set, in a zone.
func (d Days) NextEnd(after time.Time, zone *time.Location) time.Time {
	day := clock.DayOf(after.In(zone))

	for range daysOfWeek {
		day = day.AddDays(1)
		if d.Has(day.Start(time.UTC).Weekday()) {
			break
		}
	}

	return day.Start(zone)
}
