package identity_test

import (
	"regexp"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// factors counts the second factors of a user and the codes that come with them.
func (svc *serviceWithMail) factors(userID int64) int64 {
	svc.t.Helper()

	return svc.count(`SELECT (SELECT count(*) FROM passkeys WHERE user_id = $1) + (SELECT count(*) FROM authenticator_apps WHERE user_id = $1)
		+ (SELECT count(*) FROM recovery_codes WHERE user_id = $1)`, userID)
}

var resetLink = regexp.MustCompile(`/links/factor-reset/([A-Z2-7]+)`)

// A colleague's factors go a day after a root user started it, not earlier, and not when somebody cancelled it.
func TestFactorsOfAColleagueAreReset(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		ana := svc.user(client, "ana", identity.ClientUserID)

		_, err := svc.StartFactorReset(t.Context(), root, ana.ID)
		want(t, identity.ErrFactorReset, err) // she has none

		lost, token := svc.signInAs("ana", userPassword)
		svc.enrol(lost)

		until, err := svc.StartFactorReset(t.Context(), root, ana.ID)
		testkit.Must(t, err)

		if !until.Equal(svc.clk.Now().Add(24 * time.Hour)) {
			t.Errorf("due at %s", until)
		}

		// A repeat starts nothing anew, and root users are told, too.
		svc.clk.Advance(time.Minute)

		again, err := svc.StartFactorReset(t.Context(), root, ana.ID)
		testkit.Must(t, err)

		if !again.Equal(until) || len(svc.mails("root@example.com")) == 0 {
			t.Errorf("again at %s", again)
		}

		svc.clk.Advance(until.Sub(svc.clk.Now()) - time.Second)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if svc.factors(ana.ID) == 0 {
			t.Error("the factors are gone before the wait was over")
		}

		svc.clk.Advance(time.Second)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if n := svc.factors(ana.ID); n != 0 {
			t.Errorf("%d factors and codes are left", n)
		}

		_, err = svc.Authenticate(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)

		svc.signInAs("ana", userPassword) // by the password alone

		if n := svc.count("SELECT count(*) FROM audit_log WHERE action IN ('user.factor-reset', 'user.factor-reset-done')"); n != 2 {
			t.Errorf("%d audit rows", n)
		}
	})
}

// The mail's link, a root user and another factor end the wait. Who isn't root, oneself and another client's root start none.
func TestFactorResetIsCancelled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, _ := svc.signInAs("root", userPassword)
		ana := svc.user(client, "ana", identity.ClientUserID)
		lost, _ := svc.signInAs("ana", userPassword)
		svc.enrol(lost)

		_, err := svc.StartFactorReset(t.Context(), lost, root.Principal.UserID)
		want(t, identity.ErrForbidden, err)

		_, err = svc.StartFactorReset(t.Context(), root, root.Principal.UserID)
		want(t, identity.ErrFactorReset, err)

		other := root
		other.Principal.ClientID = 1002
		_, err = svc.StartFactorReset(t.Context(), other, ana.ID)
		want(t, fault.ErrNotFound, err)

		start := func() {
			t.Helper()

			_, err := svc.StartFactorReset(t.Context(), root, ana.ID)
			testkit.Must(t, err)
		}

		start()
		testkit.Must(t, svc.CancelFactorReset(t.Context(), root, ana.ID))
		testkit.Must(t, svc.CancelFactorReset(t.Context(), root, ana.ID)) // nothing is left to cancel
		svc.mails("ana@example.com")                                      // are sent, so that the next one is the newest
		svc.clk.Advance(time.Minute)
		start()

		found := resetLink.FindStringSubmatch(svc.mails("ana@example.com")[0].Text)
		if found == nil {
			t.Fatal("the mail has no link")
		}

		svc.clk.Advance(23 * time.Hour)
		testkit.Must(t, svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: emaillink.FactorReset, Token: found[1]}))
		svc.clk.Advance(48 * time.Hour)
		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if svc.factors(ana.ID) == 0 {
			t.Error("a cancelled reset removed the factors")
		}

		want(t, emaillink.ErrInvalid, svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: emaillink.FactorReset, Token: found[1]}))

		// Who adds a factor has not lost them.
		start()
		svc.addPasskey(lost, "Phone")

		if n := svc.count("SELECT count(*) FROM users WHERE factor_reset_at IS NOT NULL"); n != 0 {
			t.Error("the reset waits still")
		}
	})
}
