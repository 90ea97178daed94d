package clock

import (
	"errors"
	"fmt"
	"time"
)

// TimeOfDay is a minute of a day, counted from midnight on the wall clock.
type TimeOfDay int

const timeOfDayLayout = "15:04"

var errTimeOfDay = errors.New("not like 15:04")

// ParseTimeOfDay reads HH:mm.
func ParseTimeOfDay(s string) (TimeOfDay, error) {
	t, err := time.Parse(timeOfDayLayout, s)
	if err != nil || len(s) != len(timeOfDayLayout) {
		return 0, fmt.Errorf("time of day %q: %w", s, errTimeOfDay)
	}

	return TimeOfDay(t.Hour()*60 + t.Minute()), nil //nolint:mnd // minutes of an hour
}

func (t TimeOfDay) String() string { return fmt.Sprintf("%02d:%02d", int(t)/60, int(t)%60) } //nolint:mnd // minutes of an hour

// At is the moment of a time of day in a zone. A time that the zone skips is the one that the clocks show instead.
func (d Day) At(t TimeOfDay, loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, int(t), 0, 0, loc).UTC()
}

// AddDays is the day so many days later; earlier when negative.
func (d Day) AddDays(n int) Day {
	return DayOf(time.Date(d.Year, d.Month, d.Day+n, 0, 0, 0, 0, time.UTC))
}
