package testkit

import (
	"context"
	"testing"

	"loket/internal/platform/db"
)

// TakeReaders takes all connections of the reading pool, as many slow reports do, until release. Nothing that reads outside of a
// transaction goes on meanwhile; on PostgreSQL batches do.
func TakeReaders(t testing.TB, d *db.DB) (release func()) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)

	for range d.Stats().MaxOpenConnections { // each waits for one, if another has it
		rows, err := d.Reader().Query(ctx, "SELECT 1 UNION ALL SELECT 2") //nolint:rowserrcheck,sqlclosecheck // the end of ctx closes it
		Must(t, err)

		_ = rows
	}

	return func() {
		cancel()
		Eventually(t, Patience, "connections are free", func() bool { return d.Stats().InUse < d.Stats().MaxOpenConnections })
	}
}
