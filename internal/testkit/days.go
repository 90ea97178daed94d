package testkit

import (
	"testing"
	"time"

	"loket/internal/platform/clock"
)

// Jakarta gives the zone of clients that have set none.
func Jakarta(t testing.TB) *time.Location {
	t.Helper()

	zone, err := clock.Zone("")
	if err != nil {
		t.Fatal(err)
	}

	return zone
}

// Day reads a day such as 2026-11-21.
func Day(t testing.TB, text string) *clock.Day {
	t.Helper()

	d, err := clock.ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}

	return &d
}
