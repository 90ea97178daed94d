package file

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"loket/internal/platform/ids"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
	partial    = ".part"
)

// Folder is a store in a folder, on this machine or mounted by all nodes. Only Sweep
// heeds its context: reads and writes of a disk can't be cancelled.
type Folder struct{ root *os.Root }

// OpenFolder opens the folder and creates it if it is missing.
func OpenFolder(folder string) (*Folder, error) {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}

	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}

	return &Folder{root: root}, nil
}

// Close implements Store.
func (s *Folder) Close() error {
	if err := s.root.Close(); err != nil {
		return fmt.Errorf("folder of files: %w", err)
	}

	return nil
}

type folderWriter struct {
	store *Folder
	key   Key
	temp  string
	file  *os.File
	hash  hash.Hash
	size  int64
}

// Create implements Store. It writes to a temporary file beside the final name.
func (s *Folder) Create(_ context.Context, key Key) (Writer, error) {
	if err := key.Check(); err != nil {
		return nil, err
	}

	if err := s.root.MkdirAll(path.Dir(string(key)), folderMode); err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	temp := string(key) + "." + ids.Token() + partial // two nodes may write the same key

	f, err := s.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	return &folderWriter{store: s, key: key, temp: temp, file: f, hash: sha256.New()}, nil
}

func (w *folderWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.hash.Write(p[:n])
	w.size += int64(n)

	if err != nil {
		return n, fmt.Errorf("write a file: %w", err)
	}

	return n, nil
}

func (w *folderWriter) Commit() (Info, error) {
	err := errors.Join(w.file.Sync(), w.file.Close())
	if err == nil {
		err = w.store.root.Rename(w.temp, string(w.key))
	}

	if err == nil {
		err = w.store.syncFolder(path.Dir(string(w.key)))
	}

	w.file = nil

	if err != nil {
		return Info{}, fmt.Errorf("keep a file: %w", errors.Join(err, w.store.remove(w.temp)))
	}

	return Info{Size: w.size, SHA256: hex.EncodeToString(w.hash.Sum(nil))}, nil
}

// syncFolder makes a new name durable. The sync of a file covers its content but not
// its name, and a committed row may already refer to the name.
func (s *Folder) syncFolder(name string) error {
	f, err := s.root.Open(name)
	if err != nil {
		return err
	}

	return errors.Join(f.Sync(), f.Close())
}

func (w *folderWriter) Abort() error {
	if w.file == nil {
		return nil
	}

	err := errors.Join(w.file.Close(), w.store.remove(w.temp))
	w.file = nil

	if err != nil {
		return fmt.Errorf("drop a file: %w", err)
	}

	return nil
}

// Open implements Store.
func (s *Folder) Open(_ context.Context, key Key) (File, int64, error) {
	if err := key.Check(); err != nil {
		return nil, 0, err
	}

	f, err := s.root.Open(string(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, ErrNone
	}

	if err != nil {
		return nil, 0, fmt.Errorf("open a file: %w", err)
	}

	stat, err := f.Stat()
	if err != nil {
		return nil, 0, fmt.Errorf("open a file: %w", errors.Join(err, f.Close()))
	}

	return f, stat.Size(), nil
}

// Has implements Store.
func (s *Folder) Has(_ context.Context, key Key, size int64) (bool, error) {
	if err := key.Check(); err != nil {
		return false, err
	}

	stat, err := s.root.Stat(string(key))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}

	if err != nil {
		return false, fmt.Errorf("look for a file: %w", err)
	}

	return stat.Size() == size, nil
}

// Delete implements Store.
func (s *Folder) Delete(_ context.Context, key Key) error {
	if err := key.Check(); err != nil {
		return err
	}

	return s.remove(string(key))
}

func (s *Folder) remove(name string) error {
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete a file: %w", err)
	}

	return nil
}

// Each implements Store. It leaves files that are not ours.
func (s *Folder) Each(ctx context.Context, fn func(key Key) error) error {
	err := fs.WalkDir(s.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile
			return ctx.Err()
		case err != nil:
			return err
		case entry.IsDir() || !Key(name).Valid():
			return ctx.Err()
		}

		return errors.Join(fn(Key(name)), ctx.Err())
	})
	if err != nil {
		return fmt.Errorf("list the files of the folder: %w", err)
	}

	return nil
}

// Sweep implements Store. It leaves files that are not ours.
func (s *Folder) Sweep(ctx context.Context, kind Kind, partials, whole time.Time) error {
	err := fs.WalkDir(s.root.FS(), string(kind), func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == string(kind) {
			return nil // no file of this kind was ever written
		}

		if err != nil || entry.IsDir() {
			return errors.Join(err, ctx.Err())
		}

		before := whole

		switch {
		case strings.HasSuffix(name, partial):
			before = partials
		case !Key(name).Valid():
			return ctx.Err()
		}

		stat, err := entry.Info()

		switch {
		case errors.Is(err, fs.ErrNotExist): // its writer finished or removed it meanwhile
			return ctx.Err()
		case err != nil:
			return err
		case !stat.ModTime().Before(before):
			return ctx.Err()
		}

		return errors.Join(s.remove(name), ctx.Err())
	})
	if err != nil {
		return fmt.Errorf("sweep the folder of files: %w", err)
	}

	return nil
}
