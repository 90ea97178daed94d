package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// pooledConfig are the settings of connections to a pooler in transaction mode. It gives each transaction another session, so statements are
// not prepared there: each is sent with its parameters, whose types were asked for once. The pooler takes no settings of a session but those that
// PostgreSQL reports; its own must have the rest (checkPooler).
func pooledConfig(url string) (*pgx.ConnConfig, error) {
	conf, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}

	conf.ConnectTimeout = connectTimeout
	conf.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	setDefault(conf.RuntimeParams, "application_name", "loket")
	setDefault(conf.RuntimeParams, "timezone", "UTC")

	return conf, nil
}

// ErrPooler means that a pooler can't be used as it is set up.
var ErrPooler = errors.New("the pooler of the database can't be used")

// checkPooler refuses a pooler that leads to another database than the URL, has no transactions, or whose sessions lack the time limits.
func (d *DB) checkPooler(ctx context.Context) error {
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPooler, err)
	}

	err = d.lookAtPooler(ctx, tx)

	return errors.Join(err, ignoreDone(tx.Rollback()))
}

func (d *DB) lookAtPooler(ctx context.Context, tx *sql.Tx) error {
	through, err := identify(tx.QueryRowContext(ctx, whichDatabase))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPooler, err)
	}

	direct, err := identify(d.batches.QueryRow(ctx, whichDatabase))
	if err != nil {
		return fmt.Errorf("look at the database: %w", classify(err))
	}

	if through != direct {
		return fmt.Errorf("%w: it leads to another database", ErrPooler)
	}

	var statement, transaction, compiles string

	err = tx.QueryRowContext(ctx, `SELECT current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'),
		current_setting('jit')`).Scan(&statement, &transaction, &compiles)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPooler, err)
	}

	if statement == "0" || transaction == "0" || compiles == "on" {
		return fmt.Errorf("%w: its sessions have statement_timeout = %s, idle_in_transaction_session_timeout = %s and jit = %s; "+
			"let its connect_query set the first two to 60s, and jit to off", ErrPooler, statement, transaction, compiles)
	}

	return nil
}

// whichDatabase tells whether two connections lead to the same database, or to a copy that PostgreSQL keeps of it.
const whichDatabase = `SELECT (SELECT CAST(system_identifier AS TEXT) FROM pg_control_system()), CAST(oid AS BIGINT)
	FROM pg_database WHERE datname = current_database()`

type databaseID struct {
	system string
	oid    int64
}

func identify(row Row) (id databaseID, err error) {
	err = row.Scan(&id.system, &id.oid)

	return id, err
}
