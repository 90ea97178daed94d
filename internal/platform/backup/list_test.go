package backup_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"loket/internal/platform/backup"
)

func TestPruneLeavesTheNewestAndWhatIsNoBackup(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	for name, file := range map[string]string{
		"20261101T000000Z": "manifest.json", "20261102T000000Z": "manifest.json.age", "20261103T000000Z": "manifest.json",
		"20261104T000000Z": "loket.db", "20261105T000000Z.part": "loket.db", "20261127T000000Z.part": "loket.db", "notes": "manifest.json",
	} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}

		if err := os.WriteFile(filepath.Join(folder, name, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}

	newest, err := backup.Newest(folder)
	if want := time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC); err != nil || !newest.Equal(want) {
		t.Errorf("the newest is of %s, %v", newest, err)
	}

	if _, err := backup.Prune(folder, 2, time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}

	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}

	left := []string{}
	for _, e := range entries {
		left = append(left, e.Name())
	}

	want := []string{"20261102T000000Z", "20261103T000000Z", "20261104T000000Z", "20261127T000000Z.part", "notes"}
	if !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}

	if newest, err := backup.Newest(filepath.Join(folder, "none")); err != nil || !newest.IsZero() {
		t.Errorf("without a folder: %s, %v", newest, err)
	}
}
