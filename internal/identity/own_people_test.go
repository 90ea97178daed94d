package identity_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

func TestAddUser(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		roles := []int64{identity.ClientUserID}

		const badName = "username: Username is not valid, minimum 2 characters, use . or _ instead of space"

		for _, c := range []struct {
			in      identity.AddedUser
			message string
		}{
			{identity.AddedUser{Username: "a b", Email: "a@example.com", RoleIDs: roles}, badName},
			{identity.AddedUser{Username: "", Email: "a@example.com", RoleIDs: roles}, badName},
			{identity.AddedUser{Username: "_ab", Email: "a@example.com", RoleIDs: roles}, badName},
			{identity.AddedUser{Username: strings.Repeat("a", 21), Email: "a@example.com", RoleIDs: roles}, badName},
			{identity.AddedUser{Username: "ab", Email: "a", RoleIDs: roles}, "email: Please enter valid email address"},
			{identity.AddedUser{Username: "ab", Email: "a@example.com", RoleIDs: []int64{7}}, "roleId: Must be [8], or one role of your own"},
			{identity.AddedUser{Username: "ab", Email: "a@example.com", RoleIDs: []int64{8, 7}}, "roleId: Must be [8], or one role of your own"},
			{identity.AddedUser{Username: "ab", Email: "a@example.com"}, "roleId: Must be [8], or one role of your own"},
		} {
			_, err := svc.AddUser(t.Context(), by, c.in)
			if got := svc.fields(err); got != c.message {
				t.Errorf("got %q, want %q", got, c.message)
			}
		}

		by.Language = language.Indonesian

		u, err := svc.AddUser(t.Context(), by, identity.AddedUser{Username: "sri.w", Email: "sri@example.com", RoleIDs: roles})
		testkit.Must(t, err)

		m := svc.newest("sri@example.com", "Akun Loket Anda")
		if !strings.Contains(m.Text, "ID Klien: 1001\nNama Pengguna: sri.w\n") || !strings.Contains(m.Text, publicURL+"/external/login") {
			t.Errorf("the credentials are not all there:\n%s", m.Text)
		}

		made, _ := svc.signInAs("sri.w", svc.code(m))
		if made.Principal.Scope != identity.RestrictedScope || made.Principal.UserID != u.ID {
			t.Errorf("%+v", made.Principal)
		}

		_, err = svc.AddUser(t.Context(), by, identity.AddedUser{Username: "SRI.W", Email: "sri@example.com", RoleIDs: roles})
		want(t, identity.ErrTaken, err)

		if len(svc.mails("sri@example.com")) != 1 {
			t.Error("a refused user got a message")
		}

		_, err = svc.ForcePassword(t.Context(), made, another, another)
		testkit.Must(t, err)

		plain, _ := svc.signInAs("sri.w", another)
		_, err = svc.AddUser(t.Context(), plain, identity.AddedUser{Username: "more", Email: "m@example.com", RoleIDs: roles})
		want(t, identity.ErrForbidden, err)
	})
}

// TestDeleteMatrix deletes each kind of thing with each set of permissions.
func TestDeleteMatrix(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.client(1002, "warungsinar")
		foreign := svc.user(1002, "root", identity.ClientRootID)

		foreignKey, _, err := svc.staff.MakeAPIKey(t.Context(), asStaff(), 1002)
		testkit.Must(t, err)

		sets := map[string][]identity.Permission{
			"users": {identity.UserCreate}, "keys": {identity.APIKeyManage}, "both": {identity.UserCreate, identity.APIKeyManage}, "none": nil,
		}

		for name, set := range sets {
			role, err := svc.staff.CreateRole(t.Context(), asStaff(), staff.NewRole{Name: name, Label: name, Permissions: set})
			testkit.Must(t, err)

			actor := svc.user(client, name, role.ID)
			by, _ := svc.signInAs(name, userPassword)
			users, keys := by.Principal.Permissions.Has(identity.UserCreate), by.Principal.Permissions.Has(identity.APIKeyManage)

			victim := svc.user(client, "victim."+name, identity.ClientUserID)
			c := credentials()
			c.Username = victim.Username

			in, err := svc.SignIn(t.Context(), c)
			testkit.Must(t, err)

			token := in.Token

			key, text, err := svc.staff.MakeAPIKey(t.Context(), asStaff(), client)
			testkit.Must(t, err)

			expect := func(what string, id int64, allowed bool, state *fault.Definition) {
				t.Helper()

				err := svc.DeletePrincipal(t.Context(), by, id)

				switch {
				case !allowed:
					want(t, identity.ErrForbidden, err)
				case state != nil:
					want(t, *state, err)
				case err != nil:
					t.Errorf("%s deletes %s: %v", name, what, err)
				}
			}

			expect("user", victim.ID, users, nil)
			expect("the last root", svc.root.ID, users, &identity.ErrLastRoot)
			expect("itself", actor.ID, users, &identity.ErrSelfDelete)
			expect("another client's user", foreign.ID, users || keys, &fault.ErrNotFound)
			expect("another client's key", foreignKey.ID, users || keys, &fault.ErrNotFound)
			expect("nothing", 999_999, users || keys, &fault.ErrNotFound)

			_, err = svc.Authenticate(t.Context(), token)
			if (err != nil) != users {
				t.Errorf("%s: the deleted user's session: %v", name, err)
			}

			_, err = svc.AuthenticateKey(t.Context(), text.Reveal(), "") // so that it is cached
			testkit.Must(t, err)
			expect("key", key.ID, keys, nil)

			_, err = svc.AuthenticateKey(t.Context(), text.Reveal(), "")
			if (err != nil) != keys {
				t.Errorf("%s: the deleted key: %v", name, err)
			}

			if !keys {
				testkit.Must(t, svc.staff.RevokeAPIKey(t.Context(), asStaff(), client, key.ID))
			}
		}

		if svc.audited("user.delete") != 2 {
			t.Error("the deletions are not audited")
		}
	})
}

