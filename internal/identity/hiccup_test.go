package identity_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/argon"
	"loket/internal/platform/db"
)

// broken runs fn while queries of users' roles fail.
func (svc *serviceWithMail) broken(fn func()) {
	svc.t.Helper()

	testkit.Exec(svc.t, svc.d, `ALTER TABLE user_roles RENAME TO user_roles_away`)
	fn()
	testkit.Exec(svc.t, svc.d, `ALTER TABLE user_roles_away RENAME TO user_roles`)
}

// TestHiccupEndsNoLink: a database error doesn't end a link, and isn't reported as an
// ended link.
func TestHiccupEndsNoLink(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)

		for _, c := range []struct {
			ask         func() error
			to, subject string
		}{
			{func() error { return svc.RequestPIN(t.Context(), by) }, "root@example.com", "Confirm your new PIN"},
			{func() error {
				return svc.ChangeEmail(t.Context(), by, identity.NewEmails{
					Username: "root", Email: "new@example.com", EmailFinance: "billing@example.com", Password: userPassword,
				})
			}, "new@example.com", "Confirm this email address"},
			{func() error { return svc.forgot("root") }, "new@example.com", "Confirm your new password"},
		} {
			testkit.Must(t, c.ask())

			m := svc.newest(c.to, c.subject)

			svc.broken(func() {
				if err := svc.confirm(m); err == nil || emaillink.ErrInvalid.Is(err) {
					t.Errorf("%s: the link has ended: %v", c.subject, err)
				}
			})

			testkit.Must(t, svc.confirm(m))
			testkit.Must(t, svc.Queue.Idle(t.Context())) // its mails arrive before the next one
		}
	})
}

// TestHiccupSignsNobodyOut: a database error doesn't end a session.
func TestHiccupSignsNobodyOut(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		change := identity.PasswordChange{Old: userPassword, New: another, Repeat: another}

		svc.broken(func() {
			if err := svc.ChangePassword(t.Context(), by, change); err == nil || identity.ErrUnauthorized.Is(err) {
				t.Errorf("the session has ended: %v", err)
			}
		})

		testkit.Must(t, svc.ChangePassword(t.Context(), by, change))
	})
}

// TestHiccupLocksNoPIN: a change that fails after the right PIN was entered doesn't
// count as a wrong PIN.
func TestHiccupLocksNoPIN(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, rightPIN))

		by, _ := svc.signInAs("root", userPassword)

		svc.broken(func() {
			for range 20 {
				if err := svc.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")); err == nil || identity.ErrPINLocked.Is(err) {
					t.Fatalf("got %v", err)
				}
			}
		})

		testkit.Must(t, svc.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")))
	})
}

// TestPasswordThatExpiresDuringSignIn: staff expire a password while it is being
// compared. The sign-in gets no full session.
func TestPasswordThatExpiresDuringSignIn(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		var (
			svc   *serviceWithRoot
			armed atomic.Bool
		)

		svc = newServiceWithRoot(t, d, func(o *identity.Options) {
			o.Hash.Derive = func(k argon.Key) []byte {
				if armed.Swap(false) {
					testkit.Must(t, svc.staff.ExpirePassword(t.Context(), asStaff(), ref("root")))
				}

				return k.Derive()
			}
		})

		armed.Store(true)

		_, err := svc.SignIn(t.Context(), credentials())
		want(t, identity.ErrPasswordExpired, err)
	})
}

// TestSilentDatabaseHoldsNobody: a clean-up after a cancelled request has a time
// limit, so a database that doesn't answer can't block later sign-ins.
func TestSilentDatabaseHoldsNobody(t *testing.T) {
	t.Parallel()

	wire, url := testkit.WireToDatabase(t, testkit.URL(t, db.Postgres))

	d, err := db.Open(t.Context(), db.Options{URL: url})
	testkit.Must(t, err)
	t.Cleanup(func() { _ = d.Close() }) // the connections that hung are broken

	var armed atomic.Bool

	svc := newServiceWithHeldMail(t, d, func(opt *identity.Options) {
		opt.Hash.Derive = func(k argon.Key) []byte {
			if armed.Swap(false) {
				wire.Hang()
			}

			return k.Derive()
		}
	})
	by, _ := svc.signInAs("root", userPassword)

	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()

	armed.Store(true)

	answered := make(chan error, 1)
	go func() {
		answered <- svc.ChangePassword(ctx, by, identity.PasswordChange{Old: userPassword, New: another, Repeat: another})
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

// TestSignInsAtOnceRenewTheHash: after a change of the cost the first sign-in renews
// the hash. A concurrent sign-in that compared the old hash succeeds too.
func TestSignInsAtOnceRenewTheHash(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)

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
		next = svc.startNode(opt)

		armed.Store(true)

		_, err := next.SignIn(t.Context(), credentials())
		testkit.Must(t, err)
	})
}
