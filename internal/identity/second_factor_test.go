package identity_test

import (
	"encoding/base32"
	"errors"
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/factor"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const step = 30 * time.Second

// phone is an authenticator app of a user, with the recovery codes that came with it.
type phone struct {
	id     string
	shared []byte
	codes  []secret.Text
}

// code is what the app shows now.
func (p phone) code(svc *serviceWithMail) secret.Text {
	return secret.Text(factor.Code(p.shared, factor.StepOf(svc.clk.Now()), factor.CodeDigits))
}

// wrong is a code that the app shows neither now nor before.
func (p phone) wrong(svc *serviceWithMail) secret.Text {
	return secret.Text(factor.Code(p.shared, factor.StepOf(svc.clk.Now())+100, factor.CodeDigits))
}

// enrol adds an app. Its first code was used when it returns.
func (svc *serviceWithMail) enrol(by identity.Self) phone {
	svc.t.Helper()

	made, err := svc.MakeApp(svc.t.Context(), by)
	testkit.Must(svc.t, err)

	shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(made.Secret.Reveal())
	testkit.Must(svc.t, err)

	p := phone{id: made.ID, shared: shared}
	p.codes, err = svc.ConfirmApp(svc.t.Context(), by, made.ID, p.code(svc).Reveal())
	testkit.Must(svc.t, err)

	return p
}

// firstStep signs root in with the password, and returns the caller of the second step.
func (svc *serviceWithMail) firstStep() (identity.Self, string) {
	svc.t.Helper()

	by, token := svc.signInAs("root", userPassword)
	if by.Principal.Scope != identity.SecondStepScope {
		svc.t.Fatalf("a sign-in without a second step: %+v", by.Principal)
	}

	return by, token
}

func (svc *serviceWithMail) secondStep(by identity.Self, code secret.Text) (identity.SignedIn, error) {
	return svc.FinishSignIn(svc.t.Context(), identity.SecondStep{By: by, Code: code, Device: "Firefox"})
}

func TestSecondStep(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		in, err := svc.SignIn(t.Context(), credentials())
		testkit.Must(t, err)

		if !slices.Equal(in.Next, []identity.StepMethod{identity.AppStep, identity.RecoveryStep}) || in.Device != "" {
			t.Fatalf("%v, device %t", in.Next, in.Device != "")
		}

		first, token := svc.firstStep()
		want(t, identity.ErrSecondFactorRequired, first.Principal.RequireFull(token))
		want(t, identity.ErrForbidden, first.Principal.Require(identity.APIKeyManage))

		// The code of the set-up was used.
		_, err = svc.secondStep(first, app.code(svc))
		want(t, identity.ErrInvalidCode, err)
		_, err = svc.secondStep(first, "")
		want(t, fault.ErrValidation, err)

		svc.clk.Advance(step)

		used := app.code(svc)
		in, err = svc.secondStep(first, used)
		testkit.Must(t, err)

		p, err := svc.Authenticate(t.Context(), in.Token)
		testkit.Must(t, err)
		testkit.Must(t, p.RequireFull(in.Token))
		testkit.Must(t, svc.RequireProof(t.Context(), &p))

		list, err := svc.OwnSessions(t.Context(), p)
		testkit.Must(t, err)

		if list[0].Method != identity.AppMethod || len(list) != 2 {
			t.Fatalf("%+v", list)
		}

		// A first step serves one second step, and a code one sign-in.
		if _, err := svc.Authenticate(t.Context(), token); !identity.ErrUnauthorized.Is(err) {
			t.Errorf("the first step goes on: %v", err)
		}

		again, _ := svc.firstStep()
		_, err = svc.secondStep(again, used)
		want(t, identity.ErrInvalidCode, err)

		// A first step ends after ten minutes.
		svc.clk.Advance(10 * time.Minute)

		_, err = svc.secondStep(again, app.code(svc))
		testkit.Must(t, ignoreExpired(svc, again, err))
	})
}

