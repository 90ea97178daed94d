package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"loket/internal/config"
	"loket/internal/platform/db"
)

// lockFile is in the data folder of a program that serves from SQLite.
const lockFile = "loket.lock"

// errServed means that another program serves from this folder.
var errServed = errors.New("data: another loket serves from this folder; several programs need PostgreSQL (--database-url)")

// lockFolder lets one program serve from the folder of a SQLite database. The kernel releases the lock when the program ends, however that
// happens. A folder without a database stays as it is, unless the program makes one there.
func lockFolder(d config.Database, makes bool) (unlock func(), err error) {
	unlock = func() {}

	there := makes || db.CheckThere(db.Options{URL: d.DSN()}) == nil
	if d.DatabaseURL != "" || !there {
		return unlock, nil
	}

	const private = 0o600

	f, err := os.OpenFile(filepath.Join(d.Data, lockFile), os.O_CREATE|os.O_RDWR, private)
	if err != nil {
		return unlock, fmt.Errorf("data: %w", err)
	}

	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = errServed
		}

		return unlock, errors.Join(err, f.Close())
	}

	return func() { _ = f.Close() }, nil // closing releases the lock
}
