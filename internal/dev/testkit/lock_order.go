package testkit

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"loket/internal/platform/db"
)

// LockedInOrder proves that work takes the lock of a first row before that of a second one: while a transaction holds the first, work waits
// for it and leaves the second to the transaction. The statements change one row each. On SQLite, which has one writer, work only runs. It
// runs in another goroutine, so it must not end the test.
func LockedInOrder(t testing.TB, d *db.DB, first string, firstArgs []any, second string, secondArgs []any, work func() error) {
	t.Helper()

	if d.Engine() == db.SQLite {
		Must(t, work())

		return
	}

	ended := make(chan error, 1)

	locked := d.Tx(t.Context(), func(tx *db.Tx) error {
		var pid int64
		if err := tx.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&pid); err != nil {
			return err
		}

		if _, err := tx.Exec(t.Context(), first, firstArgs...); err != nil {
			return err
		}

		go func() { ended <- work() }()

		if err := blocks(t.Context(), d, pid); err != nil {
			return err
		}

		if _, err := tx.Exec(t.Context(), "SELECT set_config('lock_timeout', '500', TRUE)"); err != nil { // before PostgreSQL looks for deadlocks
			return err
		}

		n, err := tx.Exec(t.Context(), second, secondArgs...)
		if err == nil && n != 1 {
			err = fmt.Errorf("%s changed %d rows", second, n)
		}

		return err
	})

	select {
	case err := <-ended:
		Must(t, errors.Join(locked, err))
	case <-time.After(Patience):
		t.Fatalf("the work does not end; the transaction: %v", locked)
	}
}

// blocks waits until another session waits for a lock of the session with this process id.
func blocks(ctx context.Context, d *db.DB, pid int64) error {
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); {
		var waits bool

		err := d.Reader().QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
			WHERE datname = current_database() AND pg_blocking_pids(pid) @> ARRAY[CAST($1 AS INTEGER)])`, pid).Scan(&waits)
		if err != nil || waits {
			return err
		}

		time.Sleep(5 * time.Millisecond)
	}

	return errors.New("the work does not wait for the first row")
}
