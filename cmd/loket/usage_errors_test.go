package main

import (
	"strings"
	"testing"
)

// A command that collects no usage errors still refuses an unknown flag or argument.
func TestUnknownWordsAreRefused(t *testing.T) {
	t.Parallel()

	for _, args := range [][]string{
		{"admin", "wallet", "adjust", "1001", "level_1", "--amount=1", "--contra=pocket"},
		{"admin", "wallet", "create", "1001", "level_9"},
		{"admin", "export", "everything"},
	} {
		code, text := loket(t, append(args, "--data", t.TempDir(), "--reason", "slip")...)
		if code != exitUsage || !strings.Contains(text, args[len(args)-1][strings.LastIndex(args[len(args)-1], "=")+1:]) {
			t.Errorf("%v: %d %s", args, code, text)
		}
	}
}
