package internal_test

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Each table has one owner: the folder whose README has it in its line "Tables: `a`, `b`." Packages in that folder write it. Others
// call the owner; where they read for themselves, readsOfOthers says why.

// across is what a package does with tables of other owners, and why. A star stands for all tables.
type across struct{ tables, reason string }

// readsOfOthers are the reads of tables of others, by package or room.
var readsOfOthers = map[string]across{
	"app":                  {"audit_log versions", "the checks at the start, and the watch for staff commands of other processes"},
	"backoffice/search":    {"bank_transfers invoices virtual_accounts", "finds the one row of a unique number, and the transfers of an amount and day; what they are about is read from their owners"},
	"backoffice/sales":     {"clients", "adds up the sales of all clients, client by client, by the key that begins with the client"},
	"banking/statement":    {"bank_transfers va_payments", "compares statements with what banks reported, line by line"},
	"banking/topup":        {"clients wallets", "an account is found with its wallet and client in the statement that all payments of a batch share"},
	"money/books":          {"*", "proves the invariants of all tables"},
	"money/invoice":        {"banks clients", "the name of the bank on an invoice; overdue invoices are found by the clock of each client: that of a sandbox may be ahead"},
	"money/settlement":     {"clients", "the periods that are over, by the clock of each client"},
	"orders/order":         {"clients product_skus scheduled_lines", "sales below cost client by client, with recorded costs beside costs; the filter by scheduled order"},
	"orders/placing":       {"versions", "a batch compares the version of the catalogue in its own transaction"},
	"orders/schedule":      {"orders users", "joins lines with their orders"},
	"platform/db":          {"nodes", "nothing is distributed while a program holds a lease, and no step is taken that ends older ones; platform/node stands above this package"},
	"developer/requestlog": {"clients", "finds old rows client by client, by the key that begins with the client"},
	"shop/analytics":       {"clients storefronts", "the zone of each shop's days"},
	"shop/checkout":        {"orders", "joins orders of shoppers with their orders on wallets"},
	"shop/storefront":      {"clients", "a shop is found by its client's code"},
}

// writesOfOthers are the writes of tables of others, by package or room. They may read the same tables.
var writesOfOthers = map[string]across{
	"bench":           {"*", "measures with rows that no service could write so fast"},
	"dev":             {"*", "makes the past of the demo and of tests, which no service can write"},
	"orders/dispatch": {"order_attempts orders", "sends the attempts of orders and ends both, in batches of its own; order keeps their types and reading"},
	"orders/placing":  {"order_attempts orders", "inserts orders with their first attempt, in batches of its own; order keeps their types and reading"},
	"shop/checkout":   {"storefronts", "the column payment_key, which counts the keys of payment links, is checkout's"},
}

// of finds the entry of a package or of the nearest folder above it.
func of(list map[string]across, pkg string) (across, string) {
	for folder := pkg; folder != "."; folder = path.Dir(folder) {
		if found, is := list[folder]; is {
			return found, folder
		}
	}

	return across{}, ""
}

func (a across) has(table string) bool {
	return a.tables == "*" || slices.Contains(strings.Fields(a.tables), table)
}

// TestTablesHaveOneOwner compares the tables that the SQL of each package names with the owners that READMEs name.
func TestTablesHaveOneOwner(t *testing.T) {
	t.Parallel()

	tables := tablesOfMigrations(t)
	owners := ownersOfTables(t, tables)
	used := tablesOfPackages(t, tables)
	needed := map[string]bool{} // entries of the lists, as "reads shop/checkout orders"

	for _, pkg := range slices.Sorted(maps.Keys(used)) {
		reads, readsAt := of(readsOfOthers, pkg)
		writes, writesAt := of(writesOfOthers, pkg)

		for _, table := range slices.Sorted(maps.Keys(used[pkg])) {
			use := used[pkg][table]
			owner := owners[table]

			switch {
			case owner == "" || pkg == owner || strings.HasPrefix(pkg, owner+"/"):
			case writes.has(table):
				needed["writes "+writesAt+" "+table], needed["writes "+writesAt+" *"] = true, true
			case use.writes:
				t.Errorf("%s writes the table %s, which belongs to %s: call its package (%s)", pkg, table, owner, use.at)
			case reads.has(table):
				needed["reads "+readsAt+" "+table], needed["reads "+readsAt+" *"] = true, true
			default:
				t.Errorf("%s reads the table %s, which belongs to %s: call its package, or name the read in readsOfOthers with a reason (%s)",
					pkg, table, owner, use.at)
			}
		}
	}

	for kind, list := range map[string]map[string]across{"reads": readsOfOthers, "writes": writesOfOthers} {
		for folder, a := range list {
			if a.reason == "" {
				t.Errorf("%sOfOthers gives no reason for %s", kind, folder)
			}

			for table := range strings.FieldsSeq(a.tables) {
				if !needed[kind+" "+folder+" "+table] {
					t.Errorf("%sOfOthers has %s for %s, which isn't needed any more", kind, table, folder)
				}
			}
		}
	}
}

