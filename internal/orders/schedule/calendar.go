package schedule

import "time"

// runAt is the moment of a run of a monthly series: the first run's day and time of day, a number of months later, in the
// client's zone. A shorter month has it on its last day. It is counted from the first run, so that a series on the 31st
// comes back to the 31st after February.
func runAt(first time.Time, months int, zone *time.Location) time.Time {
	f := first.In(zone)
	last := time.Date(f.Year(), f.Month()+time.Month(months)+1, 0, 0, 0, 0, 0, zone).Day()

	return time.Date(f.Year(), f.Month()+time.Month(months), min(f.Day(), last), f.Hour(), f.Minute(), f.Second(), 0, zone).UTC()
}

// endOfMonth is the first moment after the month of a time, in a zone.
func endOfMonth(t time.Time, zone *time.Location) time.Time {
	at := t.In(zone)

	return time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, zone).UTC()
}
