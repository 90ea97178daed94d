package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Staff list and check the connections, import a statement and see what differs.
func TestBankCommands(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	_, stop := startDemo(t, folder)

	if code := stop(); code != 0 {
		t.Fatalf("the demo ended with %d", code)
	}

	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}

		return path
	}

	right := file("banks.json", `[{"code":"moota","kind":"moota","secret":"a-long-secret","accounts":{"8880010021":"BBCA"}}]`)
	wrong := file("wrong.json", `[{"code":"moota","kind":"moota","secret":"a-long-secret","accounts":{"999999":"BBCA"}},
		{"code":"bca","kind":"snap","bank":"BBCA","publicKey":"none"}]`)
	foreign := file("foreign.json", `[{"code":"moota","kind":"moota","secret":"a-long-secret","accounts":{"999999":"BBCA"}}]`)
	csv := file("nov.csv", "date,description,amount,type\n2026-11-20,TRSF,500123,CR\n")

	expect := func(code int, part string, args ...string) {
		t.Helper()

		got, text := loket(t, append([]string{"admin", "bank"}, append(args, "--data", folder)...)...)
		if (got == 0) != (code == 0) || !strings.Contains(text, part) || strings.Contains(text, "a-long-secret") {
			t.Errorf("%v: %d %s", args, got, text)
		}
	}

	expect(0, "/callbacks/moota/moota", "list", "--banks", right)
	expect(0, "1 connections are complete", "check", "--banks", right)
	expect(1, "the public key is not PEM", "check", "--banks", wrong)
	expect(1, "account 999999 of BBCA: not in the database", "check", "--banks", foreign)
	expect(1, "--banks", "list")
	expect(1, "--reason", "import-statement", csv, "--bank", "BBCA", "--account", "8880010021")
	expect(0, "1 lines, 1 of them new", "import-statement", csv, "--bank", "BBCA", "--account", "8880010021", "--reason", "daily")
	expect(0, "1 lines, 0 of them new", "import-statement", csv, "--bank", "BBCA", "--account", "8880010021", "--reason", "daily")
	expect(1, "none of ours", "import-statement", csv, "--bank", "BBCA", "--account", "1", "--reason", "daily")
	expect(0, "nov.csv:2", "differences", "--days", "100000")

	if code, text := loket(t, "admin", "notice", "list", "--data", folder); code != 0 || !strings.Contains(text, "notice") {
		t.Errorf("notices: %d %s", code, text)
	}
}
