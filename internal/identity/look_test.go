package identity_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// startLook has ana of staff start a look as root, and returns what the address has.
func (svc *serviceWithMail) startLook() secret.Text {
	svc.t.Helper()

	by := identity.By{Actor: audit.Staff("ana"), Reason: "Called"}
	address, err := svc.StartLook(svc.t.Context(), by, "ana", client, svc.root.ID)
	testkit.Must(svc.t, err)

	start, found := strings.CutPrefix(address.Reveal(), publicURL+"/external/look#")
	if !found {
		svc.t.Fatal("the address leads elsewhere")
	}

	return secret.Text(start)
}

func (svc *serviceWithMail) openLook(start secret.Text) string {
	svc.t.Helper()

	opened, err := svc.OpenLook(svc.t.Context(), start, "10.9.9.9", "Chrome")
	testkit.Must(svc.t, err)

	if opened.Username != "root" {
		svc.t.Errorf("as %s", opened.Username)
	}

	return opened.Token
}

// lookEnds are how the looks in the audit log ended, the newest first.
func (svc *serviceWithMail) lookEnds() (ends []string) {
	svc.t.Helper()

	list, err := audit.List(svc.t.Context(), svc.d.Reader(), audit.Query{Client: client, Action: "client.look-end", Limit: 10})
	testkit.Must(svc.t, err)

	for _, l := range list {
		ends = append(ends, l.Actor+" "+l.Text)
	}

	return ends
}

// A look is opened once, reads with the rights of the user, leaves nothing at the user, and has begin and end in the audit log.
func TestStaffLookAsAUser(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		own, _ := svc.signInAs("root", userPassword)

		_, err := svc.StartLook(t.Context(), identity.By{Actor: audit.Staff("ana")}, "ana", client, svc.root.ID)
		want(t, fault.ErrValidation, err) // without a reason

		start := svc.startLook()
		begun, err := svc.Authenticate(t.Context(), start.Reveal())
		testkit.Must(t, err)
		want(t, identity.ErrUnauthorized, begun.RequireFull(""))
		want(t, identity.ErrUnauthorized, begun.RequireSignedIn())

		token := svc.openLook(start)
		_, err = svc.OpenLook(t.Context(), start, "10.9.9.9", "Chrome")
		want(t, identity.ErrUnauthorized, err)
		_, err = svc.OpenLook(t.Context(), secret.Text(token), "10.9.9.9", "Chrome")
		want(t, identity.ErrUnauthorized, err)

		svc.clk.Advance(5 * time.Minute)

		p, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)
		testkit.Must(t, p.RequireFull(token))
		testkit.Must(t, p.Require(identity.APIKeyManage))
		testkit.Must(t, p.RequireReader(true))
		want(t, identity.ErrLookOnly, p.RequireReader(false))

		if !p.Looks() || p.Look.By != "ana" || p.Look.Until.Sub(svc.clk.Now()) != 10*time.Minute || p.IsStaff() || own.Principal.Looks() {
			t.Errorf("%+v", p.Look)
		}

		sessions, err := svc.OwnSessions(t.Context(), own.Principal)
		testkit.Must(t, err)

		if len(sessions) != 1 || len(svc.mails("root@example.com")) != 0 {
			t.Errorf("the user sees %d sessions", len(sessions))
		}

		testkit.Must(t, svc.SignOut(t.Context(), p))
		_, err = svc.Authenticate(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)
		svc.clk.Advance(time.Hour)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if ends := svc.lookEnds(); len(ends) != 1 || ends[0] != `staff:ana {"how":"ended"}` {
			t.Errorf("ends: %v", ends)
		}

		if n := svc.count("SELECT count(*) FROM audit_log WHERE action = 'client.look' AND reason = 'Called'"); n != 1 {
			t.Errorf("%d begins", n)
		}
	})
}

// A look ends by itself, with another one, with the rights of who looks, and with the sessions of the user. Each end is in the audit log once.
func TestLooksEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		isOver := func(token string) {
			t.Helper()

			_, err := svc.Authenticate(t.Context(), token)
			want(t, identity.ErrUnauthorized, err)
		}

		late := svc.startLook()
		svc.clk.Advance(time.Minute)
		_, err := svc.OpenLook(t.Context(), late, "10.9.9.9", "Chrome")
		want(t, identity.ErrUnauthorized, err)

		first := svc.openLook(svc.startLook())
		second := svc.openLook(svc.startLook())

		isOver(first)
		svc.clk.Advance(identity.LookTime)
		isOver(second)

		third := svc.openLook(svc.startLook())
		testkit.Must(t, svc.staff.EndSessions(t.Context(), asStaff(), ref("root")))
		isOver(third)

		fourth := svc.openLook(svc.startLook())

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return svc.EndLooksTx(t.Context(), tx, "ana", "account closed") }))
		isOver(fourth)
		svc.clk.Advance(time.Hour)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if ends := svc.lookEnds(); len(ends) != 5 {
			t.Errorf("ends: %v", ends)
		}

		closed := false
		_, err = svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), Active: &closed})
		testkit.Must(t, err)
		_, err = svc.StartLook(t.Context(), identity.By{Actor: audit.Staff("ana"), Reason: "Called"}, "ana", client, svc.root.ID)
		want(t, identity.ErrNoLook, err)
	})
}
