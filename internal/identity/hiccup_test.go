package identity_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/argon"
	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// broken runs fn while the database can't tell which roles users have.
func (o *office) broken(fn func()) {
	o.t.Helper()

	testkit.Exec(o.t, o.d, `ALTER TABLE user_roles RENAME TO user_roles_away`)
	fn()
	testkit.Exec(o.t, o.d, `ALTER TABLE user_roles_away RENAME TO user_roles`)
}

// TestHiccupEndsNoLink: a database that fails is no answer about a link. Who is
// told that it has ended asks for another one for nothing.
func TestHiccupEndsNoLink(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)

		for _, c := range []struct {
			ask         func() error
			to, subject string
		}{
			{func() error { return o.RequestPIN(t.Context(), by) }, "root@example.com", "Confirm your new PIN"},
			{func() error {
				return o.ChangeEmail(t.Context(), by, identity.NewEmails{
					Username: "root", Email: "new@example.com", EmailFinance: "billing@example.com", Password: userPassword,
				})
			}, "new@example.com", "Confirm this email address"},
			{func() error { return o.forgot("root") }, "new@example.com", "Confirm your new password"},
		} {
			testkit.Must(t, c.ask())

			m := o.newest(c.to, c.subject)

			o.broken(func() {
				if err := o.confirm(m); err == nil || emaillink.ErrInvalid.Is(err) {
					t.Errorf("%s: the link has ended: %v", c.subject, err)
				}
			})

			testkit.Must(t, o.confirm(m))
			testkit.Must(t, o.Queue.Idle(t.Context())) // its notices arrive before the next mail
		}
	})
}

// TestHiccupSignsNobodyOut: nor is it an answer about a session.
func TestHiccupSignsNobodyOut(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		by, _ := o.signInAs("root", userPassword)
		change := identity.PasswordChange{Old: userPassword, New: another, Repeat: another}

		o.broken(func() {
			if err := o.ChangePassword(t.Context(), by, change); err == nil || identity.ErrUnauthorized.Is(err) {
				t.Errorf("the session has ended: %v", err)
			}
		})

		testkit.Must(t, o.ChangePassword(t.Context(), by, change))
	})
}

// TestHiccupLocksNoPIN: a change that fails after the PIN was found right is no
// wrong PIN, however often it does.
func TestHiccupLocksNoPIN(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := newOffice(t, d)
		testkit.Must(t, o.SetPIN(t.Context(), client, o.root.ID, rightPIN))

		by, _ := o.signInAs("root", userPassword)

		o.broken(func() {
			for range 20 {
				if err := o.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")); err == nil || identity.ErrPINLocked.Is(err) {
					t.Fatalf("got %v", err)
				}
			}
		})

		testkit.Must(t, o.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")))
	})
}

// TestPasswordThatExpiresDuringSignIn: staff expire a password while it is being
// compared; whoever showed it must not get a session that outlives that.
func TestPasswordThatExpiresDuringSignIn(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		var (
			h     *house
			armed atomic.Bool
		)

		h = newHouse(t, d, func(o *identity.Options) {
			o.Hash.Derive = func(k argon.Key) []byte {
				if armed.Swap(false) {
					testkit.Must(t, h.ExpirePassword(t.Context(), staff(), ref("root")))
				}

				return k.Derive()
			}
		})

		armed.Store(true)

		_, err := h.SignIn(t.Context(), credentials())
		want(t, identity.ErrPasswordExpired, err)
	})
}

// TestSilentDatabaseHoldsNobody: what is put right behind a caller has an end
// too. A database that says nothing for a while must not keep the places of
// those who sign in after it.
func TestSilentDatabaseHoldsNobody(t *testing.T) {
	t.Parallel()

	wire, url := testkit.WireToDatabase(t, testkit.URL(t, db.Postgres))

	d, err := db.Open(t.Context(), db.Options{URL: url})
	testkit.Must(t, err)
	t.Cleanup(func() { _ = d.Close() }) // what hung was cut off

	var armed atomic.Bool

	o := openOffice(t, d, func(opt *identity.Options) {
		opt.Hash.Derive = func(k argon.Key) []byte {
			if armed.Swap(false) {
				wire.Hang()
			}

			return k.Derive()
		}
	})
	by, _ := o.signInAs("root", userPassword)

	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()

	armed.Store(true)

	answered := make(chan error, 1)
	go func() {
		answered <- o.ChangePassword(ctx, by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another})
	}()

	const patience = 20 * time.Second

	select {
	case err := <-answered:
		if err == nil {
			t.Error("it was changed without a database")
		}
	case <-time.After(patience):
		t.Error("it waits for ever")
	}

	wire.Heal()
}

// TestSignInsAtOnceRenewTheHash: after a change of the cost the first sign-in
// renews the hash; one that compared the old one meanwhile was right as well.
func TestSignInsAtOnceRenewTheHash(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		h := newHouse(t, d)

		var (
			next  *identity.Service
			armed atomic.Bool
		)

		opt := options()
		opt.Hash.Time, opt.Hash.Workers = 2, 4
		opt.Hash.Derive = func(k argon.Key) []byte {
			if armed.Swap(false) {
				_, err := next.SignIn(t.Context(), credentials())
				testkit.Must(t, err)
			}

			return k.Derive()
		}
		next = h.service(opt)

		armed.Store(true)

		_, err := next.SignIn(t.Context(), credentials())
		testkit.Must(t, err)
	})
}
