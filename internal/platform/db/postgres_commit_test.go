package db_test

import (
	"errors"
	"fmt"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A batch's connection is cut, or its server process killed, at each message of either
// side. It is written whole or not at all, a written batch is never reported as refused,
// and the next batch gets its own answer.
func TestBatchThatBreaksIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, rowsAreInserted)

	l := newLine(t, "")

	cut := func() bool { return false }
	end := func() bool { return l.batchConns(t, "COUNT(pg_terminate_backend(pid))") > 0 }

	for _, c := range []struct {
		name     string
		ofServer bool
		how      func() bool
		messages int
	}{
		{"cut", false, cut, 5}, // a query, and rows with their end twice
		{"answer cut", true, cut, 8},
		{"ended", false, end, 5},
	} {
		for n := range c.messages {
			name := fmt.Sprintf("%s %d", c.name, n)
			seen, began := 0, false

			l.tap.on(func(ofServer bool, kind byte) bool {
				began = began || kind == 'Q'
				if !began || ofServer != c.ofServer {
					return true
				}

				seen++

				return seen != n+1 || c.how()
			})

			before, _ := l.written(t, name)
			err := l.batch(t.Context(), name+"a", name+"b")

			l.tap.on(func(bool, byte) bool { return true })

			if !fault.ErrOutcomeUnknown.Is(err) && !fault.ErrUnavailable.Is(err) || c.ofServer && !fault.ErrOutcomeUnknown.Is(err) {
				t.Errorf("%s: got %v", name, err)
			}

			testkit.Eventually(t, testkit.Patience, "the end of the broken batch", func() bool {
				return l.batchConns(t, "COUNT(*) FILTER (WHERE state <> 'idle')") == 0
			})

			changes, rows := l.written(t, name)
			changes -= before

			nothing, whole := changes == 0 && rows == 0, changes == 1 && rows == 4
			if !nothing && !whole || whole && !c.ofServer || nothing && c.ofServer && n == c.messages-1 {
				t.Errorf("%s: %d changes, %d rows", name, changes, rows)
			}

			if err := l.batch(t.Context(), name+"c", name+"d"); err != nil {
				t.Errorf("after %s: %v", name, err)
			}

			if _, all := l.written(t, name); all != rows+4 {
				t.Errorf("after %s: %d rows, want %d", name, all, rows+4)
			}
		}
	}
}

// The outcome of a batch that was never sent is not unknown.
func TestBatchThatWasNeverSentIsRefused(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, rowsAreInserted)

	l := newLine(t, "")

	err := l.through.Batch(t.Context(), func(b *db.Batch) error { // opens the connection
		b.Exec("SELECT 1")

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	l.tap.on(func(ofServer bool, kind byte) bool { return ofServer || kind != 'P' }) // Parse, which prepares the condition

	if err := l.batch(t.Context(), "a", "b"); !fault.ErrUnavailable.Is(err) || fault.ErrOutcomeUnknown.Is(err) {
		t.Errorf("got %v", err)
	}
}

// The server refuses batches for every possible reason on one connection. The answers
// still belong to the right requests.
func TestRefusalsKeepTheConnectionInStep(t *testing.T) {
	t.Parallel()

	l := newLine(t, "&lock_timeout=50")

	good := 0
	works := func(after string) {
		good++

		if err := l.batch(t.Context(), fmt.Sprintf("good %da", good), fmt.Sprintf("good %db", good)); err != nil {
			t.Errorf("after %s: %v", after, err)
		}
	}

	works("nothing")

	err := l.direct.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO sequences (name, value) VALUES ('in the first', 1)")
		_, second := tx.Exec(t.Context(), "INSERT INTO versions (name, version) VALUES ('in the second', 1)")

		return errors.Join(err, second)
	})
	if err != nil {
		t.Fatal(err)
	}

	conn := l.batchConns(t, "MAX(pid)")

	for _, bad := range []string{"in the first", "in the second", "\x00", "\xff", "half \xe2\x82"} {
		if err := l.batch(t.Context(), "bad "+bad[:1], bad, "bad too"); !db.IsRow(err) || fault.ErrOutcomeUnknown.Is(err) {
			t.Errorf("%q: got %v", bad, err)
		}

		works(bad)
	}

	err = l.through.Batch(t.Context(), func(b *db.Batch) error {
		b.Guard("$1 = 2", 1)
		b.Insert("versions", db.Column{Name: "name", Values: []string{"bad", "bad too"}}, db.Column{Name: "version", Values: make([]int64, 2)})

		return nil
	})
	if !errors.Is(err, db.ErrRefuted) || db.IsRow(err) {
		t.Errorf("a condition: got %v", err)
	}

	works("a condition")

	if !testkit.OnCitus() { // the time limit of a session doesn't reach the workers
		l.lock(t, func() {
			if err := l.batch(t.Context(), "bad", "bad too"); !fault.ErrUnavailable.Is(err) || fault.ErrOutcomeUnknown.Is(err) {
				t.Errorf("a lock: got %v", err)
			}
		})

		works("a lock")
	}

	changes, rows := l.written(t, "good")
	if _, bad := l.written(t, "bad"); changes != good || rows != 4*good || bad != 0 {
		t.Errorf("%d changes and %d rows of %d good batches, %d rows of bad ones", changes, rows, good, bad)
	}

	if now := l.batchConns(t, "MIN(pid)"); now != conn {
		t.Errorf("connection %d became %d", conn, now)
	}
}
