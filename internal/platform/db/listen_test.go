package db_test

import (
	"context"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func TestListenerHearsAndComesBack(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	ctx, cancel := context.WithCancel(t.Context())
	heard, ended := make(chan string, 10), make(chan error)

	go func() { ended <- d.Listen(ctx, "news", func(payload string) { heard <- payload }) }()

	next := func(want string) {
		t.Helper()

		select {
		case got := <-heard:
			if got != want {
				t.Fatalf("heard %q, want %q", got, want)
			}
		case <-time.After(testkit.Patience):
			t.Fatalf("did not hear %q", want)
		}
	}

	notify := func(payload string) {
		t.Helper()

		if err := d.Notify(t.Context(), "news", payload); err != nil {
			t.Fatal(err)
		}
	}

	next("") // connected: read the table
	notify("one")
	next("one")

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		var ok bool

		return tx.QueryRow(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = 'loket-listen' AND datname = current_database()`).Scan(&ok)
	})
	if err != nil {
		t.Fatal(err)
	}

	next("") // reconnected: a notification may be missing
	notify("two")
	next("two")
	cancel()

	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestListeningOnSQLiteIsNothing(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	if err := d.Listen(t.Context(), "news", nil); err != nil {
		t.Error(err)
	}

	if err := d.Notify(t.Context(), "news", "x"); err != nil {
		t.Error(err)
	}
}
