package internal_test

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"

	"loket/internal/platform/db/migrations"
)

// Rows of a client stand together on one server once clients are spread over several (docs/architecture.md). So a statement on such a
// table names the client, with client_id = $1 or = ANY($1), in each of its parts, and joins such tables by client_id. A look over all
// clients is a read of its own.

// overAllClients are the looks over all clients, by function and table or by package, and why. They write and lock nothing.
var overAllClients = map[string]string{
	"money/books": "proves the invariants of all rows",
	"money/settlement.CloseDue:settlement_periods":      "finds the periods that are due",
	"money/settlement.RefreshBlocks:settlements":        "goes through all settlements, each in a transaction of its own",
	"money/settlement:settlement_history":               "the trial balance",
	"money/settlement:settlements":                      "the trial balance",
	"money/settlement:wallet_history":                   "the trial balance",
	"money/settlement:wallets":                          "the trial balance",
	"money/wallet.find:wallets":                         "finds the wallets whose alert is due",
	"money/wallet:settlement_history":                   "the trial balance",
	"money/wallet:settlements":                          "the trial balance",
	"money/wallet:wallet_history":                       "the trial balance",
	"money/wallet:wallets":                              "the trial balance",
	"orders/dispatch.handleUnconfigured:order_attempts": "finds attempts at suppliers that are not configured any more",
	"orders/dispatch.handleUnconfigured:orders":         "as order_attempts",
	"orders/dispatch.rerouteLate:order_attempts":        "finds attempts that wait too long for a slot of their supplier",
	"orders/dispatch.rerouteLate:orders":                "as order_attempts",
	"orders/dispatch.rerouteOpenCircuit:order_attempts": "finds attempts that wait for a supplier whose circuit is open",
	"orders/dispatch.rerouteOpenCircuit:orders":         "as order_attempts",
	"orders/order.BelowCost:order_attempts":             "staff's list of products sold below cost",
	"orders/order.BelowCost:orders":                     "as order_attempts",
	"orders/order.Reviews:order_reviews":                "staff's list of what waits for a decision",
	"orders/placing.countOnce:order_attempts":           "counts the open orders of each client when a node starts, and now and then",
	"orders/schedule.Expire:scheduled_orders":           "finds drafts whose approval came too late",
	"orders/schedule.Forecast:scheduled_orders":         "finds the runs whose forecast is due",
	"orders/schedule.Sweep:scheduled_orders":            "finds canceled orders whose lines are old",
	"platform/idempotency.Purge:idempotency_keys":       "finds old keys, which a statement by their clients deletes",
	"shop/analytics.RollDue:analytics_days":             "finds the days whose figures are old",
	"shop/analytics.Sweep:analytics_events":             "finds old events, which a statement by their clients deletes",
	"shop/checkout.PlaceWaiting:storefront_orders":      "finds the paid orders that wait to be placed",
	"shop/checkout.purge:storefront_orders":             "finds orders that nobody paid, which a statement by their clients deletes",
}

// notByClient are the statements that don't name the client yet, by function and table. It only becomes shorter.
var notByClient = strings.Fields(`
	banking/topup.Held:wallets
	banking/topup.OpenAccountsTx:wallets
	banking/topup.OwnTransfers:wallets
	banking/topup.Requests:wallets
	banking/topup.TransfersOf:wallets
	banking/topup.carryOutTx:wallets
	banking/topup.endPaidTx:wallets
	banking/topup.findNumbers:wallets
	banking/topup.judge:wallets
	banking/topup.judgeLate:wallets
	banking/topup.lockHeld:wallets
	banking/topup.namedOrder:wallets
	banking/topup.nearOrder:wallets
	banking/topup.tellOutcomeTx:wallets
	money/books.invoicedPeriods:settlement_periods
	money/books.invoicedPeriods:settlements
	money/books.ofHistory:settlement_history
	money/books.ofHistory:wallet_history
	money/books.scheduleChecks:orders
	money/books.scheduleChecks:scheduled_lines
	money/books.scheduleChecks:scheduled_orders
	money/books.settlementChecks:settlement_history
	money/books.settlementChecks:settlement_periods
	orders/dispatch.dueClients:order_attempts
	orders/dispatch.suppliersOfAttempts:order_attempts
`)

