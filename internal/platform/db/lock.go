package db

import (
	"context"
	"fmt"
)

// Lock lets one transaction at a time past a name, until it ends: for rules
// over rows that do not exist yet, which no row lock can hold. Take several
// names in sorted order. On SQLite a write transaction is alone already.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.engine == SQLite {
		return nil
	}

	if _, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name); err != nil {
		return fmt.Errorf("lock a name: %w", err)
	}

	return nil
}
