package search

import (
	"testing"
	"time"
)

func TestTextsWithADay(t *testing.T) {
	t.Parallel()

	now := time.Date(2026, 11, 27, 1, 0, 0, 0, time.UTC) // 08:00 in Jakarta

	for text, want := range map[string]struct {
		text, day string
		amount    int64
	}{
		"100450 21/11":              {"100450", "2026-11-21", 100_450},
		"Rp 100.450 21-11-2025":     {"Rp 100.450", "2025-11-21", 100_450},
		"rp.100.450 2026-11-21":     {"rp.100.450", "2026-11-21", 100_450},
		"100450 28/11":              {"100450", "2025-11-28", 100_450},
		"0326-AB 27/11":             {"0326-AB", "2026-11-27", 0},
		"0326112617562703 27.11.26": {},
		"100450":                    {},
		"Maju Jaya":                 {},
		" 21/11":                    {},
	} {
		got, ok := readDay(text, now)
		if ok != (want.text != "") {
			t.Errorf("%q: %t", text, ok)
		}

		if ok && (got.text != want.text || got.amount != want.amount || got.from.Format("2006-01-02") != want.day || got.until.Sub(got.from) != 24*time.Hour) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
