package identity_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/identity/password"
	"loket/internal/identity/staff"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const rightPIN = secret.Text("135790")

func pins(current, next, repeat secret.Text) identity.PINChange {
	return identity.PINChange{Current: current, New: next, Repeat: repeat}
}

// TestRequestAndChangePIN follows the mails: no PIN, the first one, a change, a
// forgotten one.
func TestRequestAndChangePIN(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		by, _ := svc.signInAs("root", userPassword)
		want(t, identity.ErrPINNotSet, svc.ChangePIN(t.Context(), by, pins("111222", "246802", "246802")))

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		testkit.Must(t, svc.confirm(svc.newest("root@example.com", "Confirm your new PIN")))

		first := svc.code(svc.newest("root@example.com", "Your new PIN"))

		for _, c := range []struct {
			in      identity.PINChange
			message string
		}{
			{pins("", "246802", "246802"), "pin: Please input your current PIN!"},
			{pins(first, "24680", "24680"), "newPin: PIN must be exactly 6 characters long!"},
			{pins(first, "24680a", "24680a"), "newPin: A PIN has digits only"},
			{pins(first, first, first), "newPin: The new PIN must differ from the current one"},
			{pins(first, "246802", "246803"), "confirmPin: The two PINs you entered do not match!"},
			{pins(first, "123456", "123456"), "newPin: PIN is too easy to guess"},
		} {
			if got := svc.fields(svc.ChangePIN(t.Context(), by, c.in)); got != c.message {
				t.Errorf("got %q, want %q", got, c.message)
			}
		}

		testkit.Must(t, svc.ChangePIN(t.Context(), by, pins(first, "246802", "246802")))
		svc.newest("root@example.com", "Your PIN was changed")
		testkit.Must(t, svc.VerifyPIN(t.Context(), client, svc.root.ID, "246802"))

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		testkit.Must(t, svc.confirm(svc.newest("root@example.com", "Confirm your new PIN")))
		want(t, identity.ErrInvalidPIN, svc.VerifyPIN(t.Context(), client, svc.root.ID, "246802"))
		testkit.Must(t, svc.VerifyPIN(t.Context(), client, svc.root.ID, svc.code(svc.newest("root@example.com", "Your new PIN"))))

		testkit.Must(t, svc.RequestPIN(t.Context(), by))
		want(t, fault.ErrThrottled, svc.RequestPIN(t.Context(), by))

		if svc.audited("user.pin") != 1 || svc.audited("user.pin-reset") != 2 {
			t.Error("the changes are not audited")
		}
	})
}

func TestPINIsForRootUsers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		svc.user(client, "finance", identity.ClientUserID)

		finance, _ := svc.signInAs("finance", userPassword)
		want(t, identity.ErrForbidden, svc.RequestPIN(t.Context(), finance))
		want(t, identity.ErrForbidden, svc.ChangePIN(t.Context(), finance, pins("1", "2", "3")))

		// Somebody who creates scheduled orders without being root gets one from a root user; the owner alone reads it.
		clerk, err := svc.staff.CreateRole(t.Context(), asStaff(), staff.NewRole{Name: "clerk", Label: "Clerk", Permissions: []identity.Permission{identity.ScheduledOrderCreate}})
		testkit.Must(t, err)

		svc.user(client, "klerk", clerk.ID)

		by, _ := svc.signInAs("root", userPassword)
		klerk, _ := svc.signInAs("klerk", userPassword)

		want(t, identity.ErrForbidden, svc.StartPIN(t.Context(), klerk, klerk.Principal.UserID))
		want(t, identity.ErrForbidden, svc.RequestPIN(t.Context(), klerk))
		want(t, identity.ErrPINUseless, svc.StartPIN(t.Context(), by, finance.Principal.UserID))
		want(t, fault.ErrNotFound, svc.StartPIN(t.Context(), by, 1<<40))
		testkit.Must(t, svc.StartPIN(t.Context(), by, klerk.Principal.UserID))
		testkit.Must(t, svc.confirm(svc.newest("klerk@example.com", "Confirm your new PIN")))
		testkit.Must(t, svc.VerifyPIN(t.Context(), client, klerk.Principal.UserID, svc.code(svc.newest("klerk@example.com", "Your new PIN"))))

		if svc.audited("user.pin-start") != 1 {
			t.Error("the start is not audited")
		}

		list, err := svc.ListUsers(t.Context(), identity.UserQuery{ClientID: client})
		testkit.Must(t, err)

		for _, u := range list {
			if u.MayHavePIN != (u.Username != "finance") || u.HasPIN != (u.Username == "klerk") {
				t.Errorf("%s: %+v", u.Username, u)
			}
		}

		// A user who is no longer a root user when the link is opened gets no PIN.
		root, _ := svc.signInAs("root", userPassword)
		testkit.Must(t, svc.RequestPIN(t.Context(), root))

		_, err = svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("root"), RoleIDs: &[]int64{identity.ClientUserID}})
		testkit.Must(t, err)
		want(t, emaillink.ErrInvalid, svc.confirm(svc.newest("root@example.com", "Confirm your new PIN")))
	})
}

// TestPINGuesses lets 50 callers try 10,000 PINs at once: five are compared, and then
// even the right one is refused.
func TestPINGuesses(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		const (
			callers = 50
			guesses = 10_000
		)

		svc := newServiceWithMail(t, d, func(opt *identity.Options) { opt.Hash = password.Options{Memory: 8, Time: 1, Workers: 8} })
		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, rightPIN))

		by, _ := svc.signInAs("root", userPassword)

		var compared, locked atomic.Int64

		race(callers, func(caller int) bool {
			for i := range guesses / callers {
				guess := secret.Text(fmt.Sprintf("9%05d", caller*guesses/callers+i))

				var err error
				if i%2 == 0 {
					err = svc.ChangePIN(t.Context(), by, pins(guess, "246802", "246802"))
				} else {
					err = svc.VerifyPIN(t.Context(), client, svc.root.ID, guess)
				}

				switch {
				case identity.ErrInvalidPIN.Is(err):
					compared.Add(1)
				case identity.ErrPINLocked.Is(err):
					locked.Add(1)
				default:
					t.Errorf("guess %d of %d: %v", i, caller, err)
				}
			}

			return true
		})

		if compared.Load() != 5 || locked.Load() != guesses-5 {
			t.Errorf("%d guesses were compared, %d refused", compared.Load(), locked.Load())
		}

		want(t, identity.ErrPINLocked, svc.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")))

		if got := len(svc.mails("root@example.com")); got != 1 {
			t.Errorf("%d notices of the lock", got)
		}

		if told := svc.newest("root@example.com", "Your PIN is locked"); !strings.Contains(told.Text, "Time: 2026-03-01 15:00 WIB") {
			t.Errorf("the notice does not tell the client's own time: %s", told.Text)
		}

		svc.clk.Advance(30 * time.Minute)
		testkit.Must(t, svc.ChangePIN(t.Context(), by, pins(rightPIN, "246802", "246802")))
	})
}
