package identity_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// code is the code of a refusal, or empty.
func code(err error) string {
	if err == nil {
		return ""
	}

	return fault.From(err).Code
}

// A key serves what it may, from where it may, until its end; each refusal has a code of its own.
func TestLimitsOfAKey(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		ends := svc.clk.Now().Add(time.Hour)

		made, text, err := svc.MakeOwnKey(t.Context(), root, identity.KeyInput{
			Name: " Kasir ", Scopes: []string{"orders:read", "balance:read"}, EndsAt: ends,
			Addresses: []string{"203.0.113.9", "198.51.100.77/24", "2001:db8::5/48", "::ffff:192.0.2.1", "203.0.113.9/32"},
		})
		testkit.Must(t, err)

		if got := strings.Join(made.ShowAddresses(), " "); made.Name != "Kasir" || got != "203.0.113.9 198.51.100.0/24 2001:db8::/48 192.0.2.1" {
			t.Errorf("name %q, addresses %s", made.Name, got)
		}

		key := text.Reveal()

		for address, wanted := range map[string]string{
			"203.0.113.9": "", "::ffff:203.0.113.9": "", "198.51.100.1": "", "2001:db8:0:7::1": "", "192.0.2.1": "",
			"203.0.113.8": "ApiKeyAddressError", "198.51.101.1": "ApiKeyAddressError", "2001:db8:1::1": "ApiKeyAddressError", "": "ApiKeyAddressError",
		} {
			p, err := svc.AuthenticateKey(t.Context(), key, address)
			if code(err) != wanted || p.ClientID != client {
				t.Errorf("from %q: %v, want %q", address, err, wanted)
			}

			for _, scope := range identity.KeyScopes() {
				may := scope == identity.OrdersRead || scope == identity.BalanceRead
				if err := p.RequireScope(scope); (err == nil) != may || err != nil && !identity.ErrKeyScope.Is(err) {
					t.Errorf("%s: %v", scope, err)
				}
			}
		}

		listed, err := svc.APIKeys(t.Context(), client)
		testkit.Must(t, err)

		if k := listed[0]; k.State != identity.KeyActive || !k.EndsAt.Equal(ends) || !slices.Equal(k.Scopes.List(), []identity.KeyScope{identity.OrdersRead, identity.BalanceRead}) {
			t.Errorf("listed as %+v", k)
		}

		// Somebody of another client, and somebody who may not, change nothing.
		everything := []string{"orders:read", "orders:write", "bills:inquire", "balance:read", "products:read", "history:read", "webhooks:manage", "shop:write"}
		other := root
		other.Principal.ClientID = 1002
		want(t, fault.ErrNotFound, svc.ChangeOwnKey(t.Context(), other, made.ID, identity.KeyChange{Scopes: &everything}))

		none := root
		none.Principal.Permissions = identity.MakePermissions(identity.UserCreate)
		want(t, identity.ErrForbidden, svc.ChangeOwnKey(t.Context(), none, made.ID, identity.KeyChange{Scopes: &everything}))

		late := root
		late.Principal.ProvedAt = svc.clk.Now().Add(-5 * time.Minute)
		want(t, identity.ErrStepUpRequired, svc.ChangeOwnKey(t.Context(), late, made.ID, identity.KeyChange{Scopes: &everything}))

		// A change holds for the next call; what it doesn't name stays.
		testkit.Must(t, svc.ChangeOwnKey(t.Context(), root, made.ID, identity.KeyChange{Scopes: &everything, Addresses: &[]string{}}))

		p, err := svc.AuthenticateKey(t.Context(), key, "203.0.113.8")
		testkit.Must(t, err)

		if p.KeyScopes != identity.AllScopes() || svc.count("SELECT count(*) FROM api_keys WHERE name = 'Kasir' AND scopes = '*' AND addresses = ''") != 1 {
			t.Errorf("changed to %v", p.KeyScopes)
		}

		if svc.audited("key.change") != 1 || svc.audited("key.create") != 1 {
			t.Error("the change is not audited")
		}

		// Its end comes by itself.
		svc.clk.Advance(ends.Sub(svc.clk.Now()))

		_, err = svc.AuthenticateKey(t.Context(), key, "")
		want(t, identity.ErrKeyEnded, err)

		// It gives its place away only when it is needed.
		_, _, err = svc.MakeOwnKey(t.Context(), root, identity.KeyInput{})
		testkit.Must(t, err)

		if list, err := svc.APIKeys(t.Context(), client); err != nil || len(list) != 2 || list[0].State != identity.KeyEnded {
			t.Errorf("keys %+v, %v", list, err)
		}

		_, _, err = svc.MakeOwnKey(t.Context(), root, identity.KeyInput{})
		testkit.Must(t, err)

		_, _, err = svc.MakeOwnKey(t.Context(), root, identity.KeyInput{})
		want(t, identity.ErrKeyLimit, err)

		_, err = svc.AuthenticateKey(t.Context(), key, "")
		want(t, identity.ErrKeyEnded, err) // also when its row was taken away
	})
}

