// Package file keeps the files that the program makes for its clients in one
// folder, and signs the links by which they are fetched.
package file

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"loket/internal/ids"
)

// Key names a file: the client's folder and an opaque name with its extension.
type Key string

// keyPattern is all that a key may be. The name is ids.Token's.
var keyPattern = regexp.MustCompile(`^[1-9][0-9]{0,18}/[A-Z2-7]{26}\.(csv|xlsx)$`)

// NewKey makes a key in a client's folder; extension is csv or xlsx.
func NewKey(clientID int64, extension string) Key {
	return KeyOf(clientID, ids.Token(), extension)
}

// KeyOf is the key of a file whose name is known: an id of ids.Token.
func KeyOf(clientID int64, id, extension string) Key {
	return Key(strconv.FormatInt(clientID, 10) + "/" + id + "." + extension)
}

// Valid reports whether a text is a key.
func (k Key) Valid() bool { return keyPattern.MatchString(string(k)) }

// ErrNone says that there is no such file.
var ErrNone = errors.New("there is no such file")

var errKey = errors.New("not a key of a file")

const (
	folderMode = 0o700
	fileMode   = 0o600
	partial    = ".part"
)

// Store is a folder of files; safe for several goroutines and several nodes
// that share the folder.
type Store struct{ root *os.Root }

// Open opens the folder and makes it where it is missing.
func Open(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}

	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}

	return &Store{root: root}, nil
}

// Close gives the folder back.
func (s *Store) Close() error {
	if err := s.root.Close(); err != nil {
		return fmt.Errorf("folder of files: %w", err)
	}

	return nil
}

// Info is what is known of a written file.
type Info struct {
	Size   int64
	SHA256 string // hexadecimal
}

// Writer writes one file. It ends with Commit or Abort.
type Writer struct {
	store *Store
	key   Key
	temp  string
	file  *os.File
	hash  hash.Hash
	size  int64
}

// Create begins a file. Until Commit nobody sees it; what the key held before
// stays until then.
func (s *Store) Create(key Key) (*Writer, error) {
	if !key.Valid() {
		return nil, fmt.Errorf("%w: %q", errKey, key)
	}

	if err := s.root.MkdirAll(path.Dir(string(key)), folderMode); err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	temp := string(key) + "." + ids.Token() + partial // two nodes may write the same key

	f, err := s.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return nil, fmt.Errorf("write a file: %w", err)
	}

	return &Writer{store: s, key: key, temp: temp, file: f, hash: sha256.New()}, nil
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	w.hash.Write(p[:n])
	w.size += int64(n)

	if err != nil {
		return n, fmt.Errorf("write a file: %w", err)
	}

	return n, nil
}

// Commit makes the file be there under its key, safe on the disk.
func (w *Writer) Commit() (Info, error) {
	err := errors.Join(w.file.Sync(), w.file.Close())
	if err == nil {
		err = w.store.root.Rename(w.temp, string(w.key))
	}

	w.file = nil

	if err != nil {
		return Info{}, fmt.Errorf("keep a file: %w", errors.Join(err, w.store.remove(w.temp)))
	}

	return Info{Size: w.size, SHA256: hex.EncodeToString(w.hash.Sum(nil))}, nil
}

// Abort drops what was written; after Commit it does nothing, so it may be
// deferred.
func (w *Writer) Abort() error {
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

// File is an open file.
type File interface {
	io.ReadSeekCloser
}

// Open opens a file for reading and tells its size, or ErrNone.
func (s *Store) Open(key Key) (File, int64, error) {
	if !key.Valid() {
		return nil, 0, fmt.Errorf("%w: %q", errKey, key)
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

// Has reports whether a file of this size is there: the cheap look before a
// link to it is given. What it holds is proven by its checksum.
func (s *Store) Has(key Key, size int64) bool {
	if !key.Valid() {
		return false
	}

	stat, err := s.root.Stat(string(key))

	return err == nil && stat.Size() == size
}

// Delete takes a file away; one that is gone is no error.
func (s *Store) Delete(key Key) error {
	if !key.Valid() {
		return fmt.Errorf("%w: %q", errKey, key)
	}

	return s.remove(string(key))
}

func (s *Store) remove(name string) error {
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete a file: %w", err)
	}

	return nil
}

// Sweep takes away what was half written before a moment: its writer has died.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	tree := s.root.FS()

	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, partial) {
			return errors.Join(err, ctx.Err())
		}

		stat, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && !stat.ModTime().Before(before) {
			return nil
		}

		return errors.Join(err, s.remove(name))
	})
	if err != nil {
		return fmt.Errorf("sweep the folder of files: %w", err)
	}

	return nil
}