var (
	createTable = regexp.MustCompile(`(?m)^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)`)
	dropTable   = regexp.MustCompile(`(?m)^\s*DROP TABLE (?:IF EXISTS )?(\w+)`)
	renameTable = regexp.MustCompile(`ALTER TABLE (\w+) RENAME TO (\w+)`)
)

// tablesOfMigrations reads the names of all tables from the migrations of both engines.
func tablesOfMigrations(t *testing.T) map[string]bool {
	t.Helper()

	out := map[string]bool{}

	sourceFiles(t, []string{".sql"}, func(file, text string) {
		if !strings.HasPrefix(file, "internal/platform/db/migrations/") {
			return
		}

		for _, m := range createTable.FindAllStringSubmatch(text, -1) {
			out[m[1]] = true
		}

		for _, m := range dropTable.FindAllStringSubmatch(text, -1) {
			delete(out, m[1])
		}

		for _, m := range renameTable.FindAllStringSubmatch(text, -1) {
			delete(out, m[1])
			out[m[2]] = true
		}
	})

	if len(out) < 40 {
		t.Fatalf("only %d tables in the migrations: the test doesn't see them any more", len(out))
	}

	return out
}

var (
	tablesLine = regexp.MustCompile(`(?m)^Tables: (.+)$`)
	quoted     = regexp.MustCompile("`(\\w+)`")
)

// ownersOfTables reads the line Tables of every README: the owner is the README's folder.
func ownersOfTables(t *testing.T, tables map[string]bool) map[string]string {
	t.Helper()

	owners := map[string]string{}

	sourceFiles(t, []string{"README.md"}, func(file, text string) {
		owner := strings.TrimPrefix(path.Dir(file), "internal/")

		for _, line := range tablesLine.FindAllStringSubmatch(text, -1) {
			for _, name := range quoted.FindAllStringSubmatch(line[1], -1) {
				table := name[1]

				switch other, taken := owners[table]; {
				case taken:
					t.Errorf("the table %s has two owners: %s and %s", table, other, owner)
				case !tables[table]:
					t.Errorf("%s names the table %s, which no migration creates", file, table)
				default:
					owners[table] = owner
				}
			}
		}
	})

	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if owners[table] == "" {
			t.Errorf("no README has the table %s in its line \"Tables: ...\"", table)
		}
	}

	return owners
}

// use is how a package uses a table.
type use struct {
	writes bool
	at     string // file and line of the first use, or of the first write
}

// inSQL finds the tables of a statement: the words that read or write, and the names after them with their aliases.
var inSQL = regexp.MustCompile(`\b(FROM|JOIN|INTO|UPDATE|DELETE FROM)\s+(?:ONLY\s+)?(\w+(?:\s+(?:AS\s+)?[a-z]\w*)?(?:\s*,\s*\w+(?:\s+(?:AS\s+)?[a-z]\w*)?)*)`)

// tablesOfPackages finds the tables that the SQL of each package names. Test files don't count.
func tablesOfPackages(t *testing.T, tables map[string]bool) map[string]map[string]use {
	t.Helper()

	out := map[string]map[string]use{}

	goFiles(t, false, func(pkg, file string, fset *token.FileSet, parsed *ast.File) {
		note := func(table string, writes bool, at token.Pos) {
			if !tables[table] {
				return
			}

			if out[pkg] == nil {
				out[pkg] = map[string]use{}
			}

			if before, known := out[pkg][table]; !known || writes && !before.writes {
				out[pkg][table] = use{writes, file + ":" + strconv.Itoa(fset.Position(at).Line)}
			}
		}

		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				// batch.Insert("orders", ...)
				if f, method := n.Fun.(*ast.SelectorExpr); method && f.Sel.Name == "Insert" && len(n.Args) > 0 {
					note(textOf(n.Args[0]), true, n.Pos())
				}
			case *ast.KeyValueExpr:
				// ledger.Tables{Accounts: "wallets", History: "wallet_history"}
				if key, named := n.Key.(*ast.Ident); named && (key.Name == "Accounts" || key.Name == "History" || key.Name == "Table") {
					note(textOf(n.Value), true, n.Pos())
				}
			case ast.Expr:
				for _, m := range inSQL.FindAllStringSubmatch(textOf(n), -1) {
					for part := range strings.SplitSeq(m[2], ",") {
						if words := strings.Fields(part); len(words) > 0 {
							note(words[0], m[1] != "FROM" && m[1] != "JOIN", n.Pos())
						}
					}
				}
			}

			return true
		})
	})

	return out
}

// textOf is the text of a literal, or of a sum of literals and other parts; empty for anything else.
func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.ParenExpr:
		return textOf(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			if x, y := textOf(e.X), textOf(e.Y); x != "" || y != "" {
				return x + y
			}
		}
	}

	return ""
}
