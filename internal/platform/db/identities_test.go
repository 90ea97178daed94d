package db_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Numbers are raised while others write: none is given twice.
func TestNumbersAreNotSetBackUnderWriters(t *testing.T) {
	t.Parallel()

	const writers, raises = 4, 60

	opt := distributed(t)
	testkit.Must(t, onDatabase(t, db.Postgres, opt.URL, func(ctx context.Context, pool *sql.DB) error {
		var writing sync.WaitGroup

		done := make(chan struct{})

		defer writing.Wait()
		defer close(done)

		for range writers {
			writing.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}

					if _, err := pool.ExecContext(ctx, "INSERT INTO audit_log (at, actor, action, subject) VALUES (1, 'system', 'test', 'x')"); err != nil {
						t.Errorf("write an entry: %v", err)

						return
					}
				}
			})
		}

		for range raises {
			if err := db.RaiseIdentities(ctx, pool); err != nil {
				return err
			}
		}

		return nil
	}))
}
