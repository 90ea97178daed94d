package db_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

const insertNotices = `INSERT INTO inbox_notices (id, source, digest, subject, body, content, in_turn, received_at, due_at, applied_at)
	SELECT {id}, 'test', {digest}, '', '', '', {turn}, {at}, {at}, $1 {FROM} WHERE TRUE ON CONFLICT (source, digest) DO NOTHING`

// Columns of all types are written, null where they are nil, and what a key refuses is left out.
func TestRowsOfAllTypes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var ids []string

		rows := db.Columns{
			{Name: "id", Values: []string{"a", "b", "c"}},
			{Name: "digest", Values: []string{"1", "2", "1"}},
			{Name: "turn", Values: []bool{true, false, true}},
			{Name: "at", Values: []int64{10, 20, 30}},
		}

		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			ids = nil

			b.QueryRows(rows, insertNotices+" RETURNING id", []any{int64(7)}, func(row db.Row) error {
				var id string

				err := row.Scan(&id)
				ids = append(ids, id)

				return err
			})
			b.ExecRows(db.Columns{
				{Name: "id", Values: []string{"a", "b"}},
				{Name: "result", Values: []*string{new("read"), nil}},
				{Name: "applied", Values: []*int64{nil, new(int64(8))}},
			}, "UPDATE inbox_notices AS n SET result = COALESCE({result}, 'none'), applied_at = {applied} {FROM} WHERE n.id = {id}")

			return nil
		}))

		slices.Sort(ids)

		if !slices.Equal(ids, []string{"a", "b"}) {
			t.Errorf("stored %q", ids)
		}

		for id, want := range map[string]string{"a": "true 10 read -1", "b": "false 20 none 8"} {
			got := testkit.Value[string](t, d, `SELECT CASE WHEN in_turn THEN 'true' ELSE 'false' END || ' ' || received_at || ' ' || result || ' ' || COALESCE(applied_at, -1)
				FROM inbox_notices WHERE id = $1`, id)
			if got != want {
				t.Errorf("%s is %s, want %s", id, got, want)
			}
		}
	})
}

// version counts up the versions of names.
const (
	insertVersions = "INSERT INTO versions (name, version) SELECT {name}, {version} {FROM} WHERE TRUE"
	countUp        = "UPDATE versions AS v SET version = {version} {FROM} WHERE v.name = {name} AND v.version < $1"
)

func versionsOf(n int) db.Columns {
	names, versions := make([]string, n), make([]int64, n)
	for i := range n {
		names[i], versions[i] = fmt.Sprintf("n%03d", i), int64(i)
	}

	return db.Columns{{Name: "name", Values: names}, {Name: "version", Values: versions}}
}

func TestRowsThatChangedSomething(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var changed, deleted []int

		rows := db.Columns{{Name: "name", Values: []string{"n002", "none", "n001", "n003"}}, {Name: "version", Values: []int64{12, 13, 11, 9}}}

		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			changed, deleted = nil, nil

			b.ExecRows(versionsOf(4), insertVersions)
			b.ExecRows(nil, insertVersions) // no rows: nothing to do
			b.ExecRowsChanged(rows, func(row int) { changed = append(changed, row) }, countUp, int64(3))
			b.ExecRowsChanged(rows, func(row int) { deleted = append(deleted, row) },
				"DELETE FROM versions AS v {USING} WHERE v.name = {name} AND v.version = {version}")

			return nil
		}))

		slices.Sort(changed)
		slices.Sort(deleted)

		if !slices.Equal(changed, []int{0, 2}) || !slices.Equal(deleted, []int{0, 2}) {
			t.Errorf("changed by %d, deleted by %d", changed, deleted)
		}

		if left := testkit.Value[int64](t, d, "SELECT SUM(version) FROM versions WHERE name LIKE 'n00%'"); left != 0+3 {
			t.Errorf("left %d", left)
		}
	})
}

// Every given row must change one row of the table, or nothing is written, whether the statement keeps its place or comes last.
func TestRowsExpectChanges(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			b.ExecRows(versionsOf(3), insertVersions)

			return nil
		}))

		const add = "UPDATE versions AS v SET version = v.version + {by} {FROM SORTED} WHERE v.version = {version} AND v.name LIKE 'n0%'"

		for name, exec := range map[string]func(b *db.Batch, rows db.Columns){
			"in its place": func(b *db.Batch, rows db.Columns) { b.ExecRowsExpect(rows, add) },
			"last":         func(b *db.Batch, rows db.Columns) { b.ExecRowsLast(rows, add) },
		} {
			for _, c := range []struct {
				versions []int64
				want     error
			}{{[]int64{2, 0}, nil}, {[]int64{100, 102}, nil}, {[]int64{2, 5}, db.ErrRefuted}} {
				by := int64(100)
				if c.versions[0] == 100 {
					by = -100
				}

				err := d.Batch(t.Context(), func(b *db.Batch) error {
					exec(b, db.Columns{{Name: "version", Values: c.versions}, {Name: "by", Values: []int64{by, by}}})

					return nil
				})
				if !errors.Is(err, c.want) {
					t.Errorf("%s, %d: %v, want %v", name, c.versions, err, c.want)
				}
			}
		}

		if sum := testkit.Value[int64](t, d, "SELECT SUM(version) FROM versions WHERE name LIKE 'n0%'"); sum != 0+1+2 {
			t.Errorf("the versions are %d in all", sum)
		}
	})
}

