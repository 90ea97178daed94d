package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// CopyFile writes a SQLite database into a new file, as it is at one moment, while programs go on using it. All that was committed before
// the call is in the copy, which is on the disk afterwards.
func CopyFile(ctx context.Context, from, to string) error {
	if err := CheckThere(Options{URL: from}); err != nil {
		return err
	}

	path, err := filepath.Abs(from)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}

	source := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{"_pragma": {"busy_timeout(10000)"}}.Encode()}

	pool, err := sql.Open("sqlite", source.String())
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer pool.Close()

	if err := makeFile(to); err != nil {
		return err
	}

	if _, err := pool.ExecContext(ctx, "VACUUM INTO $1", to); err != nil { // an error if the file isn't empty
		return fmt.Errorf("copy the database: %w", err)
	}

	f, err := os.OpenFile(to, os.O_RDWR, ownerOnly) //nolint:gosec // written just now
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}

	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}

	return nil
}

// ErrNotEmpty means that there is a database, or something else, where a new one is to be.
var ErrNotEmpty = errors.New("the database is not empty")

// CheckEmpty is nil when nothing was ever made in a PostgreSQL database, or there is no file of SQLite; else ErrNotEmpty.
func CheckEmpty(ctx context.Context, opt Options) error {
	if !IsPostgres(opt.URL) {
		if CheckThere(opt) == nil {
			return fmt.Errorf("%w: %s", ErrNotEmpty, opt.URL)
		}

		return nil
	}

	pool, err := openServerToMigrate(opt.URL)
	if err != nil {
		return fmt.Errorf("look into the database: %w", err)
	}
	defer pool.Close()

	relations, err := countRelations(ctx, pool)
	if err != nil {
		return err
	}

	if relations > 0 {
		return fmt.Errorf("%w: it has %d tables, indexes and the like", ErrNotEmpty, relations)
	}

	return nil
}

// countRelations counts what was made in a PostgreSQL database, without what belongs to extensions.
func countRelations(ctx context.Context, pool *sql.DB) (relations int, err error) {
	err = pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
			AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`).Scan(&relations)
	if err != nil {
		return 0, fmt.Errorf("look into the database: %w", classify(err))
	}

	return relations, nil
}
