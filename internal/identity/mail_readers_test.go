package identity_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
)

// A role of the client's own may have each permission of a root user. Mails meant for root users don't go to who has it.
func TestMailsOfRootUsersGoToThem(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		ana := svc.user(client, "ana", identity.ClientUserID)

		made, err := svc.MakeOwnRole(t.Context(), root, identity.RoleInput{Name: "Team", Permissions: []identity.Permission{identity.UserCreate}})
		testkit.Must(t, err)
		testkit.Must(t, svc.GiveRole(t.Context(), root, ana.ID, made.ID))

		var people, roots []identity.Reader

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) (err error) {
			if people, err = svc.ReadersTx(t.Context(), tx, client, identity.UserCreate); err == nil {
				roots, err = svc.RootReadersTx(t.Context(), tx, client)
			}

			return err
		}))

		if len(people) != 2 || len(roots) != 1 || roots[0].UserID != svc.root.ID {
			t.Errorf("people %v, root users %v", people, roots)
		}
	})
}
