package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"loket/internal/dev/simulate/journal"
)

func open(t *testing.T, path string) (*journal.Journal, []string) {
	t.Helper()

	var lines []string

	j, err := journal.Open(path, func(line []byte) error {
		lines = append(lines, string(line))

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})

	return j, lines
}

func TestConfirmedLinesSurviveATornTail(t *testing.T) {
	t.Parallel()

	path := filepath.Join(t.TempDir(), "book")
	j, _ := open(t, path)

	const callers = 50

	var group sync.WaitGroup
	for i := range callers {
		group.Go(func() {
			number, err := j.Append([]byte("line " + strconv.Itoa(i)))
			if err == nil {
				err = j.Wait(number)
			}

			if err != nil {
				t.Error(err)
			}
		})
	}

	group.Wait()

	// A kill in the middle of a write leaves an incomplete line, which was never
	// confirmed.
	torn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	copied := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(copied, append(torn, `{"half":`...), 0o600); err != nil {
		t.Fatal(err)
	}

	again, lines := open(t, copied)
	if len(lines) != callers {
		t.Fatalf("%d lines, want %d", len(lines), callers)
	}

	if _, err := again.Append([]byte("after")); err != nil {
		t.Fatal(err)
	}

	if err := again.Barrier(); err != nil {
		t.Fatal(err)
	}

	if _, lines := open(t, copied); len(lines) != callers+1 || lines[callers] != "after" {
		t.Errorf("after the torn line: %d lines", len(lines))
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()

	j, _ := open(t, filepath.Join(t.TempDir(), "book"))
	if _, err := j.Append([]byte("a\nb")); !errors.Is(err, os.ErrInvalid) {
		t.Errorf("a line end within: %v", err)
	}

	if err := errors.Join(j.Close(), j.Close()); err != nil {
		t.Fatal(err)
	}

	if _, err := j.Append([]byte("late")); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("got %v", err)
	}
}
