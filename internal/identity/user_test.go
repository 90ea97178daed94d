package identity_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

func TestBuiltInRoles(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)

		race(8, func(int) bool { // every node does so at its start
			testkit.Must(t, svc.EnsureRoles(t.Context()))

			return true
		})

		// A newer program has more permissions than the rows of an older one.
		testkit.Exec(t, d, `DELETE FROM role_permissions WHERE role_id = 7 AND permission_id = 6`)
		testkit.Must(t, svc.EnsureRoles(t.Context()))

		list, err := svc.Roles(t.Context())
		testkit.Must(t, err)

		if len(list) != 6 || list[0].Name != "client_root" || list[1].Name != "client_user" {
			t.Fatalf("roles %+v", list)
		}

		root := []identity.Permission{
			6, 14, 17, 21, 22, 24, 52, 55, 71, 72, 73, 75, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213,
			301, 302, 303, 304, 305, 306,
		}
		if got := list[0].Permissions.List(); !slices.Equal(got, root) {
			t.Errorf("root has %v", got)
		}

		if got := list[1].Permissions.List(); !slices.Equal(got, []identity.Permission{21, 22, 52, 55, 71, 204, 208, 209, 211, 302}) {
			t.Errorf("user has %v", got)
		}

		for i, name := range []string{"staff_support", "staff_operations", "staff_finance", "staff_owner"} {
			if r := list[i+2]; r.Name != name || !r.Staff {
				t.Errorf("role %+v, want %s", r, name)
			}
		}

		// No role of staff for a user of a client, nor the reverse.
		for client, role := range map[int64]int64{1001: identity.StaffOwnerID, clientid.Provider: identity.ClientRootID} {
			testkit.Must(t, svc.EnsureProvider(t.Context()))

			_, _, err := svc.CreateUser(t.Context(), identity.By{Actor: "staff:test", Reason: "test"}, identity.NewUser{
				ClientID: client, Username: "other", Email: "other@example.com", RoleIDs: []int64{role},
			})
			if !fault.ErrValidation.Is(err) {
				t.Errorf("client %d gets role %d: %v", client, role, err)
			}
		}
	})
}

// A permission that the set has no bit for is an error, never a missing right.
func TestPermissionThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		token := svc.signIn()

		testkit.Exec(t, d, `INSERT INTO role_permissions (role_id, permission_id) VALUES (7, 448)`)

		if _, err := svc.Authenticate(t.Context(), token); err == nil {
			t.Error("a user has a permission that doesn't fit, and nobody is told")
		}

		if _, err := svc.Roles(t.Context()); err == nil {
			t.Error("a role has a permission that doesn't fit, and nobody is told")
		}

		defer func() {
			if recover() == nil {
				t.Error("the program makes a set of a permission that doesn't fit")
			}
		}()

		identity.MakePermissions(448)
	})
}

func TestCreateUser(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		in := identity.NewUser{ClientID: client, Username: "Finance.1", Email: "f@example.com", RoleIDs: []int64{identity.ClientUserID}}

		u, made, err := svc.CreateUser(t.Context(), asStaff(), in)
		testkit.Must(t, err)

		got, err := svc.User(t.Context(), ref("finance.1"))
		testkit.Must(t, err)

		if got.ID != u.ID || !got.PasswordExpired || got.FullName != "Finance.1" || !slices.Equal(got.RoleIDs, in.RoleIDs) || got.HasPIN {
			t.Fatalf("user %+v", got)
		}

		_, err = svc.SignIn(t.Context(), identity.Credentials{ClientID: client, Username: "finance.1", Password: made, Address: "::1"})
		want(t, identity.ErrPasswordExpired, err)

		in.Username = "FINANCE.1"
		_, _, err = svc.CreateUser(t.Context(), asStaff(), in)
		want(t, identity.ErrTaken, err)

		in.Username, in.RoleIDs = "other", []int64{9}
		_, _, err = svc.CreateUser(t.Context(), asStaff(), in)
		want(t, fault.ErrValidation, err)

		in.RoleIDs, in.Password = nil, "weak"
		_, _, err = svc.CreateUser(t.Context(), asStaff(), in)
		want(t, fault.ErrValidation, err)

		in.Password, in.ClientID = "", 4711
		_, _, err = svc.CreateUser(t.Context(), asStaff(), in)
		want(t, fault.ErrNotFound, err)

		list, err := svc.Users(t.Context(), client)
		testkit.Must(t, err)

		if len(list) != 2 || list[0].Username != "root" || !slices.Equal(list[0].RoleIDs, []int64{7}) {
			t.Fatalf("users %+v", list)
		}
	})
}

func TestRules(t *testing.T) {
	t.Parallel()

	for name, valid := range map[string]bool{
		"ab": true, "a.b_c": true, "Abc123": true, "a1234567890123456789": true, "a": false, "": false, ".ab": false, "ab_": false, "a..b": false,
		"a._b": false, "a b": false, "a-b": false, "añ": false, "a12345678901234567890": false, "ab\n": false,
	} {
		if identity.ValidUsername(name) != valid {
			t.Errorf("username %q: want %t", name, valid)
		}
	}

	for address, valid := range map[string]bool{
		"a@example.com": true, "a.b+c@mail.example.co.id": true, "": false, "a": false, "a@b": false, "a@-b.com": false, "A <a@b.com>": false,
		"a@b.com ": false, "a@b.com\n": false, "a@@b.com": false, "a@[127.0.0.1]": false, "a@b..com": false,
	} {
		if identity.ValidEmail(address) != valid {
			t.Errorf("e-mail %q: want %t", address, valid)
		}
	}
}

func TestSecretsDoNotShow(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	_, made, err := svc.CreateUser(t.Context(), asStaff(), identity.NewUser{ClientID: client, Username: "new", Email: "n@example.com"})
	testkit.Must(t, err)

	if made.String() == made.Reveal() || len(made.Reveal()) != 16 {
		t.Fatal("the password shows")
	}

	c := credentials()
	c.Password = secret.Text("Canary-Password-1")

	_, err = svc.SignIn(t.Context(), c)
	if contains(err.Error(), "Canary") {
		t.Fatal("the error shows the password")
	}
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.ResetWindow = 15 * time.Minute }) // tries are kept for the longer window
		svc.signIn()

		wrong := credentials()
		wrong.Password = "Loket-Test-2025"

		for range 3 {
			_, err := svc.SignIn(t.Context(), wrong)
			want(t, identity.ErrInvalidCredentials, err)
		}

		svc.clk.Advance(15*time.Minute - time.Second)

		if n, err := svc.Cleanup(t.Context()); err != nil || n != 0 {
			t.Fatalf("deleted %d rows, %v", n, err)
		}

		svc.clk.Advance(time.Second)

		if n, err := svc.Cleanup(t.Context()); err != nil || n != 6 {
			t.Fatalf("deleted %d tries, %v", n, err)
		}

		svc.clk.Advance(31 * 24 * time.Hour)

		if n, err := svc.Cleanup(t.Context()); err != nil || n != 1 {
			t.Fatalf("deleted %d sessions, %v", n, err)
		}
	})
}
