package identity_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/testkit"
)

// pending gives "purpose address" of what waits to be confirmed.
func (o *office) pending(by identity.Self) string {
	o.t.Helper()

	list, err := o.PendingEmails(o.t.Context(), by.Principal)
	testkit.Must(o.t, err)

	out := []string{}
	for _, p := range list {
		out = append(out, string(p.Purpose)+" "+p.Address)
	}

	return strings.Join(out, ", ")
}

func (o *office) wantPending(by identity.Self, wanted string) {
	o.t.Helper()

	if got := o.pending(by); got != wanted {
		o.t.Errorf("pending: got %q, want %q", got, wanted)
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

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)
		o.wantPending(by, "")

		testkit.Must(t, o.ChangeEmail(t.Context(), by, newEmails()))
		o.wantPending(by, bothPending)

		first := o.newest("new@example.com", confirm)

		o.clk.Advance(10 * time.Minute)
		testkit.Must(t, o.ResendEmailChange(t.Context(), by, emaillink.Email))
		want(t, emaillink.ErrInvalid, o.confirm(first))
		o.wantPending(by, bothPending)

		list, err := o.PendingEmails(t.Context(), by.Principal)
		testkit.Must(t, err)

		for i, started := range []time.Duration{0, -10 * time.Minute} {
			requested := o.clk.Now().Add(started)
			if p := list[i]; !p.RequestedAt.Equal(requested) || !p.ExpiresAt.Equal(requested.Add(emaillink.Lifetime)) {
				t.Errorf("%s was requested at %v and ends at %v", p.Purpose, p.RequestedAt, p.ExpiresAt)
			}
		}

		testkit.Must(t, o.CancelEmailChange(t.Context(), by, emaillink.FinanceEmail))
		want(t, emaillink.ErrInvalid, o.confirm(o.newest("money@example.com", confirm)))
		o.wantPending(by, "email new@example.com")

		testkit.Must(t, o.confirm(o.newest("new@example.com", confirm)))
		o.wantPending(by, "")

		if got := o.addresses(); got != "new@example.com billing@example.com" {
			t.Errorf("got %s", got)
		}

		for _, err := range []error{
			o.ResendEmailChange(t.Context(), by, emaillink.Email), o.CancelEmailChange(t.Context(), by, emaillink.Email),
			o.ResendEmailChange(t.Context(), by, emaillink.FinanceEmail), o.CancelEmailChange(t.Context(), by, emaillink.FinanceEmail),
			o.ResendEmailChange(t.Context(), by, emaillink.Password), o.CancelEmailChange(t.Context(), by, emaillink.Password),
		} {
			want(t, fault.ErrNotFound, err)
		}

		// The old addresses are told of a request, not of each mail.
		if got := len(o.mails("root@example.com")); got != 2 {
			t.Errorf("the old address got %d messages", got)
		}

		if o.audited("user.email-request") != 2 || o.audited("user.email-resend") != 1 || o.audited("user.email-cancel") != 1 {
			t.Error("the changes are not audited")
		}
	})
}

// TestPendingEmailOfOthers: the finance e-mail belongs to the client, the main
// e-mail to its user, and neither to anybody else.
func TestPendingEmailOfOthers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := openOffice(t, d)
		o.client(1002, "warungsinar")
		o.user(1002, "root", identity.ClientRootID)
		o.user(client, "second", identity.ClientRootID)
		o.user(client, "finance", identity.ClientUserID)

		by, _ := o.signInAs("root", userPassword)
		second, _ := o.signInAs("second", userPassword)
		finance, _ := o.signInAs("finance", userPassword)

		c := credentials()
		c.ClientID = 1002
		token, err := o.SignIn(t.Context(), c)
		testkit.Must(t, err)

		p, err := o.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		foreign := identity.Self{Principal: p}

		testkit.Must(t, o.ChangeEmail(t.Context(), by, newEmails()))
		o.wantPending(second, "finance-email money@example.com")
		o.wantPending(foreign, "")

		want(t, fault.ErrNotFound, o.ResendEmailChange(t.Context(), second, emaillink.Email))
		want(t, fault.ErrNotFound, o.CancelEmailChange(t.Context(), second, emaillink.Email))

		for _, purpose := range []emaillink.Purpose{emaillink.Email, emaillink.FinanceEmail} {
			want(t, fault.ErrNotFound, o.ResendEmailChange(t.Context(), foreign, purpose))
			want(t, fault.ErrNotFound, o.CancelEmailChange(t.Context(), foreign, purpose))
			want(t, identity.ErrForbidden, o.ResendEmailChange(t.Context(), finance, purpose))
			want(t, identity.ErrForbidden, o.CancelEmailChange(t.Context(), finance, purpose))
		}

		_, err = o.PendingEmails(t.Context(), finance.Principal)
		want(t, identity.ErrForbidden, err)
		o.wantPending(by, bothPending)

		testkit.Must(t, o.CancelEmailChange(t.Context(), second, emaillink.FinanceEmail))
		o.wantPending(by, "email new@example.com")
	})
}

// TestPendingEmailEndsItself: with its link, with another address, and with
// another password. Mails that are sent again count as requests.
func TestPendingEmailEndsItself(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := openOffice(t, d)
		by, _ := o.signInAs("root", userPassword)

		testkit.Must(t, o.ChangeEmail(t.Context(), by, newEmails()))
		o.clk.Advance(emaillink.Lifetime - time.Microsecond)
		o.wantPending(by, bothPending)
		o.clk.Advance(time.Microsecond)
		o.wantPending(by, "")
		want(t, fault.ErrNotFound, o.ResendEmailChange(t.Context(), by, emaillink.Email))

		testkit.Must(t, o.ChangeEmail(t.Context(), by, newEmails()))

		for range 3 { // of five in an hour two were requests
			testkit.Must(t, o.ResendEmailChange(t.Context(), by, emaillink.Email))
		}

		want(t, fault.ErrThrottled, o.ResendEmailChange(t.Context(), by, emaillink.Email))
		o.wantPending(by, bothPending)

		byStaff := "staff@example.com"
		_, err := o.UpdateUser(t.Context(), staff(), identity.UserChange{User: ref("root"), Email: &byStaff})
		testkit.Must(t, err)
		o.wantPending(by, "finance-email money@example.com")

		testkit.Must(t, o.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another}))
		o.wantPending(by, "")
	})
}

// TestConfirmedWhileCancelled: of a confirmation and a cancellation at the same
// moment one counts.
func TestConfirmedWhileCancelled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)

		for i := range 3 {
			in := newEmails()
			in.Email, in.EmailFinance = fmt.Sprintf("new%d@example.com", i), "billing@example.com"
			testkit.Must(t, o.ChangeEmail(t.Context(), by, in))

			m := o.newest(in.Email, "Confirm this email address")

			passed := race(2, func(i int) bool {
				if i == 0 {
					return o.confirm(m) == nil
				}

				return o.CancelEmailChange(t.Context(), by, emaillink.Email) == nil
			})
			if passed != 1 {
				t.Errorf("%d of a confirmation and a cancellation passed", passed)
			}

			o.wantPending(by, "")
		}
	})
}
