package identity_test

import (
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// userRow finds a user of the list.
func (svc *serviceWithMail) userRow(name string) identity.ListedUser {
	svc.t.Helper()

	list, err := svc.ListUsers(svc.t.Context(), identity.UserQuery{ClientID: client, Search: name})
	testkit.Must(svc.t, err)

	if len(list) != 1 {
		svc.t.Fatalf("%d users are called %s", len(list), name)
	}

	return list[0]
}

// mailsAboutRights counts what root was told about rights over money.
func (svc *serviceWithMail) mailsAboutRights() (n int) {
	svc.t.Helper()

	for _, m := range svc.mails("root@example.com") {
		if m.Subject == "A right over money was given" {
			n++
		}
	}

	return n
}

func allRights() []identity.Permission {
	all := []identity.Permission{}
	for _, r := range identity.Rights() {
		all = append(all, r.ID)
	}

	return all
}

// A role of the client's own holds what its rights need, for the next request of who has it, and gives nothing that its maker lacks.
func TestOwnRoles(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		svc.user(client, "ana", identity.ClientUserID)

		made, err := svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: " Kasir ", Permissions: []identity.Permission{identity.ContactCreate}})
		testkit.Must(t, err)

		if got := made.Permissions.List(); made.Name != "Kasir" || !slices.Equal(got, []identity.Permission{21, 22, 52, 55, 71, 210, 211}) {
			t.Errorf("made %q with %v", made.Name, got)
		}

		ana, _ := svc.signInAs("ana", userPassword)
		testkit.Must(t, svc.GiveRole(t.Context(), root, ana.Principal.UserID, made.ID))

		if got := svc.userRow("ana").Roles; len(got) != 1 || got[0].Label != "Kasir" {
			t.Errorf("ana has %v", got)
		}

		if n := svc.mailsAboutRights(); n != 0 {
			t.Errorf("%d mails about a right that is not over money", n)
		}

		// What changes holds for open sessions, and root users are told of rights over money.
		_, err = svc.ChangeOwnRole(t.Context(), root, made.ID, identity.RoleChange{Permissions: &[]identity.Permission{identity.ScheduledOrderCreate}})
		testkit.Must(t, err)

		ana, _ = svc.signInAs("ana", userPassword)
		if p := ana.Principal; p.Require(identity.ScheduledOrderCreate) != nil || p.Require(identity.ContactCreate) == nil || p.Require(identity.BalanceView) == nil {
			t.Errorf("ana may %v", p.Permissions.List())
		}

		if n := svc.mailsAboutRights(); n != 1 {
			t.Errorf("%d mails about rights over money", n)
		}

		if n := svc.count(`SELECT count(*) FROM audit_log WHERE action = 'role.update' AND detail LIKE '%"before"%' AND detail LIKE '%"after"%'`); n != 1 {
			t.Errorf("%d audit rows of the change", n)
		}

		// In use it stays; then it goes.
		want(t, identity.ErrRoleInUse, svc.DeleteOwnRole(t.Context(), root, made.ID))
		testkit.Must(t, svc.GiveRole(t.Context(), root, ana.Principal.UserID, identity.ClientUserID))
		testkit.Must(t, svc.DeleteOwnRole(t.Context(), root, made.ID))
		want(t, fault.ErrNotFound, svc.DeleteOwnRole(t.Context(), root, made.ID))
	})
}

// Names and rights that a role can't have.
func TestOwnRolesThatAreRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		makeRole := func(name string, list ...identity.Permission) (identity.Role, error) {
			return svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: name, Permissions: list})
		}

		first, err := makeRole("Kasir")
		testkit.Must(t, err)

		for name, wanted := range map[string]fault.Definition{
			"kasir": identity.ErrTaken, "Client_Root": identity.ErrTaken, "client user": identity.ErrTaken, " ": fault.ErrValidation,
			strings.Repeat("n", 41): fault.ErrValidation,
		} {
			_, err := makeRole(name)
			want(t, wanted, err)

			if name != "kasir" { // its own name in another case is free for it
				_, err = svc.ChangeOwnRole(t.Context(), root, first.ID, identity.RoleChange{Name: &name})
				want(t, wanted, err)
			}
		}

		for _, p := range []identity.Permission{0, identity.WalletAdjust, identity.PINUpdate, identity.ScheduledOrderApprove, 9999} {
			_, err := makeRole("Other", p)
			want(t, fault.ErrValidation, err)
		}

		for i := range 19 {
			_, err := makeRole("role " + strings.Repeat("i", i+1))
			testkit.Must(t, err)
		}

		_, err = makeRole("one more")
		want(t, identity.ErrRoleLimit, err)

		for _, id := range []int64{identity.ClientRootID, identity.ClientUserID} {
			_, err := svc.ChangeOwnRole(t.Context(), root, id, identity.RoleChange{Name: new("Mine")})
			want(t, identity.ErrRoleFixed, err)
			want(t, identity.ErrRoleFixed, svc.DeleteOwnRole(t.Context(), root, id))
		}

		want(t, identity.ErrLastRoot, svc.GiveRole(t.Context(), root, root.Principal.UserID, first.ID))
	})
}

