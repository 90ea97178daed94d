package identity_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// demand has the root user demand a second factor.
func (svc *serviceWithMail) demand(by identity.Self, of identity.Demand) {
	svc.t.Helper()

	testkit.Must(svc.t, svc.ChangeClientSecurity(svc.t.Context(), by, identity.SecurityChange{SecondFactor: &of}))
}

func (svc *serviceWithMail) signInOf(username string) identity.SignedIn {
	svc.t.Helper()

	c := credentials()
	c.Username = username
	in, err := svc.SignIn(svc.t.Context(), c)
	testkit.Must(svc.t, err)

	return in
}

func TestDemandedFactorIsSetUpFirst(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d, func(o *identity.Options) { o.SessionIdle, o.SessionMax = 30*24*time.Hour, 30*24*time.Hour })
		svc.user(client, "finance", identity.ClientUserID)
		root, _ := svc.signInAs("root", userPassword)
		finance, _ := svc.signInAs("finance", userPassword)

		want(t, identity.ErrForbidden, svc.ChangeClientSecurity(t.Context(), finance, identity.SecurityChange{}))

		unknown := identity.Demand("some")
		want(t, fault.ErrValidation, svc.ChangeClientSecurity(t.Context(), root, identity.SecurityChange{SecondFactor: &unknown}))

		// Root lacks one, finance has no right over money.
		if n, err := svc.LackingFactors(t.Context(), root.Principal); err != nil || n != (identity.Lacking{Money: 1, All: 2}) {
			t.Errorf("%+v, %v", n, err)
		}

		svc.demand(root, identity.DemandMoney)
		svc.newest("root@example.com", "Set up two-step verification")

		if len(svc.mails("finance@example.com")) != 0 {
			t.Error("somebody without rights over money is told")
		}

		// In the grace nothing changes, to the letter.
		svc.clk.Advance(7*24*time.Hour - time.Second)

		in := svc.signInOf("root")
		if in.SetUp || svc.self(in).Principal.Scope != identity.FullScope {
			t.Errorf("%+v", in)
		}

		from, err := svc.DemandedFrom(t.Context(), root.Principal)
		testkit.Must(t, err)

		if left := from.Sub(svc.clk.Now()); left != time.Second {
			t.Errorf("demanded in %v", left)
		}

		// A stream of events ends with the grace, as a request is refused then. Planted: a look that leaves the demand out.
		streams := []string{svc.self(in).Principal.SessionID, svc.self(svc.signInOf("finance")).Principal.SessionID}
		ended, err := svc.EndedSessions(t.Context(), streams)
		testkit.Must(t, err)

		if len(ended) != 0 {
			t.Errorf("ended in the grace: %v", ended)
		}

		svc.clk.Advance(time.Second)

		ended, err = svc.EndedSessions(t.Context(), streams)
		testkit.Must(t, err)

		if !slices.Equal(ended, streams[:1]) {
			t.Errorf("ended after the grace: %v", ended)
		}

		// After it, sign-ins and open sessions serve the set-up alone. Planted: a sign-in that checks and a session that doesn't.
		fresh := svc.signInOf("root")
		for name, token := range map[string]identity.SignedIn{"a sign-in": fresh, "an open session": in} {
			p := svc.self(token).Principal
			if p.Scope != identity.SetUpScope || p.IsRoot() || p.Permissions.Has(identity.UserCreate) {
				t.Errorf("%s: %+v", name, p)
			}

			want(t, identity.ErrFactorDemanded, p.RequireFull(token.Token))
			want(t, identity.ErrForbidden, p.Require(identity.APIKeyManage))
		}

		if !fresh.SetUp || svc.signInOf("finance").SetUp {
			t.Error("a sign-in doesn't tell whether its user has to set up a factor")
		}

		// The session goes on with the factor, the other one doesn't have it.
		svc.enrol(svc.self(fresh))

		by := svc.self(fresh)
		testkit.Must(t, by.Principal.RequireFull(fresh.Token))

		_, err = svc.Authenticate(t.Context(), in.Token)
		want(t, identity.ErrUnauthorized, err)

		// Without it, it serves the set-up again.
		found, err := svc.Factors(t.Context(), by.Principal)
		testkit.Must(t, err)
		testkit.Must(t, svc.RemoveFactor(t.Context(), by, found.Apps[0].ID))

		by = svc.self(fresh)
		want(t, identity.ErrFactorDemanded, by.Principal.RequireFull(""))

		svc.addPasskey(by, "one")

		// More people get time again.
		by = svc.self(fresh)
		svc.demand(by, identity.DemandAll)
		svc.newest("finance@example.com", "Set up two-step verification")

		if svc.signInOf("finance").SetUp {
			t.Error("no time for those whom a demand concerns now")
		}

		svc.clk.Advance(7 * 24 * time.Hour)

		if !svc.signInOf("finance").SetUp {
			t.Error("the demand doesn't concern all")
		}

		// Fewer people are concerned at once.
		svc.demand(by, identity.DemandNone)

		if svc.signInOf("finance").SetUp {
			t.Error("a demand that was taken back holds")
		}
	})
}

func TestClientDecidesHowLongBrowsersAreRemembered(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d, func(o *identity.Options) { o.SessionIdle, o.SessionMax = 200*24*time.Hour, 200*24*time.Hour })
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		days := func(n int64) {
			t.Helper()
			testkit.Must(t, svc.ChangeClientSecurity(t.Context(), by, identity.SecurityChange{RememberDays: &n}))
		}
		remember := func() secret.Text {
			t.Helper()
			svc.clk.Advance(step)

			first, _ := svc.firstStep()
			in, err := svc.FinishSignIn(t.Context(), identity.SecondStep{By: first, Code: app.code(svc), Remember: true, Device: "Firefox"})
			testkit.Must(t, err)

			return in.Remembered
		}
		skips := func(token secret.Text) bool {
			t.Helper()

			c := credentials()
			c.Remembered = token
			in, err := svc.SignIn(t.Context(), c)
			testkit.Must(t, err)

			return len(in.Next) == 0
		}

		over := int64(91)
		want(t, fault.ErrValidation, svc.ChangeClientSecurity(t.Context(), by, identity.SecurityChange{RememberDays: &over}))

		days(90)

		token := remember()

		svc.clk.Advance(60 * 24 * time.Hour)

		if !skips(token) {
			t.Error("forgotten too early")
		}

		days(60) // at once

		if skips(token) {
			t.Error("remembered for longer than the client lets it")
		}

		// A sign-in that had read the 90 days stored its browser after the change.
		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE remembered_browsers SET expires_at = expires_at + $1`, (30 * 24 * time.Hour).Microseconds())

			return err
		}))

		if skips(token) {
			t.Error("remembered for longer than the client lets it, by a sign-in beside the change")
		}

		days(0)

		if token := remember(); token != "" {
			t.Error("a browser is remembered for no time")
		}

		if in := svc.signInOf("root"); in.RememberDays != 0 {
			t.Errorf("%d days", in.RememberDays)
		}
	})
}