// unreadable is SQL that the test can't follow, by the function (and table) or value that has it, and why it needs no client.
var unreadable = map[string]string{
	"money/wallet.Count:wallet_history":         "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
	"money/wallet.History:wallet_history":       "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
	"money/wallet.eachOf:wallet_history":        "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
	"money/wallet.historyAtOnce:wallet_history": "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
	"money/wallet.periodIn:wallet_history":      "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
	"money/wallet.rowsOf:wallet_history":        "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists",
}

// own are packages whose SQL makes data for measurements, demos and tests.
func own(function string) bool {
	return strings.HasPrefix(function, "bench") || strings.HasPrefix(function, "dev/") || strings.HasPrefix(function, "test/")
}

func isLook(function, table string) bool {
	return overAllClients[function+":"+table] != "" || overAllClients[packageOf(function)] != ""
}

func packageOf(function string) string {
	pkg, _, _ := strings.Cut(function, ".")

	return pkg
}

// TestTablesHaveRoles compares the list of roles with the migrations.
func TestTablesHaveRoles(t *testing.T) {
	t.Parallel()

	tables, roles := tablesOfMigrations(t), migrations.Roles()

	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if roles[table] == "" {
			t.Errorf("the table %s has no role in migrations/roles.go", table)
		}
	}

	for _, table := range slices.Sorted(maps.Keys(roles)) {
		if !tables[table] {
			t.Errorf("migrations/roles.go has the table %s, which no migration creates", table)
		}
	}
}

// TestStatementsNameTheClient reads every SQL text of the program.
func TestStatementsNameTheClient(t *testing.T) {
	t.Parallel()

	of := clientTables()
	found := map[string]string{} // what is wrong, by function and table
	looks := map[string]bool{}
	read := map[*ast.BasicLit]bool{}

	r := newSQLReader(t)
	statements := r.statements()

	for _, s := range statements {
		for _, part := range s.parts {
			read[part] = true
		}

		if own(s.at) {
			continue
		}

		for table := range wrongs(s.text, of, nil) {
			looks[s.at+":"+table], looks[packageOf(s.at)] = true, true
		}

		for table, wrong := range wrongs(s.text, of, func(table string) bool { return isLook(s.at, table) }) {
			if unreadable[s.at+":"+table] == "" {
				found[s.at+":"+table] = wrong + ":\n" + s.text
			}
		}
	}

	if len(statements) < 500 {
		t.Fatalf("only %d statements: the test doesn't see them any more", len(statements))
	}

	for _, at := range slices.Sorted(maps.Keys(found)) {
		if !slices.Contains(notByClient, at) {
			t.Errorf("%s: %s", at, found[at])
		}
	}

	for _, at := range notByClient {
		if found[at] == "" {
			t.Errorf("notByClient has %s, whose statements name the client", at)
		}
	}

	for at := range overAllClients {
		if !looks[at] {
			t.Errorf("overAllClients has %s, which looks at no table of all clients", at)
		}
	}

	unread(t, r, of, read, looks)
}

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

// unread finds SQL on clients' tables that is in no statement which was read.
func unread(t *testing.T, r *sqlReader, of map[string]bool, read map[*ast.BasicLit]bool, wrong map[string]bool) {
	t.Helper()

	found := map[string]string{}

	for _, pkg := range r.packages {
		look := func(at string, n ast.Node) {
			ast.Inspect(n, func(n ast.Node) bool {
				lit, is := n.(*ast.BasicLit)
				if !is || read[lit] || own(at) {
					return true
				}

				for _, m := range inSQL.FindAllStringSubmatch(textOf(lit), -1) {
					for table := range strings.SplitSeq(m[2], ",") {
						if words := strings.Fields(table); len(words) > 0 && of[words[0]] {
							found[at] = textOf(lit)
						}
					}
				}

				return true
			})
		}

		for _, list := range pkg.funcs {
			for _, f := range list {
				look(f.name(), f.decl)
			}
		}

		for name, v := range pkg.values {
			look(pkg.path+"."+name, v.expr)
		}
	}

	for _, at := range slices.Sorted(maps.Keys(found)) {
		if unreadable[at] == "" {
			t.Errorf("%s: the test can't follow where this SQL is run: write it so that it can, or name it in unreadable:\n%s", at, found[at])
		}
	}

	for at := range unreadable {
		if found[at] == "" && !wrong[at] {
			t.Errorf("unreadable has %s, which the test can read", at)
		}
	}
}
