package db_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func TestSnapshotShowsOneMoment(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.Exec(t, d, "CREATE TABLE seen (n BIGINT)")

		count := func(q db.Querier) (n int64) {
			testkit.Must(t, q.QueryRow(t.Context(), "SELECT COUNT(*) FROM seen").Scan(&n))

			return n
		}

		testkit.Must(t, d.Snapshot(t.Context(), func(q db.Querier) error {
			before := count(q)

			testkit.Exec(t, d, "INSERT INTO seen (n) VALUES (1)")

			if after := count(q); after != before {
				t.Errorf("%d rows, then %d", before, after)
			}

			return nil
		}))

		if n := count(d.Reader()); n != 1 {
			t.Errorf("%d rows afterwards", n)
		}
	})
}

// The proof of the books joins whole tables. With a time limit it failed on 43,000 orders.
func TestSnapshotHasNoTimeLimit(t *testing.T) {
	t.Parallel()

	d := testkit.OpenAt(t, testkit.URL(t, db.Postgres)+"&statement_timeout=100")

	testkit.Must(t, d.Snapshot(t.Context(), func(q db.Querier) error {
		var slept, loops string

		testkit.Must(t, q.QueryRow(t.Context(), "SELECT pg_sleep(0.3)::TEXT").Scan(&slept))
		testkit.Must(t, q.QueryRow(t.Context(), "SELECT current_setting('enable_nestloop')").Scan(&loops))

		if loops != "off" {
			t.Errorf("nested loops are %s", loops)
		}

		return nil
	}))
}