// A query of many keys, and statements for many rows in a transaction.
func TestRowsAreJoined(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		found := map[string]int64{}

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			if n, err := tx.ExecRows(t.Context(), versionsOf(200), insertVersions); err != nil || n != 200 {
				t.Errorf("inserted %d, %v", n, err)
			}

			n, err := tx.ExecRows(t.Context(), versionsOf(200), countUp, int64(150))
			if n != 150 {
				t.Errorf("changed %d", n)
			}

			return err
		}))
		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			b.QueryRows(db.Columns{{Name: "key", Values: []string{"n007", "none", "n199"}}},
				"SELECT {key}, v.version FROM versions v {JOIN} WHERE v.name = {key} AND v.version > $1", []any{int64(1)}, func(row db.Row) error {
					var (
						key     string
						version int64
					)

					err := row.Scan(&key, &version)
					found[key] = version

					return err
				})

			return nil
		}))

		if len(found) != 2 || found["n007"] != 7 || found["n199"] != 199 {
			t.Errorf("found %v", found)
		}
	})
}

func TestReadRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			b.ExecRows(versionsOf(4), insertVersions)

			return nil
		}))

		read := func(names ...string) (found []string) {
			testkit.Must(t, d.ReadRows(t.Context(), db.Columns{{Name: "key", Values: names}},
				"SELECT v.name FROM versions v {JOIN} WHERE v.name = {key} AND v.version > $1", []any{int64(1)}, func(row db.Row) error {
					var name string

					err := row.Scan(&name)
					found = append(found, name)

					return err
				}))

			slices.Sort(found)

			return found
		}

		if got := read("n003", "none", "n001", "n002"); !slices.Equal(got, []string{"n002", "n003"}) {
			t.Errorf("read %q", got)
		}

		if got := read(); got != nil {
			t.Errorf("read %q without a key", got)
		}
	})
}

// A single row is written by its arguments, without a table of rows, and means what many rows mean.
func TestASingleRow(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var (
			ids     []string
			changed []int
		)

		id, version := db.Column{Name: "id", Values: []string{"a"}}, db.Column{Name: "version", Values: []int64{7}}
		notice := db.Columns{id, {Name: "digest", Values: []string{"1"}}, {Name: "turn", Values: []bool{true}}, {Name: "at", Values: []int64{10}}}

		testkit.Must(t, d.Batch(t.Context(), func(b *db.Batch) error {
			ids, changed = nil, nil

			b.QueryRows(notice, insertNotices+" RETURNING id", []any{int64(7)}, func(row db.Row) error {
				var stored string

				err := row.Scan(&stored)
				ids = append(ids, stored)

				return err
			})
			b.ExecRowsExpect(db.Columns{id, {Name: "result", Values: []*string{nil}}, {Name: "applied", Values: []*int64{nil}}},
				"UPDATE inbox_notices AS n SET result = COALESCE({result}, 'none'), applied_at = {applied} {FROM SORTED} WHERE n.id = {id}")
			b.ExecRows(db.Columns{id, version}, "INSERT INTO versions (name, version) SELECT {id}, {version} {FROM} WHERE TRUE")
			b.ExecRowsChanged(db.Columns{id, version}, func(row int) { changed = append(changed, row) },
				"DELETE FROM versions AS v {USING} WHERE v.name = {id} AND v.version = {version}")

			return nil
		}))

		if !slices.Equal(ids, []string{"a"}) || !slices.Equal(changed, []int{0}) {
			t.Errorf("stored %q, deleted by %d", ids, changed)
		}

		if got := testkit.Value[string](t, d, "SELECT result || COALESCE(applied_at, -1) FROM inbox_notices WHERE in_turn"); got != "none-1" {
			t.Errorf("the notice has %s", got)
		}

		err := d.Batch(t.Context(), func(b *db.Batch) error {
			b.ExecRowsLast(db.Columns{version}, "UPDATE versions AS v SET version = 8 {FROM SORTED} WHERE v.version = {version}")

			return nil
		})
		if !errors.Is(err, db.ErrRefuted) {
			t.Errorf("a row that isn't there: %v", err)
		}

		for _, text := range d.StatementsOf(db.Columns{id, version}, "SELECT {id} FROM versions v {JOIN} WHERE v.version = {version} AND v.name = $1", "a") {
			if strings.Contains(text, "unnest") {
				t.Errorf("a single row is joined: %s", text)
			}
		}
	})
}
