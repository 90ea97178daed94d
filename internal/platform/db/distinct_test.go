package db_test

import (
	"slices"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func TestReadDistinctGivesEachValueOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.Exec(t, d, `INSERT INTO tries (id, bucket, at) VALUES
			('1', 'b', 1), ('2', 'b', 1), ('3', 'a', 1), ('4', '', 1), ('5', 'c', 2), ('6', 'd', 1), ('7', 'd', 1)`)

		for _, c := range []struct {
			want db.Distinct
			is   []string
		}{
			{db.Distinct{Limit: 9}, []string{"", "a", "b", "d"}},
			{db.Distinct{Limit: 3}, []string{"", "a", "b"}},
			{db.Distinct{After: "a", Limit: 1}, []string{"b"}},
			{db.Distinct{After: "", Limit: 2}, []string{"a", "b"}},
			{db.Distinct{After: "d", Limit: 9}, nil},
		} {
			var found []string

			c.want.Column = "bucket"

			testkit.Must(t, d.ReadDistinct(t.Context(), c.want, "SELECT bucket FROM tries WHERE at = $1", []any{int64(1)}, func(row db.Row) error {
				var value string

				err := row.Scan(&value)
				found = append(found, value)

				return err
			}))

			if !slices.Equal(found, c.is) {
				t.Errorf("%+v: %q, want %q", c.want, found, c.is)
			}
		}
	})
}
