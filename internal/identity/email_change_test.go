package identity_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func newEmails() identity.NewEmails {
	return identity.NewEmails{Username: "root", Email: "new@example.com", EmailFinance: "money@example.com", Password: userPassword}
}

func (svc *serviceWithMail) addresses() string {
	svc.t.Helper()

	c, err := svc.Client(svc.t.Context(), client)
	testkit.Must(svc.t, err)

	u, err := svc.User(svc.t.Context(), ref("root"))
	testkit.Must(svc.t, err)

	return u.Email + " " + c.EmailFinance
}

func TestChangeEmail(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.ChangeEmail(t.Context(), by, newEmails()))

		for _, old := range []string{"root@example.com", "billing@example.com"} {
			m := svc.newest(old, "A change of email was requested")
			if linkPattern.MatchString(m.Text) {
				t.Errorf("the old address got the link:\n%s", m.Text)
			}
		}

		if got := svc.addresses(); got != "root@example.com billing@example.com" {
			t.Fatalf("it applies before it is confirmed: %s", got)
		}

		testkit.Must(t, svc.confirm(svc.newest("new@example.com", "Confirm this email address")))

		if got := svc.addresses(); got != "new@example.com billing@example.com" {
			t.Fatalf("got %s", got)
		}

		testkit.Must(t, svc.confirm(svc.newest("money@example.com", "Confirm this email address")))

		if got := svc.addresses(); got != "new@example.com money@example.com" {
			t.Fatalf("got %s", got)
		}

		for _, to := range []string{"root@example.com", "new@example.com", "billing@example.com", "money@example.com"} {
			// The link alone identifies who presses its button; the time is shown in
			// the client's zone.
			if told := svc.newest(to, "The email address was changed"); !strings.Contains(told.Text, "Time: 2026-03-01 15:00 WIB") {
				t.Errorf("%s is told\n%s", to, told.Text)
			}
		}

		if svc.audited("user.email-request") != 2 || svc.audited("user.email") != 1 || svc.audited("client.email-finance") != 1 {
			t.Error("the changes are not audited")
		}

		if got := svc.fields(svc.ChangeEmail(t.Context(), by, newEmails())); got != "email: Neither address is a new one" {
			t.Errorf("%q", got)
		}
	})
}

// TestPendingEmailEnds: a new password, a newer request and any other change of the
// address invalidate the link.
func TestPendingEmailEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		ask := func(address string) {
			in := newEmails()
			in.Email, in.EmailFinance = address, "billing@example.com"
			testkit.Must(t, svc.ChangeEmail(t.Context(), by, in))
		}

		ask("first@example.com")
		ask("second@example.com")
		want(t, emaillink.ErrInvalid, svc.confirm(svc.newest("first@example.com", "Confirm this email address")))

		byStaff := "staff@example.com"

		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), Email: &byStaff})
		testkit.Must(t, err)
		want(t, emaillink.ErrInvalid, svc.confirm(svc.newest("second@example.com", "Confirm this email address")))

		ask("third@example.com")
		testkit.Must(t, svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another}))
		want(t, emaillink.ErrInvalid, svc.confirm(svc.newest("third@example.com", "Confirm this email address")))

		if got := svc.addresses(); got != "staff@example.com billing@example.com" {
			t.Errorf("got %s", got)
		}
	})
}

func TestChangeEmailRefusals(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, token := svc.signInAs("root", userPassword)

		for _, c := range []struct {
			change  func(*identity.NewEmails)
			message string
		}{
			{func(in *identity.NewEmails) { in.Email = "" }, "email: Please enter a valid email address."},
			{func(in *identity.NewEmails) { in.Email = "a@b\r\nBcc: c@d.com" }, "email: Please enter a valid email address."},
			{func(in *identity.NewEmails) { in.Email = strings.Repeat("a", 243) + "@example.com" }, "email: Please enter a valid email address."},
			{func(in *identity.NewEmails) { in.EmailFinance = "x" }, "emailFinance: Please enter a valid finance email address."},
			{func(in *identity.NewEmails) { in.Password = "" }, "password: Password is required."},
		} {
			in := newEmails()
			c.change(&in)

			if got := svc.fields(svc.ChangeEmail(t.Context(), by, in)); got != c.message {
				t.Errorf("got %q, want %q", got, c.message)
			}
		}

		in := newEmails()
		in.Username = "other"
		want(t, fault.ErrNotFound, svc.ChangeEmail(t.Context(), by, in))

		in = newEmails()
		in.Password = third
		want(t, identity.ErrClientUnauthorized, svc.ChangeEmail(t.Context(), by, in))

		_, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		svc.user(client, "finance", identity.ClientUserID)

		finance, _ := svc.signInAs("finance", userPassword)
		want(t, identity.ErrForbidden, svc.ChangeEmail(t.Context(), finance, newEmails()))

		if svc.count("SELECT count(*) FROM jobs") != 0 {
			t.Error("a refused change sends messages")
		}
	})
}
