package main

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// Staff assign what a shop may offer, and hide a shop.
func TestStaffCommandsOfShops(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	d := testkit.OpenAt(t, database(t, folder))
	testkit.InsertClient(t, d, 1001)

	for _, code := range []string{"MLBB", "FF"} {
		testkit.Exec(t, d, "INSERT INTO operators (code, name, type) VALUES ($1, $1, 'game')", code)
	}

	testkit.Exec(t, d, "INSERT INTO operators (code, name, type) VALUES ('PLN', 'PLN', 'electricity_postpaid')")

	staff := func(want string, args ...string) {
		t.Helper()

		args = append(append([]string{"admin", "shop"}, args...), "--data", folder)

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}
	}

	staff("client 1001 has no shop yet\noperators: FF MLBB\n", "show", "1001")
	staff("loket: ", "show", "7")
	staff("loket: --reason", "assign", "1001", "MLBB")
	staff("operators: MLBB\n", "assign", "1001", "MLBB", "--reason", "contract")
	staff("loket: ", "assign", "1001", "PLN", "--reason", "bills have no price")
	staff("operators: FF MLBB\n", "assign", "1001", "--reason", "all again")
	staff("loket: The client has no shop", "unpublish", "1001", "--reason", "forged goods")

	testkit.Exec(t, d, `INSERT INTO storefronts (id, client_id, version, config, published, is_published, published_at, created_at, updated_at)
		VALUES (1, 1001, 1, '{"name":"Maju"}', '{"name":"Maju"}', TRUE, 1, 1, 1)`)
	staff(`"Maju", published at /`, "show", "1001")
	staff(`"Maju", not published`, "unpublish", "1001", "--reason", "forged goods")

	if reason := testkit.Value[string](t, d, "SELECT reason FROM audit_log WHERE action = 'storefront.unpublish'"); reason != "forged goods" {
		t.Errorf("the reason is %q", reason)
	}
}
