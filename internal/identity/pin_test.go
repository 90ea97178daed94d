package identity_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const (
	pin      = secret.Text("135790")
	wrongPIN = secret.Text("135791")
)

func (svc *serviceWithRoot) tryPIN(p secret.Text) error {
	return svc.VerifyPIN(svc.t.Context(), client, svc.root.ID, p)
}

func TestPINLocksAndIsDisabled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		want(t, identity.ErrPINNotSet, svc.tryPIN(pin))
		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, pin))
		testkit.Must(t, svc.tryPIN(pin))

		for range 2 {
			for left := 4; left >= 0; left-- {
				e := want(t, identity.ErrInvalidPIN, svc.tryPIN(wrongPIN))

				state, err := svc.PINState(t.Context(), client, svc.root.ID)
				if err != nil || !state.Set || state.TriesLeft != left || state.LockedUntil.IsZero() != (left > 0) || e.TriesLeft == nil || *e.TriesLeft != left {
					t.Errorf("%d left: %+v, %+v, %v", left, state, e, err)
				}
			}

			e := want(t, identity.ErrPINLocked, svc.tryPIN(pin)) // the right one too
			if e.RetryAfter != 30*time.Minute {
				t.Fatalf("retry after %s", e.RetryAfter)
			}

			svc.clk.Advance(30 * time.Minute)
		}

		testkit.Must(t, svc.tryPIN(pin)) // ten failures so far

		for range 4 {
			want(t, identity.ErrInvalidPIN, svc.tryPIN(wrongPIN))
		}

		testkit.Must(t, svc.tryPIN(pin)) // a success resets the failures since the last success, not the total
		want(t, identity.ErrInvalidPIN, svc.tryPIN(wrongPIN))
		svc.clk.Advance(24 * time.Hour)

		if e := want(t, identity.ErrPINLocked, svc.tryPIN(pin)); e.RetryAfter != 0 {
			t.Fatal("a disabled PIN does not come back by waiting")
		}

		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, "246813"))
		testkit.Must(t, svc.tryPIN("246813"))
		want(t, fault.ErrNotFound, svc.VerifyPIN(t.Context(), 1002, svc.root.ID, pin)) // another client's user
	})
}

// Of 50 concurrent callers at most 5 have their PIN compared.
func TestPINHoldsUnderRace(t *testing.T) {
	t.Parallel()

	const callers, limit = 50, 5

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.Hash.Workers = callers })
		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, pin))

		evaluated := race(callers, func(int) bool {
			err := svc.tryPIN(wrongPIN)
			if !identity.ErrPINLocked.Is(err) && !identity.ErrInvalidPIN.Is(err) {
				t.Errorf("got %v", err)
			}

			return identity.ErrInvalidPIN.Is(err)
		})
		if evaluated != limit {
			t.Fatalf("%d of %d callers had their PIN looked at, want %d", evaluated, callers, limit)
		}

		// The planted bug: compare the number of failures before counting this one.
		testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, pin))

		var looked sync.WaitGroup

		looked.Add(callers)

		planted := race(callers, func(int) bool {
			failures := svc.count(`SELECT pin_failures FROM users WHERE id = $1`, svc.root.ID)

			looked.Done()
			looked.Wait()

			return failures < limit
		})
		if planted <= limit {
			t.Fatal("this test does not see the bug it is for")
		}
	})
}

func TestOtherPepperIsLoudAndCountsNothing(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	testkit.Must(t, svc.SetPIN(t.Context(), client, svc.root.ID, pin))

	opt := options()
	opt.PINPepper = "another-pepper-another-pepper-an"
	err := svc.startNode(opt).VerifyPIN(t.Context(), client, svc.root.ID, pin)

	if _, ok := errors.AsType[*fault.Error](err); ok || err == nil {
		t.Fatalf("got %v, want an error of ours", err)
	}

	if n := svc.count(`SELECT pin_failures_total FROM users WHERE id = $1`, svc.root.ID); n != 0 {
		t.Fatalf("counted %d", n)
	}
}
