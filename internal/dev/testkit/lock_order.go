package testkit

import (
	"testing"
	"time"

	"loket/internal/platform/db"
)

// LockedInOrder proves that work takes the lock of a first row before that of a second one: while a transaction holds the first, work waits
// for it and leaves the second to the transaction. The statements change one row each. On SQLite, which has one writer, work only runs.
func LockedInOrder(t testing.TB, d *db.DB, first string, firstArgs []any, second string, secondArgs []any, work func()) {
	t.Helper()

	if d.Engine() == db.SQLite {
		work()

		return
	}

	const patience = 20 * time.Second

	ended := make(chan struct{})

	Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), first, firstArgs...); err != nil {
			return err
		}

		go func() {
			defer close(ended)

			work()
		}()

		Eventually(t, patience, "the work waits for a row", func() bool {
			return Value[bool](t, d, "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")
		})

		if _, err := tx.Exec(t.Context(), "SELECT set_config('lock_timeout', '500', TRUE)"); err != nil { // before PostgreSQL looks for deadlocks
			return err
		}

		n, err := tx.Exec(t.Context(), second, secondArgs...)
		if err == nil && n != 1 {
			t.Errorf("%s changed %d rows", second, n)
		}

		return err
	}))

	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the work does not end")
	}
}
