// Package testkit provides tests with real databases of both engines and with the
// proof of the books, which ends every test that moves money.
package testkit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"loket/internal/money/books"
	"loket/internal/platform/db"
)

// suite holds the servers and templates that the tests of a package share.
type suite struct {
	once     sync.Once
	server   databases
	template string // a migrated SQLite file
	dir      string
	err      error
}

var shared suite

// Main runs the tests of a package and stops the servers that they started. A package
// that uses databases has `func TestMain(m *testing.M) { testkit.Main(m) }`.
func Main(m *testing.M) { Finish(m.Run()) }

// Finish ends what the tests started and exits. It is for packages whose
// TestMain looks for leaked goroutines as well:
// goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)).
func Finish(code int) {
	if shared.server != nil {
		if err := shared.server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)

			code = 1
		}
	}

	if shared.dir != "" {
		_ = os.RemoveAll(shared.dir)
	}

	os.Exit(code)
}

func (s *suite) start() {
	s.once.Do(func() {
		if s.server, s.err = startDatabases(); s.err != nil {
			return
		}

		if s.dir, s.err = os.MkdirTemp("", "loket-lite"); s.err != nil {
			return
		}

		s.template = filepath.Join(s.dir, "template.db")
		_, s.err = db.Migrate(context.Background(), db.Options{URL: s.template})
	})
}

// EachEngine runs a test on a fresh, migrated database of each engine, side
// by side. A missing engine fails the test. A run on Citus has that alone.
func EachEngine(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()

	for name, engine := range Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			d := Open(t, engine)
			if d.Engine() != engine {
				t.Fatalf("opened %s, want %s", d.Engine(), engine)
			}

			fn(t, d)
		})
	}
}

// Open returns a new, migrated database of an engine. It is closed at the end of the
// test.
func Open(t testing.TB, engine db.Engine) *db.DB {
	t.Helper()

	return OpenAt(t, URL(t, engine))
}

// OpenAt opens the database at a URL. It is closed at the end of the test.
func OpenAt(t testing.TB, url string) *db.DB {
	t.Helper()

	d, err := db.Open(t.Context(), db.Options{URL: url})
	if err != nil {
		t.Fatalf("open a database: %v", err)
	}

	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close a database: %v", err)
		}
	})

	return d
}

// URL makes a new, migrated database of an engine and returns its URL.
func URL(t testing.TB, engine db.Engine) string {
	t.Helper()

	shared.start()

	if shared.err != nil {
		t.Fatalf("database for tests: %v", shared.err)
	}

	if engine == db.Postgres {
		url, err := shared.server.NewDatabase(t.Context())
		if err != nil {
			t.Fatalf("database for tests: %v", err)
		}

		t.Cleanup(func() { shared.server.forget(url) })

		return url
	}

	content, err := os.ReadFile(shared.template)
	if err != nil {
		t.Fatalf("database for tests: %v", err)
	}

	path := filepath.Join(t.TempDir(), "loket.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatalf("database for tests: %v", err)
	}

	return path
}

const proofTime = time.Minute

// ProveBooks fails the test when an invariant of the books does not hold.
func ProveBooks(t testing.TB, d *db.DB) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), proofTime)
	defer cancel()

	report, err := books.Verify(ctx, d)
	if err != nil {
		t.Fatalf("prove the books: %v", err)
	}

	for _, problem := range report.Problems {
		t.Errorf("the books do not hold: %s", problem)
	}
}

// Exec runs a statement in a transaction of its own.
func Exec(t testing.TB, d *db.DB, statement string, args ...any) {
	t.Helper()

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)

		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// InsertClient makes an active client in Jakarta without features or tax number.
func InsertClient(t testing.TB, d *db.DB, id int64) {
	t.Helper()
	Exec(t, d, `INSERT INTO clients (id, code, name, legal_name, email_finance, created_at)
		VALUES ($1, $2, 'Toko', 'PT Toko', 'f@example.com', 1)`, id, fmt.Sprintf("toko-%d", id))
}

// Value returns the single value that a query finds.
func Value[T any](t testing.TB, d *db.DB, query string, args ...any) T {
	t.Helper()

	var v T
	if err := d.Reader().QueryRow(t.Context(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}

	return v
}

// Must ends the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()

	if err != nil {
		t.Fatal(err)
	}
}

// Patience is how long a test waits for what other goroutines or programs do: far longer than they take, since machines may be busy.
const Patience = 30 * time.Second

// Eventually polls a condition until it holds, and fails the test if it doesn't hold
// in time. It is for effects of other goroutines or programs that send no signal.
func Eventually(t testing.TB, within time.Duration, what string, condition func() bool) {
	t.Helper()

	deadline := time.NewTimer(within)
	defer deadline.Stop()

	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()

	for !condition() {
		select {
		case <-deadline.C:
			t.Fatalf("not within %s: %s", within, what)
		case <-tick.C:
		}
	}
}
