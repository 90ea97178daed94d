package db

import (
	"context"
	"database/sql"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// MigrateTo takes the steps of some migrations up to a version.
func MigrateTo(ctx context.Context, opt Options, files fs.FS, version int64) error {
	return withProvider(opt, files, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.UpTo(ctx, version)

		return err
	})
}

// MigrateWith is Migrate with some migrations, without the lock of a SQLite folder.
func MigrateWith(ctx context.Context, opt Options, files fs.FS) (int, error) {
	return migrate(ctx, opt, files)
}

// DistributeWith is Distribute of a database that was made by some migrations.
func DistributeWith(ctx context.Context, opt Options, files fs.FS) ([]string, error) {
	return distributeMigrated(ctx, opt, files)
}

// CheckSchemaWith is CheckSchema of a database that was made by some migrations.
func CheckSchemaWith(ctx context.Context, opt Options, files fs.FS) error {
	return checkVersion(ctx, opt, files, checkPlaces)
}

// WrongSettings are the faults of a server of a cluster.
func WrongSettings(values map[string]string) []error {
	return compareSettings("server a:5432", values, clusterRules())
}

// HashOf is the hash by which a Citus distributes clients.
func HashOf(client int64) int32 { return hashOf(client) }

// ByShard divides rows.
func ByShard(rows Columns, s []int32) []Columns { return rows.byShard(s) }

// StatementsOf are the statements for rows.
func (d *DB) StatementsOf(rows Columns, text string, args ...any) (statements []string) {
	rows.each(d, text, args, func(_, _ int, text string, _ []any) { statements = append(statements, text) })

	return statements
}

// RaiseIdentities lets numbered columns go on after what they hold, as after a migration.
func RaiseIdentities(ctx context.Context, pool *sql.DB) error { return raiseAfter(ctx, pool, nil) }
