package topup_test

import (
	"testing"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// another makes a client with a wallet of level 1, and its order.
func (f *fixture) another(t testing.TB, id int64) topup.CreateInput {
	t.Helper()
	testkit.InsertClient(t, f.db, id)

	n := f.order(wallet.Level1, 20_000)
	n.ClientID, n.Actor = id, "user:9"

	testkit.Must(t, f.db.Tx(t.Context(), func(tx *db.Tx) error {
		w, err := wallet.CreateTx(t.Context(), tx, start, wallet.Wallet{ClientID: id, Type: wallet.Level1, Active: true})
		n.WalletID = w.ID

		return err
	}))

	return n
}

// openAndCancel opens orders of client 1 and cancels them until it is refused, at most 40 times.
func (f *fixture) openAndCancel(t testing.TB, order func(round int) topup.CreateInput) (opened int, refused error) {
	t.Helper()

	for round := range 40 {
		made, err := f.Create(t.Context(), order(round))
		if err != nil {
			return round, err
		}

		_, err = f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: made.Order.ID, Actor: "user:1"})
		testkit.Must(t, err)
	}

	return 40, nil
}

func (f *fixture) resting(t testing.TB) int {
	t.Helper()

	return testkit.Value[int](t, f.db, "SELECT COUNT(*) FROM unique_codes WHERE client_id = 1 AND order_id IS NULL AND free_at > $1", f.clock.Now().UnixMicro())
}

// A client that opens and cancels in a loop takes no more than its share of a bank's codes, and others still get one.
func TestOneClientsLoopTakesNoOthersCodes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{MaxOpens: 35})
		testkit.Exec(t, d, "UPDATE unique_codes SET free_at = 9000000000000000 WHERE code > 25") // a small pool

		opened, err := f.openAndCancel(t, func(int) topup.CreateInput { return f.order(wallet.Level1, 20_000) })
		if e := fault.From(err); opened != topup.DefaultMaxResting || !fault.ErrThrottled.Is(err) || e.RetryAfter != 24*time.Hour {
			t.Errorf("the same amount: %d opened, then %v after %s", opened, err, fault.From(err).RetryAfter)
		}

		// Other amounts have the client's own codes again.
		opened, err = f.openAndCancel(t, func(round int) topup.CreateInput { return f.order(wallet.Level1, int64(30+round)*1_000) })
		if e := fault.From(err); opened != 15 || !fault.ErrThrottled.Is(err) || e.RetryAfter != time.Hour {
			t.Errorf("other amounts: %d opened, then %v after %s", opened, err, fault.From(err).RetryAfter)
		}

		if n := f.resting(t); n != topup.DefaultMaxResting {
			t.Errorf("%d codes rest", n)
		}

		if o := f.create(t, f.another(t, 2)); o.Status != topup.Pending {
			t.Errorf("another client: %+v", o)
		}

		f.clock.Advance(time.Hour)

		if opened, err := f.openAndCancel(t, func(int) topup.CreateInput { return f.order(wallet.Level1, 90_000) }); opened == 0 {
			t.Errorf("an hour later: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A resting code serves its client again, for another amount alone: the late transfer of the first order is never credited
// for the second one.
func TestRestingCodeServesItsClientAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		cancel := func(o topup.Order) {
			_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
			testkit.Must(t, err)
		}

		first := f.create(t, f.order(wallet.Level1, 1_000_000))
		cancel(first)

		same := f.create(t, f.order(wallet.Level2, 1_000_000)) // into another wallet
		if same.Code == first.Code {
			t.Fatalf("the amount %s is asked for twice", same.Amount)
		}

		f.receive(t, transferOf(first, "late"))

		if got := f.status(t, same); got != topup.Pending {
			t.Errorf("the late transfer made the second order %s", got)
		}

		cancel(same)

		other := f.create(t, f.order(wallet.Level2, 2_000_000))
		if other.Code != first.Code && other.Code != same.Code {
			t.Errorf("code %d is none of the client's own", other.Code)
		}

		f.receive(t, transferOf(first, "later"), transferOf(same, "latest"))

		if got := f.status(t, other); got != topup.Pending {
			t.Errorf("the late transfers made the third order %s", got)
		}

		f.receive(t, transferOf(other, "right"))

		if got := f.history(t, wallet.Level1); got != "" {
			t.Errorf("credited: %s", got)
		}

		if in := testkit.Value[int64](t, d, "SELECT SUM(amount) FROM wallet_history WHERE action = 'topup'"); money.Rupiah(in) != other.Amount {
			t.Errorf("credited %d", in)
		}

		testkit.ProveBooks(t, d)
	})
}

// Where no code is left for anybody, the answer says when to try again.
func TestUsedCodesSayWhenToTryAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		testkit.Exec(t, d, "UPDATE unique_codes SET free_at = $1", start.Add(40*time.Minute).UnixMicro())

		_, err := f.Create(t.Context(), f.order(wallet.Level1, 20_000))
		if e := fault.From(err); !topup.ErrCodesUsed.Is(err) || e.RetryAfter != 40*time.Minute {
			t.Errorf("%v after %s", err, fault.From(err).RetryAfter)
		}
	})
}
