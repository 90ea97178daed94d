package identity_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// TestLinksRefusedAlike: a link that is used, replaced, expired, invented, for another
// purpose or of a closed user gets the same refusal and changes nothing.
func TestLinksRefusedAlike(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d, func(opt *identity.Options) { opt.ResetTries = 100 })
		by, _ := svc.signInAs("root", userPassword)
		refused := []string{}

		refuse := func(what string, purpose emaillink.Purpose, token string) {
			t.Helper()

			before := len(svc.mails("root@example.com"))
			err := svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: purpose, Token: token, Address: "10.0.0.7"})
			refused = append(refused, want(t, emaillink.ErrInvalid, err).Message.String())

			if len(svc.mails("root@example.com")) != before {
				t.Errorf("%s: a message was sent", what)
			}
		}

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		purpose, pin := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))

		for _, other := range emaillink.Purposes() {
			if other != purpose {
				refuse("swapped purpose", other, pin)
			}
		}

		refuse("unknown purpose", "other", pin)
		refuse("made up", purpose, "AAAA")
		refuse("nothing", purpose, "")
		refuse("endless", purpose, strings.Repeat("A", 10_000))

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		_, sibling := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))

		if passed := race(20, func(int) bool {
			return svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: purpose, Token: pin}) == nil
		}); passed != 1 {
			t.Fatalf("a link worked %d times", passed)
		}

		refuse("reused", purpose, pin)
		refuse("older than the new PIN", purpose, sibling)

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		_, late := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))
		svc.clk.Advance(emaillink.Lifetime)
		refuse("expired", purpose, late)

		testkit.Must(t, svc.forgot("root"))
		_, closed := svc.link(svc.newest("root@example.com", "Confirm your new password"))
		no := false

		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), Active: &no})
		testkit.Must(t, err)
		refuse("closed user", emaillink.Password, closed)

		if len(slices.Compact(refused)) != 1 {
			t.Errorf("the refusals differ: %q", refused)
		}
	})
}

// TestConfirmTwice: a button that was pressed twice gets the same answer and mails one
// PIN. Another page with the same link is refused. Opening the page doesn't use the
// link.
func TestConfirmTwice(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.RequestPIN(t.Context(), by))

		purpose, token := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))
		press := func(page string) error {
			return svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: purpose, Token: token, Page: page})
		}

		for range 3 {
			testkit.Must(t, svc.LinkServes(t.Context(), purpose, token))
		}

		want(t, emaillink.ErrInvalid, svc.LinkServes(t.Context(), emaillink.Password, token))

		if passed := race(20, func(int) bool { return press("first") == nil }); passed != 20 {
			t.Errorf("%d of 20 presses of one button were answered as the first", passed)
		}

		before := len(svc.mails("root@example.com"))

		testkit.Must(t, press("first"))
		want(t, emaillink.ErrInvalid, press("second"))
		want(t, emaillink.ErrInvalid, press(""))
		want(t, emaillink.ErrInvalid, svc.LinkServes(t.Context(), purpose, token))

		if got := svc.mails("root@example.com"); len(got) != before || svc.audited("user.pin-reset") != 1 {
			t.Errorf("%d mails, then %d", before, len(got))
		}

		svc.clk.Advance(emaillink.Lifetime)
		want(t, emaillink.ErrInvalid, press("first"))
	})
}

// TestLinkOfAnother: a link changes its own user, whoever is signed in when it is
// opened.
func TestLinkOfAnother(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		svc.user(client, "second", identity.ClientRootID)

		root, _ := svc.signInAs("root", userPassword)
		second, _ := svc.signInAs("second", userPassword)

		testkit.Must(t, svc.RequestPIN(t.Context(), second))
		testkit.Must(t, svc.confirm(svc.newest("second@example.com", "Confirm your new PIN")))

		pin := svc.code(svc.newest("second@example.com", "Your new PIN"))
		want(t, identity.ErrPINNotSet, svc.VerifyPIN(t.Context(), client, root.Principal.UserID, pin))
		testkit.Must(t, svc.VerifyPIN(t.Context(), client, second.Principal.UserID, pin))
	})
}

// The planted bugs: a link that isn't ended, one that doesn't expire, and one whose
// purpose isn't checked. Each must work where the test above expects a refusal;
// otherwise that test proves nothing.
func TestLinkGateSeesLinksThatServeTooMuch(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		for _, planted := range []struct {
			bug   string
			as    emaillink.Purpose
			spoil func(svc *serviceWithMail, token string)
		}{
			{"ended", emaillink.PIN, func(svc *serviceWithMail, token string) {
				testkit.Must(t, svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: emaillink.PIN, Token: token}))
				testkit.Exec(svc.t, svc.d, `UPDATE one_time_links SET ended_at = NULL`)
			}},
			{"expired", emaillink.PIN, func(svc *serviceWithMail, _ string) {
				svc.clk.Advance(emaillink.Lifetime)
				testkit.Exec(svc.t, svc.d, `UPDATE one_time_links SET expires_at = $1`, clock.Micros(svc.clk.Now().Add(time.Minute)))
			}},
			{"of another purpose", emaillink.Password, func(svc *serviceWithMail, _ string) {
				testkit.Exec(svc.t, svc.d, `UPDATE one_time_links SET purpose = $1`, string(emaillink.Password))
			}},
		} {
			svc := newServiceWithMail(t, testkit.Open(t, d.Engine()))
			by, _ := svc.signInAs("root", userPassword)

			testkit.Must(t, svc.RequestPIN(t.Context(), by))
			_, token := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))
			planted.spoil(svc, token)

			if err := svc.ConfirmLink(t.Context(), identity.Confirmation{Purpose: planted.as, Token: token}); err != nil {
				t.Errorf("a link that is %s is refused all the same, by something else: %v", planted.bug, err)
			}
		}
	})
}
