package db_test

import (
	"context"
	"testing"

	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// A cancellation may hit any moment of a transaction: its begin, its
// statements, its end. None may leave the next one without a clean start.
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

			_ = count(ctx) // done or not, as the race goes

			cancel()
		}

		if err := count(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
