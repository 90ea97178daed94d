package identity_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func leaveEmpty(context.Context, *db.Tx, identity.Client) error { return nil }

// A test key acts for the sandbox alone, which is opened once, and is refused when its checksum is wrong or its client is closed.
func TestTestKeysActForTheSandbox(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		_, live := svc.key()

		opened := 0
		fill := func(_ context.Context, _ *db.Tx, c identity.Client) error {
			opened++

			if !clientid.IsSandbox(c.ID) || clientid.Live(c.ID) != client || c.EmailFinance != "" {
				t.Errorf("the sandbox is %+v", c)
			}

			return nil
		}

		var keys []string

		for range 2 {
			k, text, err := svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, fill)
			testkit.Must(t, err)

			keys = append(keys, text.Reveal())

			p, err := svc.AuthenticateKey(t.Context(), text.Reveal(), "")
			if err != nil || p.ClientID != clientid.Sandbox(client, 1) || !p.IsSandbox() || !p.Features.Has(identity.Corporate) || k.Masked() != "lk_test_…"+text.Reveal()[42:] {
				t.Fatalf("%s is %+v: %v", k.Masked(), p, err)
			}
		}

		if _, _, err := svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, fill); !identity.ErrKeyLimit.Is(err) || opened != 1 {
			t.Errorf("a third key: %v, opened %d times", err, opened)
		}

		// Any other character breaks the checksum.
		for i := len("lk_test_"); i < len(keys[0]); i++ {
			other := []byte(keys[0])
			if other[i] = 'a'; keys[0][i] == 'a' {
				other[i] = 'b'
			}

			if _, err := svc.AuthenticateKey(t.Context(), string(other), ""); !identity.ErrKeyUnknown.Is(err) {
				t.Fatalf("%s: %v", other, err)
			}
		}

		want(t, fault.ErrValidation, identity.CheckKey("lk_test_staff"))

		// The lists have each key once, and the live ones apart.
		liveKeys, err := svc.APIKeys(t.Context(), client)
		testkit.Must(t, err)
		testKeys, err := svc.TestKeys(t.Context(), client)
		testkit.Must(t, err)

		if len(liveKeys) != 1 || liveKeys[0].IsTest() || len(testKeys) != 2 || !testKeys[0].IsTest() {
			t.Fatalf("keys %+v and %+v", liveKeys, testKeys)
		}

		if clients, err := svc.Clients(t.Context()); err != nil || slices.ContainsFunc(clients, func(c identity.Client) bool { return clientid.IsSandbox(c.ID) }) {
			t.Errorf("clients %+v: %v", clients, err)
		}

		// A reset moves the keys.
		if _, err := svc.ResetSandbox(t.Context(), asStaff(), clientid.Sandbox(client, 1), leaveEmpty); err != nil {
			t.Fatal(err)
		}

		if p, err := svc.AuthenticateKey(t.Context(), keys[1], ""); err != nil || p.ClientID != clientid.Sandbox(client, 2) {
			t.Fatalf("after a reset: %+v, %v", p, err)
		}

		_, err = svc.ResetSandbox(t.Context(), asStaff(), clientid.Sandbox(client, 1), leaveEmpty)
		want(t, fault.ErrNotFound, err)

		// Its client's changes are seen, also when the account is closed.
		name, inactive := "Another Name", false
		_, err = svc.staff.UpdateClient(t.Context(), asStaff(), staff.ClientChange{ID: client, Name: &name})
		testkit.Must(t, err)

		if c, err := svc.Client(t.Context(), clientid.Sandbox(client, 2)); err != nil || c.Name != name {
			t.Errorf("the sandbox is called %s: %v", c.Name, err)
		}

		testkit.Must(t, svc.DeletePrincipal(t.Context(), root, testKeys[0].ID))

		_, err = svc.AuthenticateKey(t.Context(), keys[0], "")
		want(t, identity.ErrKeyRevoked, err)

		_, err = svc.staff.UpdateClient(t.Context(), asStaff(), staff.ClientChange{ID: client, Active: &inactive})
		testkit.Must(t, err)

		for _, key := range []string{keys[1], live} {
			_, err = svc.AuthenticateKey(t.Context(), key, "")
			want(t, identity.ErrKeyUnknown, err)
		}

		// No client has an id of sandboxes, and no user one to sign in to.
		_, err = svc.staff.CreateClient(t.Context(), asStaff(), staff.NewClient{ID: clientid.Sandbox(7, 1), Code: "tujuh", Name: "Tujuh", EmailFinance: "f@example.com"})
		want(t, fault.ErrValidation, err)
	})
}

// Of many that open a sandbox at once, one does.
func TestSandboxIsOpenedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)

		if made := race(10, func(int) bool {
			_, _, err := svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, leaveEmpty)

			return err == nil
		}); made != 2 {
			t.Errorf("%d keys were made", made)
		}

		if n := svc.count(`SELECT count(*) FROM clients WHERE sandbox_of = $1`, client); n != 1 {
			t.Errorf("there are %d sandboxes", n)
		}
	})
}

// A client can't fill the database with sandboxes.
func TestSandboxesOfADayAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		_, _, err := svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, leaveEmpty)
		testkit.Must(t, err)

		const most = 50

		for number := int64(1); number < most; number++ {
			_, err := svc.ResetSandbox(t.Context(), asStaff(), clientid.Sandbox(client, number), leaveEmpty)
			testkit.Must(t, err)
		}

		_, err = svc.ResetSandbox(t.Context(), asStaff(), clientid.Sandbox(client, most), leaveEmpty)
		want(t, fault.ErrThrottled, err)

		// The one that is there goes on, and a day later there may be others.
		if id, found, err := svc.Sandbox(t.Context(), client); err != nil || !found || id != clientid.Sandbox(client, most) {
			t.Errorf("the sandbox is %d: %v", id, err)
		}

		svc.clk.Advance(25 * time.Hour)

		_, err = svc.ResetSandbox(t.Context(), asStaff(), clientid.Sandbox(client, most), leaveEmpty)
		testkit.Must(t, err)
	})
}

// The clock of a sandbox moves forward alone, five years at most, and begins anew with the sandbox.
func TestClockOfSandbox(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)

		_, _, err := svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, leaveEmpty)
		testkit.Must(t, err)

		first := clientid.Sandbox(client, 1)
		move := func(id int64, forward time.Duration) error {
			return d.Tx(t.Context(), func(tx *db.Tx) error { return svc.MoveClockTx(t.Context(), tx, asStaff(), id, forward) })
		}
		ahead := func(id int64) time.Duration {
			out, err := svc.ClockAhead(t.Context(), d.Reader(), id)
			testkit.Must(t, err)

			return out
		}

		testkit.Must(t, move(first, time.Hour))
		testkit.Must(t, move(first, identity.MaxClockAhead-time.Hour))
		want(t, fault.ErrValidation, move(first, time.Microsecond))
		want(t, fault.ErrNotFound, move(client, time.Hour))

		if ahead(first) != identity.MaxClockAhead || ahead(client) != 0 {
			t.Errorf("the clocks are %s and %s ahead", ahead(first), ahead(client))
		}

		_, err = svc.ResetSandbox(t.Context(), asStaff(), first, leaveEmpty)
		testkit.Must(t, err)
		want(t, fault.ErrNotFound, move(first, time.Hour))

		if next := ahead(clientid.Sandbox(client, 2)); next != 0 {
			t.Errorf("the next sandbox is %s ahead", next)
		}
	})
}
