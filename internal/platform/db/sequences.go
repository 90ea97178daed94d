package db

import (
	"context"
	"fmt"
)

// RaiseSequence lets a named sequence go on from a value, if it isn't beyond it already.
func RaiseSequence(ctx context.Context, tx *Tx, name string, value int64) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO sequences (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE sequences.value < excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("raise the sequence %s: %w", name, err)
	}

	return nil
}
