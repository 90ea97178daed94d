package internal_test

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestStatementsNameTheClient reads every SQL text of the program.
func TestStatementsNameTheClient(t *testing.T) {
	t.Parallel()

	of := clientTables()
	wrong := faults{} // what names no client
	looks := faults{}
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

		for table, fault := range wrongs(s.text, of, nil) {
			looks.add(s.at+":"+table, s, fault)
			looks.add(packageOf(s.at), s, fault)
		}

		for table, fault := range wrongs(s.text, of, func(table string) bool { return isLook(s.at, table) }) {
			wrong.add(s.at+":"+table, s, fault)
		}
	}

	if len(statements) < 500 {
		t.Fatalf("only %d statements: the test doesn't see them any more", len(statements))
	}

	for _, at := range slices.Sorted(maps.Keys(wrong)) {
		if unreadable[at].why == "" {
			t.Errorf("%s: %s", at, wrong.texts(at))
		}
	}

	for at, look := range overAllClients {
		looks.compare(t, "overAllClients", at, look.statements)

		if unreadable[at].why != "" {
			t.Errorf("%s stands in two lists", at)
		}
	}

	for at, e := range unreadable {
		if wrong[at] != nil {
			wrong.compare(t, "unreadable", at, e.statements)
		}
	}

	unread(t, r, of, read, looks)
}

// faults are what is wrong with statements, by the function and table that the lists name.
type faults map[string]map[site]string

// site is where a statement begins and where it is run. A statement whose text depends on conditions is one.
type site struct {
	run   token.Pos
	begin *ast.BasicLit
}

func (f faults) add(at string, s statement, fault string) {
	if f[at] == nil {
		f[at] = map[site]string{}
	}

	f[at][s.site] = fault + ":\n" + s.text
}

func (f faults) texts(at string) string {
	return strings.Join(slices.Sorted(maps.Values(f[at])), "\n")
}

// compare tells how many faulty statements an entry of a list has too few or too many.
func (f faults) compare(t *testing.T, list, at string, want int) {
	t.Helper()

	if n := len(f[at]); n != want && want != anyNumber || n == 0 {
		t.Errorf("%s has %s with %d statements, and there are %d: %s", list, at, want, n, f.texts(at))
	}
}

// unread finds SQL on clients' tables that is in no statement which was read.
func unread(t *testing.T, r *sqlReader, of map[string]bool, read map[*ast.BasicLit]bool, wrong faults) {
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
		if unreadable[at].why == "" {
			t.Errorf("%s: the test can't follow where this SQL is run: write it so that it can, or name it in unreadable:\n%s", at, found[at])
		}
	}

	for at := range unreadable {
		if found[at] == "" && wrong[at] == nil {
			t.Errorf("unreadable has %s, which the test can read", at)
		}
	}
}
