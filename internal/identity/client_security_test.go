package identity_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func TestClientDecidesTheIdleLimit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)
		svc.client(1002, "warungsinar")
		svc.user(1002, "other", identity.ClientRootID)

		finance, financeToken := svc.signInAs("finance", userPassword)
		by, _ := svc.signInAs("root", userPassword)

		want(t, identity.ErrForbidden, svc.ChangeClientSecurity(t.Context(), finance, identity.SecurityChange{IdleMinutes: new(int64(15))}))

		for _, minutes := range []int64{0, 14, 121} {
			want(t, fault.ErrValidation, svc.ChangeClientSecurity(t.Context(), by, identity.SecurityChange{IdleMinutes: &minutes}))
		}

		found, err := svc.ClientSecurity(t.Context(), by.Principal)
		testkit.Must(t, err)

		if found.IdleMinutes != 120 {
			t.Errorf("%+v", found)
		}

		// It holds for open sessions at once, and for no other client.
		c := credentials()
		c.ClientID, c.Username = 1002, "other"
		elsewhere, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		testkit.Must(t, svc.ChangeClientSecurity(t.Context(), by, identity.SecurityChange{IdleMinutes: new(int64(15))}))
		svc.clk.Advance(15 * time.Minute)

		_, err = svc.Authenticate(t.Context(), financeToken)
		want(t, identity.ErrUnauthorized, err)
		_, err = svc.Authenticate(t.Context(), elsewhere.Token)
		testkit.Must(t, err)

		ended, err := svc.EndedSessions(t.Context(), []string{finance.Principal.SessionID})
		testkit.Must(t, err)

		list, err := svc.OwnSessions(t.Context(), finance.Principal)
		testkit.Must(t, err)

		if len(ended) != 1 || len(list) != 0 {
			t.Errorf("ended %v, listed %v", ended, list)
		}

		if found, err = svc.ClientSecurity(t.Context(), by.Principal); err != nil || found.IdleMinutes != 15 || svc.audited("client.security") != 1 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

func TestOtherSessionsEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)

		_, colleague := svc.signInAs("finance", userPassword)
		_, first := svc.signInAs("root", userPassword)
		_, second := svc.signInAs("root", userPassword)
		by, current := svc.signInAs("root", userPassword)

		ended, err := svc.EndOtherSessions(t.Context(), by)
		testkit.Must(t, err)

		if again, err := svc.EndOtherSessions(t.Context(), by); err != nil || len(ended) != 2 || len(again) != 0 {
			t.Errorf("ended %v, then %v, %v", ended, again, err)
		}

		for token, alive := range map[string]bool{first: false, second: false, current: true, colleague: true} {
			if _, err := svc.Authenticate(t.Context(), token); (err == nil) != alive {
				t.Errorf("alive %t: %v", alive, err)
			}
		}

		if n := svc.audited("user.end-other-sessions"); n != 1 {
			t.Errorf("%d rows in the audit log", n)
		}
	})
}
