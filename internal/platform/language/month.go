package language

import "time"

// Month is the name of a month in the language.
func (l Language) Month(m time.Month) string {
	if l != Indonesian {
		return m.String()
	}

	return [...]string{
		"Januari", "Februari", "Maret", "April", "Mei", "Juni", "Juli", "Agustus", "September", "Oktober", "November", "Desember",
	}[m-1]
}
