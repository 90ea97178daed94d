package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/db/migrations"
)

// Every migration after the first is taken with data in the tables, and has a file of its name in testdata/migrations:
//
//	-- before
//	INSERT ...;   statements that run before the migration, so in the schema of the one before
//	-- after
//	SELECT ...;   queries that must then give TRUE
//
// One file serves both engines.
func TestMigrationsKeepData(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			for _, problem := range migrateWithData(t, engine, migrations.Files(), os.DirFS("testdata/migrations")) {
				t.Error(problem)
			}
		})
	}
}

const (
	exampleName   = "00002_example.sql"
	exampleBefore = `-- before
INSERT INTO operators (code, name, type) VALUES ('TSEL', 'Telkomsel', 'mobile');
INSERT INTO products (code, name, operator_code, operator_type, kind, wallet_type, price, updated_at)
	VALUES ('S10', 'Pulsa; 10 ribu', 'TSEL', 'mobile', 'prepaid', 'level_1', 10500, 1);
-- after
SELECT COUNT(*) = 1 FROM products WHERE name = 'Pulsa; 10 ribu' AND price = 10500;
`
	keepsData = "-- +goose Up\nALTER TABLE products ADD COLUMN label TEXT NOT NULL DEFAULT 'none';\nUPDATE products SET label = name;\n"
	losesData = "-- +goose Up\nDELETE FROM products;\n"
)

// A second migration: the harness takes it with data, and finds each mistake.
func TestMigrationsWithDataFindMistakes(t *testing.T) {
	t.Parallel()

	cases := map[string]struct {
		migration, data string
		problem         string // a part of it; "" for none
	}{
		"kept":        {keepsData, exampleBefore + "SELECT label = name FROM products;\n", ""},
		"lost":        {losesData, exampleBefore, "does not hold: SELECT COUNT(*) = 1"},
		"not as told": {keepsData, exampleBefore + "SELECT label = 'none' FROM products;\n", "does not hold: SELECT label"},
		"no rows":     {keepsData, exampleBefore + "SELECT TRUE FROM products WHERE label = 'none';\n", "no rows"},
		"no data":     {keepsData, "", exampleName + " has no data"},
		"no check":    {keepsData, strings.Split(exampleBefore, "-- after")[0], exampleName + " has no data"},
		"refused":     {"-- +goose Up\nCREATE UNIQUE INDEX once ON products (price);\n", strings.Replace(exampleBefore, "10500, 1)", "10500, 1), ('S11', 'b', 'TSEL', 'mobile', 'prepaid', 'level_1', 10500, 1)", 1), exampleName},
	}

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		for name, c := range cases {
			t.Run(engine.String()+"/"+name, func(t *testing.T) {
				t.Parallel()

				data := fstest.MapFS{}
				if c.data != "" {
					data[exampleName] = &fstest.MapFile{Data: []byte(c.data)}
				}

				problems := strings.Join(migrateWithData(t, engine, withExample(t, c.migration), data), "\n")
				if (problems == "") != (c.problem == "") || !strings.Contains(problems, c.problem) {
					t.Errorf("found %q, want %q", problems, c.problem)
				}
			})
		}
	}
}

// withExample are the initial migrations and a second one, with which programs of the first may run.
func withExample(t *testing.T, second string) fstest.MapFS {
	t.Helper()

	files := fstest.MapFS{}

	for _, folder := range []string{"sqlite", "postgres"} {
		name := folder + "/00001_initial.sql"

		content, err := fs.ReadFile(migrations.Files(), name)
		testkit.Must(t, err)

		files[name] = &fstest.MapFile{Data: content}
		files[folder+"/"+exampleName] = &fstest.MapFile{Data: []byte(second + "INSERT INTO schema_steps (step, oldest_program) VALUES (2, 1);\n")}
	}

	return files
}

// migrateWithData takes migrations one by one on an empty database and returns what is wrong with them.
func migrateWithData(t *testing.T, engine db.Engine, files, data fs.FS) (problems []string) {
	t.Helper()

	names, err := fs.Glob(files, engine.String()+"/*.sql")
	testkit.Must(t, err)
	slices.Sort(names)

	opt := db.Options{URL: emptyURL(t, engine)}

	for n, name := range names {
		name = path.Base(name)
		before, after := migrationData(data, name)

		if n > 0 {
			if len(before) == 0 || len(after) == 0 {
				return append(problems, name+" has no data: testdata/migrations/"+name+" must have statements before and queries after it")
			}

			testkit.Must(t, onDatabase(t, engine, opt.URL, func(ctx context.Context, d *sql.DB) error { return execute(ctx, d, before) }))
		}

		version, err := strconv.ParseInt(strings.SplitN(name, "_", 2)[0], 10, 64)
		testkit.Must(t, err)

		if err := db.MigrateTo(t.Context(), opt, files, version); err != nil {
			return append(problems, fmt.Sprintf("%s: %v", name, err))
		}

		testkit.Must(t, onDatabase(t, engine, opt.URL, func(ctx context.Context, d *sql.DB) error {
			for _, query := range after {
				var holds bool
				if err := d.QueryRowContext(ctx, query).Scan(&holds); err != nil {
					problems = append(problems, fmt.Sprintf("%s: %v: %s", name, err, query))
				} else if !holds {
					problems = append(problems, name+": does not hold: "+query)
				}
			}

			return nil
		}))
	}

	return problems
}

// migrationData are the statements before a migration and the queries after it.
func migrationData(data fs.FS, name string) (before, after []string) {
	content, err := fs.ReadFile(data, name)
	if err != nil {
		return nil, nil
	}

	head, tail, _ := strings.Cut(strings.TrimPrefix(string(content), "-- before\n"), "-- after\n")

	return statements(head), statements(tail)
}

// statements are separated by a semicolon at the end of a line.
func statements(text string) (list []string) {
	for s := range strings.SplitSeq(text, ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, s)
		}
	}

	return list
}

func execute(ctx context.Context, d *sql.DB, list []string) error {
	for _, s := range list {
		if _, err := d.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}

	return nil
}

func onDatabase(t *testing.T, engine db.Engine, address string, fn func(ctx context.Context, d *sql.DB) error) error {
	t.Helper()

	driver := "pgx"
	if engine == db.SQLite {
		driver = "sqlite"
	}

	d, err := sql.Open(driver, address)
	testkit.Must(t, err)

	defer d.Close()

	return fn(t.Context(), d)
}

// emptyURL is the URL of a database without tables.
func emptyURL(t *testing.T, engine db.Engine) string {
	t.Helper()

	if engine == db.SQLite {
		return filepath.Join(t.TempDir(), "empty.db")
	}

	migrated, err := url.Parse(testkit.URL(t, db.Postgres))
	testkit.Must(t, err)

	name := strings.TrimPrefix(migrated.Path, "/") + "_empty"
	testkit.Must(t, onDatabase(t, engine, migrated.String(), func(ctx context.Context, d *sql.DB) error {
		return execute(ctx, d, []string{"CREATE DATABASE " + name + " TEMPLATE template0"})
	}))

	migrated.Path = "/" + name

	return migrated.String()
}
