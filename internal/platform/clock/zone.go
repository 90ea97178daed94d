package clock

import (
	"fmt"
	"time"
	_ "time/tzdata" // a machine may lack the zones of Indonesia
)

// DefaultZone is the zone of clients that set none.
const DefaultZone = "Asia/Jakarta"

// jakarta has no daylight saving time.
var jakarta = time.FixedZone("WIB", int((7 * time.Hour).Seconds()))

// Jakarta is the zone of banks, suppliers and billers in Indonesia (WIB), and of dates in ids.
func Jakarta() *time.Location { return jakarta }

const dayLayout = time.DateOnly

// Zone loads a zone by its IANA name. The empty name is DefaultZone.
func Zone(name string) (*time.Location, error) {
	if name == "" {
		name = DefaultZone
	}

	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("zone %q: %w", name, err)
	}

	return loc, nil
}

// Day is a calendar day without a zone.
type Day struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(dayLayout, s)
	if err != nil {
		return Day{}, fmt.Errorf("day %q: %w", s, err)
	}

	return DayOf(t), nil
}

// DayOf is the calendar day of t in t's own zone.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()

	return Day{y, m, d}
}

// Start is the first moment of the day in a zone.
func (d Day) Start(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, loc).UTC()
}

// End is the first moment after the day in a zone.
func (d Day) End(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day+1, 0, 0, 0, 0, loc).UTC()
}

// Sub is the number of days from other to d; negative when d is earlier.
func (d Day) Sub(other Day) int {
	const hours = 24

	return int(d.Start(time.UTC).Sub(other.Start(time.UTC)).Hours()) / hours
}

func (d Day) String() string { return d.Start(time.UTC).Format(dayLayout) }
