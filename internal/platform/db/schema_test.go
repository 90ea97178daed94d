package db_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/db/migrations"
)

// Both engines have the same tables, columns, nullability, keys and indexes.
func TestSchemasAreTheSame(t *testing.T) {
	t.Parallel()

	lite, postgres := schemaOf(t, db.SQLite), schemaOf(t, db.Postgres)

	for _, difference := range explained() {
		delete(lite, difference)
		delete(postgres, difference)
	}

	for _, line := range slices.Sorted(maps.Keys(lite)) {
		if !postgres[line] {
			t.Errorf("only SQLite has: %s", line)
		}
	}

	for _, line := range slices.Sorted(maps.Keys(postgres)) {
		if !lite[line] {
			t.Errorf("only PostgreSQL has: %s", line)
		}
	}
}

// explained lists the intended differences. SQLite stores rows by one integer key, so an
// order's id is that key and (client_id, id) is an index, and the position of an event is that key. PostgreSQL gives
// positions after the commit.
func explained() []string {
	return []string{
		"orders unique (client_id,id)",
		"orders unique (id)",
		"audit_log unique (id)",
		"events.id null", "events.id not null", "events.seq null", "events.seq not null", "events index (id)",
	}
}

func schemaOf(t *testing.T, engine db.Engine) map[string]bool {
	t.Helper()

	d := testkit.Open(t, engine)

	columns := `SELECT m.name, p.name, CASE WHEN p."notnull" = 1 OR p.pk > 0 THEN 'not null' ELSE 'null' END
		FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`
	indexes := `SELECT m.name, CASE WHEN i."unique" = 1 THEN 'unique' ELSE 'index' END,
			(SELECT group_concat(name) FROM (SELECT COALESCE(x.name, CASE m.name WHEN 'roles' THEN 'lower(name)' WHEN 'inbox_notices' THEN 'substr(subject, 1, 64)' ELSE 'lower(username)' END) AS name FROM pragma_index_info(i.name) x ORDER BY x.seqno))
		FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
		UNION ALL
		SELECT m.name, 'unique', p.name FROM sqlite_master m, pragma_table_info(m.name) p
		WHERE m.type = 'table' AND p.pk = 1 AND p.type = 'INTEGER'`

	if engine == db.Postgres {
		columns = `SELECT table_name, column_name, CASE is_nullable WHEN 'NO' THEN 'not null' ELSE 'null' END
			FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
			WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
		indexes = `SELECT c.relname, CASE WHEN i.indisunique THEN 'unique' ELSE 'index' END,
				(SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true), ',' ORDER BY n) FROM generate_series(1, i.indnkeyatts) n)
			FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace
			WHERE s.nspname = 'public' AND c.relkind = 'r'`
	}

	found := map[string]bool{}

	for query, form := range map[string]string{columns: "%s.%s %s", indexes: "%s %s (%s)"} {
		rows, err := d.Reader().Query(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()

		for rows.Next() {
			var a, b, c string
			if err := rows.Scan(&a, &b, &c); err != nil {
				t.Fatal(err)
			}

			if a != "goose_db_version" {
				found[fmt.Sprintf(form, a, b, c)] = true
			}
		}

		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}

	if len(found) < 100 {
		t.Fatalf("only %d lines of schema were read", len(found))
	}

	return found
}

// Both folders hold the same migrations.
func TestMigrationsHaveTheSameNames(t *testing.T) {
	t.Parallel()

	names := func(folder string) string {
		entries, err := fs.ReadDir(migrations.Files(), folder)
		if err != nil {
			t.Fatal(err)
		}

		list := []string{}
		for _, e := range entries {
			list = append(list, e.Name())
		}

		return strings.Join(list, " ")
	}

	if lite, postgres := names("sqlite"), names("postgres"); lite != postgres {
		t.Errorf("sqlite: %s\npostgres: %s", lite, postgres)
	}
}

// Of several migrations of a new SQLite file one takes the steps. The others wait and find them taken.
func TestMigrationsTakeTurns(t *testing.T) {
	t.Parallel()

	steps, err := fs.ReadDir(migrations.Files(), "sqlite")
	testkit.Must(t, err)

	opt := db.Options{URL: filepath.Join(t.TempDir(), "new.db")}

	var (
		all   sync.WaitGroup
		taken atomic.Int64
	)

	for range 8 {
		all.Go(func() {
			n, err := db.Migrate(t.Context(), opt)
			if err != nil {
				t.Error(err)
			}

			taken.Add(int64(n))
		})
	}

	all.Wait()

	if taken.Load() != int64(len(steps)) {
		t.Errorf("%d steps were taken of %d", taken.Load(), len(steps))
	}

	testkit.Must(t, db.CheckSchema(t.Context(), opt))
}

// The program refuses a database that a newer release has migrated.
func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			opt := db.Options{URL: testkit.URL(t, engine)}
			if err := db.CheckSchema(t.Context(), opt); err != nil {
				t.Fatal(err)
			}

			d, err := db.Open(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()

			err = d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")

				return err
			})
			if err != nil {
				t.Fatal(err)
			}

			if _, err := db.Migrate(t.Context(), opt); !errors.Is(err, db.ErrNewer) {
				t.Errorf("migrate: %v", err)
			}

			if err := db.CheckSchema(t.Context(), opt); !errors.Is(err, db.ErrNewer) {
				t.Errorf("check: %v", err)
			}
		})
	}
}
