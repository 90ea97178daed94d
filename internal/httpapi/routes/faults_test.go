package routes_test

import (
	"testing"

	"loket/internal/httpapi"
	"loket/internal/httpapi/routes"
	"loket/internal/supplier"
)

// TestFaultsInIndonesian: no error, and no reason of a failed order, is left in
// English alone.
func TestFaultsInIndonesian(t *testing.T) {
	t.Parallel()

	for _, reason := range supplier.Reasons() {
		if text, known := httpapi.InIndonesian(string(reason)); !known || text == string(reason) {
			t.Errorf("%q has no Indonesian text in internal/httpapi/indonesian.go", reason)
		}
	}

	for _, d := range routes.Faults() {
		if text, known := httpapi.InIndonesian(d.Message); !known || text == d.Message {
			t.Errorf("%s: %q has no Indonesian text in internal/httpapi/indonesian.go", d.Code, d.Message)
		}
	}
}
