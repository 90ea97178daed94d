// Package db opens SQLite or PostgreSQL behind one face: the same SQL text
// with $1 placeholders, write transactions with bounded retries, a pool for
// reading, and a pipelined transaction for batches. A statement for many rows
// is written once for both engines (Columns).
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// Engine is the kind of database.
type Engine int

// The two engines.
const (
	SQLite Engine = iota + 1
	Postgres
)

func (e Engine) String() string {
	if e == Postgres {
		return "postgres"
	}

	return "sqlite"
}

// DefaultConns is how many connections to PostgreSQL there are unless Options
// say otherwise; batches have a few of their own besides.
const DefaultConns = 24

const (
	batchConnsSpread  = 24 // on a Citus: batches of several parts are written side by side
	batchConns        = 14 // placers, claims, answers, jobs and positions of events write side by side; look-ups need some besides
	idleConnTime      = 5 * time.Minute
	sqliteReaders     = 8
	sqliteCache       = 65_536 // KiB of each connection
	streamCache       = 2_048  // as above, of exports
	connectTimeout    = 5 * time.Second
	statementTimeout  = "60s"
	idleInTransaction = "60s"

	// jit compiles plans that look dear, which takes up to some seconds. A plan looks dear as soon as it needs a kind of scan or join that
	// its session has disabled, as batches and Snapshot do.
	jit = "jit"
)

// Options say which database to open.
type Options struct {
	// URL is postgres://... or the path of a SQLite file.
	URL string
	// MaxConns bounds the connections to PostgreSQL; 0 takes DefaultConns.
	MaxConns int
	// Pooler is the URL of the same database through a pooler in transaction mode, as PgBouncer has one. What needs no session goes there. Empty: to URL.
	Pooler string
	// Replica is the URL of a standby for long reads (Stream, Report); empty: none. ReplicaMaxLag is how long such a read waits for it; 0 takes
	// DefaultReplicaLag.
	Replica       string
	ReplicaMaxLag time.Duration
	// Workers are the addresses of a Citus' workers as this program sees them (host:port), by those that the cluster has, where they differ.
	Workers map[string]string
}

// DB is an open database. It is safe for several goroutines.
type DB struct {
	engine Engine
	url    string
	read   *sql.DB
	cache  *stmtCache // of read; SQLite alone

	// PostgreSQL
	write   *sql.DB
	batches *pgxpool.Pool
	shards  atomic.Pointer[shards] // of a Citus; nil on other databases
	workers *workers               // of a Citus
	replica *replica               // nil: none

	// SQLite: one writing connection, handed on through a channel
	lite   *liteWriter
	writer *sql.DB
	stream *sql.DB // reads exports, in turn, through a small cache

	signals signals

	closing  sync.Once
	closeErr error
}

// IsPostgres reports whether a database URL is one of PostgreSQL.
func IsPostgres(databaseURL string) bool {
	return strings.HasPrefix(databaseURL, "postgres://") || strings.HasPrefix(databaseURL, "postgresql://")
}

// Open opens the database and checks that it answers. It doesn't create or change the
// schema: see Migrate.
func Open(ctx context.Context, opt Options) (*DB, error) {
	if opt.URL == "" {
		return nil, errors.New("open database: no URL or file given")
	}

	if IsPostgres(opt.URL) {
		return openPostgres(ctx, opt)
	}

	return openSQLite(ctx, opt)
}

