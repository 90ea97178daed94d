package db_test

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// rowsAreInserted is why tests of the last message of a batch, with the rows to copy, don't run on Citus.
const rowsAreInserted = "a batch inserts its rows by statements there, and has no last message of its own"

// line is a PostgreSQL database, reached through a tap and directly.
type line struct {
	url             string
	tap             *tap
	direct, through *db.DB
}

// newLine makes a database with a row "wallet" that each batch changes.
func newLine(t *testing.T, settings string) line {
	t.Helper()

	url := testkit.URL(t, db.Postgres)
	p, way := tapped(t, url)
	l := line{url, p, testkit.OpenAt(t, url), testkit.OpenAt(t, way+settings)}

	err := l.direct.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO versions (name, version) VALUES ('wallet', 0)")

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return l
}

// batch changes the wallet and copies rows into two tables, as placing orders does.
func (l line) batch(ctx context.Context, names ...string) error {
	return l.through.Batch(ctx, func(b *db.Batch) error {
		zeroes := make([]int64, len(names))

		b.ExecLast(1, "UPDATE versions SET version = version + $1 WHERE name = 'wallet'", int64(1))
		b.Insert("sequences", db.Column{Name: "name", Values: names}, db.Column{Name: "value", Values: zeroes})
		b.Insert("versions", db.Column{Name: "name", Values: names}, db.Column{Name: "version", Values: zeroes})

		return nil
	})
}

// written returns the number of batches that changed the wallet, and the number of rows
// whose name starts with name.
func (l line) written(t *testing.T, name string) (changes, rows int) {
	t.Helper()

	err := l.direct.Reader().QueryRow(t.Context(), `SELECT (SELECT version FROM versions WHERE name = 'wallet'),
		(SELECT COUNT(*) FROM versions WHERE name LIKE $1) + (SELECT COUNT(*) FROM sequences WHERE name LIKE $1)`, name+"%").Scan(&changes, &rows)
	if err != nil {
		t.Fatal(err)
	}

	return changes, rows
}

// batchConns queries the server about the connections that batches use.
func (l line) batchConns(t *testing.T, what string) (n int) {
	t.Helper()

	err := l.direct.Reader().QueryRow(t.Context(), "SELECT "+what+` FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'loket-batch'`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}

	return n
}

// lock runs fn while another transaction holds a lock on the wallet.
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
