package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

func openPostgres(ctx context.Context, opt Options) (*DB, error) {
	conf, err := sessionConfig(opt.URL, "loket")
	if opt.Pooler != "" {
		conf, err = pooledConfig(opt.Pooler)
	}

	if err != nil {
		return nil, err
	}

	pool := openPool(conf, opt.MaxConns)

	found, err := findShards(ctx, pool)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", errors.Join(err, pool.Close()))
	}

	batches, err := openBatches(ctx, opt.URL, func(conf *pgxpool.Config) {
		if len(found) > 0 {
			conf.MaxConns = batchConnsSpread
			conf.ConnConfig.RuntimeParams["citus.propagate_set_commands"] = "local" // see Batch.queueSettings
			conf.ConnConfig.RuntimeParams[disabledSpread] = "off"
		}
	})
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}

	d := &DB{engine: Postgres, url: opt.URL, read: pool, write: pool, batches: batches}
	d.workers = newWorkers(d, opt.Workers)

	if len(found) > 0 {
		d.shards.Store(&found)
	}

	if err := d.openFurther(ctx, opt); err != nil {
		return nil, errors.Join(err, d.Close())
	}

	return d, nil
}

// openFurther checks the pooler and opens the replica, if there are such.
func (d *DB) openFurther(ctx context.Context, opt Options) error {
	if opt.Pooler != "" {
		if err := d.checkPooler(ctx); err != nil {
			return err
		}
	}

	switch {
	case opt.Replica == "":
		return nil
	case d.Distributed():
		return errDistributedReplica
	}

	return d.openReplica(ctx, opt)
}

// errDistributedReplica: a standby of the coordinator alone doesn't have the rows of clients.
var errDistributedReplica = errors.New("open PostgreSQL: a Citus has no replica for reading")

// errURL is without its cause, which may contain the password.
var errURL = errors.New("open PostgreSQL: the URL is not valid")

// sessionConfig are the settings of connections that keep their session.
func sessionConfig(url, name string) (*pgx.ConnConfig, error) {
	conf, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}

	setSession(conf, name)

	return conf, nil
}

// setSession are the settings of all sessions, unless the URL has others.
func setSession(conf *pgx.ConnConfig, name string) {
	conf.ConnectTimeout = connectTimeout
	setDefault(conf.RuntimeParams, "application_name", name)
	setDefault(conf.RuntimeParams, "timezone", "UTC")
	setDefault(conf.RuntimeParams, "statement_timeout", statementTimeout)
	setDefault(conf.RuntimeParams, "idle_in_transaction_session_timeout", idleInTransaction)
	setDefault(conf.RuntimeParams, jit, "off")
}

// openPool makes connections, at most so many at a time; 0 takes DefaultConns.
func openPool(conf *pgx.ConnConfig, most int) *sql.DB {
	if most == 0 {
		most = DefaultConns
	}

	pool := stdlib.OpenDB(*conf)
	pool.SetMaxOpenConns(most)
	pool.SetMaxIdleConns(most)
	pool.SetConnMaxIdleTime(idleConnTime)

	return pool
}

// disabledScans are those that a batch never needs.
var disabledScans = []string{"enable_seqscan", "enable_hashjoin", "enable_mergejoin"}

// disabledSpread are those besides on a Citus: see nameClients.
const disabledSpread = "enable_bitmapscan"

// openBatches makes the connections of batch transactions. Their statements look up keys
// by index. Sequential scans are disabled, since a cached plan that was made while a
// table was empty would keep scanning it.
func openBatches(ctx context.Context, databaseURL string, further func(conf *pgxpool.Config)) (*pgxpool.Pool, error) {
	conf, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return nil, errURL
	}

	conf.MaxConns = batchConns
	setSession(conf.ConnConfig, "loket-batch")

	for _, scan := range disabledScans {
		conf.ConnConfig.RuntimeParams[scan] = "off"
	}

	conf.AfterConnect = keepMemory

	further(conf)

	pool, err := pgxpool.NewWithConfig(ctx, conf)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}

	return pool, nil
}

// keepMemory makes the server process of this connection keep the memory of a batch.
// glibc returns free memory above 128 KiB to the kernel and requests it again, zeroed,
// for the next batch, which took a fifth of the server's time. It raises that limit to
// twice the size of the largest freed block, so allocating one megabyte once is enough.
// With another C library this does no harm.
func keepMemory(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SELECT length(repeat(' ', 1048576))"); err != nil {
		return fmt.Errorf("prepare a connection: %w", err)
	}

	return nil
}

func setDefault(params map[string]string, name, value string) {
	if _, given := params[name]; !given {
		params[name] = value
	}
}
