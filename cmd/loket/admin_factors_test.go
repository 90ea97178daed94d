package main

import (
	"strings"
	"testing"
)

// The command needs a reason, and takes the keys of the program.
func TestFactorsAreEncryptedAnew(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	args := []string{"admin", "factors", "reseal", "--data", folder, "--factor-key", strings.Repeat("k", 40)}

	if code, text := loket(t, args...); code == 0 || !strings.Contains(text, "--reason") {
		t.Errorf("without a reason: %d %s", code, text)
	}

	if code, text := loket(t, append(args, "--reason", "a new key each year")...); code != 0 || text != "0 encrypted anew\n" {
		t.Errorf("%d %q", code, text)
	}
}
