package db

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/platform/db/migrations"
)

// spreadClients distributes the tables of clients by client_id, so that all rows of a client stand on one server.
func spreadClients(ctx context.Context, tx *sql.Tx, tables []place) ([]string, error) {
	var (
		together string // a table that is distributed already; the others go beside it
		waiting  []place
	)

	for _, t := range tables {
		if t.role != migrations.OfClients {
			continue
		}

		switch t.kind {
		case byClient:
			together = t.sql
		case onEvery, bySome:
			return nil, t.wrong("is on several servers, but not by client_id")
		case unknown, known:
			waiting = append(waiting, t)
		}
	}

	if len(waiting) == 0 {
		return nil, nil
	}

	restore, err := dropHindrances(ctx, tx, waiting)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, t := range waiting {
		if err := spread(ctx, tx, t, together); err != nil {
			return nil, err
		}

		if together == "" {
			together = t.sql
		}

		done = append(done, t.name+": distributed by "+clientColumn)
	}

	for _, t := range waiting { // the copies that stayed here, which nobody reads
		if _, err := tx.ExecContext(ctx, "SELECT truncate_local_data_after_distributing_table(CAST($1 AS regclass))", t.sql); err != nil {
			return nil, fmt.Errorf("delete the copies of %s on the coordinator: %w", t.name, err)
		}
	}

	for _, statement := range restore {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("%s: %w", statement, err)
		}
	}

	return done, nil
}

// spread distributes one table beside another, or as the first one.
func spread(ctx context.Context, tx *sql.Tx, table place, together string) error {
	if together == "" {
		together = "none" // whatever else the cluster holds stands apart
	}

	_, err := tx.ExecContext(ctx, "SELECT create_distributed_table(CAST($1 AS regclass), $2, colocate_with => $3)", table.sql, clientColumn, together)
	if err != nil {
		return fmt.Errorf("distribute %s: %w", table.name, err)
	}

	return nil
}

// dropHindrances drops what refuses that tables are distributed one after the other, and returns the statements that make it again: foreign
// keys that refer to them, and triggers that refuse to delete the copies that stay here.
func dropHindrances(ctx context.Context, tx *sql.Tx, waiting []place) (restore []string, err error) {
	names := make([]string, len(waiting))
	for i, t := range waiting {
		names[i] = t.name
	}

	rows, err := tx.QueryContext(ctx, `SELECT format('DROP TRIGGER %I ON %s', g.tgname, CAST(g.tgrelid AS regclass)), pg_get_triggerdef(g.oid)
		FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		WHERE NOT g.tgisinternal AND g.tgtype & $2 <> 0 AND s.nspname = 'public' AND c.relname = ANY($1)
		UNION ALL
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', CAST(k.conrelid AS regclass), k.conname),
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', CAST(k.conrelid AS regclass), k.conname, pg_get_constraintdef(k.oid))
		FROM pg_constraint k JOIN pg_class c ON c.oid = k.confrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		WHERE k.contype = 'f' AND k.conparentid = 0 AND s.nspname = 'public' AND c.relname = ANY($1)`, names, onTruncate)

	list, err := Collect(rows, err, func(row *sql.Rows) (d [2]string, err error) { return d, row.Scan(&d[0], &d[1]) })
	if err != nil {
		return nil, fmt.Errorf("foreign keys and triggers of tables of clients: %w", err)
	}

	for _, d := range list {
		if _, err := tx.ExecContext(ctx, d[0]); err != nil {
			return nil, fmt.Errorf("%s: %w", d[0], err)
		}

		restore = append(restore, d[1])
	}

	return restore, nil
}
