package db_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// numbered yields n rows and reuses one slice for all of them, as callers may.
func numbered(n int) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		row := make([]any, 2)

		for i := range n {
			row[0], row[1] = fmt.Sprintf("row %d", i), int64(i)

			if !yield(row) {
				return
			}
		}
	}
}

func TestCopyLoadsEveryRowOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		columns := []string{"name", "version"}

		for _, n := range []int{0, 1, 249, 250, 251, 1000} { // around the number of rows of one insert
			before := testkit.Value[int](t, d, "SELECT COUNT(*) FROM versions")

			if n > 0 {
				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					_, err := tx.Exec(t.Context(), "DELETE FROM versions")

					return err
				})
				if err != nil {
					t.Fatal(err)
				}

				before = 0
			}

			got, err := d.Copy(t.Context(), "versions", columns, numbered(n))
			if err != nil || got != int64(n) {
				t.Fatalf("copied %d of %d rows: %v", got, n, err)
			}

			if stored := testkit.Value[int](t, d, "SELECT COUNT(*) FROM versions"); stored != before+n {
				t.Errorf("%d rows are stored, want %d", stored, before+n)
			}
		}
	})
}

func TestCopyIsAllOrNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		twice := func(yield func([]any) bool) {
			_ = yield([]any{"same", int64(1)}) && yield([]any{"same", int64(2)})
		}

		if _, err := d.Copy(t.Context(), "versions", []string{"name", "version"}, twice); !db.IsUnique(err) {
			t.Errorf("got %v, want a refused row", err)
		}

		boom := errors.New("boom")

		err := d.Bulk(t.Context(), func(b *db.Bulk) error {
			if _, err := b.Copy(t.Context(), "versions", []string{"name", "version"}, numbered(10)); err != nil {
				return err
			}

			return errors.Join(boom, b.Exec(t.Context(), "UPDATE versions SET version = 1"))
		})
		if !errors.Is(err, boom) {
			t.Errorf("got %v, want %v", err, boom)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM versions"); n != 0 {
			t.Errorf("%d rows are left of transactions that failed", n)
		}
	})
}
