// Package file keeps the files that the program makes for its clients, and
// signs the links by which they are fetched. Where they lie is a Store: a
// folder (here) or a bucket that speaks S3 (package s3).
package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"

	"loket/internal/platform/ids"
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

// Check is an error for what is no key.
func (k Key) Check() error {
	if !k.Valid() {
		return fmt.Errorf("%w: %q", errKey, string(k))
	}

	return nil
}

var errKey = errors.New("not a key of a file")

// ErrNone says that there is no such file.
var ErrNone = errors.New("there is no such file")

// Store keeps files by their keys; safe for several goroutines, and for several
// nodes that share it. A store that does not answer gives fault.ErrUnavailable.
type Store interface {
	// Create begins a file. Until Commit nobody sees it; what the key held before
	// stays until then. The context is that of the whole writing.
	Create(ctx context.Context, key Key) (Writer, error)
	// Open opens a file for reading and tells its size, or ErrNone. The context is
	// that of the whole reading.
	Open(ctx context.Context, key Key) (File, int64, error)
	// Has reports whether a file of this size is there: the cheap look before a
	// link to it is given. What it holds is proven by its checksum.
	Has(ctx context.Context, key Key, size int64) (bool, error)
	// Delete takes a file away; one that is gone is no error.
	Delete(ctx context.Context, key Key) error
	// Sweep takes away what nobody will ask for any more: what was half written
	// before a moment, since its writer has died, and whole files from before
	// another, which outlived every row that could have named them.
	Sweep(ctx context.Context, partial, whole time.Time) error
	// Close gives back what the store holds open.
	Close() error
}

// Writer writes one file. It ends with Commit or Abort.
type Writer interface {
	io.Writer
	// Flush lets the store take what is gathered, where waiting for it harms
	// nobody: whoever writes out of a cursor calls it between two of them.
	Flush() error
	// Commit makes the file be there under its key, safely kept.
	Commit() (Info, error)
	// Abort drops what was written; after Commit it does nothing, so it may be
	// deferred.
	Abort() error
}

// Info is what is known of a written file.
type Info struct {
	Size   int64
	SHA256 string // hexadecimal
}

// File is an open file.
type File interface {
	io.ReadSeekCloser
}
