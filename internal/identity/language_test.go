package identity_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// newServiceWithLanguages has an Indonesian client with three root users: root, whose
// account is Indonesian; ellen, whose account is English; and umar, whose account has
// no language. All browsers ask for English.
func newServiceWithLanguages(t *testing.T, d *db.DB) (svc *serviceWithMail, root, ellen identity.Self) {
	t.Helper()

	svc = newServiceWithMail(t, d)
	indonesian := language.Indonesian

	_, err := svc.staff.UpdateClient(t.Context(), asStaff(), staff.ClientChange{ID: client, Language: &indonesian})
	testkit.Must(t, err)

	svc.user(client, "ellen", identity.ClientRootID)
	svc.user(client, "umar", identity.ClientRootID)

	root, _ = svc.signInAs("root", userPassword)
	testkit.Must(t, svc.SetLanguage(t.Context(), root.Principal, language.Indonesian))
	ellen, _ = svc.signInAs("ellen", userPassword)
	testkit.Must(t, svc.SetLanguage(t.Context(), ellen.Principal, language.English))

	root, _ = svc.signInAs("root", userPassword)
	ellen, _ = svc.signInAs("ellen", userPassword)

	return svc, root, ellen
}

// TestMailsFollowTheirReader: a mail to a user is in that user's language, whoever
// caused it. A mail to the finance address is in the client's language.
func TestMailsFollowTheirReader(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc, root, ellen := newServiceWithLanguages(t, d)

		testkit.Must(t, svc.forgot("root"))
		link := svc.newest("root@example.com", "Konfirmasi kata sandi baru")

		if !strings.Contains(link.Text, "?lang=id\n") {
			t.Errorf("the page of the link is not in the user's language:\n%s", link.Text)
		}

		testkit.Must(t, svc.confirm(link))
		svc.newest("root@example.com", "Kata sandi baru Anda")

		_, _, err := svc.MakeOwnKey(t.Context(), ellen, identity.KeyInput{})
		testkit.Must(t, err)
		svc.newest("ellen@example.com", "An API key was made")
		svc.newest("root@example.com", "Kunci API telah dibuat")
		svc.newest("umar@example.com", "Kunci API telah dibuat")

		_, err = svc.AddUser(t.Context(), root, identity.AddedUser{Username: "baru", Email: "baru@example.com", RoleIDs: []int64{identity.ClientUserID}})
		testkit.Must(t, err)
		svc.newest("baru@example.com", "Akun Loket Anda")

		_, err = svc.AddUser(t.Context(), ellen, identity.AddedUser{Username: "fresh", Email: "fresh@example.com", RoleIDs: []int64{identity.ClientUserID}})
		testkit.Must(t, err)
		svc.newest("fresh@example.com", "Your Loket account")

		for name, want := range map[string]language.Language{"baru": language.Indonesian, "fresh": language.English, "umar": ""} {
			if u, err := svc.User(t.Context(), ref(name)); err != nil || u.Language != want {
				t.Errorf("%s has the language %q, want %q (%v)", name, u.Language, want, err)
			}
		}

		testkit.Must(t, svc.ChangeEmail(t.Context(), ellen, identity.NewEmails{
			Username: "ellen", Email: "ellen-new@example.com", EmailFinance: "finance-new@example.com", Password: userPassword,
		}))
		svc.newest("ellen@example.com", "A change of email was requested")
		svc.newest("ellen-new@example.com", "Confirm this email address")
		svc.newest("billing@example.com", "Permintaan perubahan email")
		testkit.Must(t, svc.confirm(svc.newest("finance-new@example.com", "Konfirmasi alamat email ini")))
		svc.newest("billing@example.com", "Alamat email telah diubah")
		svc.newest("finance-new@example.com", "Alamat email telah diubah")
	})
}

// TestLockedPINIsToldInOneLanguage: the mail about a locked PIN is in the language of
// the account, or else of the client.
func TestLockedPINIsToldInOneLanguage(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc, _, ellen := newServiceWithLanguages(t, d)
		umar, _ := svc.signInAs("umar", userPassword)

		for _, by := range []identity.Self{ellen, umar} {
			testkit.Must(t, svc.SetPIN(t.Context(), client, by.Principal.UserID, "135791"))

			for range 5 {
				want(t, identity.ErrInvalidPIN, svc.VerifyPIN(t.Context(), client, by.Principal.UserID, secret.Text("864208")))
			}
		}

		svc.newest("ellen@example.com", "Your PIN is locked")
		svc.newest("umar@example.com", "PIN Anda dikunci")
	})
}

func TestSetLanguage(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		root, token := svc.signInAs("root", userPassword)

		if root.Principal.Language != "" {
			t.Errorf("a new user has the language %q", root.Principal.Language)
		}

		want(t, fault.ErrValidation, svc.SetLanguage(t.Context(), root.Principal, "fr"))
		want(t, fault.ErrValidation, svc.SetLanguage(t.Context(), root.Principal, ""))
		testkit.Must(t, svc.SetLanguage(t.Context(), root.Principal, language.Indonesian))

		p, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		if p.Language != language.Indonesian {
			t.Errorf("the next request has the language %q", p.Language)
		}
	})
}
