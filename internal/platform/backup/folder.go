package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"filippo.io/age"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// folder is that of one backup, which is being written or read.
type folder struct {
	root       *os.Root
	recipients []age.Recipient // encrypt, if there are any
	identities []age.Identity  // decrypt, if there are any
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))

	return len(p), nil
}

// put writes a new file. fill gives its content.
func (f *folder) put(stored string, fill func(w io.Writer) error) (Entry, error) {
	if len(f.recipients) > 0 {
		stored += encrypted
	}

	file, err := f.root.OpenFile(stored, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return Entry{}, fmt.Errorf("write the backup: %w", err)
	}

	sum, size := sha256.New(), counter(0)

	err = f.through(file, func(w io.Writer) error { return fill(io.MultiWriter(w, sum, &size)) })
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return Entry{}, fmt.Errorf("write the backup: %s: %w", stored, err)
	}

	return Entry{Stored: stored, Size: int64(size), SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// through has fill write to a file, encrypted if there is for whom.
func (f *folder) through(file io.Writer, fill func(w io.Writer) error) error {
	if len(f.recipients) == 0 {
		return fill(file)
	}

	w, err := age.Encrypt(file, f.recipients...)
	if err != nil {
		return err
	}

	if err := fill(w); err != nil {
		return err // without Close the file can't be decrypted
	}

	return w.Close()
}

// open opens a file for reading, decrypted if there is a key.
func (f *folder) open(stored string) (io.Reader, io.Closer, error) {
	file, err := f.root.Open(stored)
	if err != nil {
		return nil, nil, fmt.Errorf("read the backup: %w", err)
	}

	if len(f.identities) == 0 {
		return file, file, nil
	}

	r, err := age.Decrypt(file, f.identities...)
	if err != nil {
		return nil, nil, fmt.Errorf("read the backup: %s: %w", stored, errors.Join(err, file.Close()))
	}

	return r, file, nil
}

// read copies the content of an entry, and fails with ErrDamaged at the end if it isn't what was written.
func (f *folder) read(e Entry, to io.Writer) error {
	r, closer, err := f.open(e.Stored)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", ErrDamaged, e.Stored)
	}

	if err != nil {
		return err
	}

	defer func() { _ = closer.Close() }() // it was only read

	sum, size := sha256.New(), counter(0)

	if _, err := io.Copy(io.MultiWriter(to, sum, &size), r); err != nil {
		return fmt.Errorf("read the backup: %s: %w", e.Stored, err)
	}

	if int64(size) != e.Size || hex.EncodeToString(sum.Sum(nil)) != e.SHA256 {
		return fmt.Errorf("%w: %s", ErrDamaged, e.Stored)
	}

	return nil
}
