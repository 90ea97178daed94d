package identity_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/staff"
	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const financeEmail = "billing@example.com"

// askReset asks as budi for the reset of root's factors.
func (svc *serviceWithMail) askReset() approval.Approval {
	svc.t.Helper()

	asked, err := svc.staff.AskFactorReset(svc.t.Context(), asStaff(), staff.NewFactorReset{ClientID: client, UserID: svc.root.ID, Evidence: "Identity card"})
	testkit.Must(svc.t, err)

	return asked
}

func (svc *serviceWithMail) decideReset(asked approval.Approval, name string, approve bool) error {
	return svc.staff.DecideFactorReset(svc.t.Context(), approval.Decision{ID: asked.ID, Approve: approve, Actor: audit.Staff(name), Reason: "compared"})
}

// Two of staff reset the only root user of a client: who asked never decides, and the factors go 72 hours later.
func TestStaffResetTheOnlyRoot(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		lost, token := svc.signInAs("root", userPassword)

		_, err := svc.staff.AskFactorReset(t.Context(), asStaff(), staff.NewFactorReset{ClientID: client, UserID: svc.root.ID, Evidence: "Identity card"})
		want(t, identity.ErrFactorReset, err) // without a factor there is nothing to reset
		svc.enrol(lost)

		_, err = svc.staff.AskFactorReset(t.Context(), asStaff(), staff.NewFactorReset{ClientID: client, UserID: svc.root.ID})
		want(t, fault.ErrValidation, err) // without evidence

		asked := svc.askReset()
		if again := svc.askReset(); again.ID != asked.ID {
			t.Errorf("asked twice: %d, %d", asked.ID, again.ID)
		}

		want(t, approval.ErrSamePerson, svc.decideReset(asked, "budi", true))
		testkit.Must(t, svc.decideReset(asked, "dewi", false))
		want(t, approval.ErrDecided, svc.decideReset(asked, "dewi", true))

		if n := svc.count("SELECT count(*) FROM users WHERE factor_reset_at IS NOT NULL"); n != 0 {
			t.Fatal("a rejected reset waits")
		}

		testkit.Must(t, svc.decideReset(svc.askReset(), "dewi", true))
		svc.newest(financeEmail, "The second factors of an account will be removed")

		if resetLink.FindString(svc.newest("root@example.com", "The second factors of an account will be removed").Text) == "" {
			t.Error("the owner's mail has no link")
		}

		svc.clk.Advance(72*time.Hour - time.Second)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if svc.factors(svc.root.ID) == 0 {
			t.Error("the factors are gone before the wait was over")
		}

		svc.clk.Advance(time.Second)
		svc.newest(financeEmail, "The second factors of an account were removed")

		if n := svc.factors(svc.root.ID); n != 0 {
			t.Errorf("%d factors and codes are left", n)
		}

		_, err = svc.Authenticate(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)
		svc.signInAs("root", userPassword)

		log, err := audit.List(t.Context(), d.Reader(), audit.Query{Client: client, Action: "user.factor-reset", Limit: 5})
		testkit.Must(t, err)

		if len(log) != 1 || log[0].Actor != "staff:budi" {
			t.Errorf("the audit log has %+v", log)
		}
	})
}

// The owner's link and staff end the wait. Staff reset neither who has a colleague with all rights, nor who has fewer rights.
func TestStaffResetIsCancelled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		lost, _ := svc.signInAs("root", userPassword)
		svc.enrol(lost)

		approve := func() {
			t.Helper()
			testkit.Must(t, svc.decideReset(svc.askReset(), "dewi", true))
		}

		approve()

		found := resetLink.FindStringSubmatch(svc.newest("root@example.com", "The second factors of an account will be removed").Text)
		svc.clk.Advance(71 * time.Hour)
		testkit.Must(t, svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: emaillink.FactorReset, Token: found[1]}))
		approve()

		_, err := svc.staff.AskFactorReset(t.Context(), asStaff(), staff.NewFactorReset{ClientID: client, UserID: svc.root.ID, Evidence: "Again"})
		want(t, identity.ErrFactorReset, err) // one waits
		testkit.Must(t, svc.staff.CancelFactorReset(t.Context(), asStaff(), ref("root")))
		testkit.Must(t, svc.staff.CancelFactorReset(t.Context(), asStaff(), ref("root"))) // nothing is left to cancel
		svc.clk.Advance(100 * time.Hour)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if svc.factors(svc.root.ID) == 0 {
			t.Error("a cancelled reset removed the factors")
		}

		// A second root user came between the request and the decision.
		asked := svc.askReset()
		svc.user(client, "second", identity.ClientRootID)
		want(t, identity.ErrFactorReset, svc.decideReset(asked, "dewi", true))

		ana := svc.user(client, "ana", identity.ClientUserID)
		_, err = svc.staff.AskFactorReset(t.Context(), asStaff(), staff.NewFactorReset{ClientID: client, UserID: ana.ID, Evidence: "Identity card"})
		want(t, identity.ErrFactorReset, err)
	})
}
