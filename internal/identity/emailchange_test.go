package identity_test

import (
	"strings"
	"testing"

	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/testkit"
)

func newEmails() identity.NewEmails {
	return identity.NewEmails{Username: "root", Email: "new@example.com", EmailFinance: "money@example.com", Password: userPassword}
}

func (o *office) addresses() string {
	o.t.Helper()

	c, err := o.Client(o.t.Context(), client)
	testkit.Must(o.t, err)

	u, err := o.User(o.t.Context(), ref("root"))
	testkit.Must(o.t, err)

	return u.Email + " " + c.EmailFinance
}

func TestChangeEmail(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)
		testkit.Must(t, o.ChangeEmail(t.Context(), by, newEmails()))

		for _, old := range []string{"root@example.com", "billing@example.com"} {
			m := o.newest(old, "A change of email was requested")
			if linkPattern.MatchString(m.Text) {
				t.Errorf("the old address got the link:\n%s", m.Text)
			}
		}

		if got := o.addresses(); got != "root@example.com billing@example.com" {
			t.Fatalf("it applies before it is confirmed: %s", got)
		}

		testkit.Must(t, o.confirm(o.newest("new@example.com", "Confirm this email address")))

		if got := o.addresses(); got != "new@example.com billing@example.com" {
			t.Fatalf("got %s", got)
		}

		testkit.Must(t, o.confirm(o.newest("money@example.com", "Confirm this email address")))

		if got := o.addresses(); got != "new@example.com money@example.com" {
			t.Fatalf("got %s", got)
		}

		for _, to := range []string{"root@example.com", "new@example.com", "billing@example.com", "money@example.com"} {
			// Whoever presses the link's button is known by the link alone, yet the time is the client's.
			if told := o.newest(to, "The email address was changed"); !strings.Contains(told.Text, "Time: 2026-03-01 15:00 WIB") {
				t.Errorf("%s is told\n%s", to, told.Text)
			}
		}

		if o.audited("user.email-request") != 2 || o.audited("user.email") != 1 || o.audited("client.email-finance") != 1 {
			t.Error("the changes are not audited")
		}

		if got := o.fields(o.ChangeEmail(t.Context(), by, newEmails())); got != "email: Neither address is a new one" {
			t.Errorf("%q", got)
		}
	})
}

// TestPendingEmailEnds: a new password, a newer request, or another way to
// change the address make the link void.
func TestPendingEmailEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)
		ask := func(address string) {
			in := newEmails()
			in.Email, in.EmailFinance = address, "billing@example.com"
			testkit.Must(t, o.ChangeEmail(t.Context(), by, in))
		}

		ask("first@example.com")
		ask("second@example.com")
		want(t, emaillink.ErrInvalid, o.confirm(o.newest("first@example.com", "Confirm this email address")))

		byStaff := "staff@example.com"

		_, err := o.UpdateUser(t.Context(), staff(), identity.UserChange{User: ref("root"), Email: &byStaff})
		testkit.Must(t, err)
		want(t, emaillink.ErrInvalid, o.confirm(o.newest("second@example.com", "Confirm this email address")))

		ask("third@example.com")
		testkit.Must(t, o.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another}))
		want(t, emaillink.ErrInvalid, o.confirm(o.newest("third@example.com", "Confirm this email address")))

		if got := o.addresses(); got != "staff@example.com billing@example.com" {
			t.Errorf("got %s", got)
		}
	})
}

func TestChangeEmailRefusals(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := openOffice(t, d)
		by, token := o.signInAs("root", userPassword)

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

			if got := o.fields(o.ChangeEmail(t.Context(), by, in)); got != c.message {
				t.Errorf("got %q, want %q", got, c.message)
			}
		}

		in := newEmails()
		in.Username = "other"
		want(t, fault.ErrNotFound, o.ChangeEmail(t.Context(), by, in))

		in = newEmails()
		in.Password = third
		want(t, identity.ErrClientUnauthorized, o.ChangeEmail(t.Context(), by, in))

		_, err := o.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		o.user(client, "finance", identity.ClientUserID)

		finance, _ := o.signInAs("finance", userPassword)
		want(t, identity.ErrForbidden, o.ChangeEmail(t.Context(), finance, newEmails()))

		if o.count("SELECT count(*) FROM jobs") != 0 {
			t.Error("a refused change sends messages")
		}
	})
}
