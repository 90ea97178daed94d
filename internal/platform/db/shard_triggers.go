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

// lackTriggers returns the tables of which a shard has fewer enabled triggers than the table itself. Servers that don't answer are left out:
// an outage is no fault of the schema.
func lackTriggers(ctx context.Context, q runner) ([]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT r.result FROM (
			SELECT string_agg(format('(%L, %s)', c.relname, n.n), ', ') AS tables
			FROM (SELECT g.tgrelid, COUNT(*) AS n FROM pg_trigger g JOIN pg_dist_partition p ON p.logicalrelid = g.tgrelid
				WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' AND g.tgtype & $1 = 0 GROUP BY g.tgrelid) n
			JOIN pg_class c ON c.oid = n.tgrelid JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'public') t,
		LATERAL run_command_on_all_nodes(format($$
			SELECT COALESCE(string_agg(DISTINCT v.name, ' '), '') FROM (VALUES %s) v (name, n)
			JOIN pg_class l ON l.relname = v.name JOIN pg_namespace s ON s.oid = l.relnamespace AND s.nspname = 'public'
			JOIN pg_dist_shard h ON h.logicalrelid = l.oid JOIN pg_dist_placement p ON p.shardid = h.shardid
			WHERE p.groupid = (SELECT groupid FROM pg_dist_local_group) AND v.n > (
				SELECT COUNT(*) FROM pg_trigger g WHERE g.tgrelid = to_regclass(format('public.%%I', v.name || '_' || h.shardid))
					AND NOT g.tgisinternal AND g.tgenabled <> 'D')
			$$, t.tables), give_warning_for_connection_errors => TRUE) r
		WHERE t.tables IS NOT NULL AND r.success`, onTruncate)

	found, err := Collect(rows, err, func(row *sql.Rows) (names string, err error) { return names, row.Scan(&names) })
	if err != nil {
		return nil, fmt.Errorf("look for triggers of shards: %w", err)
	}

	names := strings.Fields(strings.Join(found, " "))
	slices.Sort(names)

	return slices.Compact(names), nil
}

// mendTriggers makes the triggers of tables anew of which shards lack some.
func mendTriggers(ctx context.Context, tx *sql.Tx, _ []place) ([]string, error) {
	lacking, err := lackTriggers(ctx, tx)
	if err != nil {
		return nil, err
	}

	var done []string

	for _, table := range lacking {
		rows, err := tx.QueryContext(ctx, `SELECT quote_ident(tgname), pg_get_triggerdef(oid) FROM pg_trigger
			WHERE tgrelid = CAST($1 AS regclass) AND NOT tgisinternal ORDER BY tgname`, table)

		list, err := Collect(rows, err, func(row *sql.Rows) (d [2]string, err error) { return d, row.Scan(&d[0], &d[1]) })
		if err != nil {
			return nil, fmt.Errorf("triggers of %s: %w", table, err)
		}

		for _, d := range list {
			if _, err := tx.ExecContext(ctx, "DROP TRIGGER IF EXISTS "+d[0]+" ON "+table); err != nil {
				return nil, fmt.Errorf("trigger %s of %s: %w", d[0], table, err)
			}

			if _, err := tx.ExecContext(ctx, d[1]); err != nil {
				return nil, fmt.Errorf("trigger %s of %s: %w", d[0], table, err)
			}
		}

		done = append(done, table+": its triggers are on all shards again")
	}

	return done, nil
}
