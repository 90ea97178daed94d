package main

import (
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// The operator sets up banks, edits a tutorial, makes the first user of staff, and asks for an adjustment that staff decide.
func TestStaffCommandsOfTopups(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	staff := func(want string, args ...string) string {
		t.Helper()

		args = append(append([]string{"admin"}, args...), "--data", folder, "--reason", "as agreed")

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}

		return text
	}

	staff("client", "client", "create", "--code", "toko", "--name", "Toko", "--email", "f@example.com")
	staff("wallet 1 made", "wallet", "create", "1001", "level_1")
	staff("account 8880010021 of BBCA is active", "topup", "account", "BBCA", "8880010021", "--holder", "PT Loket")
	staff("account 8880010021 of BBCA is problem", "topup", "account", "BBCA", "8880010021", "--status", "problem")
	staff("loket: ", "topup", "account", "NONE", "8880010021")
	staff("1 numbers made", "topup", "channel", "BBCA", "--prefix", "80777", "--minimum", "10000", "--fee", "4500")
	staff("wallet 2 made", "wallet", "create", "1001", "level_2") // with its number
	staff("0 numbers made", "topup", "channel", "BBCA", "--minimum", "20000", "--status", "problem")
	staff("loket: ", "topup", "channel", "BBRI", "--prefix", "80777", "--minimum", "10000")
	staff("loket: ", "topup", "channel", "BBCA", "--minimum", "10000", "--fee", "5001")

	if got := staff("", "topup", "accounts"); !strings.Contains(got, "8880010021") || !strings.Contains(got, "80777") {
		t.Errorf("accounts: %s", got)
	}

	staff("password of dewi", "staff", "add", "dewi", "--email", "dewi@example.com", "--role", "owner")
	staff("loket: role: ", "staff", "add", "eka", "--email", "eka@example.com", "--role", "client_root")
	staff("dewi@example.com", "staff", "list")
	staff("loket: LastOwnerError", "staff", "off", "dewi")
	staff("password of eka", "staff", "add", "eka", "--email", "eka@example.com", "--role", "owner")
	staff("can't sign in any more", "staff", "off", "dewi")

	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}

	d := testkit.OpenAt(t, database(t, folder))
	if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE actor <> $1 AND actor <> 'system'", "os:"+who.Username); n > 0 {
		t.Errorf("%d changes were made by somebody else than the account of the machine", n)
	}

	file := filepath.Join(folder, "bca.json")
	text := strings.ReplaceAll(staff("KlikBCA", "tutorial", "show", "BBCA"), "KlikBCA", "myBCA web")

	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	staff("BBCA has 5 tutorials", "tutorial", "replace", "BBCA", file)
	staff("myBCA web", "tutorial", "show", "BBCA")

	if err := os.WriteFile(file, []byte(`[{"label":{"en":"ATM","id":"ATM"},"steps":{"en":["a"],"id":[]},"checkedOn":"2026-11-22"}]`), 0o600); err != nil {
		t.Fatal(err)
	}

	staff("loket: ", "tutorial", "replace", "BBCA", file)

	staff("topup Rp 10.000.000", "wallet", "adjust", "1001", "level_1", "--amount", "10000000", "--key", "a")
	staff("topup_fee -Rp 5.000", "wallet", "adjust", "1001", "level_1", "--amount=-5000", "--operation", "topup_fee", "--key", "b")
	staff("request 1 is waiting", "wallet", "adjust", "1001", "level_1", "--amount", "10000001", "--key", "c")
	staff("wallet level_1, action topup, amount Rp 10.000.001", "wallet", "waiting")
	staff("loket: ", "wallet", "approve", "1") // no command decides
	staff("loket: ", "wallet", "waiting", "--as", "ani")
	staff("loket: --adjust-limit: is set by LOKET_ADJUST_LIMIT", "wallet", "waiting", "--adjust-limit", "99000000")
	staff("why", "topup", "list")
	staff("loket: ", "topup", "assign", "7")
	staff("loket: ", "topup", "return", "7")
	staff("note", "topup", "requests")
	staff("loket: ", "topup", "close", "7")

	if code, text := loket(t, "verify", "--data", folder); code != 0 {
		t.Errorf("%d %s", code, text)
	}
}
