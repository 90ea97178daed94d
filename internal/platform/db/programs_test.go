package db_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Expand, then contract: with the first programs of the step before go on and start; the second waits until none of them runs, and ends them.
func TestOldProgramsOnALaterSchema(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			opt := db.Options{URL: testkit.URL(t, engine)}
			execOn := func(text string) {
				testkit.Must(t, onDatabase(t, engine, opt.URL, func(ctx context.Context, d *sql.DB) error { return execute(ctx, d, []string{text}) }))
			}

			execOn("INSERT INTO nodes (number, holder, lease_until, schema_step) VALUES (3, 'ended', 1, 1), (7, 'old', 9000000000000000, 1), (8, 'new', 9000000000000000, 2)")

			files := withExample(t, keepsData)
			if steps, err := db.MigrateWith(t.Context(), opt, files); err != nil || steps != 1 {
				t.Fatalf("expand: %d steps, %v", steps, err)
			}

			testkit.Must(t, db.CheckSchema(t.Context(), opt))

			if steps, err := db.Migrate(t.Context(), opt); err != nil || steps != 0 {
				t.Errorf("migrate of the old program: %d steps, %v", steps, err)
			}

			schema, err := db.ReadSchema(t.Context(), opt)
			if got := schema.Now.String(); err != nil || got != "those of steps 1 to 2" || schema.Then != schema.Now {
				t.Errorf("the old program reads %q, then %q: %v", got, schema.Then, err)
			}

			addStep(files, "00003_contract.sql", "-- +goose Up\nALTER TABLE products DROP COLUMN label;\nINSERT INTO schema_steps (step, oldest_program) VALUES (3, 2);\n")

			if steps, err := db.MigrateWith(t.Context(), opt, files); !errors.Is(err, db.ErrPrograms) || !strings.Contains(err.Error(), "step 2 is needed (nodes [7])") || steps != 0 {
				t.Errorf("contract beside an old program: %d steps, %v", steps, err)
			}

			execOn("UPDATE nodes SET lease_until = 1 WHERE number = 7")

			if steps, err := db.MigrateWith(t.Context(), opt, files); err != nil || steps != 1 {
				t.Fatalf("contract: %d steps, %v", steps, err)
			}

			sentence := "it is at step 3 and may be used by programs that know step 2, and this one knows step 1"
			if err := db.CheckSchema(t.Context(), opt); !errors.Is(err, db.ErrNewer) || !strings.Contains(err.Error(), sentence) {
				t.Errorf("a start of the old program: %v", err)
			}

			if _, err := db.Migrate(t.Context(), opt); !errors.Is(err, db.ErrNewer) {
				t.Errorf("migrate of the old program: %v", err)
			}
		})
	}
}

func addStep(files fstest.MapFS, name, text string) {
	for _, folder := range []string{"sqlite", "postgres"} {
		files[folder+"/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
}

// No step is taken that doesn't say which programs may run after it.
func TestMigrationsSayWhichProgramsMayRun(t *testing.T) {
	t.Parallel()

	opt := db.Options{URL: testkit.URL(t, db.SQLite)}

	for text, problem := range map[string]string{
		"": "it must say which programs may run after it",
		"INSERT INTO schema_steps (step, oldest_program) VALUES (2, 1);\n": "it says step 2 and oldest program 1",
		"INSERT INTO schema_steps (step, oldest_program) VALUES (3, 4);\n": "it says step 3 and oldest program 4",
		"INSERT INTO schema_steps (step, oldest_program) VALUES (3, 0);\n": "it says step 3 and oldest program 0",
	} {
		files := withExample(t, keepsData)
		addStep(files, "00003_silent.sql", "-- +goose Up\n"+text)

		if steps, err := db.MigrateWith(t.Context(), opt, files); err == nil || !strings.Contains(err.Error(), problem) || steps != 0 {
			t.Errorf("%q: %d steps, %v", text, steps, err)
		}
	}
}