// ignoreExpired requires that the token of a first step is refused once its time is over. Who calls FinishSignIn was authenticated before.
func ignoreExpired(svc *serviceWithMail, by identity.Self, _ error) error {
	ended, err := svc.EndedSessions(svc.t.Context(), []string{by.Principal.SessionID})
	if err == nil && len(ended) != 1 {
		err = errors.New("a first step outlives its time")
	}

	return err
}

// Planted: without the comparison of last_step in useAppCodeTx several pass.
func TestCodeCountsOnceUnderRace(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		svc.clk.Advance(step)

		firsts := []identity.Self{}

		for range 4 {
			first, _ := svc.firstStep()
			firsts = append(firsts, first)
		}

		if n := race(len(firsts), func(i int) bool {
			_, err := svc.secondStep(firsts[i], app.code(svc))

			return err == nil
		}); n != 1 {
			t.Errorf("a code opened %d sessions", n)
		}
	})
}

// Planted: a try that is counted after the comparison lets more than five be compared.
func TestWrongCodesLock(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		svc.clk.Advance(step)

		first, _ := svc.firstStep()

		if n := race(12, func(int) bool {
			_, err := svc.secondStep(first, app.wrong(svc))

			return identity.ErrInvalidCode.Is(err)
		}); n > 5 {
			t.Errorf("%d wrong codes were compared", n)
		}

		_, err := svc.secondStep(first, app.code(svc))
		if e := want(t, fault.ErrThrottled, err); e.RetryAfter <= 0 {
			t.Errorf("retry after %v", e.RetryAfter)
		}

		// Recovery codes and proofs have the same count.
		_, err = svc.secondStep(first, app.codes[0])
		want(t, fault.ErrThrottled, err)
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Code: app.code(svc)})
		want(t, fault.ErrThrottled, err)

		svc.clk.Advance(15 * time.Minute)

		first, _ = svc.firstStep()
		_, err = svc.secondStep(first, app.code(svc))
		testkit.Must(t, err)
	})
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		_, err := svc.MakeRecoveryCodes(t.Context(), by)
		want(t, identity.ErrNoFactor, err)

		app := svc.enrol(by)
		if len(app.codes) != factor.RecoveryCodes {
			t.Fatalf("%d codes", len(app.codes))
		}

		svc.newest("root@example.com", "An authenticator app was added")

		first, _ := svc.firstStep()
		_, err = svc.secondStep(first, "AAAA-AAAA-AAAA-AAAA-AAAA")
		want(t, identity.ErrInvalidCode, err)

		in, err := svc.secondStep(first, app.codes[3])
		testkit.Must(t, err)
		svc.newest("root@example.com", "A recovery code was used")

		p, err := svc.Authenticate(t.Context(), in.Token)
		testkit.Must(t, err)

		found, err := svc.Factors(t.Context(), p)
		testkit.Must(t, err)

		if found.RecoveryCodesLeft != 9 || len(found.Apps) != 1 || found.Apps[0].ID != app.id {
			t.Errorf("%+v", found)
		}

		first, _ = svc.firstStep()
		_, err = svc.secondStep(first, app.codes[3])
		want(t, identity.ErrInvalidCode, err)

		_, err = svc.StepUp(t.Context(), by, identity.Proof{Code: app.codes[4]})
		want(t, identity.ErrInvalidCode, err)

		// A new set ends the old one; a further app brings none.
		again, err := svc.MakeRecoveryCodes(t.Context(), by)
		testkit.Must(t, err)
		_, err = svc.secondStep(first, app.codes[4])
		want(t, identity.ErrInvalidCode, err)
		_, err = svc.secondStep(first, again[4])
		testkit.Must(t, err)

		if second := svc.enrol(by); len(second.codes) != 0 {
			t.Error("a further app brought recovery codes")
		}

		_, err = svc.MakeApp(t.Context(), by)
		want(t, identity.ErrFactorLimit, err)

		if n := svc.count(`SELECT count(*) FROM recovery_codes WHERE hash LIKE '%' || $1 || '%'`, again[5].Reveal()); n != 0 {
			t.Error("a code is stored as it is")
		}
	})
}

