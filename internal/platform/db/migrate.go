package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"loket/internal/platform/db/migrations"
)

// ErrOlder means that the database needs `loket migrate` first.
var ErrOlder = errors.New("the database is older than this program; run loket migrate")

// ErrMissing means that there is no database where one was looked for.
var ErrMissing = errors.New("there is no database; loket migrate makes one")

// Nodes that start together wait for each other this often.
const (
	lockPollSeconds = 1
	lockTries       = 300

	folderPoll = 50 * time.Millisecond

	// Whoever needs a table waits behind a step that waits for it. So a step doesn't wait longer than a batch of orders may, and is tried again.
	stepLockTimeout = "500ms"
	stepPause       = 2 * time.Second
)

// Migrate brings a database to this program's schema. Several nodes may call
// it at once: one takes the steps, the others wait. It gives the number of steps
// taken.
func Migrate(ctx context.Context, opt Options) (int, error) {
	if IsPostgres(opt.URL) {
		return migrate(ctx, opt, migrations.Files())
	}

	unlock, err := lockFolder(ctx, filepath.Dir(opt.URL))
	if err != nil {
		return 0, err
	}

	steps, err := migrate(ctx, opt, migrations.Files())

	return steps, errors.Join(err, unlock())
}

// lockFolder makes the migrations of a SQLite file take turns. SQLite's own locks begin
// with the first write, after the steps to take were read. The lock is on the folder and
// not on the file, since closing the file would release SQLite's locks of this process.
func lockFolder(ctx context.Context, name string) (unlock func() error, err error) {
	ctx, cancel := context.WithTimeout(ctx, lockPollSeconds*lockTries*time.Second)
	defer cancel()

	folder, err := os.Open(name) //nolint:gosec // the operator names it
	if err != nil {
		return nil, fmt.Errorf("lock the database's folder: %w", err)
	}

	for {
		err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return folder.Close, nil // closing releases the lock
		}

		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock the database's folder: %w", errors.Join(err, folder.Close()))
		}

		select {
		case <-time.After(folderPoll):
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for another migration: %w", errors.Join(ctx.Err(), folder.Close()))
		}
	}
}

func migrate(ctx context.Context, opt Options, files fs.FS) (int, error) {
	list, err := readSteps(files, folderOf(opt))
	if err != nil {
		return 0, err
	}

	var steps int

	err = withProvider(opt, files, func(p *goose.Provider, conn *sql.DB) error {
		if newer, err := checkNewer(ctx, p, conn); err != nil || newer {
			return err
		}

		if err := refuseOldPrograms(ctx, p, conn, list); err != nil {
			return err
		}

		up := func() (int, error) { return takeSteps(ctx, p) }

		if IsPostgres(opt.URL) {
			up = keepingIdentities(ctx, conn, up)
		}

		var err error

		steps, err = up()

		return err
	})

	return steps, err
}

// takeSteps takes the steps that the database has not, and gives their number. One that doesn't get its locks is tried again after a pause.
func takeSteps(ctx context.Context, p *goose.Provider) (int, error) {
	taken := 0

	for try := 1; ; try++ {
		done, err := p.Up(ctx)
		if partial, ok := errors.AsType[*goose.PartialError](err); ok {
			done = partial.Applied
		}

		taken += len(done)

		if err == nil {
			return taken, nil
		}

		if !hasCode(err, pgLockTimeout) || try == lockTries {
			return taken, fmt.Errorf("migrate: %w", err)
		}

		select {
		case <-time.After(stepPause):
		case <-ctx.Done():
			return taken, fmt.Errorf("migrate: %w", errors.Join(ctx.Err(), err))
		}
	}
}

// CheckSchema is nil when the database has this program's schema, or a later one on which it may run,
// else ErrMissing, ErrNewer or ErrOlder, or ErrDistribution. It makes none: a mistyped folder must
// not be left with an empty database in it.
func CheckSchema(ctx context.Context, opt Options) error {
	return checkVersion(ctx, opt, migrations.Files(), checkPlaces)
}

// checkVersion is nil when all migrations of files were taken, others only if programs that don't know them may run, and none of the further checks of a PostgreSQL database fails.
func checkVersion(ctx context.Context, opt Options, files fs.FS, checks ...func(ctx context.Context, q runner) error) error {
	if err := CheckThere(opt); err != nil {
		return err
	}

	return withProvider(opt, files, func(p *goose.Provider, conn *sql.DB) error {
		// In an empty database goose would make its table.
		if IsPostgres(opt.URL) {
			if relations, err := countRelations(ctx, conn); err != nil || relations == 0 {
				return cmp.Or(err, ErrOlder)
			}
		}

		if _, err := checkNewer(ctx, p, conn); err != nil {
			return err
		}

		pending, err := p.HasPending(ctx)
		if err != nil {
			return fmt.Errorf("read the schema's version: %w", err)
		}

		if pending {
			return ErrOlder
		}

		if !IsPostgres(opt.URL) {
			return nil
		}

		for _, check := range checks {
			if err := check(ctx, conn); err != nil {
				return err
			}
		}

		return nil
	})
}

// CheckThere is ErrMissing when SQLite's file is not there. PostgreSQL says so
// itself.
func CheckThere(opt Options) error {
	if IsPostgres(opt.URL) {
		return nil
	}

	if _, err := os.Stat(opt.URL); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrMissing, opt.URL)
	}

	return nil
}

func withProvider(opt Options, all fs.FS, fn func(p *goose.Provider, conn *sql.DB) error) error {
	path, err := filepath.Abs(opt.URL)
	if err != nil {
		return fmt.Errorf("open the database to migrate it: %w", err)
	}

	open, dialect := openFileToMigrate, goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}

	if IsPostgres(opt.URL) {
		path, open, dialect = opt.URL, openServerForSteps, goose.DialectPostgres

		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockPollSeconds, lockTries))
		if err != nil {
			return fmt.Errorf("lock for migrations: %w", err)
		}

		options = append(options, goose.WithSessionLocker(locker))
	}

	files, err := fs.Sub(all, folderOf(opt))
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}

	conn, err := open(path)
	if err != nil {
		return fmt.Errorf("open the database to migrate it: %w", err)
	}
	defer conn.Close()

	p, err := goose.NewProvider(dialect, conn, files, options...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}

	return fn(p, conn)
}

func openFileToMigrate(path string) (*sql.DB, error) {
	if err := makeFile(path); err != nil {
		return nil, err
	}

	return sql.Open("sqlite", sqliteDSN(path, false, sqliteCache))
}

// openServerForSteps is openServerToMigrate with a limit of the time that a statement waits for locks.
func openServerForSteps(url string) (*sql.DB, error) {
	return openServer(url, map[string]string{"lock_timeout": stepLockTimeout})
}

func openServerToMigrate(url string) (*sql.DB, error) { return openServer(url, nil) }

func openServer(url string, settings map[string]string) (*sql.DB, error) {
	conf, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the URL is not valid") // without the cause, which may contain the password
	}

	maps.Copy(conf.RuntimeParams, settings)

	return stdlib.OpenDB(*conf, stdlib.OptionAfterConnect(setForSchema)), nil
}
