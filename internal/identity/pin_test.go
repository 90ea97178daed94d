package identity_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
	"loket/internal/testkit"
)

const (
	pin      = secret.Text("135790")
	wrongPIN = secret.Text("135791")
)

func (h *house) tryPIN(p secret.Text) error {
	return h.VerifyPIN(h.t.Context(), client, h.root.ID, p)
}

func TestPINLocksAndIsDisabled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		h := newHouse(t, d)
		want(t, identity.ErrPINNotSet, h.tryPIN(pin))
		testkit.Must(t, h.SetPIN(t.Context(), client, h.root.ID, pin))
		testkit.Must(t, h.tryPIN(pin))

		for range 2 {
			for range 5 {
				want(t, identity.ErrInvalidPIN, h.tryPIN(wrongPIN))
			}

			e := want(t, identity.ErrPINLocked, h.tryPIN(pin)) // the right one too
			if e.RetryAfter != 30*time.Minute {
				t.Fatalf("retry after %s", e.RetryAfter)
			}

			h.clk.Advance(30 * time.Minute)
		}

		testkit.Must(t, h.tryPIN(pin)) // ten wrong ones so far

		for range 4 {
			want(t, identity.ErrInvalidPIN, h.tryPIN(wrongPIN))
		}

		testkit.Must(t, h.tryPIN(pin)) // a success forgets the row of failures, not the total
		want(t, identity.ErrInvalidPIN, h.tryPIN(wrongPIN))
		h.clk.Advance(24 * time.Hour)

		if e := want(t, identity.ErrPINLocked, h.tryPIN(pin)); e.RetryAfter != 0 {
			t.Fatal("a disabled PIN does not come back by waiting")
		}

		testkit.Must(t, h.SetPIN(t.Context(), client, h.root.ID, "246813"))
		testkit.Must(t, h.tryPIN("246813"))
		want(t, fault.ErrNotFound, h.VerifyPIN(t.Context(), 1002, h.root.ID, pin)) // another client's user
	})
}

// Of 50 callers at the same moment at most 5 have their PIN looked at.
func TestPINHoldsUnderRace(t *testing.T) {
	t.Parallel()

	const callers, limit = 50, 5

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		h := newHouse(t, d, func(o *identity.Options) { o.Hash.Workers = callers })
		testkit.Must(t, h.SetPIN(t.Context(), client, h.root.ID, pin))

		evaluated := race(callers, func(int) bool {
			err := h.tryPIN(wrongPIN)
			if !identity.ErrPINLocked.Is(err) && !identity.ErrInvalidPIN.Is(err) {
				t.Errorf("got %v", err)
			}

			return identity.ErrInvalidPIN.Is(err)
		})
		if evaluated != limit {
			t.Fatalf("%d of %d callers had their PIN looked at, want %d", evaluated, callers, limit)
		}

		// The planted bug: look at the failures first, count afterwards.
		testkit.Must(t, h.SetPIN(t.Context(), client, h.root.ID, pin))

		var looked sync.WaitGroup

		looked.Add(callers)

		planted := race(callers, func(int) bool {
			failures := h.count(`SELECT pin_failures FROM users WHERE id = $1`, h.root.ID)

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

	h := newHouse(t, testkit.Open(t, db.SQLite))
	testkit.Must(t, h.SetPIN(t.Context(), client, h.root.ID, pin))

	opt := options()
	opt.PINPepper = "another-pepper-another-pepper-an"
	err := h.service(opt).VerifyPIN(t.Context(), client, h.root.ID, pin)

	if _, ok := errors.AsType[*fault.Error](err); ok || err == nil {
		t.Fatalf("got %v, want an error of ours", err)
	}

	if n := h.count(`SELECT pin_failures_total FROM users WHERE id = $1`, h.root.ID); n != 0 {
		t.Fatalf("counted %d", n)
	}
}
