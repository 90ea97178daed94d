package main

import (
	"strings"
	"testing"
)

// Staff make a settlement and change it; a cap above the limit of one person needs a second one.
func TestStaffCommandsOfSettlements(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	staff := func(want string, args ...string) {
		t.Helper()

		args = append(append([]string{"admin"}, args...), "--data", folder, "--reason", "as agreed")

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}
	}

	staff("client", "client", "create", "--code", "toko", "--name", "Toko", "--email", "f@example.com")
	staff("loket: days: ", "settlement", "create", "1001", "--limit", "1000", "--cap", "5000", "--days", "someday")
	staff("loket: cap: ", "settlement", "create", "1001", "--limit", "6000", "--cap", "5000", "--days", "mon")
	staff("loket: ", "settlement", "show", "1001")
	staff("settlement 1 active true: limit Rp 1.000 of at most Rp 5.000, Rp 1.000 left", "settlement", "create", "1001", "--limit", "1000", "--cap", "5000", "--days", "mon,thu")
	staff("loket: client: ", "settlement", "create", "1001", "--limit", "1000", "--cap", "5000", "--days", "mon")
	staff("active false", "settlement", "off", "1001")
	staff("active true", "settlement", "on", "1001")
	staff("limit Rp 2.000", "settlement", "limit", "1001", "2000")
	staff("limit Rp 500", "settlement", "limit", "1001", "500")
	staff("loket: cap: ", "settlement", "cap", "1001", "499")
	staff("of at most Rp 500", "settlement", "cap", "1001", "500")
	staff("ends on Sun", "settlement", "days", "1001", "sun")
	staff("due after 30 days", "settlement", "terms", "1001", "30")
	staff("loket: terms: ", "settlement", "terms", "1001", "366")
	staff("client raises it true", "settlement", "raise", "1001", "on")

	staff("request 1 is waiting", "settlement", "cap", "1001", "100000001", "--key", "a")
	staff("request 1 is waiting", "settlement", "cap", "1001", "100000001", "--key", "a")
	staff("client 1001, cap Rp 100.000.001\n", "settlement", "waiting")
	staff("loket: ", "settlement", "approve", "1")
	staff(" WIB to 20", "settlement", "show", "1001")

	if code, text := loket(t, "verify", "--data", folder); code != 0 {
		t.Errorf("%d %s", code, text)
	}
}