// TestRootsDeleteEachOther: when two root users delete each other at once, one
// remains.
func TestRootsDeleteEachOther(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		second := svc.user(client, "second", identity.ClientRootID)
		one, _ := svc.signInAs("root", userPassword)
		two, _ := svc.signInAs("second", userPassword)

		passed := race(2, func(i int) bool {
			if i == 0 {
				return svc.DeletePrincipal(t.Context(), one, second.ID) == nil
			}

			return svc.DeletePrincipal(t.Context(), two, svc.root.ID) == nil
		})

		if left := svc.count("SELECT count(*) FROM users WHERE client_id = $1 AND deleted_at IS NULL", client); passed != 1 || left != 1 {
			t.Errorf("%d deletions, %d users left", passed, left)
		}

		// The name is free again.
		name := "second"
		if svc.count("SELECT count(*) FROM users WHERE username = $1 AND deleted_at IS NULL", name) == 1 {
			name = "root"
		}

		svc.user(client, name, identity.ClientUserID)
	})
}

// TestTwoKeysAtMost lets 50 callers make keys at once.
func TestTwoKeysAtMost(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)

		var (
			mu   sync.Mutex
			made []secret.Text
		)

		passed := race(50, func(int) bool {
			_, key, err := svc.MakeOwnKey(t.Context(), by, identity.KeyInput{})
			if err != nil {
				want(t, identity.ErrKeyLimit, err)

				return false
			}

			mu.Lock()
			defer mu.Unlock()

			made = append(made, key)

			return true
		})

		if passed != 2 || svc.count("SELECT count(*) FROM api_keys WHERE created_by = $1", svc.root.ID) != 2 {
			t.Fatalf("%d keys", passed)
		}

		for _, key := range made {
			p, err := svc.AuthenticateKey(t.Context(), key.Reveal(), "")
			testkit.Must(t, err)

			if p.ClientID != client {
				t.Errorf("%+v", p)
			}
		}

		// The mail shows only the last four characters of the key.
		for _, m := range svc.mails("root@example.com") {
			for _, key := range made {
				if strings.Contains(m.Text+m.HTML, key.Reveal()) {
					t.Error("a notice holds the key")
				}
			}
		}

		if got := len(svc.mails("root@example.com")); got != 2 {
			t.Errorf("%d notices", got)
		}

		svc.user(client, "finance", identity.ClientUserID)

		finance, _ := svc.signInAs("finance", userPassword)
		_, _, err := svc.MakeOwnKey(t.Context(), finance, identity.KeyInput{})
		want(t, identity.ErrForbidden, err)
	})
}

func TestOwnSessions(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)

		finance, financeToken := svc.signInAs("finance", userPassword)
		_, first := svc.signInAs("root", userPassword)
		svc.clk.Advance(1_000_000)

		by, current := svc.signInAs("root", userPassword)

		list, err := svc.OwnSessions(t.Context(), by.Principal)
		testkit.Must(t, err)

		if len(list) != 2 || !list[0].Current || list[1].Current || list[1].Device != "Firefox" || list[1].Address != "10.0.0.7" || list[1].Method != identity.PasswordMethod {
			t.Fatalf("%+v", list)
		}

		want(t, fault.ErrNotFound, svc.EndOwnSession(t.Context(), by, finance.Principal.SessionID))
		want(t, fault.ErrNotFound, svc.EndOwnSession(t.Context(), by, "none"))
		testkit.Must(t, svc.EndOwnSession(t.Context(), by, list[1].ID))
		want(t, fault.ErrNotFound, svc.EndOwnSession(t.Context(), by, list[1].ID))

		for token, alive := range map[string]bool{first: false, current: true, financeToken: true} {
			if _, err := svc.Authenticate(t.Context(), token); (err == nil) != alive {
				t.Errorf("alive %t: %v", alive, err)
			}
		}

		if list, err = svc.OwnSessions(t.Context(), by.Principal); err != nil || len(list) != 1 {
			t.Errorf("%+v, %v", list, fmt.Sprint(err))
		}
	})
}