func TestRemovedFactorsAreGone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)
		other, _ := svc.signInAs("finance", userPassword)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		want(t, fault.ErrNotFound, svc.RemoveFactor(t.Context(), other, app.id))
		testkit.Must(t, svc.RemoveFactor(t.Context(), by, app.id))
		want(t, fault.ErrNotFound, svc.RemoveFactor(t.Context(), by, app.id))

		// The sign-in is the one of before, to the letter.
		in, err := svc.SignIn(t.Context(), credentials())
		testkit.Must(t, err)

		if len(in.Next) != 0 || svc.count(`SELECT count(*) FROM recovery_codes`) != 0 {
			t.Errorf("%v", in.Next)
		}
	})
}

func TestRememberedBrowserSkipsTheSecondStepAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)
		finance, _ := svc.signInAs("finance", userPassword)
		svc.enrol(finance)

		remember := func() secret.Text {
			svc.clk.Advance(step)

			first, _ := svc.firstStep()
			in, err := svc.FinishSignIn(t.Context(), identity.SecondStep{By: first, Code: app.code(svc), Remember: true, Device: "Firefox"})
			testkit.Must(t, err)

			return in.Remembered
		}

		signIn := func(username string, token secret.Text) identity.SignedIn {
			c := credentials()
			c.Username, c.Remembered = username, token
			in, err := svc.SignIn(t.Context(), c)
			testkit.Must(t, err)

			return in
		}

		token := remember()
		in := signIn("root", token)

		p, err := svc.Authenticate(t.Context(), in.Token)
		testkit.Must(t, err)

		if p.Scope != identity.FullScope || len(in.Next) != 0 {
			t.Fatalf("%+v", p)
		}

		// Planted: a session of a remembered browser that counts as proved.
		if e := want(t, identity.ErrStepUpRequired, svc.RequireProof(t.Context(), &p)); !slices.Equal(e.Methods, []string{"app"}) {
			t.Errorf("%v", e.Methods)
		}

		if in := signIn("finance", token); len(in.Next) == 0 {
			t.Error("a browser is remembered for another user")
		}

		found, err := svc.Factors(t.Context(), p)
		testkit.Must(t, err)

		if len(found.Browsers) != 1 || found.Browsers[0].Device != "Firefox" {
			t.Fatalf("%+v", found.Browsers)
		}

		self := identity.Self{Principal: p, Address: "10.0.0.7"}

		want(t, fault.ErrNotFound, svc.ForgetBrowser(t.Context(), finance, found.Browsers[0].ID))

		testkit.Must(t, svc.ForgetBrowser(t.Context(), self, found.Browsers[0].ID))

		if in := signIn("root", token); len(in.Next) == 0 {
			t.Error("a forgotten browser skips the second step")
		}

		for name, end := range map[string]func() error{
			"others ended": func() error {
				_, err := svc.EndOtherSessions(t.Context(), self)

				return err
			},
			"too long ago": func() error {
				svc.clk.Advance(identity.RememberedFor)

				return nil
			},
			"another was added": func() error {
				svc.enrol(self)

				return nil
			},
		} {
			token = remember()

			testkit.Must(t, end())

			if in := signIn("root", token); len(in.Next) == 0 {
				t.Errorf("%s: the second step is skipped", name)
			}
		}
	})
}

