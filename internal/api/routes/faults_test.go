package routes_test

import (
	"testing"

	"loket/internal/api/routes"
	"loket/internal/platform/language"
)

// TestEveryErrorHasItsMessage proves that each documented error has a message in both
// languages.
func TestEveryErrorHasItsMessage(t *testing.T) {
	t.Parallel()

	for _, d := range routes.Faults() {
		english, indonesian := d.Message.In(language.English), d.Message.In(language.Indonesian)
		if english == "" || indonesian == english || d.Message.Code() == "" {
			t.Errorf("%s says %q, in Indonesian %q", d.Code, english, indonesian)
		}
	}
}
