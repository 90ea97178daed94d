package db_test

import (
	"database/sql"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/db/migrations"
)

// Rows of a client can stand together on one server only if each unique key of their tables begins with client_id (migrations/roles.go),
// and its foreign keys name rows of the same client, or of a table that each server has. TestSchemasAreTheSame proves that SQLite has the
// same. No key is left out, so there is no list of exceptions.
func TestKeysBeginWithTheClient(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	roles := migrations.Roles()
	keys, references := 0, 0

	for _, key := range read(t, d, `SELECT c.relname, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid, 1, true), '', FALSE
		FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		WHERE s.nspname = 'public' AND c.relkind = 'r' AND i.indisunique`) {
		if roles[key.table] == migrations.OfClients {
			keys++

			if key.first != "client_id" {
				t.Errorf("the key %s of %s begins with %s", key.name, key.table, key.first)
			}
		}
	}

	for _, key := range read(t, d, `SELECT k.conrelid::regclass::text, k.conname, '', k.confrelid::regclass::text,
			EXISTS (SELECT 1 FROM unnest(k.conkey, k.confkey) AS p (here, there)
				JOIN pg_attribute h ON h.attrelid = k.conrelid AND h.attnum = p.here
				JOIN pg_attribute o ON o.attrelid = k.confrelid AND o.attnum = p.there
				WHERE h.attname = 'client_id' AND o.attname = 'client_id')
		FROM pg_constraint k JOIN pg_namespace s ON s.oid = k.connamespace WHERE s.nspname = 'public' AND k.contype = 'f'`) {
		from, to := roles[key.table], roles[key.refersTo]
		if from != migrations.OfClients && to != migrations.OfClients {
			continue
		}

		references++

		together, copied := from == to && key.sameClient, from == migrations.OfClients && to == migrations.Everywhere

		if !together && !copied {
			t.Errorf("%s refers to %s without the client, or to rows on another server", key.table, key.refersTo)
		}
	}

	if keys < 30 || references < 10 {
		t.Errorf("%d keys and %d foreign keys: the test doesn't see them any more", keys, references)
	}
}

type tableKey struct {
	table, name, first string
	refersTo           string
	sameClient         bool
}

func read(t *testing.T, d *db.DB, query string) []tableKey {
	t.Helper()

	rows, err := d.Reader().Query(t.Context(), query)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (k tableKey, err error) {
		return k, row.Scan(&k.table, &k.name, &k.first, &k.refersTo, &k.sameClient)
	})
	testkit.Must(t, err)

	return list
}
