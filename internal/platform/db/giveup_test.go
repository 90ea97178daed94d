package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A batch waits for a lock for longer than its deadline, while none, some or all of its
// rows are sent. One size just fits the connection's buffers, so that nothing more can be
// sent after it. Every batch ends in time.
func TestBatchThatWaitsTooLongEnds(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")
	l.through = testkit.OpenAt(t, l.url+"&statement_timeout=20000") // direct, because a tap would read what the server doesn't

	for fits, tooLarge := 0, 1<<20; tooLarge-fits > 1; {
		n := (fits + tooLarge) / 2

		l.lock(t, func() {
			const most = 150 * time.Millisecond

			ctx, cancel := context.WithTimeout(t.Context(), most)
			defer cancel()

			began := time.Now()
			err := l.batch(ctx, "late", "late"+strings.Repeat("x", n))

			if took := time.Since(began); took > 10*time.Second {
				t.Fatalf("a batch of 2 times %d letters that may take %s took %s", n, most, took)
			}

			switch {
			case fault.ErrOutcomeUnknown.Is(err):
				fits = n
			case fault.ErrUnavailable.Is(err):
				tooLarge = n
			case !errors.Is(err, context.DeadlineExceeded): // the deadline passed before it was sent, on a busy machine
				t.Fatalf("a batch of 2 times %d letters: got %v", n, err)
			}
		})
	}

	testkit.Eventually(t, testkit.Patience, "the server is done with all", func() bool {
		return l.batchConns(t, "COUNT(*) FILTER (WHERE state <> 'idle')") == 0
	})

	if changes, rows := l.written(t, "late"); changes != 0 && changes != 1 || rows != 4*changes {
		t.Errorf("%d changes, %d rows", changes, rows) // at most one, because all share a name
	}
}

// A server that waits for a lock is told when its client stops waiting.
func TestBatchThatIsGivenUpLetsGo(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	l.lock(t, func() {
		ctx, cancel := context.WithCancel(t.Context())
		outcome := make(chan error, 1)

		go func() { outcome <- l.batch(ctx, "a", "b") }()

		testkit.Eventually(t, testkit.Patience, "the batch waits", func() bool {
			return testkit.LockWaits(t, l.direct) == 1
		})
		cancel()

		if err := <-outcome; !fault.ErrOutcomeUnknown.Is(err) {
			t.Errorf("got %v", err)
		}

		testkit.Eventually(t, testkit.Patience, "the server gives the batch up", func() bool {
			return l.batchConns(t, "COUNT(*) FILTER (WHERE state <> 'idle')") == 0
		})
	})

	if changes, rows := l.written(t, "a"); changes != 0 || rows != 0 {
		t.Errorf("%d changes, %d rows", changes, rows)
	}
}

// DISCARD by a pooler or an operator makes the server forget prepared statements.
func TestForgottenStatementsArePreparedAnew(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	lone := func(text string) error {
		return l.through.Batch(t.Context(), func(b *db.Batch) error {
			b.Exec(text)

			return nil
		})
	}

	add := "UPDATE versions SET version = version + 1 WHERE name = 'wallet'"

	for n := range 2 {
		for _, err := range []error{lone(add), l.batch(t.Context(), fmt.Sprint("a", n), fmt.Sprint("b", n))} {
			if err != nil {
				t.Error(err)
			}
		}

		_ = l.through.Batch(t.Context(), func(b *db.Batch) error {
			b.Exec("COMMIT")
			b.Exec("DISCARD ALL") // in a transaction too, which it would end

			return nil
		})
	}

	for _, err := range []error{l.batch(t.Context(), "c", "d"), lone(add)} {
		if err != nil {
			t.Error(err)
		}
	}

	if changes, _ := l.written(t, "c"); changes != 6 {
		t.Errorf("%d changes, want 6", changes)
	}
}

// A panic while a batch is made or sent leaves no connection in the middle of a batch.
func TestPanicLeavesTheConnectionsInStep(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	func() {
		defer func() {
			if recover() == nil {
				t.Error("columns of different lengths were taken")
			}
		}()

		_ = l.through.Batch(t.Context(), func(b *db.Batch) error {
			b.ExecLast(1, "UPDATE versions SET version = version + $1 WHERE name = 'wallet'", int64(1))
			b.Insert("versions", db.Column{Name: "name", Values: []string{"a", "b"}}, db.Column{Name: "version", Values: []int64{1}})

			return nil
		})
	}()

	for _, names := range [][]string{{"a", "b"}, {"c", "d"}} {
		if err := l.batch(t.Context(), names...); err != nil {
			t.Error(err)
		}
	}

	if changes, rows := l.written(t, ""); changes != 2 || rows < 8 {
		t.Errorf("%d changes, %d rows", changes, rows)
	}
}
