package identity_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// finger is an authenticator with one passkey.
type finger struct {
	t     *testing.T
	party virtualwebauthn.RelyingParty
	auth  virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
}

func newFinger(t *testing.T) *finger {
	t.Helper()

	return &finger{
		t: t, party: virtualwebauthn.RelyingParty{ID: "loket.example", Name: "Loket", Origin: publicURL},
		auth: virtualwebauthn.NewAuthenticator(), key: newKey(),
	}
}

// newKey makes a key whose coordinates have no zero in front: virtualwebauthn leaves that out, which no device does.
func newKey() virtualwebauthn.Credential {
	const whole = 77 // bytes of a key in COSE's form

	for {
		if k := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(k.Key.AttestationData()) == whole {
			return k
		}
	}
}

// made is the answer with a new passkey.
func (f *finger) made(options json.RawMessage) []byte {
	f.t.Helper()

	asked, err := virtualwebauthn.ParseAttestationOptions(string(options))
	testkit.Must(f.t, err)

	f.auth.Options.UserHandle = []byte(asked.UserID)

	return []byte(virtualwebauthn.CreateAttestationResponse(f.party, f.auth, f.key, *asked))
}

// signed is the answer with a signature, after which the counter is one higher.
func (f *finger) signed(options json.RawMessage) []byte {
	f.t.Helper()

	asked, err := virtualwebauthn.ParseAssertionOptions(string(options))
	testkit.Must(f.t, err)

	f.key.Counter++

	return []byte(virtualwebauthn.CreateAssertionResponse(f.party, f.auth, f.key, *asked))
}

// addPasskey adds a passkey, and returns it with the recovery codes that came with it.
func (svc *serviceWithMail) addPasskey(by identity.Self, name string) (*finger, []secret.Text) {
	svc.t.Helper()

	f := newFinger(svc.t)
	options, err := svc.AskForPasskey(svc.t.Context(), by)
	testkit.Must(svc.t, err)

	codes, err := svc.AddPasskey(svc.t.Context(), by, name, "Firefox", f.made(options))
	testkit.Must(svc.t, err)

	return f, codes
}

// byPasskey signs in by a passkey alone.
func (svc *serviceWithMail) byPasskey(f *finger) (identity.SignedIn, error) {
	svc.t.Helper()

	options, err := svc.AskForSignIn(svc.t.Context(), "10.0.0.7")
	testkit.Must(svc.t, err)

	return svc.SignInByPasskey(svc.t.Context(), identity.PasskeySignIn{Answer: f.signed(options), Address: "10.0.0.7", Device: "Firefox"})
}

func (svc *serviceWithMail) self(in identity.SignedIn) identity.Self {
	svc.t.Helper()

	p, err := svc.Authenticate(svc.t.Context(), in.Token)
	testkit.Must(svc.t, err)

	return identity.Self{Principal: p, Address: "10.0.0.7"}
}

