package language

import (
	"fmt"
	"time"
)

// Month is the name of a month in the language.
func (l Language) Month(m time.Month) string {
	if l != Indonesian {
		return m.String()
	}

	return [...]string{
		"Januari", "Februari", "Maret", "April", "Mei", "Juni", "Juli", "Agustus", "September", "Oktober", "November", "Desember",
	}[m-1]
}

// Moment formats a time as 21 November 2026 (14:00 WIB).
func (l Language) Moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)

	return fmt.Sprintf("%d %s %d (%s)", t.Day(), l.Month(t.Month()), t.Year(), t.Format("15:04 MST"))
}