func TestKeyInputIsChecked(t *testing.T) {
	t.Parallel()

	svc := newServiceWithMail(t, testkit.Open(t, db.SQLite))
	root, _ := svc.signInAs("root", userPassword)

	many := []string{}
	for i := range identity.MaxKeyAddresses + 1 {
		many = append(many, fmt.Sprintf("203.0.113.%d", i))
	}

	for field, in := range map[string]identity.KeyInput{
		"name":      {Name: "a\x00b"},
		"scopes":    {Scopes: []string{"orders:read", "orders:delete"}},
		"addresses": {Addresses: []string{"203.0.113.0/33"}},
		"endsAt":    {EndsAt: svc.clk.Now()},
	} {
		_, _, err := svc.MakeOwnKey(t.Context(), root, in)
		if f := want(t, fault.ErrValidation, err); f != nil && f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f.Fields)
		}
	}

	for _, in := range []identity.KeyInput{
		{Scopes: []string{}}, {Addresses: many}, {Addresses: []string{"example.com"}}, {Addresses: []string{"fe80::1%eth0"}}, {Name: strings.Repeat("a", 61)},
	} {
		_, _, err := svc.MakeOwnKey(t.Context(), root, in)
		want(t, fault.ErrValidation, err)
	}

	_, _, err := svc.MakeOwnKey(t.Context(), root, identity.KeyInput{Addresses: many[1:]})
	testkit.Must(t, err)
}

