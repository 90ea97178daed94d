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
		var session int64
		if err := tx.QueryRow(t.Context(), "SELECT "+ownSession(d)).Scan(&session); err != nil {
			return err
		}

		if _, err := tx.Exec(t.Context(), first, firstArgs...); err != nil {
			return err
		}

		go func() { ended <- work() }()

		if err := blocks(t.Context(), d, session); err != nil {
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

// LockWaits is how many sessions of a PostgreSQL wait for a lock. Those of a Citus may wait on any of its servers.
func LockWaits(t testing.TB, d *db.DB) int {
	t.Helper()

	if d.Distributed() {
		return Value[int](t, d, "SELECT COUNT(DISTINCT waiting_gpid) FROM citus_lock_waits")
	}

	return Value[int](t, d, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
}

// ownSession is the expression for the number of a session: that of its process, or on a Citus its number among the sessions of all servers.
func ownSession(d *db.DB) string {
	if d.Distributed() {
		return "citus_backend_gpid()"
	}

	return "pg_backend_pid()"
}

// blocks waits until another session waits for a lock of the session with this number.
func blocks(ctx context.Context, d *db.DB, session int64) error {
	look := `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
		WHERE datname = current_database() AND pg_blocking_pids(pid) @> ARRAY[CAST($1 AS INTEGER)])`
	if d.Distributed() {
		look = "SELECT EXISTS (SELECT 1 FROM citus_lock_waits WHERE blocking_gpid = $1)"
	}

	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); {
		var waits bool

		err := d.Reader().QueryRow(ctx, look, session).Scan(&waits)
		if err != nil || waits {
			return err
		}

		time.Sleep(5 * time.Millisecond)
	}

	return errors.New("the work does not wait for the first row")
}
