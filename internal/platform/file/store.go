// Package file stores the files of the program's clients and signs the
// links for their download. A Store is a folder (here) or an S3 bucket (package s3).
package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/ids"
)

// Kind names the package that owns a file, such as "orders": small letters. A store is shared,
// and each owner sweeps the files of its own kind.
type Kind string

// Key names a file: its kind, the client's folder and an opaque name with its extension.
type Key string

// keyPattern matches every valid key. Its name part is an ids.Token, for a smaller form of a picture with its width.
var keyPattern = regexp.MustCompile(`^[a-z]{1,20}/[1-9][0-9]{0,18}/[A-Z2-7]{26}(-[0-9]{2,4})?\.(csv|xlsx|html|pdf|jpg|png|webp)$`)

// NewKey makes a key in a client's folder; extension is one of csv, xlsx, html, pdf, jpg, png and webp.
func NewKey(kind Kind, clientID int64, extension string) Key {
	return KeyOf(kind, clientID, ids.Token(), extension)
}

// KeyOf is the key of a file with a known id, an ids.Token.
func KeyOf(kind Kind, clientID int64, id, extension string) Key {
	return Key(string(kind) + "/" + strconv.FormatInt(clientID, 10) + "/" + id + "." + extension)
}

// Valid reports whether a text is a key.
func (k Key) Valid() bool { return keyPattern.MatchString(string(k)) }

// extension is what follows the dot: csv.
func (k Key) extension() string { return strings.TrimPrefix(path.Ext(string(k)), ".") }

// Parts returns the kind, the id and the extension of a valid key.
func (k Key) Parts() (kind Kind, id, extension string) {
	folder, name := path.Split(string(k))
	first, _, _ := strings.Cut(folder, "/")

	return Kind(first), strings.TrimSuffix(name, path.Ext(name)), k.extension()
}

// Owner is the id of the client whose folder a valid key is in, as text.
func (k Key) Owner() string { return path.Base(path.Dir(string(k))) }

// Check returns an error for an invalid key.
func (k Key) Check() error {
	if !k.Valid() {
		return fmt.Errorf("%w: %q", errKey, string(k))
	}

	return nil
}

var errKey = errors.New("not a key of a file")

// ErrNone means that there is no such file.
var ErrNone = errors.New("there is no such file")

// Store keeps files by their keys. It is safe for concurrent use, also by several
// nodes. When the store doesn't answer, methods return fault.ErrUnavailable.
type Store interface {
	// Create begins a file, which becomes visible with Commit. Until then the key keeps
	// its former file. The context must last until Commit or Abort.
	Create(ctx context.Context, key Key) (Writer, error)
	// Open opens a file for reading and returns its size, or ErrNone. The context must
	// last until the file is closed.
	Open(ctx context.Context, key Key) (File, int64, error)
	// Has reports whether a file of this size exists, a cheap check before a link is
	// made. It doesn't verify the checksum.
	Has(ctx context.Context, key Key, size int64) (bool, error)
	// Delete deletes a file. A missing file is no error.
	Delete(ctx context.Context, key Key) error
	// Each calls fn for each whole file, in no order, until an error. Files that are written or deleted meanwhile may be left out.
	Each(ctx context.Context, fn func(key Key) error) error
	// Sweep deletes what is no longer needed of one kind: partial files from before partial,
	// whose writers have died, and whole files from before whole, to which no row refers any
	// more.
	Sweep(ctx context.Context, kind Kind, partial, whole time.Time) error
	// Close closes the store.
	Close() error
}

// Writer writes one file. It ends with Commit or Abort.
type Writer interface {
	io.Writer
	// Commit makes the file durable and visible under its key. It alone waits for a store
	// that is not on this machine.
	Commit() (Info, error)
	// Abort discards the file. After Commit it does nothing, so it can be deferred.
	Abort() error
}

// Info describes a written file.
type Info struct {
	Size   int64
	SHA256 string // hexadecimal
}

// File is an open file.
type File interface {
	io.ReadSeekCloser
}
