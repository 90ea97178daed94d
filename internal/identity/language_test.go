package identity_test

import (
	"strings"
	"testing"

	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
	"loket/internal/testkit"
)

// officeWithLanguages has a client that reads Indonesian with three root users:
// root, whose account is Indonesian; ellen, whose account is English; and
// umar, of whom nothing is known. The browsers of all ask for English.
func officeWithLanguages(t *testing.T, d *db.DB) (o *office, root, ellen identity.Self) {
	t.Helper()

	o = newOffice(t, d)
	indonesian := language.Indonesian

	_, err := o.UpdateClient(t.Context(), staff(), identity.ClientChange{ID: client, Language: &indonesian})
	testkit.Must(t, err)

	o.user(client, "ellen", identity.ClientRootID)
	o.user(client, "umar", identity.ClientRootID)

	root, _ = o.signInAs("root", userPassword)
	testkit.Must(t, o.SetLanguage(t.Context(), root.Principal, language.Indonesian))
	ellen, _ = o.signInAs("ellen", userPassword)
	testkit.Must(t, o.SetLanguage(t.Context(), ellen.Principal, language.English))

	root, _ = o.signInAs("root", userPassword)
	ellen, _ = o.signInAs("ellen", userPassword)

	return o, root, ellen
}

// TestMailsFollowTheirReader: a mail is in the language of the user who reads
// it, whoever caused it; a mail to the finance address is in the client's.
func TestMailsFollowTheirReader(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o, root, ellen := officeWithLanguages(t, d)

		testkit.Must(t, o.forgot("root"))
		link := o.newest("root@example.com", "Konfirmasi kata sandi baru")

		if !strings.Contains(link.Text, "?lang=id\n") {
			t.Errorf("the page of the link is not in the user's language:\n%s", link.Text)
		}

		testkit.Must(t, o.confirm(link))
		o.newest("root@example.com", "Kata sandi baru Anda")

		_, _, err := o.MakeOwnKey(t.Context(), ellen)
		testkit.Must(t, err)
		o.newest("ellen@example.com", "An API key was made")
		o.newest("root@example.com", "Kunci API telah dibuat")
		o.newest("umar@example.com", "Kunci API telah dibuat")

		_, err = o.AddUser(t.Context(), root, identity.AddedUser{Username: "baru", Email: "baru@example.com", RoleIDs: []int64{identity.ClientUserID}})
		testkit.Must(t, err)
		o.newest("baru@example.com", "Akun Loket Anda")

		_, err = o.AddUser(t.Context(), ellen, identity.AddedUser{Username: "fresh", Email: "fresh@example.com", RoleIDs: []int64{identity.ClientUserID}})
		testkit.Must(t, err)
		o.newest("fresh@example.com", "Your Loket account")

		for name, want := range map[string]language.Language{"baru": language.Indonesian, "fresh": language.English, "umar": ""} {
			if u, err := o.User(t.Context(), ref(name)); err != nil || u.Language != want {
				t.Errorf("%s has the language %q, want %q (%v)", name, u.Language, want, err)
			}
		}

		testkit.Must(t, o.ChangeEmail(t.Context(), ellen, identity.NewEmails{
			Username: "ellen", Email: "ellen-new@example.com", EmailFinance: "finance-new@example.com", Password: userPassword,
		}))
		o.newest("ellen@example.com", "A change of email was requested")
		o.newest("ellen-new@example.com", "Confirm this email address")
		o.newest("billing@example.com", "Permintaan perubahan email")
		testkit.Must(t, o.confirm(o.newest("finance-new@example.com", "Konfirmasi alamat email ini")))
		o.newest("billing@example.com", "Alamat email telah diubah")
		o.newest("finance-new@example.com", "Alamat email telah diubah")
	})
}

// TestLockedPINIsToldInOneLanguage: nobody of the account need be there, so the
// mail follows the account, else the client.
func TestLockedPINIsToldInOneLanguage(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o, _, ellen := officeWithLanguages(t, d)
		umar, _ := o.signInAs("umar", userPassword)

		for _, by := range []identity.Self{ellen, umar} {
			testkit.Must(t, o.SetPIN(t.Context(), client, by.Principal.UserID, "135791"))

			for range 5 {
				want(t, identity.ErrInvalidPIN, o.VerifyPIN(t.Context(), client, by.Principal.UserID, secret.Text("864208")))
			}
		}

		o.newest("ellen@example.com", "Your PIN is locked")
		o.newest("umar@example.com", "PIN Anda dikunci")
	})
}

func TestSetLanguage(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		root, token := o.signInAs("root", userPassword)

		if root.Principal.Language != "" {
			t.Errorf("a new user has the language %q", root.Principal.Language)
		}

		want(t, fault.ErrValidation, o.SetLanguage(t.Context(), root.Principal, "fr"))
		want(t, fault.ErrValidation, o.SetLanguage(t.Context(), root.Principal, ""))
		testkit.Must(t, o.SetLanguage(t.Context(), root.Principal, language.Indonesian))

		p, err := o.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		if p.Language != language.Indonesian {
			t.Errorf("the next request has the language %q", p.Language)
		}
	})
}