// A roll makes a third key for a while, of the client and of its sandbox.
func TestRollOfAKey(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		proved := func() identity.Self {
			root.Principal.ProvedAt = svc.clk.Now()

			return root
		}

		_, _, err := svc.MakeOwnKey(t.Context(), root, identity.KeyInput{})
		testkit.Must(t, err)
		_, _, err = svc.MakeTestKey(t.Context(), root, identity.KeyInput{}, leaveEmpty)
		testkit.Must(t, err)

		limited := identity.KeyInput{Name: "Kasir", Scopes: []string{"orders:read"}, Addresses: []string{"203.0.113.7"}, EndsAt: svc.clk.Now().Add(100 * time.Hour)}

		for name, mode := range map[string]struct {
			make func() (identity.APIKey, string)
			list func() ([]identity.APIKey, error)
		}{
			"live": {
				func() (identity.APIKey, string) {
					k, text, err := svc.MakeOwnKey(t.Context(), proved(), limited)
					testkit.Must(t, err)

					return k, text.Reveal()
				},
				func() ([]identity.APIKey, error) { return svc.APIKeys(t.Context(), client) },
			},
			"test": {
				func() (identity.APIKey, string) {
					k, text, err := svc.MakeTestKey(t.Context(), proved(), limited, leaveEmpty)
					testkit.Must(t, err)

					return k, text.Reveal()
				},
				func() ([]identity.APIKey, error) { return svc.TestKeys(t.Context(), client) },
			},
		} {
			limited.EndsAt = svc.clk.Now().Add(100 * time.Hour)
			serves := func(key string) string {
				_, err := svc.AuthenticateKey(t.Context(), key, "203.0.113.7")

				return code(err)
			}

			first, firstText := mode.make()
			second, secondText, err := svc.RollOwnKey(t.Context(), proved(), first.ID, time.Hour)
			testkit.Must(t, err)

			if second.Name != "Kasir" || second.IsTest() != (name == "test") || second.Slot != first.Slot || !second.EndsAt.Equal(first.EndsAt) || !strings.HasPrefix(secondText.Reveal(), firstText[:8]) {
				t.Errorf("%s: the new one is %+v", name, second)
			}

			if serves(firstText) != "" || serves(secondText.Reveal()) != "" {
				t.Errorf("%s: both serve: %q, %q", name, serves(firstText), serves(secondText.Reveal()))
			}

			if list, err := mode.list(); err != nil || len(list) != 3 || list[2].ID != first.ID || list[2].State != identity.KeyRolled {
				t.Fatalf("%s: keys %+v, %v", name, list, err)
			}

			// One roll at a time; the one that was rolled is over.
			for _, id := range []int64{first.ID, second.ID} {
				_, _, err = svc.RollOwnKey(t.Context(), proved(), id, time.Hour)
				want(t, identity.ErrKeyRoll, err)
			}

			_, _, err = svc.RollOwnKey(t.Context(), proved(), second.ID, 2*time.Hour)
			want(t, fault.ErrValidation, err)

			svc.clk.Advance(time.Hour)

			if serves(firstText) != "ApiKeyEndedError" || serves(secondText.Reveal()) != "" {
				t.Errorf("%s: after the overlap: %q, %q", name, serves(firstText), serves(secondText.Reveal()))
			}

			if list, err := mode.list(); err != nil || len(list) != 2 {
				t.Errorf("%s: keys after the overlap %+v, %v", name, list, err)
			}

			// Its place is free, an end of the key itself holds, and without an overlap the one before is refused at once.
			third, thirdText, err := svc.RollOwnKey(t.Context(), proved(), second.ID, 72*time.Hour)
			testkit.Must(t, err)
			testkit.Must(t, svc.DeletePrincipal(t.Context(), proved(), second.ID))

			_, fourthText, err := svc.RollOwnKey(t.Context(), proved(), third.ID, 0)
			testkit.Must(t, err)

			if serves(secondText.Reveal()) != "ApiKeyRevokedError" || serves(thirdText.Reveal()) != "ApiKeyRevokedError" || serves(fourthText.Reveal()) != "" {
				t.Errorf("%s: without overlap: %q, %q, %q", name, serves(secondText.Reveal()), serves(thirdText.Reveal()), serves(fourthText.Reveal()))
			}

			svc.clk.Advance(limited.EndsAt.Sub(svc.clk.Now()))

			if serves(fourthText.Reveal()) != "ApiKeyEndedError" {
				t.Errorf("%s: after its end: %q", name, serves(fourthText.Reveal()))
			}
		}

		// Keys of the sandbox need no proof, real ones do.
		late := root
		late.Principal.ProvedAt = time.Time{}

		live, err := svc.APIKeys(t.Context(), client)
		testkit.Must(t, err)
		test, err := svc.TestKeys(t.Context(), client)
		testkit.Must(t, err)

		_, _, err = svc.RollOwnKey(t.Context(), late, live[0].ID, 0)
		want(t, identity.ErrStepUpRequired, err)

		_, _, err = svc.RollOwnKey(t.Context(), late, test[0].ID, 0)
		testkit.Must(t, err)

		if !clientid.IsSandbox(test[0].ClientID) || svc.audited("key.roll") != 7 {
			t.Errorf("%d rolls are audited", svc.audited("key.roll"))
		}
	})
}
