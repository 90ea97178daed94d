package db

import (
	"context"
	"fmt"
)

// Lock takes an advisory lock on a name until the transaction ends. It is for rules about
// rows that don't exist yet, which no row lock covers. Take several names in sorted
// order. On SQLite it does nothing: there is only one write transaction at a time.
func (t *Tx) Lock(ctx context.Context, name string) error {
	if t.engine == SQLite {
		return nil
	}

	if _, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name); err != nil {
		return fmt.Errorf("lock a name: %w", err)
	}

	return nil
}

// TryLock is Lock without waiting. It returns false when another transaction has the name. On SQLite it is always true.
func (t *Tx) TryLock(ctx context.Context, name string) (bool, error) {
	if t.engine == SQLite {
		return true, nil
	}

	var free bool
	if err := t.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))", name).Scan(&free); err != nil {
		return false, fmt.Errorf("try to lock a name: %w", err)
	}

	return free, nil
}
