package drills

import (
	"context"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// TestCommitToAWorkerThatDiesOnCitus kills a worker that was told to commit what is on it alone and has not answered. It may have committed,
// so nobody may be told that nothing was done. Statements that meet a dead worker are answered as an outage.
func TestCommitToAWorkerThatDiesOnCitus(t *testing.T) {
	cluster, url := durableCluster(t)
	d := testkit.OpenAt(t, url)

	const statement = `INSERT INTO contacts (id, client_id, code, name, destination_no, match_no, search, created_at, updated_at)
		VALUES ($1, $2, $3, 'Andi', '0812', '0812', 'andi', 1, 1)`

	testkit.InsertClient(t, d, firstCitusClient)

	worker, err := cluster.WorkerOf(t.Context(), url, firstCitusClient)
	must(t, err)

	for name, commit := range map[string]func(ctx context.Context, wait func() error) error{
		"transaction": func(ctx context.Context, wait func() error) error {
			return d.Tx(ctx, func(tx *db.Tx) error {
				if _, err := tx.Exec(ctx, statement, int64(1), int64(firstCitusClient), "a"); err != nil {
					return err
				}

				return wait()
			})
		},
		"batch": func(ctx context.Context, wait func() error) error {
			return d.Batch(ctx, func(b *db.Batch) error {
				b.Exec(statement, int64(2), int64(firstCitusClient), "b")

				if err := b.Flush(ctx); err != nil {
					return err
				}

				return wait()
			})
		},
	} {
		died, came := make(chan error, 1), false

		err := commit(t.Context(), func() error {
			came = true

			_, err := worker.Freeze()

			go func() {
				time.Sleep(shortest) // the COMMIT is on its way to it

				died <- worker.Crash()
			}()

			return err
		})

		if !came {
			t.Fatalf("%s: it did not come to the commit: %v", name, err)
		}

		must(t, <-died)

		if !fault.ErrOutcomeUnknown.Is(err) {
			t.Errorf("%s: %v", name, err)
		}

		err = commit(t.Context(), func() error { return nil })
		if !fault.ErrUnavailable.Is(err) {
			t.Errorf("%s to a dead worker: %v", name, err)
		}

		must(t, worker.Restart())
	}
}
