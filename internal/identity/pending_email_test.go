package identity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// pending returns "purpose address" of each unconfirmed change.
func (svc *serviceWithMail) pending(by identity.Self) string {
	svc.t.Helper()

	list, err := svc.PendingEmails(svc.t.Context(), by.Principal)
	testkit.Must(svc.t, err)

	out := []string{}
	for _, p := range list {
		out = append(out, string(p.Purpose)+" "+p.Address)
	}

	return strings.Join(out, ", ")
}

func (svc *serviceWithMail) wantPending(by identity.Self, wanted string) {
	svc.t.Helper()

	if got := svc.pending(by); got != wanted {
		svc.t.Errorf("pending: got %q, want %q", got, wanted)
	}
}

const bothPending = "email new@example.com, finance-email money@example.com"

// TestPendingEmail follows a change from the request over a second mail and a
// cancellation to the confirmation.
func TestPendingEmail(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		const confirm = "Confirm this email address"

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		svc.wantPending(by, "")

		testkit.Must(t, svc.ChangeEmail(t.Context(), by, newEmails()))
		svc.wantPending(by, bothPending)

		first := svc.newest("new@example.com", confirm)

		svc.clk.Advance(10 * time.Minute)
		testkit.Must(t, svc.ResendEmailChange(t.Context(), by, emaillink.Email))
		want(t, emaillink.ErrInvalid, svc.confirm(first))
		svc.wantPending(by, bothPending)

		list, err := svc.PendingEmails(t.Context(), by.Principal)
		testkit.Must(t, err)

		for i, started := range []time.Duration{0, -10 * time.Minute} {
			requested := svc.clk.Now().Add(started)
			if p := list[i]; !p.RequestedAt.Equal(requested) || !p.ExpiresAt.Equal(requested.Add(emaillink.Lifetime)) {
				t.Errorf("%s was requested at %v and ends at %v", p.Purpose, p.RequestedAt, p.ExpiresAt)
			}
		}

		testkit.Must(t, svc.CancelEmailChange(t.Context(), by, emaillink.FinanceEmail))
		want(t, emaillink.ErrInvalid, svc.confirm(svc.newest("money@example.com", confirm)))
		svc.wantPending(by, "email new@example.com")

		testkit.Must(t, svc.confirm(svc.newest("new@example.com", confirm)))
		svc.wantPending(by, "")

		if got := svc.addresses(); got != "new@example.com billing@example.com" {
			t.Errorf("got %s", got)
		}

		for _, err := range []error{
			svc.ResendEmailChange(t.Context(), by, emaillink.Email), svc.CancelEmailChange(t.Context(), by, emaillink.Email),
			svc.ResendEmailChange(t.Context(), by, emaillink.FinanceEmail), svc.CancelEmailChange(t.Context(), by, emaillink.FinanceEmail),
			svc.ResendEmailChange(t.Context(), by, emaillink.Password), svc.CancelEmailChange(t.Context(), by, emaillink.Password),
		} {
			want(t, fault.ErrNotFound, err)
		}

		// The old addresses get one mail for a request, not one for each repeated
		// mail.
		if got := len(svc.mails("root@example.com")); got != 2 {
			t.Errorf("the old address got %d messages", got)
		}

		if svc.audited("user.email-request") != 2 || svc.audited("user.email-resend") != 1 || svc.audited("user.email-cancel") != 1 {
			t.Error("the changes are not audited")
		}
	})
}

// TestPendingEmailOfOthers: a pending finance address belongs to the client, a pending
// main address to its user.
func TestPendingEmailOfOthers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.client(1002, "warungsinar")
		svc.user(1002, "root", identity.ClientRootID)
		svc.user(client, "second", identity.ClientRootID)
		svc.user(client, "finance", identity.ClientUserID)

		by, _ := svc.signInAs("root", userPassword)
		second, _ := svc.signInAs("second", userPassword)
		finance, _ := svc.signInAs("finance", userPassword)

		c := credentials()
		c.ClientID = 1002
		in, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		token := in.Token

		p, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		foreign := identity.Self{Principal: p}

		testkit.Must(t, svc.ChangeEmail(t.Context(), by, newEmails()))
		svc.wantPending(second, "finance-email money@example.com")
		svc.wantPending(foreign, "")

		want(t, fault.ErrNotFound, svc.ResendEmailChange(t.Context(), second, emaillink.Email))
		want(t, fault.ErrNotFound, svc.CancelEmailChange(t.Context(), second, emaillink.Email))

		for _, purpose := range []emaillink.Purpose{emaillink.Email, emaillink.FinanceEmail} {
			want(t, fault.ErrNotFound, svc.ResendEmailChange(t.Context(), foreign, purpose))
			want(t, fault.ErrNotFound, svc.CancelEmailChange(t.Context(), foreign, purpose))
			want(t, identity.ErrForbidden, svc.ResendEmailChange(t.Context(), finance, purpose))
			want(t, identity.ErrForbidden, svc.CancelEmailChange(t.Context(), finance, purpose))
		}

		_, err = svc.PendingEmails(t.Context(), finance.Principal)
		want(t, identity.ErrForbidden, err)
		svc.wantPending(by, bothPending)

		testkit.Must(t, svc.CancelEmailChange(t.Context(), second, emaillink.FinanceEmail))
		svc.wantPending(by, "email new@example.com")
	})
}

// TestPendingEmailEndsItself: a pending change ends when its link expires, when
// another address is requested and when the password changes. Mails that are sent
// again count as requests.
func TestPendingEmailEndsItself(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)

		testkit.Must(t, svc.ChangeEmail(t.Context(), by, newEmails()))
		svc.clk.Advance(emaillink.Lifetime - time.Microsecond)
		svc.wantPending(by, bothPending)
		svc.clk.Advance(time.Microsecond)
		svc.wantPending(by, "")
		want(t, fault.ErrNotFound, svc.ResendEmailChange(t.Context(), by, emaillink.Email))

		testkit.Must(t, svc.ChangeEmail(t.Context(), by, newEmails()))

		for range 3 { // two of the five in an hour were requests
			testkit.Must(t, svc.ResendEmailChange(t.Context(), by, emaillink.Email))
		}

		want(t, fault.ErrThrottled, svc.ResendEmailChange(t.Context(), by, emaillink.Email))
		svc.wantPending(by, bothPending)

		byStaff := "staff@example.com"
		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), Email: &byStaff})
		testkit.Must(t, err)
		svc.wantPending(by, "finance-email money@example.com")

		testkit.Must(t, svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another}))
		svc.wantPending(by, "")
	})
}

// TestConfirmedWhileCancelled: of a concurrent confirmation and cancellation one
// succeeds.
func TestConfirmedWhileCancelled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)

		for i := range 3 {
			in := newEmails()
			in.Email, in.EmailFinance = fmt.Sprintf("new%d@example.com", i), "billing@example.com"
			testkit.Must(t, svc.ChangeEmail(t.Context(), by, in))

			m := svc.newest(in.Email, "Confirm this email address")

			passed := race(2, func(i int) bool {
				if i == 0 {
					return svc.confirm(m) == nil
				}

				return svc.CancelEmailChange(t.Context(), by, emaillink.Email) == nil
			})
			if passed != 1 {
				t.Errorf("%d of a confirmation and a cancellation passed", passed)
			}

			svc.wantPending(by, "")
		}
	})
}
