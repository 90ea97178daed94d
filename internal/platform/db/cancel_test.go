package db_test

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// A cancellation may come at any moment of a transaction: at its begin, its statements or
// its end. The next transaction must always start clean.
func TestCancellationAtAnyMomentLeavesNoOpenTransaction(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		count := func(ctx context.Context) error {
			return d.Tx(ctx, func(tx *db.Tx) error {
				_, err := db.NextSequence(ctx, tx, "cancel")

				return err
			})
		}

		const rounds = 500
		for range rounds {
			ctx, cancel := context.WithCancel(t.Context())

			go cancel()

			_ = count(ctx) // either result is right

			cancel()
		}

		if err := count(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
