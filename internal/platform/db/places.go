package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"loket/internal/platform/db/migrations"
)

// kind is where Citus has a table.
type kind string

const (
	unknown  kind = "unknown" // on this server, and Citus doesn't know it
	known    kind = "known"   // on this server
	onEvery  kind = "everywhere"
	byClient kind = "by client"
	bySome   kind = "otherwise"
)

// place is a table of a database with Citus, and where it stands.
type place struct {
	name     string
	sql      string // the name as it stands in a statement
	kind     kind
	group    int64 // tables of one group stand together
	refersTo []string
	role     migrations.Role // empty: a table of nobody's, or the one of migrations
}

func (p place) wrong(how string) error {
	return fmt.Errorf("%s %s, and this program needs it elsewhere: undistribute_table it first", p.name, how)
}

// hasCitus reports whether a PostgreSQL database has the extension.
func hasCitus(ctx context.Context, q runner) (bool, error) {
	var has bool
	if err := q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')").Scan(&has); err != nil {
		return false, fmt.Errorf("look for Citus: %w", classify(err))
	}

	return has, nil
}

// places reads where each table stands, in the order of their names. Tables of extensions and shards are left out.
func places(ctx context.Context, q runner) ([]place, error) {
	rows, err := q.QueryContext(ctx, `SELECT c.relname, format('public.%I', c.relname), COALESCE(p.colocationid, 0), CASE
			WHEN p.logicalrelid IS NULL OR p.autoconverted THEN 'unknown'
			WHEN p.partmethod = 'h' AND column_to_column_name(p.logicalrelid, p.partkey) = $1 THEN 'by client'
			WHEN p.partmethod = 'n' AND p.repmodel = 't' THEN 'everywhere'
			WHEN p.partmethod = 'n' AND p.colocationid = 0 THEN 'known' ELSE 'otherwise' END,
			COALESCE((SELECT string_agg(DISTINCT o.relname, E'\n') FROM pg_constraint k JOIN pg_class o ON o.oid = k.confrelid
				WHERE k.contype = 'f' AND k.conrelid = c.oid), '')
		FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
		WHERE s.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT relation_is_a_known_shard(c.oid)
			AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = CAST('pg_class' AS regclass) AND d.objid = c.oid AND d.deptype = 'e')
		ORDER BY c.relname`, clientColumn)

	roles := migrations.Roles()

	list, err := Collect(rows, err, func(row *sql.Rows) (p place, err error) {
		var refersTo string
		if err := row.Scan(&p.name, &p.sql, &p.group, &p.kind, &refersTo); err != nil {
			return place{}, err
		}

		p.role, p.refersTo = roles[p.name], strings.Split(refersTo, "\n")

		return p, nil
	})
	if err != nil {
		return nil, fmt.Errorf("read where tables stand: %w", err)
	}

	return list, nil
}

// isDistributed reports whether rows of clients are spread. A database with Citus of which nothing is distributed works as any other.
func isDistributed(tables []place) bool {
	for _, t := range tables {
		if t.role != "" && t.kind != unknown {
			return true
		}
	}

	return false
}

// checkPlaces is nil if the database isn't distributed, or each table stands where this program needs it, with its triggers on all shards;
// else ErrDistribution, with a line for each table. On a database without Citus it is one query.
func checkPlaces(ctx context.Context, q runner) error {
	if has, err := hasCitus(ctx, q); err != nil || !has {
		return err
	}

	tables, err := places(ctx, q)
	if err != nil || !isDistributed(tables) {
		return err
	}

	var (
		found []error
		group int64
	)

	for _, t := range tables {
		fault := ""

		switch {
		case t.role == migrations.OfClients && t.kind != byClient:
			fault = "is not distributed by " + clientColumn
		case t.role == migrations.OfClients && group != 0 && t.group != group:
			fault = "does not stand beside the other tables of clients"
		case t.role == migrations.Everywhere && t.kind != onEvery:
			fault = "is not on every server"
		case t.role != migrations.OfClients && t.role != migrations.Everywhere && t.kind == unknown:
			fault = "is not known to Citus: a crash could leave half of a transaction that writes it"
		case t.role == migrations.Shared && t.kind != known:
			fault = "is not on the coordinator alone"
		}

		if t.role == migrations.OfClients && t.kind == byClient && group == 0 {
			group = t.group
		}

		if fault != "" {
			found = append(found, fmt.Errorf("table %s %s", t.name, fault))
		}
	}

	lacking, silent, err := lackTriggers(ctx, q)
	if err != nil {
		return err
	}

	for _, table := range lacking {
		found = append(found, fmt.Errorf("table %s has shards without its triggers", table))
	}

	for _, s := range silent {
		if s.answers { // an outage is no fault of the schema
			found = append(found, s)
		}
	}

	if len(found) > 0 {
		return errors.Join(append([]error{ErrDistribution}, found...)...)
	}

	return nil
}