func TestPasskeysSignInAndProve(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)

		f, codes := svc.addPasskey(by, " Laptop kantor ")
		if len(codes) != 10 {
			t.Errorf("%d recovery codes", len(codes))
		}

		svc.newest("root@example.com", "A passkey was added")

		// Second step after the password.
		in, err := svc.SignIn(t.Context(), credentials())
		testkit.Must(t, err)

		if !slices.Equal(in.Next, []identity.StepMethod{identity.PasskeyStep, identity.RecoveryStep}) {
			t.Fatalf("%v", in.Next)
		}

		first, _ := svc.firstStep()
		options, err := svc.AskForSecondStep(t.Context(), first)
		testkit.Must(t, err)

		answer := f.signed(options)
		in, err = svc.FinishSignIn(t.Context(), identity.SecondStep{By: first, Passkey: answer, Remember: true, Device: "Firefox"})
		testkit.Must(t, err)

		remembered := in.Remembered
		if p := svc.self(in).Principal; p.Scope != identity.FullScope || remembered == "" {
			t.Errorf("%+v", p)
		}

		// An answer counts once.
		first, _ = svc.firstStep()
		_, err = svc.FinishSignIn(t.Context(), identity.SecondStep{By: first, Passkey: answer})
		want(t, identity.ErrInvalidPasskey, err)

		// Alone, with the verification of its user.
		in, err = svc.byPasskey(f)
		testkit.Must(t, err)

		own := svc.self(in)
		list, err := svc.OwnSessions(t.Context(), own.Principal)
		testkit.Must(t, err)

		if list[0].Method != identity.PasskeyMethod {
			t.Errorf("%+v", list[0])
		}

		// As a proof, before the app.
		svc.enrol(own)
		svc.newest("root@example.com", "An authenticator app was added") // sent, before the next one
		svc.clk.Advance(5 * time.Minute)

		e := want(t, identity.ErrStepUpRequired, svc.RequireProof(t.Context(), &own.Principal))
		if !slices.Equal(e.Methods, []string{"passkey", "app"}) {
			t.Errorf("%v", e.Methods)
		}

		options, err = svc.AskForProof(t.Context(), own)
		testkit.Must(t, err)

		renewed, err := svc.StepUp(t.Context(), own, identity.Proof{Passkey: f.signed(options)})
		testkit.Must(t, err)

		_, err = svc.Authenticate(t.Context(), in.Token)
		want(t, identity.ErrUnauthorized, err)

		own = svc.self(identity.SignedIn{Token: renewed})
		testkit.Must(t, svc.RequireProof(t.Context(), &own.Principal))

		found, err := svc.Factors(t.Context(), own.Principal)
		testkit.Must(t, err)

		if len(found.Passkeys) != 1 || found.Passkeys[0].Name != "Laptop kantor" || !found.Passkeys[0].Serves || found.Passkeys[0].LastUsedAt.IsZero() {
			t.Fatalf("%+v", found.Passkeys)
		}

		testkit.Must(t, svc.RemoveFactor(t.Context(), own, found.Passkeys[0].ID))
		svc.newest("root@example.com", "A passkey was removed")

		_, err = svc.byPasskey(f)
		want(t, identity.ErrInvalidPasskey, err)
	})
}

func TestPasskeysAreRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)
		by, _ := svc.signInAs("root", userPassword)
		f, _ := svc.addPasskey(by, "one")
		finance, _ := svc.signInAs("finance", userPassword)
		theirs, _ := svc.addPasskey(finance, "two")
		first, _ := svc.firstStep()

		secondStep := func(answer func(options json.RawMessage) []byte) error {
			options, err := svc.AskForSecondStep(t.Context(), first)
			testkit.Must(t, err)

			_, err = svc.FinishSignIn(t.Context(), identity.SecondStep{By: first, Passkey: answer(options)})

			return err
		}

		refused := map[string]func(options json.RawMessage) []byte{
			"another user's": theirs.signed,
			"no JSON":        func(json.RawMessage) []byte { return []byte("{") },
			"without the verification of its user": func(options json.RawMessage) []byte {
				other := *f
				other.auth.Options.UserNotVerified = true

				return other.signed(options)
			},
			"on another page": func(options json.RawMessage) []byte {
				other := *f
				other.party.Origin = "https://evil.example"

				return other.signed(options)
			},
			"with another key": func(options json.RawMessage) []byte {
				other := *f
				other.key = newKey()
				other.key.ID = f.key.ID

				return other.signed(options)
			},
			"of another question": func(json.RawMessage) []byte {
				options, err := svc.AskForProof(t.Context(), by)
				testkit.Must(t, err)

				return f.signed(options)
			},
			"too late": func(options json.RawMessage) []byte {
				svc.clk.Advance(5 * time.Minute)

				return f.signed(options)
			},
		}
		for name, answer := range refused {
			if err := secondStep(answer); !identity.ErrInvalidPasskey.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}

		testkit.Must(t, secondStep(f.signed))

		// A counter that goes back. Planted: a counter that is not stored after each use.
		_, err := svc.byPasskey(f)
		testkit.Must(t, err)

		copied := *f
		copied.key.Counter--
		_, err = svc.byPasskey(&copied)
		want(t, identity.ErrInvalidPasskey, err)
		svc.newest("root@example.com", "A passkey was refused")

		// The user is closed.
		closed := false
		_, err = svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), Active: &closed})
		testkit.Must(t, err)
		_, err = svc.byPasskey(f)
		want(t, identity.ErrInvalidPasskey, err)
	})
}

