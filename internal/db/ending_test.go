package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/db"
	"loket/internal/fault"
	"loket/internal/testkit"
)

// line is a PostgreSQL database by way of a tap, and directly.
type line struct {
	url             string
	tap             *tap
	direct, through *db.DB
}

// newLine has a row "wallet" that each batch changes.
func newLine(t *testing.T, settings string) line {
	t.Helper()

	url := testkit.URL(t, db.Postgres)
	p, way := tapped(t, url)
	l := line{url, p, open(t, url), open(t, way+settings)}

	err := l.direct.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO versions (name, version) VALUES ('wallet', 0)")

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return l
}

// batch changes the wallet and copies rows into two tables, as orders do.
func (l line) batch(ctx context.Context, names ...string) error {
	return l.through.Group(ctx, func(g *db.Group) error {
		zeroes := make([]int64, len(names))

		g.Change(1, "UPDATE versions SET version = version + $1 WHERE name = 'wallet'", int64(1))
		g.Insert("sequences", db.Column{Name: "name", Values: names}, db.Column{Name: "value", Values: zeroes})
		g.Insert("versions", db.Column{Name: "name", Values: names}, db.Column{Name: "version", Values: zeroes})

		return nil
	})
}

// written gives the number of batches that changed the wallet, and that of rows
// whose name begins so.
func (l line) written(t *testing.T, name string) (changes, rows int) {
	t.Helper()

	err := l.direct.Reader().QueryRow(t.Context(), `SELECT (SELECT version FROM versions WHERE name = 'wallet'),
		(SELECT COUNT(*) FROM versions WHERE name LIKE $1) + (SELECT COUNT(*) FROM sequences WHERE name LIKE $1)`, name+"%").Scan(&changes, &rows)
	if err != nil {
		t.Fatal(err)
	}

	return changes, rows
}

// batchConns asks about the server's side of the connections of batches.
func (l line) batchConns(t *testing.T, what string) (n int) {
	t.Helper()

	err := l.direct.Reader().QueryRow(t.Context(), "SELECT "+what+` FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'loket-batch'`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}

	return n
}

