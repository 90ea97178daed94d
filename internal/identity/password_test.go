package identity_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// TestForgottenPassword follows the mails: link, one-time password, forced change.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		_, before := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.forgot("ROOT"))

		m := svc.newest("root@example.com", "Confirm your new password")
		if _, err := svc.Authenticate(t.Context(), before); err != nil {
			t.Fatalf("asking alone ended a session: %v", err)
		}

		testkit.Must(t, svc.confirm(m))

		_, err := svc.Authenticate(t.Context(), before)
		want(t, identity.ErrUnauthorized, err)

		_, err = svc.SignIn(t.Context(), credentials())
		want(t, identity.ErrInvalidCredentials, err)

		once := svc.code(svc.newest("root@example.com", "Your new password"))
		by, token := svc.signInAs("root", once)

		if by.Principal.Scope != identity.RestrictedScope {
			t.Fatal("a mailed password opens a full session")
		}

		for word, message := range map[secret.Text]string{
			once:         "password: Please choose a password that you have not used before",
			userPassword: "password: Please choose a password that you have not used before",
		} {
			_, err := svc.ForcePassword(t.Context(), by, word, word)
			if got := svc.fields(err); got != message {
				t.Errorf("%q", got)
			}
		}

		_, err = svc.ForcePassword(t.Context(), by, another, third)
		if got := svc.fields(err); got != "rePassword: Two passwords that you enter is inconsistent!" {
			t.Errorf("%q", got)
		}

		spent, err := svc.ForcePassword(t.Context(), by, another, another)
		testkit.Must(t, err)

		for _, ended := range []string{token, spent} {
			_, err := svc.Authenticate(t.Context(), ended)
			want(t, identity.ErrUnauthorized, err)
		}

		_, err = svc.ForcePassword(t.Context(), by, third, third)
		want(t, identity.ErrUnauthorized, err)

		full, _ := svc.signInAs("root", another)
		if full.Principal.Scope != identity.FullScope {
			t.Error("the chosen password is expired")
		}

		_, err = svc.ForcePassword(t.Context(), full, third, third)
		want(t, identity.ErrForbidden, err)

		svc.newest("root@example.com", "Your password was changed")

		if svc.audited("user.password-reset") != 1 || svc.audited("user.password") != 1 {
			t.Error("the changes are not audited")
		}
	})
}

// TestMadePasswordsEnd: a generated password expires; then only the forgotten-password
// form helps. A password that the user chose doesn't expire.
func TestMadePasswordsEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		try := func(name string, word secret.Text) error {
			c := credentials()
			c.Username, c.Password = name, word
			_, err := svc.SignIn(t.Context(), c)

			return err
		}
		ends := func(name string, word secret.Text, serves time.Duration) {
			t.Helper()

			svc.clk.Advance(serves - time.Second)
			want(t, identity.ErrPasswordExpired, try(name, word))
			svc.clk.Advance(time.Second)
			want(t, identity.ErrInvalidCredentials, try(name, word))
		}
		forget := func(name string) secret.Text {
			t.Helper()

			testkit.Must(t, svc.forgot(name))
			testkit.Must(t, svc.confirm(svc.newest(name+"@example.com", "Confirm your new password")))

			m := svc.newest(name+"@example.com", "Your new password")
			if !strings.Contains(m.Text, "works for 24 hours") || !strings.Contains(m.HTML, "works for 24 hours") {
				t.Errorf("the mail tells no end: %s", m.Text)
			}

			return svc.code(m)
		}

		by, _ := svc.signInAs("root", userPassword)
		_, err := svc.AddUser(t.Context(), by, identity.AddedUser{Username: "sri", Email: "sri@example.com", RoleIDs: []int64{identity.ClientUserID}})
		testkit.Must(t, err)

		m := svc.newest("sri@example.com", "Your Loket account")
		if !strings.Contains(m.Text, "works for 7 days") {
			t.Errorf("the mail tells no end: %s", m.Text)
		}

		ends("sri", svc.code(m), identity.FirstPassword)
		ends("sri", forget("sri"), identity.OneTimePassword)

		handed, err := svc.staff.SetPassword(t.Context(), asStaff(), ref("sri"), "")
		testkit.Must(t, err)
		ends("sri", handed, identity.OneTimePassword)

		sri, _ := svc.signInAs("sri", forget("sri"))
		_, err = svc.ForcePassword(t.Context(), sri, another, another)
		testkit.Must(t, err)

		svc.clk.Advance(365 * 24 * time.Hour)
		testkit.Must(t, try("sri", another))
	})
}

