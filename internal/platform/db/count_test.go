package db_test

import (
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func TestExecCountCountsChangedRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		counts := []int64{}

		err := d.Batch(t.Context(), func(b *db.Batch) error {
			counts = counts[:0]
			count := func(rows int64) { counts = append(counts, rows) }

			b.ExecCount(count, "INSERT INTO versions (name, version) VALUES ('a', 1), ('b', 1)")
			b.ExecCount(count, "UPDATE versions SET version = $1 WHERE name = $2", int64(2), "a")
			b.ExecCount(count, "UPDATE versions SET version = $1 WHERE name = $2", int64(2), "c")

			return b.Flush(t.Context())
		})
		if err != nil {
			t.Fatal(err)
		}

		if want := []int64{2, 1, 0}; !slices.Equal(counts, want) {
			t.Errorf("counted %d, want %d", counts, want)
		}
	})
}

// An IN of more than two values in a check makes SQLite build a table for each row, which costs as much as the row.
func TestChecksOfHotTablesBuildNoTables(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for _, table := range []string{"orders", "order_attempts", "wallet_history", "settlement_history", "scheduled_lines", "jobs"} {
		rows, err := d.Reader().Query(t.Context(), "EXPLAIN INSERT INTO "+table+" DEFAULT VALUES")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()

		for rows.Next() {
			var (
				address, p1, p2, p3, p5 int64
				step                    string
				p4, comment             any
			)

			if err := rows.Scan(&address, &step, &p1, &p2, &p3, &p4, &p5, &comment); err != nil {
				t.Fatal(err)
			}

			if strings.HasPrefix(step, "OpenEphemeral") {
				t.Errorf("a check of %s builds a table", table)
			}
		}

		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
}
