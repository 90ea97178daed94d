package testkit

import (
	"testing"
	"time"

	"loket/internal/platform/clock"
)

// Jakarta returns the default zone of clients.
func Jakarta(t testing.TB) *time.Location {
	t.Helper()

	zone, err := clock.Zone("")
	if err != nil {
		t.Fatal(err)
	}

	return zone
}

// Day parses a date such as 2026-11-21.
func Day(t testing.TB, text string) *clock.Day {
	t.Helper()

	d, err := clock.ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}

	return &d
}
