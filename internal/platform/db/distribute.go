package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3/lock"

	"loket/internal/platform/db/migrations"
)

// ErrNoCitus means that a database can't be spread over several servers.
var ErrNoCitus = errors.New("the database has no Citus: it is needed on the coordinator and on each worker (CREATE EXTENSION citus)")

// ErrDistribution means that a distributed database isn't distributed as this program needs it.
var ErrDistribution = errors.New("the database is distributed over several servers, but not as this program needs it; run loket migrate --distribute")

// ErrRunning means that a program works on the database, or was killed so lately that its lease has not ended.
var ErrRunning = errors.New("programs run on this database: stop them, or wait a minute after one was killed")

// clientColumn is the column by which rows of clients are spread.
const clientColumn = "client_id"

// Distribute spreads a migrated database over the servers of a Citus cluster: each table gets its role (migrations.Roles), with its foreign
// keys and triggers on all shards, and identity columns go on after their highest number. All of it is one transaction. A second call does
// nothing. It returns a line for each thing that it did, with the table's name first.
//
// Rows that are there are copied, and whoever uses the database waits: stop the program before. It fails with ErrNoCitus, ErrOlder, ErrNewer,
// ErrRunning, or with the name of each setting that would lose something. With ErrDistribution the lines are returned too: they are done.
func Distribute(ctx context.Context, opt Options) ([]string, error) {
	return distributeMigrated(ctx, opt, migrations.Files())
}

// distributeMigrated is Distribute of a database that was made by some migrations.
func distributeMigrated(ctx context.Context, opt Options, files fs.FS) ([]string, error) {
	if !IsPostgres(opt.URL) {
		return nil, ErrNoCitus
	}

	var done []string

	err := withSession(ctx, opt.URL, func(conn *sql.Conn) error {
		if err := checkCluster(ctx, conn); err != nil {
			return err
		}

		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("distribute: %w", err)
		}

		// Those who distribute or migrate at once take turns: it is the lock of migrations.
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", lock.DefaultLockID); err != nil {
			return errors.Join(fmt.Errorf("distribute: %w", err), ignoreDone(tx.Rollback()))
		}

		if err := checkVersion(ctx, opt, files, knowsAll(files)); err != nil {
			return errors.Join(err, ignoreDone(tx.Rollback()))
		}

		if done, err = distribute(ctx, tx); err != nil {
			return errors.Join(err, ignoreDone(tx.Rollback()))
		}

		if err := tx.Commit(); err != nil {
			done = nil

			return fmt.Errorf("distribute: %w", err)
		}

		return checkPlaces(ctx, conn)
	})

	return done, err
}

// withSession runs fn on a connection of its own, without the time limit of statements.
func withSession(ctx context.Context, url string, fn func(conn *sql.Conn) error) error {
	pool, err := openServerToMigrate(url)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer pool.Close()

	conn, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("open the database: %w", classify(err))
	}
	defer conn.Close()

	return fn(conn)
}

// setForSchema prepares a connection that changes tables, if the database has Citus. One connection to each other server: tables that refer
// to each other can't be changed over several at once. Triggers: Citus can't know that ours look at their own row alone.
func setForSchema(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SELECT set_config('citus.multi_shard_modify_mode', 'sequential', FALSE),
		set_config('citus.enable_unsafe_triggers', 'on', FALSE), set_config('client_min_messages', 'error', FALSE)
		FROM pg_extension WHERE extname = 'citus'`)
	if err != nil {
		return fmt.Errorf("prepare a connection: %w", err)
	}

	return nil
}

// distribute does the work of Distribute in one transaction.
func distribute(ctx context.Context, tx *sql.Tx) ([]string, error) {
	if err := refuseRunning(ctx, tx); err != nil {
		return nil, err
	}

	tables, err := places(ctx, tx)
	if err != nil {
		return nil, err
	}

	before, err := identities(ctx, tx)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, step := range []func(context.Context, *sql.Tx, []place) ([]string, error){copyEverywhere, spreadClients, addLocal, mendTriggers} {
		lines, err := step(ctx, tx, tables)
		if err != nil {
			return nil, err
		}

		done = append(done, lines...)
	}

	raised, err := raiseIdentities(ctx, tx, before)
	if err != nil {
		return nil, err
	}

	return append(done, raised...), nil
}

// refuseRunning fails with ErrRunning and the numbers of the programs that hold a lease. They would not learn what changes: how commits
// become visible, and which rows stand together.
func refuseRunning(ctx context.Context, q runner) error {
	var numbers string

	err := q.QueryRowContext(ctx, `SELECT COALESCE(string_agg(CAST(number AS TEXT), ', ' ORDER BY number), '') FROM nodes
		WHERE lease_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000000`).Scan(&numbers)
	if err != nil {
		return fmt.Errorf("look for running programs: %w", classify(err))
	}

	if numbers != "" {
		return fmt.Errorf("%w (node %s)", ErrRunning, numbers)
	}

	return nil
}

// copyEverywhere puts a copy of small tables on every server, those first to which others refer.
func copyEverywhere(ctx context.Context, tx *sql.Tx, tables []place) ([]string, error) {
	var waiting []place

	for _, t := range tables {
		if t.role == migrations.Everywhere && t.kind != onEvery {
			waiting = append(waiting, t)
		}
	}

	var done []string

	for len(waiting) > 0 {
		next := slices.IndexFunc(waiting, func(t place) bool {
			return !slices.ContainsFunc(waiting, func(o place) bool { return o.name != t.name && slices.Contains(t.refersTo, o.name) })
		})
		t := waiting[max(next, 0)] // tables that refer to each other in a circle: Citus tells what it can't do
		waiting = slices.DeleteFunc(waiting, func(o place) bool { return o.name == t.name })

		if t.kind == bySome {
			return nil, t.wrong("is distributed")
		}

		if _, err := tx.ExecContext(ctx, "SELECT create_reference_table(CAST($1 AS regclass))", t.sql); err != nil {
			return nil, fmt.Errorf("copy %s to every server: %w", t.name, err)
		}

		done = append(done, t.name+": copied to every server")
	}

	return done, nil
}

// addLocal makes Citus know the tables of this server. A transaction that writes a shard and a table that Citus doesn't know is not
// committed in two phases, so a crash can leave half of it.
func addLocal(ctx context.Context, tx *sql.Tx, tables []place) ([]string, error) {
	var done []string

	for _, t := range tables {
		switch {
		case t.role == migrations.OfClients || t.role == migrations.Everywhere || t.kind == known:
			continue
		case t.kind != unknown && t.role == "":
			continue // not ours: it may stand anywhere that Citus knows
		case t.kind != unknown:
			return nil, t.wrong("is on several servers")
		}

		// Foreign keys may have made Citus know it in this transaction: then it is noted that it stays known without them.
		if _, err := tx.ExecContext(ctx, "SELECT citus_add_local_table_to_metadata(CAST($1 AS regclass), cascade_via_foreign_keys => TRUE)", t.sql); err != nil {
			return nil, fmt.Errorf("make Citus know the local table %s: %w", t.name, err)
		}

		done = append(done, t.name+": stays on the coordinator, known to Citus")
	}

	return done, nil
}
