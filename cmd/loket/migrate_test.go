package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// The rows of clients are spread over servers only where there is Citus. The schema is made before, and stays.
func TestMigrateDistributesOnCitusAlone(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	if testkit.OnCitus() {
		if code, text := loket(t, "migrate", "--distribute", "--data", folder); code != 0 {
			t.Errorf("it ended with %d: %s", code, text)
		}

		return
	}

	if code, text := loket(t, "migrate", "--distribute", "--data", folder); code != exitFault || !strings.Contains(text, "the database has no Citus") {
		t.Errorf("it ended with %d: %s", code, text)
	}

	if code, text := loket(t, "migrate", "--data", folder); code != 0 || !strings.Contains(text, "0 steps taken") {
		t.Errorf("the next migrate ended with %d: %s", code, text)
	}
}

// A look at the steps changes nothing, and neither does a command that is refused: an empty PostgreSQL database stays empty.
func TestMigrateSaysWhatItWouldDo(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about databases that are empty")

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			place := []string{"migrate", "--data", filepath.Join(t.TempDir(), "new")}
			if engine == db.Postgres {
				place = append(place, "--database-url", newDatabase(t, testkit.URL(t, engine)))
			}

			look := func(want, not string, flags ...string) {
				t.Helper()

				code, text := loketPlain(t, append(slices.Clone(place), flags...)...)
				if code != 0 || !strings.Contains(text, want) || strings.Contains(text, not) {
					t.Errorf("%v: %d, want %q and not %q: %s", flags, code, want, not, text)
				}
			}

			look("00001_initial.sql: to be taken; programs that know step 1 may run with it\n", "CREATE TABLE", "--status")
			look("now: none; after the steps: those of step 1\n", "CREATE TABLE", "--status")
			look("CREATE TABLE", "00001_initial.sql: to be taken", "--dry-run")

			if code, text := loketPlain(t, append([]string{"verify"}, place[1:]...)...); code != exitFault || !strings.Contains(text, "loket migrate") {
				t.Errorf("another command: %d %s", code, text)
			}

			if err := db.CheckEmpty(t.Context(), db.Options{URL: place[len(place)-1]}); engine == db.Postgres && err != nil {
				t.Errorf("a look made something: %v", err)
			} else if _, err := os.Stat(place[2]); engine == db.SQLite && !os.IsNotExist(err) {
				t.Errorf("a look made something: %v", err)
			}

			look("steps taken", "to be taken")
			look("00001_initial.sql: taken 20", "CREATE TABLE", "--status", "--dry-run")
			look("now: those of step 1; after the steps: those of step 1\n", ": to be taken", "--status", "--dry-run")
		})
	}
}