func TestForgottenPasswordOfNobody(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		gone := svc.user(client, "gone", identity.ClientUserID)
		no := false

		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref(gone.Username), Active: &no})
		testkit.Must(t, err)

		for _, name := range []string{"nobody", "gone", "no body", "x"} {
			testkit.Must(t, svc.forgot(name))
		}

		testkit.Must(t, svc.Queue.Idle(t.Context()))

		if len(svc.Box.Mails()) != 0 || svc.count("SELECT count(*) FROM one_time_links") != 0 || svc.count("SELECT count(*) FROM jobs") != 0 {
			t.Errorf("something was made for nobody: %+v", svc.Box.Mails())
		}

		for in, message := range map[identity.Forgot]string{
			{}:                    "clientId: Client ID must be filled; username: Username must be filled",
			{ClientID: 1}:         "username: Username must be filled",
			{Username: "finance"}: "clientId: Client ID must be filled",
		} {
			if got := svc.fields(svc.ForgotPassword(t.Context(), in)); got != message {
				t.Errorf("%q", got)
			}
		}
	})
}

// TestForgottenPasswordThrottle: three requests an hour for a name, known or not, and
// twenty for an address.
func TestForgottenPasswordThrottle(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)

		jobs := func() int64 { return svc.count(`SELECT count(*) FROM jobs WHERE kind = $1`, identity.ForgotKind) }

		// Whoever asks too often for a name gets the same answer and no further mail.
		for i, name := range []string{"root", "nobody"} {
			if passed := race(8, func(int) bool { return svc.forgot(name) == nil }); passed != 8 {
				t.Errorf("%s: %d went through", name, passed)
			}

			if n := jobs(); n != int64(3*(i+1)) {
				t.Errorf("%s: %d jobs", name, n)
			}
		}

		passed := race(40, func(i int) bool { return svc.forgot("name"+strconv.Itoa(i)) == nil })
		if passed != 4 || jobs() != 10 {
			t.Errorf("%d more from the address, want 4; %d jobs", passed, jobs())
		}

		if e := want(t, fault.ErrThrottled, svc.forgot("root")); e.RetryAfter != time.Hour {
			t.Errorf("again after %s", e.RetryAfter)
		}

		svc.clk.Advance(time.Hour)
		testkit.Must(t, svc.forgot("root"))
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		_, otherToken := svc.signInAs("root", userPassword)
		by, token := svc.signInAs("root", userPassword)

		for _, c := range []struct {
			in      identity.PasswordChange
			message string
		}{
			{identity.PasswordChange{}, "oldPassword: Password must be filled"},
			{identity.PasswordChange{Old: userPassword, New: another, Repeat: third}, "repassword: Both passwords must be identical!"},
			{identity.PasswordChange{Old: third, New: another, Repeat: another}, "oldPassword: Please input the correct password."},
			{identity.PasswordChange{Old: userPassword, New: userPassword, Repeat: userPassword}, "password: Please choose a password that you have not used before"},
			{identity.PasswordChange{Old: userPassword, New: "Short1", Repeat: "Short1"}, "password: Please input at least 8 characters"},
		} {
			if got := svc.fields(svc.ChangePassword(t.Context(), by, c.in)); got != c.message {
				t.Errorf("got %q, want %q", got, c.message)
			}
		}

		// Of two concurrent changes one succeeds.
		passed := race(2, func(i int) bool {
			word := secret.Text("Loket-Racer-202" + string(rune('1'+i)))

			return svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: word, Repeat: word}) == nil
		})
		if passed != 1 {
			t.Fatalf("%d changes were taken", passed)
		}

		_, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		_, err = svc.Authenticate(t.Context(), otherToken)
		want(t, identity.ErrUnauthorized, err)

		if svc.audited("user.password") != 1 || len(svc.mails("root@example.com")) != 1 {
			t.Errorf("%d audited, %d mails", svc.audited("user.password"), len(svc.mails("root@example.com")))
		}
	})
}

// TestPastPasswordsNeverComeBack also proves that comparing with all past passwords
// costs one hash.
func TestPastPasswordsNeverComeBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		past := []secret.Text{userPassword}

		for i := range 8 {
			next := secret.Text("Loket-Series-" + string(rune('a'+i)) + "1")
			testkit.Must(t, svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: past[i], New: next, Repeat: next}))
			past = append(past, next)
		}

		for _, word := range past {
			before := svc.Hasher().Stats().Total

			if got := svc.fields(svc.ValidatePassword(t.Context(), by.Principal, word)); got != "password: Please choose a password that you have not used before" {
				t.Errorf("%q", got)
			}

			if made := svc.Hasher().Stats().Total - before; made != 1 {
				t.Errorf("%d hashes for %d passwords", made, len(past))
			}
		}

		testkit.Must(t, svc.ValidatePassword(t.Context(), by.Principal, another))
	})
}

