package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// nameForm is the form of the names of backups, in UTC. They sort by time.
const nameForm = "20060102T150405Z"

// stale is the age after which a backup that is not whole is one whose program died.
const stale = 7 * 24 * time.Hour

// Copy is a whole backup in a folder of backups.
type Copy struct {
	Path string
	Made time.Time
}

// List lists the whole backups in a folder, the oldest first.
func List(backups string) ([]Copy, error) {
	list, _, err := read(backups)

	return list, err
}

// read lists the whole backups and those that were begun.
func read(backups string) (whole, begun []Copy, err error) {
	entries, err := os.ReadDir(backups) // sorted by name
	if err != nil {
		return nil, nil, fmt.Errorf("list backups: %w", err)
	}

	for _, e := range entries {
		path := filepath.Join(backups, e.Name())

		if made, err := time.Parse(nameForm+partial, e.Name()); err == nil {
			begun = append(begun, Copy{path, made})
		}

		made, err := time.Parse(nameForm, e.Name())
		if err != nil || !hasManifest(path) {
			continue
		}

		whole = append(whole, Copy{path, made})
	}

	return whole, begun, nil
}

func hasManifest(path string) bool {
	return slices.ContainsFunc([]string{manifestName, manifestName + encrypted}, func(name string) bool {
		_, err := os.Stat(filepath.Join(path, name))

		return err == nil
	})
}

// Newest is the moment of the newest whole backup in a folder. It is the zero time if there is none.
func Newest(backups string) (time.Time, error) {
	list, err := List(backups)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return time.Time{}, nil
	}

	if err != nil {
		return time.Time{}, err
	}

	return list[len(list)-1].Made, nil
}

// Prune deletes the oldest whole backups in a folder until keep are left, and what programs that died left a week ago. It returns the
// paths that it deleted. Other files and folders stay.
func Prune(backups string, keep int, now time.Time) ([]string, error) {
	whole, begun, err := read(backups)
	if err != nil {
		return nil, err
	}

	gone := whole[:max(0, len(whole)-max(1, keep))]

	for _, b := range begun {
		if now.Sub(b.Made) > stale {
			gone = append(slices.Clone(gone), b)
		}
	}

	deleted := []string{}

	for _, b := range gone {
		if err := os.RemoveAll(b.Path); err != nil {
			return deleted, fmt.Errorf("delete an old backup: %w", err)
		}

		deleted = append(deleted, b.Path)
	}

	return deleted, nil
}