func TestPasskeysOfAnotherDomainAreNoFactors(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		address := publicURL
		svc := newServiceWithHeldMail(t, d, func(o *identity.Options) { o.PublicURL = func() string { return address } })
		by, _ := svc.signInAs("root", userPassword)
		f, _ := svc.addPasskey(by, "one")
		svc.firstStep()

		address = "https://portal.example"
		in, err := svc.SignIn(t.Context(), credentials())
		testkit.Must(t, err)

		if len(in.Next) != 0 {
			t.Errorf("%v", in.Next)
		}

		_, err = svc.byPasskey(f)
		want(t, identity.ErrInvalidPasskey, err)

		found, err := svc.Factors(t.Context(), by.Principal)
		testkit.Must(t, err)

		if len(found.Passkeys) != 1 || found.Passkeys[0].Serves {
			t.Errorf("%+v", found.Passkeys)
		}

		address = "http://10.0.0.7:8080"

		if svc.PasskeysOffered() {
			t.Error("an IP address has passkeys")
		}
	})
}

// A lost passkey is removed without it: a recovery code signs in, which is a proof.
func TestLostPasskeyIsRemovedWithoutIt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		_, codes := svc.addPasskey(by, "lost")
		first, _ := svc.firstStep()
		in, err := svc.secondStep(first, codes[0])
		testkit.Must(t, err)

		own := svc.self(in)
		testkit.Must(t, svc.RequireProof(t.Context(), &own.Principal))

		found, err := svc.Factors(t.Context(), own.Principal)
		testkit.Must(t, err)
		testkit.Must(t, svc.RemoveFactor(t.Context(), own, found.Passkeys[0].ID))
		svc.signInAs("root", userPassword)
	})
}

func TestPasskeysAndQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		address := publicURL
		svc := newServiceWithHeldMail(t, d, func(o *identity.Options) {
			o.AddressTries, o.PublicURL = 3, func() string { return address }
		})
		by, _ := svc.signInAs("root", userPassword)

		for i := range 10 {
			svc.addPasskey(by, fmt.Sprint("key ", i))
		}

		_, err := svc.AskForPasskey(t.Context(), by)
		want(t, identity.ErrFactorLimit, err)

		for range 3 {
			_, err := svc.AskForSignIn(t.Context(), "192.0.2.9")
			testkit.Must(t, err)
		}

		_, err = svc.AskForSignIn(t.Context(), "192.0.2.9")
		want(t, fault.ErrThrottled, err)
		_, err = svc.AskForSignIn(t.Context(), "192.0.2.10")
		testkit.Must(t, err)

		// Strangers at one's address keep nobody from proving, and a session has one open question.
		by.Address = "192.0.2.9"
		for range 4 {
			_, err = svc.AskForProof(t.Context(), by)
			testkit.Must(t, err)
		}

		if n := svc.count(`SELECT count(*) FROM passkey_questions WHERE session_id <> ''`); n != 1 {
			t.Errorf("%d questions of a session", n)
		}

		svc.clk.Advance(5 * time.Minute)

		_, err = svc.AskForSignIn(t.Context(), "192.0.2.9")
		testkit.Must(t, err)

		_, err = svc.Cleanup(t.Context())
		testkit.Must(t, err)

		if n := svc.count(`SELECT count(*) FROM passkey_questions`); n != 1 {
			t.Errorf("%d questions are kept", n)
		}

		// Passkeys that no browser shows any more keep nobody from making new ones.
		address = "https://portal.example"
		_, err = svc.AskForPasskey(t.Context(), by)
		testkit.Must(t, err)
	})
}