func TestPasswordRules(t *testing.T) {
	t.Parallel()

	svc := newServiceWithHeldMail(t, testkit.Open(t, db.SQLite))
	by, _ := svc.signInAs("root", userPassword)

	for word, message := range map[secret.Text]string{
		"":               "Please input at least 8 characters",
		"Abc1":           "Please input at least 8 characters",
		"ABCDEF12":       "Password must have a lowercase letter",
		"abcdef12":       "Password must have an uppercase letter",
		"Abcdefgh":       "Password must have a number",
		"Password123":    "Password is too common",
		"P@ssw0rd2026!":  "Password is too common",
		"Sayang123":      "Password is too common",
		"Qwerty1234":     "Password is too common",
		"1q2w3E4r":       "Password is too common",
		"Indonesia45":    "Password is too common",
		"My-root-is-99":  "Password must not hold your own names",
		"xSomeOnexSome9": "Password must not hold your own names",
	} {
		if got := svc.fields(svc.ValidatePassword(t.Context(), by.Principal, word)); got != "password: "+message {
			t.Errorf("%q: %q", word.Reveal(), got)
		}
	}

	for _, word := range []secret.Text{"Abcdef12", "Loket-Demo-2026", "Kuda-Terbang-7", "correctHorse9battery"} {
		testkit.Must(t, svc.ValidatePassword(t.Context(), by.Principal, word))
	}
}

// TestGuessesOfOwnPassword: a stolen session isn't enough to guess the password, by
// changing the password or e-mail address or by checking for past passwords.
func TestGuessesOfOwnPassword(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d, func(opt *identity.Options) { opt.Hash.Queue = 10_000 })
		by, _ := svc.signInAs("root", userPassword)

		checked := race(100, func(i int) bool {
			var err error
			if i%2 == 0 {
				err = svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: third, New: another, Repeat: another})
			} else {
				err = svc.ChangeEmail(t.Context(), by, identity.NewEmails{
					Username: "root", Email: "new@example.com", EmailFinance: "billing@example.com", Password: third,
				})
			}

			return !fault.ErrThrottled.Is(err)
		})
		if checked != 10 {
			t.Errorf("%d guesses were looked at, want 10", checked)
		}

		// Now the right one is refused too.
		err := svc.ChangePassword(t.Context(), by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another})
		want(t, fault.ErrThrottled, err)

		asked := race(100, func(int) bool { return svc.ValidatePassword(t.Context(), by.Principal, another) == nil })
		if asked != 60 {
			t.Errorf("%d passwords were compared, want 60", asked)
		}
	})
}

// TestWaitingMailsHoldNoSecret reads the database while the mail server is down.
func TestWaitingMailsHoldNoSecret(t *testing.T) {
	t.Parallel()

	svc := newServiceWithHeldMail(t, testkit.Open(t, db.SQLite))
	by, _ := svc.signInAs("root", userPassword)
	testkit.Must(t, svc.RequestPIN(t.Context(), by))

	// Each has a character that encrypted text in base64 never or hardly ever has.
	if n := svc.count("SELECT count(*) FROM jobs WHERE args LIKE '%/links/%' OR args LIKE '%new PIN%' OR args LIKE '%root@%'"); n != 0 {
		t.Error("a message lies open in the jobs")
	}

	svc.Start(t)

	_, token := svc.link(svc.newest("root@example.com", "Confirm your new PIN"))
	if n := svc.count("SELECT count(*) FROM one_time_links WHERE token_hash = $1 OR detail LIKE $2", token, "%"+token+"%"); n != 0 {
		t.Error("a token lies open among the links")
	}
}

// TestLanguages: the mail is in the language of the request.
func TestLanguages(t *testing.T) {
	t.Parallel()

	svc := newServiceWithMail(t, testkit.Open(t, db.SQLite))
	testkit.Must(t, svc.ForgotPassword(t.Context(), identity.Forgot{ClientID: client, Username: "root", Language: language.Indonesian}))
	testkit.Must(t, svc.confirm(svc.newest("root@example.com", "Konfirmasi kata sandi baru")))
	svc.newest("root@example.com", "Kata sandi baru Anda")
}

// A service that could neither mail nor run jobs is not made: changes that mail would fail, or would not be told.
func TestNewNeedsMailAndJobs(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for name, change := range map[string]func(*identity.Options){
		"Mail": func(o *identity.Options) { o.Mail = nil },
		"Jobs": func(o *identity.Options) { o.Jobs = nil },
	} {
		opt := optionsWithQueue(t, d, clock.System{})
		change(&opt)

		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasSuffix(text, "lacks "+name) {
					t.Errorf("without %s: %q", name, text)
				}
			}()

			_, err := identity.New(d, clock.System{}, opt)
			t.Errorf("without %s: %v", name, err)
		}()
	}
}