// A batch is cut, or its server's process ended, at each message of either
// side. It is written whole or not at all, nothing that was written is ever
// called refused, and the next batch gets its own answer.
func TestBatchThatBreaksIsWholeOrNothing(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	cut := func() bool { return false }
	end := func() bool { return l.batchConns(t, "COUNT(pg_terminate_backend(pid))") > 0 }

	for _, c := range []struct {
		name     string
		ofServer bool
		how      func() bool
		messages int
	}{
		{"cut", false, cut, 5}, // query, and rows and their end twice
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

			testkit.Eventually(t, 10*time.Second, "the end of the broken batch", func() bool {
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

// What was never sent is not unknown.
func TestBatchThatWasNeverSentIsRefused(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	err := l.through.Group(t.Context(), func(g *db.Group) error { // there is a connection from here on
		g.Exec("SELECT 1")

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	l.tap.on(func(ofServer bool, kind byte) bool { return ofServer || kind != 'P' }) // the condition is being prepared

	if err := l.batch(t.Context(), "a", "b"); !fault.ErrUnavailable.Is(err) || fault.ErrOutcomeUnknown.Is(err) {
		t.Errorf("got %v", err)
	}
}

// The server refuses a batch for each reason there is: all on one connection,
// on which the answers stay in step with what was asked.
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

	err = l.through.Group(t.Context(), func(g *db.Group) error {
		g.Require("$1 = 2", 1)
		g.Insert("versions", db.Column{Name: "name", Values: []string{"bad", "bad too"}}, db.Column{Name: "version", Values: make([]int64, 2)})

		return nil
	})
	if !errors.Is(err, db.ErrRefuted) || db.IsRow(err) {
		t.Errorf("a condition: got %v", err)
	}

	works("a condition")

	l.lock(t, func() {
		if err := l.batch(t.Context(), "bad", "bad too"); !fault.ErrUnavailable.Is(err) || fault.ErrOutcomeUnknown.Is(err) {
			t.Errorf("a lock: got %v", err)
		}
	})

	works("a lock")

	changes, rows := l.written(t, "good")
	if _, bad := l.written(t, "bad"); changes != good || rows != 4*good || bad != 0 {
		t.Errorf("%d changes and %d rows of %d good batches, %d rows of bad ones", changes, rows, good, bad)
	}

	if now := l.batchConns(t, "MIN(pid)"); now != conn {
		t.Errorf("connection %d became %d", conn, now)
	}
}

// lock runs fn while another transaction holds the wallet.
func (l line) lock(t *testing.T, fn func()) {
	t.Helper()

	err := l.direct.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "UPDATE versions SET version = version WHERE name = 'wallet'")

		fn()

		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A batch waits for a lock for longer than it may, with none, some or all of its
// rows still on their way: among them the largest that leaves whole, after which
// the connection would not take another letter. It ends in time all the same.
func TestBatchThatWaitsTooLongEnds(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")
	l.through = open(t, l.url+"&statement_timeout=20000") // a tap would take what the server does not

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
			case !errors.Is(err, context.DeadlineExceeded): // before it was sent: the machine is busy
				t.Fatalf("a batch of 2 times %d letters: got %v", n, err)
			}
		})
	}

	testkit.Eventually(t, 20*time.Second, "the server is done with all", func() bool {
		return l.batchConns(t, "COUNT(*) FILTER (WHERE state <> 'idle')") == 0
	})

	if changes, rows := l.written(t, "late"); changes != 0 && changes != 1 || rows != 4*changes {
		t.Errorf("%d changes, %d rows", changes, rows) // at most one: all have a name in common
	}
}

// A server that waits for a lock is told when nobody waits for it any more.
func TestBatchThatIsGivenUpLetsGo(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	l.lock(t, func() {
		ctx, cancel := context.WithCancel(t.Context())
		outcome := make(chan error, 1)

		go func() { outcome <- l.batch(ctx, "a", "b") }()

		testkit.Eventually(t, 20*time.Second, "the batch waits", func() bool {
			return l.batchConns(t, "COUNT(*) FILTER (WHERE wait_event_type = 'Lock')") == 1
		})
		cancel()

		if err := <-outcome; !fault.ErrOutcomeUnknown.Is(err) {
			t.Errorf("got %v", err)
		}

		testkit.Eventually(t, 20*time.Second, "the server gives the batch up", func() bool {
			return l.batchConns(t, "COUNT(*) FILTER (WHERE state <> 'idle')") == 0
		})
	})

	if changes, rows := l.written(t, "a"); changes != 0 || rows != 0 {
		t.Errorf("%d changes, %d rows", changes, rows)
	}
}

// A pooler's or an operator's DISCARD makes the server forget what the driver
// has prepared.
func TestForgottenStatementsArePreparedAnew(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	lone := func(text string) error {
		return l.through.Group(t.Context(), func(g *db.Group) error {
			g.Exec(text)

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

		_ = l.through.Group(t.Context(), func(g *db.Group) error {
			g.Exec("COMMIT")
			g.Exec("DISCARD ALL") // also what would end the transaction

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

// A panic while a batch is made or sent leaves no connection behind that waits
// for its rest.
func TestPanicLeavesTheConnectionsInStep(t *testing.T) {
	t.Parallel()

	l := newLine(t, "")

	func() {
		defer func() {
			if recover() == nil {
				t.Error("columns of different lengths were taken")
			}
		}()

		_ = l.through.Group(t.Context(), func(g *db.Group) error {
			g.Change(1, "UPDATE versions SET version = version + $1 WHERE name = 'wallet'", int64(1))
			g.Insert("versions", db.Column{Name: "name", Values: []string{"a", "b"}}, db.Column{Name: "version", Values: []int64{1}})

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