func openSQLite(ctx context.Context, opt Options) (*DB, error) {
	path, err := filepath.Abs(opt.URL)
	if err != nil {
		return nil, fmt.Errorf("open SQLite: %w", err)
	}

	if err := makeFile(path); err != nil {
		return nil, fmt.Errorf("open SQLite: %w", err)
	}

	writer, err := sql.Open("sqlite", sqliteDSN(path, false, sqliteCache))
	if err != nil {
		return nil, fmt.Errorf("open SQLite: %w", err)
	}

	writer.SetMaxOpenConns(1)
	writer.SetConnMaxIdleTime(0)

	lite, err := newLiteWriter(ctx, writer)
	if err != nil {
		return nil, fmt.Errorf("open SQLite %s: %w", path, errors.Join(err, writer.Close()))
	}

	read, err := sql.Open("sqlite", sqliteDSN(path, true, sqliteCache))
	if err != nil {
		return nil, fmt.Errorf("open SQLite: %w", errors.Join(err, writer.Close()))
	}

	stream, err := sql.Open("sqlite", sqliteDSN(path, true, streamCache))
	if err != nil {
		return nil, fmt.Errorf("open SQLite: %w", errors.Join(err, writer.Close(), read.Close()))
	}

	stream.SetConnMaxIdleTime(time.Minute)

	readers := max(sqliteReaders, runtime.GOMAXPROCS(0))
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)

	return &DB{engine: SQLite, url: path, read: read, cache: newStmtCache(read), lite: lite, writer: writer, stream: stream}, nil
}

// sqliteDSN is the connection string with our settings. The busy time-out comes first,
// since switching to WAL needs it. synchronous=FULL: an acknowledged order must survive
// a power failure. Immediate transactions never fail when they turn from reading to
// writing. The larger checkpoint interval costs disk space and gives a third more orders
// per second. Keeping the statement journal in memory instead of in a temporary file
// gains about as much.
func sqliteDSN(path string, readOnly bool, cacheKiB int) string {
	q := url.Values{}
	q.Add("_pragma", "busy_timeout(10000)")

	if readOnly {
		q.Add("_pragma", "query_only(1)")
	} else {
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "synchronous(FULL)")
		q.Add("_pragma", "temp_store(MEMORY)")
		q.Add("_pragma", "wal_autocheckpoint(20000)")
		q.Add("_txlock", "immediate")
	}

	q.Add("_pragma", "foreign_keys(1)")
	q.Add("_pragma", "cache_size(-"+strconv.Itoa(cacheKiB)+")")
	q.Add("_dqs", "0")

	return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
}

// Engine is the kind of database.
func (d *DB) Engine() Engine { return d.engine }

// ForUpdate is the end of a SELECT that locks its rows on PostgreSQL. It is empty on
// SQLite, where a write transaction locks the whole database.
func (d *DB) ForUpdate() string { return d.engine.ForUpdate() }

// ForUpdate is DB.ForUpdate for functions that have the transaction alone.
func (e Engine) ForUpdate() string {
	if e == Postgres {
		return " FOR UPDATE"
	}

	return ""
}

// ForUpdateInOrder is the end of a SELECT that locks the rows of one of its tables in the order of a column, so that two
// transactions that lock several rows never deadlock. It is empty on SQLite.
func (e Engine) ForUpdateInOrder(table, column string) string {
	if e == Postgres {
		return " ORDER BY " + table + "." + column + " FOR UPDATE OF " + table
	}

	return ""
}

// SkipLocked is ForUpdate for workers that skip rows locked by others.
func (d *DB) SkipLocked() string {
	if d.engine == Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}

	return ""
}

// Ping checks that the database answers.
func (d *DB) Ping(ctx context.Context) error {
	var one int

	err := d.Reader().QueryRow(ctx, "SELECT 1").Scan(&one)

	return classify(err)
}

// Close closes every connection after the running transactions. A second call does
// nothing.
func (d *DB) Close() error {
	d.closing.Do(func() { d.closeErr = d.close() })

	return d.closeErr
}

func (d *DB) close() error {
	errs := []error{}

	if d.engine == SQLite {
		errs = append(errs, d.cache.close(), d.stream.Close(), d.lite.close(), d.writer.Close())
	} else {
		d.workers.close()
		d.batches.Close()

		if d.replica != nil {
			errs = append(errs, d.replica.pool.Close())
		}
	}

	return errors.Join(append(errs, d.read.Close())...)
}
