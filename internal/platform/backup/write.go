package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"filippo.io/age"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
)

// Source is what to back up.
type Source struct {
	Database db.Options
	// Data is the folder of the deployment. A copy of a SQLite database that will be encrypted is there for a while.
	Data  string
	Files file.Store
	// Programs is the folder of pg_dump; empty looks on the path.
	Programs   string
	Version    string // of this program
	Clock      clock.Clock
	Recipients []age.Recipient // who can read the backup; none: everybody who can read its folder
}

// ErrSpread means that a database is on several servers, whose copies must be of one moment.
var ErrSpread = errors.New("the rows of clients are on several servers (Citus): back each server up as docs/operations.md says")

// partial ends the name of a backup that is being written.
const partial = ".part"

// Write makes a backup in a new folder within a folder of backups, named by its moment, and returns its path. All that was committed before
// the call is in it; programs may go on meanwhile. After an error nothing is left.
func Write(ctx context.Context, backups string, source Source) (path string, m *Manifest, err error) {
	now := source.Clock.Now().Truncate(time.Second)
	path = filepath.Join(backups, now.Format(nameForm))
	partly := path + partial

	if err := os.MkdirAll(backups, folderMode); err != nil {
		return "", nil, fmt.Errorf("folder of backups: %w", err)
	}

	if _, err := os.Stat(path); err == nil {
		return "", nil, fmt.Errorf("%s is there already", path)
	}

	if err := os.Mkdir(partly, folderMode); err != nil { // another backup of the same second
		return "", nil, fmt.Errorf("folder of the backup: %w", err)
	}

	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(partly))
		}
	}()

	root, err := os.OpenRoot(partly)
	if err != nil {
		return "", nil, fmt.Errorf("folder of the backup: %w", err)
	}

	m = &Manifest{Format: format, Made: now, Program: source.Version, Files: []Entry{}}
	target := &folder{root: root, recipients: source.Recipients}

	if err := errors.Join(fill(ctx, target, m, source), syncFolder(root), root.Close()); err != nil {
		return "", nil, err
	}

	if err := os.Rename(partly, path); err != nil {
		return "", nil, fmt.Errorf("folder of the backup: %w", err)
	}

	return path, m, syncPath(backups)
}

// fill writes the database, then the files, then the manifest. A row of the database refers only to files that were there before it, so they
// are found afterwards; but for those that expired meanwhile.
func fill(ctx context.Context, target *folder, m *Manifest, source Source) error {
	if err := putDatabase(ctx, target, m, source); err != nil {
		return err
	}

	if err := target.root.Mkdir(filesFolder, folderMode); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}

	err := source.Files.Each(ctx, func(key file.Key) error {
		f, _, err := source.Files.Open(ctx, key)
		if errors.Is(err, file.ErrNone) { // deleted meanwhile
			return nil
		}

		if err != nil {
			return err
		}

		defer func() { _ = f.Close() }() // it was only read

		e, err := target.put(filepath.Join(filesFolder, strconv.Itoa(len(m.Files)+1)), func(w io.Writer) error {
			_, err := io.Copy(w, f)

			return err
		})
		e.Name = string(key)
		m.Files = append(m.Files, e)

		return err
	})
	if err != nil {
		return fmt.Errorf("files: %w", err)
	}

	text, err := m.encode()
	if err != nil {
		return err
	}

	_, err = target.put(manifestName, func(w io.Writer) error {
		_, err := w.Write(text)

		return err
	})

	return errors.Join(err, syncFolderOf(target.root, filesFolder))
}

func putDatabase(ctx context.Context, target *folder, m *Manifest, source Source) (err error) {
	if db.IsPostgres(source.Database.URL) {
		if err := refuseSpread(ctx, source.Database); err != nil {
			return err
		}

		m.Engine = db.Postgres.String()
		m.Database, err = target.put(postgresName, func(w io.Writer) error { return dump(ctx, source, w) })

		return err
	}

	m.Engine = db.SQLite.String()

	// Beside the database, where a copy in the clear is no worse than the database itself.
	whole := filepath.Join(source.Data, "backup-"+m.Made.Format(nameForm)+partial)

	defer func() { err = errors.Join(err, removeFile(whole)) }()

	if err := db.CopyFile(ctx, source.Database.URL, whole); err != nil {
		return err
	}

	f, err := os.Open(whole) //nolint:gosec // written just now
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer f.Close()

	m.Database, err = target.put(sqliteName, func(w io.Writer) error {
		_, err := io.Copy(w, f)

		return err
	})

	return err
}

func refuseSpread(ctx context.Context, opt db.Options) error {
	d, err := db.Open(ctx, opt)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}

	spread, err := d.Distributed(), d.Ping(ctx)
	if err = errors.Join(err, d.Close()); err != nil {
		return fmt.Errorf("database: %w", err)
	}

	if spread {
		return ErrSpread
	}

	return nil
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove a copy: %w", err)
	}

	return nil
}

func syncFolder(root *os.Root) error { return syncFolderOf(root, ".") }

// syncFolderOf makes the names in a folder durable.
func syncFolderOf(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}

	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}

	return nil
}

func syncPath(path string) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}

	return errors.Join(syncFolder(root), root.Close())
}
