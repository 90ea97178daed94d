package internal_test

import (
	"slices"
	"strings"
	"testing"

	"loket/internal/platform/db/migrations"
)

// The test finds each kind of mistake, and only mistakes.
func TestStatementsAreJudged(t *testing.T) {
	t.Parallel()

	const wallets, look = "wallets", true

	cases := []struct {
		text  string
		wrong string // table
		look  bool
	}{
		{"SELECT balance FROM wallets WHERE client_id = $1 AND id = $2", "", false},
		{"SELECT balance FROM wallets WHERE id = $1", wallets, false},
		{"SELECT balance FROM wallets WHERE client_id = (SELECT CAST($1 AS BIGINT))", wallets, false},
		{"SELECT balance FROM wallets WHERE id = $1 AND (client_id = $2 OR active)", wallets, false},
		{"SELECT balance FROM wallets w WHERE w.client_id = ANY($1::bigint[])", "", false},
		{"UPDATE wallets AS a SET balance = {b} {FROM} WHERE a.client_id = {client} AND a.id = {id}", "", false},
		{"UPDATE wallets SET balance = 0 WHERE id = $1", wallets, false},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.client_id = o.client_id WHERE o.client_id = $1", "", false},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.id = o.wallet_id WHERE o.client_id = $1", wallets, false},
		{"SELECT 1 FROM orders o WHERE o.client_id = $1 AND EXISTS (SELECT 1 FROM wallets w WHERE w.client_id = o.client_id)", wallets, false},
		{"SELECT id FROM orders WHERE client_id = $1 UNION ALL SELECT id FROM wallets", wallets, false},
		{"INSERT INTO wallets (id, client_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", wallets, false},
		{"INSERT INTO wallets (id, client_id) VALUES ($1, $2) ON CONFLICT (client_id, type) DO UPDATE SET balance = 1", "", false},
		{"INSERT INTO wallets (id, client_id) SELECT id, client_id FROM orders WHERE id = $1", "orders", false},
		{"INSERT INTO wallets (id, client_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", wallets, false},
		{"UPDATE wallets SET balance = 0 WHERE id = $1 OR client_id = $2", wallets, false},
		{"SELECT balance FROM wallets WHERE id = $1 OR client_id = $2", wallets, false},
		{"SELECT balance FROM wallets WHERE id = $1 AND balance > 0 OR client_id = $2", wallets, false},
		{"SELECT balance FROM wallets WHERE client_id = $1 AND active OR id = $2 AND active", wallets, false},
		{"SELECT balance FROM wallets WHERE (id = $1 OR active) AND (client_id = $2)", "", false},
		{"SELECT balance FROM wallets WHERE id BETWEEN $1 AND $2 AND client_id = $3::bigint ORDER BY id", "", false},
		{"SELECT balance FROM wallets WHERE CASE WHEN active AND client_id = $1 THEN TRUE ELSE id = $2 END", wallets, false},
		{"SELECT balance FROM wallets WHERE NOT client_id = $1", wallets, false},
		{"SELECT balance FROM wallets WHERE id = $2 AND NOT (client_id = $1 AND active)", wallets, false},
		{"SELECT balance FROM wallets WHERE $1 = client_id", "", false},
		{"SELECT balance FROM wallets WHERE client_id = $1 IS NULL", wallets, false},
		{"UPDATE wallets SET client_id = $1 WHERE id = $2", wallets, false},
		{"SELECT client_id = $1 FROM wallets WHERE id = $2", wallets, false},
		{"SELECT COUNT(*) FILTER (WHERE client_id = $1) FROM wallets", wallets, false},
		{"SELECT id FROM wallets GROUP BY id HAVING client_id = $1", wallets, false},
		{"SELECT 1 FROM orders o LEFT JOIN wallets w ON w.client_id = o.client_id AND o.client_id = $1", "orders", false},
		{"SELECT 1 FROM orders o LEFT JOIN wallets w ON w.client_id = o.client_id AND o.client_id = $1", wallets, false},
		{"SELECT 1 FROM orders o LEFT JOIN wallets w ON w.client_id = o.client_id WHERE w.client_id = $1", "orders", false},
		{"SELECT 1 FROM orders o LEFT JOIN wallets w ON w.client_id = o.client_id WHERE o.client_id = $1", "", false},
		{"SELECT 1 FROM orders o RIGHT JOIN wallets w ON w.client_id = $1 WHERE o.client_id = $1", wallets, false},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.client_id = o.client_id AND o.client_id = $1 WHERE w.active", "", false},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.client_id = o.client_id OR active WHERE o.client_id = $1", wallets, false},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.client_id = o.client_id OR active", wallets, look},
		{"SELECT id FROM clients WHERE id = $1 FOR UPDATE", "", false},
		{"SELECT id FROM wallets WHERE active", "", look},
		{"SELECT id FROM wallets WHERE active FOR UPDATE", wallets, look},
		{"DELETE FROM wallets WHERE NOT active", wallets, look},
		{"WITH RECURSIVE a (id) AS (SELECT id FROM wallets UNION SELECT id FROM a) SELECT id FROM a", wallets, look},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.id = o.wallet_id", wallets, look},
		{"SELECT 1 FROM orders o JOIN wallets w ON w.client_id = o.client_id AND w.id = o.wallet_id", "", look},
		{"SELECT 1 FROM orders o WHERE NOT EXISTS (SELECT 1 FROM wallets w WHERE w.id = o.wallet_id)", wallets, look},
		{"SELECT ROW_NUMBER() OVER (PARTITION BY type ORDER BY id) FROM wallets", wallets, look},
	}

	for _, c := range cases {
		found := wrongs(c.text, clientTables(), func(string) bool { return c.look })

		if c.wrong == "" && len(found) > 0 || c.wrong != "" && found[c.wrong] == "" {
			t.Errorf("%v, want %q: %s", found, c.wrong, c.text)
		}
	}
}

func clientTables() map[string]bool {
	of := map[string]bool{}

	for table, role := range migrations.Roles() {
		if role == migrations.OfClients {
			of[table] = true
		}
	}

	return of
}

// wrongs is what is wrong with a statement, by table. A look over all clients must only join by client_id, and read.
func wrongs(text string, of map[string]bool, looks func(table string) bool) map[string]string {
	out := map[string]string{}

	for _, s := range scopesOf(text) {
		bound := s.bound(of)
		key, conflicts := s.conflict()

		for i, t := range s.tables {
			look := looks != nil && looks(t.table)
			inserted := i == 0 && slices.Contains(s.tokens, "INTO")

			switch {
			case t.table == unknown:
				out["unknown"] = "the table is unknown"
			case !of[t.table]:
			case inserted && conflicts && !slices.Contains(key, "client_id"):
				out[t.table] = "ON CONFLICT with a key without client_id"
			case inserted || bound[t.alias]:
			case look && s.writes:
				out[t.table] = "a look over all clients writes"
			case look && s.locks:
				out[t.table] = "a look over all clients locks rows"
			case look && strings.Contains(text, "RECURSIVE"):
				out[t.table] = "a look over all clients is recursive"
			case look && !s.joined(of):
				out[t.table] = "a join of clients' tables, or a sub-select, without client_id on both sides"
			case look && !s.parted():
				out[t.table] = "PARTITION BY without client_id"
			case look:
			case s.writes:
				out[t.table] = "writes rows without client_id = a parameter"
			case s.locks:
				out[t.table] = "locks rows without client_id = a parameter"
			default:
				out[t.table] = "reads rows without client_id = a parameter"
			}
		}
	}

	return out
}