func TestStepUp(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, token := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.RequireProof(t.Context(), &by.Principal))

		svc.clk.Advance(5 * time.Minute)

		if e := want(t, identity.ErrStepUpRequired, svc.RequireProof(t.Context(), &by.Principal)); !slices.Equal(e.Methods, []string{"password"}) {
			t.Errorf("%v", e.Methods)
		}

		testkit.Must(t, svc.RequireFactorProof(t.Context(), &by.Principal)) // the call takes the password

		_, err := svc.StepUp(t.Context(), by, identity.Proof{})
		want(t, fault.ErrValidation, err)
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Password: another})
		want(t, identity.ErrClientUnauthorized, err)

		// A PIN beside the password isn't needed. One that is given must be right.
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Password: userPassword, PIN: "135790"})
		want(t, identity.ErrPINNotSet, err)
		testkit.Must(t, svc.SetPIN(t.Context(), by.Principal.ClientID, by.Principal.UserID, "135790"))
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Password: userPassword, PIN: "135791"})
		want(t, identity.ErrInvalidPIN, err)
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Password: another, PIN: "135790"})
		want(t, identity.ErrClientUnauthorized, err)

		// Planted: a step-up that keeps the token.
		renewed, err := svc.StepUp(t.Context(), by, identity.Proof{Password: userPassword, PIN: "135790"})
		testkit.Must(t, err)
		_, err = svc.Authenticate(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)

		by.Principal, err = svc.Authenticate(t.Context(), renewed)
		testkit.Must(t, err)
		testkit.Must(t, svc.RequireProof(t.Context(), &by.Principal))

		// With a factor the password is no proof any more.
		app := svc.enrol(by)
		svc.clk.Advance(5 * time.Minute)
		want(t, identity.ErrStepUpRequired, svc.RequireFactorProof(t.Context(), &by.Principal))

		_, err = svc.StepUp(t.Context(), by, identity.Proof{Password: userPassword})
		want(t, fault.ErrValidation, err)
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Code: app.wrong(svc)})
		want(t, identity.ErrInvalidCode, err)

		renewed, err = svc.StepUp(t.Context(), by, identity.Proof{Code: app.code(svc)})
		testkit.Must(t, err)
		_, err = svc.StepUp(t.Context(), by, identity.Proof{Code: app.code(svc)})
		want(t, identity.ErrInvalidCode, err) // used, and the session has another id

		by.Principal, err = svc.Authenticate(t.Context(), renewed)
		testkit.Must(t, err)
		testkit.Must(t, svc.RequireProof(t.Context(), &by.Principal))
	})
}

// A right password that is followed by wrong codes alone is told to its owner; one that is followed by a right code is not.
// Who else knows the password may have proved it a moment ago, or have an app that waits for its first code. The owner's first factor ends both.
func TestFirstFactorEndsOtherProofs(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		owner, own := svc.signInAs("root", userPassword)
		other, token := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.RequireFactorProof(t.Context(), &other.Principal))

		waiting, err := svc.MakeApp(t.Context(), other)
		testkit.Must(t, err)

		svc.enrol(owner)

		other.Principal, err = svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)
		want(t, identity.ErrStepUpRequired, svc.RequireFactorProof(t.Context(), &other.Principal))

		shared, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(waiting.Secret.Reveal())
		testkit.Must(t, err)

		_, err = svc.ConfirmApp(t.Context(), other, waiting.ID, phone{shared: shared}.code(svc).Reveal())
		if err == nil {
			t.Error("an app that waited before the first factor was confirmed after it")
		}

		owner.Principal, err = svc.Authenticate(t.Context(), own)
		testkit.Must(t, err)
		testkit.Must(t, svc.RequireFactorProof(t.Context(), &owner.Principal))
	})
}

func TestWrongCodesAreTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		const subject = "A sign-in stopped at the second step"

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		app := svc.enrol(by)

		svc.clk.Advance(step)

		typo, _ := svc.firstStep()
		_, err := svc.secondStep(typo, app.wrong(svc))
		want(t, identity.ErrInvalidCode, err)
		_, err = svc.secondStep(typo, app.code(svc))
		testkit.Must(t, err)

		guess, _ := svc.firstStep()
		for range 2 {
			_, err := svc.secondStep(guess, app.wrong(svc))
			want(t, identity.ErrInvalidCode, err)
		}

		svc.clk.Advance(10 * time.Minute)
		svc.Start(t)

		told := 0

		for _, m := range svc.mails("root@example.com") {
			if m.Subject == subject {
				told++
			}
		}

		if told != 1 {
			t.Errorf("told %d times", told)
		}
	})
}
