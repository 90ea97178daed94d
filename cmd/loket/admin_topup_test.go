package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Staff set up banks, edit a tutorial, and make an adjustment that a second person approves.
func TestStaffCommandsOfTopups(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	staff := func(who, want string, args ...string) string {
		t.Helper()

		args = append(append([]string{"admin"}, args...), "--data", folder, "--as", who, "--reason", "as agreed")

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}

		return text
	}

	staff("budi", "client", "client", "create", "--code", "toko", "--name", "Toko", "--email", "f@example.com")
	staff("budi", "wallet 1 made", "wallet", "create", "1001", "level_1")
	staff("budi", "account 8880010021 of BBCA is active", "topup", "account", "BBCA", "8880010021", "--holder", "PT Loket")
	staff("budi", "account 8880010021 of BBCA is problem", "topup", "account", "BBCA", "8880010021", "--status", "problem")
	staff("budi", "loket: ", "topup", "account", "NONE", "8880010021")
	staff("budi", "1 numbers made", "topup", "channel", "BBCA", "--prefix", "80777", "--minimum", "10000", "--fee", "4500")
	staff("budi", "wallet 2 made", "wallet", "create", "1001", "level_2") // with its number
	staff("budi", "0 numbers made", "topup", "channel", "BBCA", "--minimum", "20000", "--status", "problem")
	staff("budi", "loket: ", "topup", "channel", "BBRI", "--prefix", "80777", "--minimum", "10000")
	staff("budi", "loket: ", "topup", "channel", "BBCA", "--minimum", "10000", "--fee", "5001")

	if got := staff("budi", "", "topup", "accounts"); !strings.Contains(got, "8880010021") || !strings.Contains(got, "80777") {
		t.Errorf("accounts: %s", got)
	}

	file := filepath.Join(folder, "bca.json")
	text := strings.ReplaceAll(staff("budi", "KlikBCA", "tutorial", "show", "BBCA"), "KlikBCA", "myBCA web")

	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}

	staff("budi", "BBCA has 5 tutorials", "tutorial", "replace", "BBCA", file)
	staff("budi", "myBCA web", "tutorial", "show", "BBCA")

	if err := os.WriteFile(file, []byte(`[{"label":{"en":"ATM","id":"ATM"},"steps":{"en":["a"],"id":[]},"checkedOn":"2026-11-22"}]`), 0o600); err != nil {
		t.Fatal(err)
	}

	staff("budi", "loket: ", "tutorial", "replace", "BBCA", file)

	staff("budi", "topup Rp 10.000.000", "wallet", "adjust", "1001", "level_1", "--amount", "10000000", "--key", "a")
	staff("budi", "topup_fee -Rp 5.000", "wallet", "adjust", "1001", "level_1", "--amount=-5000", "--operation", "topup_fee", "--key", "b")
	staff("budi", "request 1 is waiting", "wallet", "adjust", "1001", "level_1", "--amount", "10000001", "--key", "c")
	staff("budi", "wallet level_1, action topup, amount Rp 10.000.001", "wallet", "waiting")
	staff("budi", "loket: ", "wallet", "approve", "1")
	staff("ani", "topup Rp 10.000.001, balance Rp 19.995.001", "wallet", "approve", "1")
	staff("citra", "loket: ", "wallet", "reject", "1")
	staff("budi", "loket: --adjust-limit: is set by LOKET_ADJUST_LIMIT", "wallet", "waiting", "--adjust-limit", "99000000")
	staff("ani", "loket: ", "topup", "approve", "1")
	staff("budi", "why", "topup", "list")
	staff("budi", "loket: ", "topup", "assign", "7")
	staff("budi", "loket: ", "topup", "return", "7")
	staff("budi", "note", "topup", "requests")
	staff("budi", "loket: ", "topup", "close", "7")

	if code, text := loket(t, "verify", "--data", folder); code != 0 {
		t.Errorf("%d %s", code, text)
	}
}
