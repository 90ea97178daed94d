package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// onTruncate is the bit of pg_trigger.tgtype for a trigger on TRUNCATE. Citus calls those of the table itself and makes none on shards.
const onTruncate = 32

// lackTriggers returns the tables of which a shard is not on its server, has fewer triggers than the table itself, or has any that is switched
// off: those of foreign keys too. It returns besides which servers could not be asked.
func lackTriggers(ctx context.Context, q runner) ([]string, []silence, error) {
	// Each shard with its table, the group of its server, and how many triggers it must have.
	rows, err := q.QueryContext(ctx, `SELECT format('(%L, %L, %s, %s)', c.relname, 'public.' || shard_name(c.oid, h.shardid), l.groupid,
			(SELECT COUNT(*) FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgtype & $1 = 0))
		FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		JOIN pg_dist_shard h ON h.logicalrelid = c.oid JOIN pg_dist_placement l ON l.shardid = h.shardid
		WHERE s.nspname = 'public' AND c.relkind = 'r'`, onTruncate)

	shards, err := Collect(rows, err, func(row *sql.Rows) (shard string, err error) { return shard, row.Scan(&shard) })
	if err != nil {
		return nil, nil, fmt.Errorf("read the shards of tables: %w", err)
	}

	if len(shards) == 0 {
		return nil, nil, nil
	}

	answers, silent, err := askServers(ctx, q, `SELECT COALESCE(string_agg(DISTINCT v.name, E'\n'), '')
		FROM (VALUES `+strings.Join(shards, ", ")+`) v (name, shard, server, n)
		WHERE v.server = (SELECT groupid FROM pg_dist_local_group) AND (
			v.n > (SELECT COUNT(*) FROM pg_trigger g WHERE g.tgrelid = to_regclass(v.shard) AND NOT g.tgisinternal)
			OR EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = to_regclass(v.shard) AND g.tgenabled = 'D'))`)
	if err != nil {
		return nil, nil, fmt.Errorf("look for triggers of shards: %w", err)
	}

	var names []string

	for _, a := range answers {
		if a.text != "" {
			names = append(names, strings.Split(a.text, "\n")...)
		}
	}

	slices.Sort(names)

	return slices.Compact(names), silent, nil
}

// mendTriggers switches the triggers of tables on of which shards lack some, and makes them anew.
func mendTriggers(ctx context.Context, tx *sql.Tx, tables []place) ([]string, error) {
	lacking, _, err := lackTriggers(ctx, tx)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, t := range tables {
		if !slices.Contains(lacking, t.name) {
			continue
		}

		if err := mendTriggersOf(ctx, tx, t.sql); err != nil {
			return nil, fmt.Errorf("triggers of %s: %w", t.name, err)
		}

		done = append(done, t.name+": its triggers are on all shards again")
	}

	return done, nil
}

// mendTriggersOf does so with a table by the name that stands in statements.
func mendTriggersOf(ctx context.Context, tx *sql.Tx, table string) error {
	if _, err := tx.ExecContext(ctx, "ALTER TABLE "+table+" ENABLE TRIGGER ALL"); err != nil { // those of foreign keys can't be made anew
		return err
	}

	rows, err := tx.QueryContext(ctx, `SELECT quote_ident(tgname), pg_get_triggerdef(oid) FROM pg_trigger
		WHERE tgrelid = CAST($1 AS regclass) AND NOT tgisinternal ORDER BY tgname`, table)

	list, err := Collect(rows, err, func(row *sql.Rows) (d [2]string, err error) { return d, row.Scan(&d[0], &d[1]) })
	if err != nil {
		return err
	}

	for _, d := range list {
		if _, err := tx.ExecContext(ctx, "DROP TRIGGER IF EXISTS "+d[0]+" ON "+table); err != nil {
			return fmt.Errorf("%s: %w", d[0], err)
		}

		if _, err := tx.ExecContext(ctx, d[1]); err != nil {
			return fmt.Errorf("%s: %w", d[0], err)
		}
	}

	return nil
}
