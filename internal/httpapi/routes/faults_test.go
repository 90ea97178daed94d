package routes_test

import (
	"testing"

	"loket/internal/httpapi"
	"loket/internal/httpapi/routes"
)

// TestFaultsInIndonesian: no error is left in English alone.
func TestFaultsInIndonesian(t *testing.T) {
	t.Parallel()

	for _, d := range routes.Faults() {
		if text, known := httpapi.InIndonesian(d.Message); !known || text == d.Message {
			t.Errorf("%s: %q has no Indonesian text in internal/httpapi/indonesian.go", d.Code, d.Message)
		}
	}
}
