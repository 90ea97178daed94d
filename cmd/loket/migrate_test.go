package main

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// The rows of clients are spread over servers only where there is Citus. The schema is made before, and stays.
func TestMigrateDistributesOnCitusAlone(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	if testkit.OnCitus() {
		if code, text := loket(t, "migrate", "--distribute", "--data", folder); code != 0 {
			t.Errorf("it ended with %d: %s", code, text)
		}

		return
	}

	if code, text := loket(t, "migrate", "--distribute", "--data", folder); code != exitFault || !strings.Contains(text, "the database has no Citus") {
		t.Errorf("it ended with %d: %s", code, text)
	}

	if code, text := loket(t, "migrate", "--data", folder); code != 0 || !strings.Contains(text, "0 steps taken") {
		t.Errorf("the next migrate ended with %d: %s", code, text)
	}
}
