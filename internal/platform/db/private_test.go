package db_test

import (
	"os"
	"path/filepath"
	"testing"

	"loket/internal/platform/db"
)

// Only the owner can read a new SQLite database and the files beside it, whatever the
// folder allows.
func TestNewFilesAreForTheirOwnerAlone(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	path := filepath.Join(folder, "loket.db")

	if _, err := db.Migrate(t.Context(), db.Options{URL: path}); err != nil {
		t.Fatal(err)
	}

	d, err := db.Open(t.Context(), db.Options{URL: path})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})

	if err := d.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := db.NextSequence(t.Context(), tx, "test")

		return err
	}); err != nil {
		t.Fatal(err)
	}

	files, err := os.ReadDir(folder)
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}

	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}

		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			t.Errorf("%s has mode %04o", f.Name(), mode)
		}
	}
}