// Who manages roles gives and takes only what they have themselves, and touches no root user.
func TestRightsOfAnotherAreNotGiven(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		svc.user(client, "second", identity.ClientRootID)
		svc.user(client, "lead", identity.ClientUserID)
		svc.user(client, "ana", identity.ClientUserID)

		everything, err := svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: "Everything", Permissions: allRights()})
		testkit.Must(t, err)

		leads, err := svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: "Lead", Permissions: []identity.Permission{identity.UserCreate, identity.RoleManage}})
		testkit.Must(t, err)
		testkit.Must(t, svc.GiveRole(t.Context(), root, svc.userRow("lead").ID, leads.ID))

		lead, _ := svc.signInAs("lead", userPassword)
		ana := svc.userRow("ana").ID

		_, err = svc.MakeOwnRole(t.Context(), lead, identity.RoleInput{Name: "Shop", Permissions: []identity.Permission{identity.ShopManage}})
		want(t, identity.ErrForbidden, err)

		_, err = svc.ChangeOwnRole(t.Context(), lead, everything.ID, identity.RoleChange{Permissions: &[]identity.Permission{}})
		want(t, identity.ErrForbidden, err) // takes what lead lacks
		want(t, identity.ErrForbidden, svc.GiveRole(t.Context(), lead, ana, everything.ID))
		want(t, identity.ErrForbidden, svc.GiveRole(t.Context(), lead, ana, identity.ClientRootID))
		want(t, identity.ErrForbidden, svc.GiveRole(t.Context(), lead, root.Principal.UserID, leads.ID))
		want(t, identity.ErrForbidden, svc.DeletePrincipal(t.Context(), lead, root.Principal.UserID))

		_, err = svc.AddUser(t.Context(), lead, identity.AddedUser{Username: "budi", Email: "budi@example.com", RoleIDs: []int64{everything.ID}})
		want(t, identity.ErrForbidden, err)

		// A role with all rights makes no root user.
		testkit.Must(t, svc.GiveRole(t.Context(), root, ana, everything.ID))

		all, _ := svc.signInAs("ana", userPassword)
		want(t, identity.ErrForbidden, svc.GiveRole(t.Context(), all, all.Principal.UserID, identity.ClientRootID))

		// What lead has can be given, also to a new user.
		testkit.Must(t, svc.GiveRole(t.Context(), root, ana, identity.ClientUserID))
		testkit.Must(t, svc.GiveRole(t.Context(), lead, ana, leads.ID))

		added, err := svc.AddUser(t.Context(), lead, identity.AddedUser{Username: "budi", Email: "budi@example.com", RoleIDs: []int64{leads.ID}})
		testkit.Must(t, err)

		if row := svc.userRow("budi"); row.ID != added.ID || row.Roles[0].Label != "Lead" {
			t.Errorf("added %+v", row)
		}
	})
}

// The roles of one client are nothing to another one.
func TestRolesOfAnotherClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		svc.client(1002, "other")
		svc.user(1002, "root", identity.ClientRootID)

		c := credentials()
		c.ClientID = 1002
		in, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		other := svc.self(in)
		root, _ := svc.signInAs("root", userPassword)

		mine, err := svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: "Kasir"})
		testkit.Must(t, err)

		_, err = svc.ChangeOwnRole(t.Context(), other, mine.ID, identity.RoleChange{Name: new("Mine")})
		want(t, fault.ErrNotFound, err)
		want(t, fault.ErrNotFound, svc.DeleteOwnRole(t.Context(), other, mine.ID))
		want(t, fault.ErrNotFound, svc.GiveRole(t.Context(), other, other.Principal.UserID, mine.ID))
		want(t, fault.ErrNotFound, svc.GiveRole(t.Context(), other, root.Principal.UserID, identity.ClientUserID))

		_, err = svc.AddUser(t.Context(), other, identity.AddedUser{Username: "budi", Email: "budi@example.com", RoleIDs: []int64{mine.ID}})
		want(t, fault.ErrNotFound, err)

		// The same name is free for another client, and neither sees the other's.
		theirs, err := svc.MakeOwnRole(t.Context(), other, identity.RoleInput{Name: "Kasir"})
		testkit.Must(t, err)

		list, err := svc.ClientRoles(t.Context(), other.Principal)
		testkit.Must(t, err)

		got := []int64{}
		for _, r := range list {
			got = append(got, r.ID)
		}

		if !slices.Equal(got, []int64{identity.ClientRootID, identity.ClientUserID, theirs.ID}) || list[0].Count != 1 || list[0].People[0].ID != other.Principal.UserID {
			t.Errorf("the other client sees %+v", list)
		}

		// Staff can't give it to somebody else's user either.
		_, _, err = svc.CreateUser(t.Context(), asStaff(), identity.NewUser{ClientID: 1002, Username: "eko", Email: "eko@example.com", RoleIDs: []int64{mine.ID}})
		want(t, fault.ErrValidation, err)
	})
}

// TestRightsNeedAllThatTheyNeed checks the table: who needs a right also needs what that one needs, and presets hold what they need.
func TestRightsNeedAllThatTheyNeed(t *testing.T) {
	t.Parallel()

	needs := map[identity.Permission][]identity.Permission{}
	for _, r := range identity.Rights() {
		needs[r.ID] = r.Needs
	}

	for id, list := range needs {
		for _, needed := range list {
			for _, further := range needs[needed] {
				if !slices.Contains(list, further) {
					t.Errorf("%d needs %d, which needs %d", id, needed, further)
				}
			}
		}
	}

	for _, p := range identity.RightPresets() {
		if p.Name == "cashier" && p.Permissions.Has(identity.BalanceView) || !p.Permissions.Has(identity.OrderDetail) {
			t.Errorf("%s has %v", p.Name, p.Permissions.List())
		}
	}
}
