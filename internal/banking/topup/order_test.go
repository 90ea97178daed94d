package topup_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

func (f *fixture) order(typ wallet.Type, nominal int64) topup.CreateInput {
	return topup.CreateInput{ClientID: 1, WalletID: f.wallet[typ], Bank: "BCA", Nominal: money.Rupiah(nominal), Actor: "user:1"}
}

// create opens an order, which must succeed.
func (f *fixture) create(t testing.TB, n topup.CreateInput) topup.Order {
	t.Helper()

	made, err := f.Create(t.Context(), n)
	testkit.Must(t, err)

	return made.Order
}

func (f *fixture) status(t testing.TB, o topup.Order) topup.Status {
	t.Helper()

	found, err := f.Get(t.Context(), o.ClientID, o.ID)
	testkit.Must(t, err)

	return found.Status
}

// transferOf pays an order.
func transferOf(o topup.Order, id string) banking.Mutation { return mutation(id, int64(o.Amount)) }

func (f *fixture) suspense(t testing.TB) string {
	t.Helper()

	list, err := f.db.Reader().Query(t.Context(), "SELECT why || ' ' || amount || ' ' || status FROM bank_transfers WHERE why <> 'matched' ORDER BY received_at, id")
	testkit.Must(t, err)

	defer list.Close()

	lines := []string{}

	for list.Next() {
		var line string
		testkit.Must(t, list.Scan(&line))
		lines = append(lines, line)
	}

	testkit.Must(t, list.Err())

	return strings.Join(lines, "; ")
}

func TestTransferPaysItsOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		o := f.create(t, f.order(wallet.Level2, 1_000_000))

		if o.Amount != 1_000_000+money.Rupiah(o.Code) || o.Code < 1 || o.Code > 999 || o.ExpiresAt != start.Add(3*time.Hour) || o.Status != topup.Pending {
			t.Errorf("order: %+v", o)
		}

		if open, found, err := f.Open(t.Context(), 1); err != nil || !found || open.ID != o.ID {
			t.Errorf("the open order: %v %t %v", open.ID, found, err)
		}

		elsewhere := transferOf(o, "a")
		elsewhere.Bank = "BMDR" // the same number and amount at another bank

		f.receive(t, elsewhere)

		if got := f.status(t, o); got != topup.Pending {
			t.Errorf("a transfer to another account made the order %s", got)
		}

		for range 2 {
			f.receive(t, transferOf(o, "a"), transferOf(o, "b"))
		}

		want := fmt.Sprintf("topup %d %s; tax_22 -%d %s", o.Amount, o.No, o.Amount/200, o.No)
		if got := f.history(t, wallet.Level2); got != want || !strings.HasPrefix(o.No, "0003") {
			t.Errorf("history %q, want %q", got, want)
		}

		if got := f.status(t, o); got != topup.Done {
			t.Errorf("the paid order is %s", got)
		}

		if got, want := f.suspense(t), fmt.Sprintf("unmatched %d suspense; late %d suspense", o.Amount, o.Amount); got != want {
			t.Errorf("suspense %q, want %q", got, want)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestOrdersEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		cancelled := f.create(t, f.order(wallet.Level1, 20_000))

		for i := range 2 {
			_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: cancelled.ID, Actor: "user:1"})
			if i == 0 && err != nil || i == 1 && !topup.ErrEnded.Is(err) {
				t.Errorf("cancel %d: %v", i, err)
			}
		}

		if _, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 2, OrderID: cancelled.ID}); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client cancels: %v", err)
		}

		expired := f.create(t, f.order(wallet.Level1, 20_000))
		if expired.Code == cancelled.Code {
			t.Errorf("code %d doesn't rest", expired.Code)
		}

		f.clock.Advance(3 * time.Hour)

		if n, err := f.Expire(t.Context()); n != 0 || err != nil {
			t.Errorf("expired at the last moment: %d %v", n, err)
		}

		f.clock.Advance(time.Microsecond)

		// A stored notice may pay it.
		f.noticesWait = true
		if n, err := f.Expire(t.Context()); n != 0 || err != nil {
			t.Errorf("expired while a notice waits: %d %v", n, err)
		}

		f.noticesWait = false
		if n, err := f.Expire(t.Context()); n != 1 || err != nil {
			t.Errorf("expired: %d %v", n, err)
		}

		if got := f.status(t, expired); got != topup.Expired {
			t.Errorf("after its time the order is %s", got)
		}

		f.receive(t, transferOf(cancelled, "a"), transferOf(expired, "b"))

		if got, want := f.suspense(t), fmt.Sprintf("late %d suspense; late %d suspense", cancelled.Amount, expired.Amount); got != want {
			t.Errorf("suspense %q, want %q", got, want)
		}

		// A notice that was stored in time pays an order whose end nobody has noticed.
		intime := f.create(t, f.order(wallet.Level1, 20_000))
		received := transferOf(intime, "c")
		received.ReceivedAt = intime.ExpiresAt
		received.BookedAt = intime.CreatedAt

		f.clock.Advance(4 * time.Hour)
		f.receive(t, received)

		if got := f.status(t, intime); got != topup.Done {
			t.Errorf("paid in time, the order is %s", got)
		}

		// One that came after it doesn't.
		late := f.create(t, f.order(wallet.Level1, 20_000))

		f.clock.Advance(4 * time.Hour)
		f.receive(t, transferOf(late, "d"))

		if got := f.status(t, late); got != topup.Pending {
			t.Errorf("paid late, the order is %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestCodesRunOut(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		testkit.Exec(t, d, "UPDATE unique_codes SET free_at = 9000000000000000 WHERE code <> 7")

		o := f.create(t, f.order(wallet.Level1, 20_000))
		if o.Code != 7 {
			t.Errorf("code %d", o.Code)
		}

		_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
		testkit.Must(t, err)

		f.clock.Advance(24*time.Hour - time.Microsecond)

		if _, err := f.Create(t.Context(), f.order(wallet.Level1, 20_000)); !topup.ErrCodesUsed.Is(err) {
			t.Errorf("without a code: %v", err)
		}

		f.clock.Advance(time.Microsecond)
		f.create(t, f.order(wallet.Level1, 20_000))
		testkit.ProveBooks(t, d)
	})
}

func TestInputOfOrders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{Maximum: 5_000_000})
		testkit.Exec(t, d, "UPDATE bank_accounts SET status = 'problem' WHERE bank_id = (SELECT id FROM banks WHERE code = 'BMDR')")

		with := func(change func(*topup.CreateInput)) topup.CreateInput {
			n := f.order(wallet.Level1, 20_000)
			change(&n)

			return n
		}
		nominal := func(amount money.Rupiah) topup.CreateInput {
			return with(func(n *topup.CreateInput) { n.Nominal = amount })
		}

		for _, c := range []struct {
			n    topup.CreateInput
			want string
		}{
			{with(func(n *topup.CreateInput) { n.WalletID = 0 }), "depositId: Deposit type must be selected"},
			{with(func(n *topup.CreateInput) { n.Bank = " " }), "bankShortCode: Bank must be selected"},
			{with(func(n *topup.CreateInput) { n.Bank = "BNI" }), "bankShortCode: This bank takes no transfers"},
			{nominal(0), "amount: Nominal must be a positive number"},
			{nominal(-10_000), "amount: Nominal must be a positive number"},
			{nominal(9_000), "amount: Nominal must be greater than Rp 10.000"},
			{nominal(5_001_000), "amount: Maximum nominal is Rp 5.000.000"},
			{nominal(10_500), "amount: Nominal must be a multiple of Rp 1.000"},
			{with(func(n *topup.CreateInput) { n.Bank = "mandiri" }), "BankProblemError"},
			{with(func(n *topup.CreateInput) { n.WalletID = f.wallet[wallet.Marketplace] }), "WalletInactiveError"},
			{with(func(n *topup.CreateInput) { n.ClientID = 2 }), "NotFoundError"},
		} {
			_, err := f.Create(t.Context(), c.n)
			if e := fault.From(err); len(e.Fields) == 1 && e.Fields[0].Field+": "+e.Fields[0].Message.String() == c.want || e.Code == c.want {
				continue
			}

			t.Errorf("%+v: %v, want %s", c.n, err, c.want)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM topup_orders"); n != 0 {
			t.Errorf("%d orders of faulty input", n)
		}
	})
}

// The same input from two tabs, and a repeated request, get the first order; other input is refused and names it.
func TestClientHasOneOpenOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		first := f.order(wallet.Level1, 20_000)
		first.Request = idempotency.Request{ClientID: 1, Call: "create", Key: "k", Hash: "h"}

		type result struct {
			made topup.CreateResult
			err  error
		}

		results := make(chan result)

		const tabs = 8

		for range tabs {
			go func() {
				made, err := f.Create(t.Context(), f.order(wallet.Level1, 20_000))
				results <- result{made, err}
			}()
		}

		ids, existing := map[int64]bool{}, 0

		for range tabs {
			r := <-results
			testkit.Must(t, r.err)

			ids[r.made.Order.ID] = true

			if r.made.Existing {
				existing++
			}
		}

		if len(ids) != 1 || existing != tabs-1 {
			t.Errorf("%d orders, %d existed", len(ids), existing)
		}

		one, err := f.Create(t.Context(), first)
		testkit.Must(t, err)

		other := func(change func(n *topup.CreateInput)) topup.CreateInput {
			n := f.order(wallet.Level1, 20_000)
			change(&n)

			return n
		}

		for name, n := range map[string]topup.CreateInput{
			"amount": other(func(n *topup.CreateInput) { n.Nominal = 5_000_000 }),
			"wallet": other(func(n *topup.CreateInput) { n.WalletID = f.wallet[wallet.Level2] }),
			"bank":   other(func(n *topup.CreateInput) { n.Bank = "mandiri" }),
		} {
			_, err := f.Create(t.Context(), n)
			if e := fault.From(err); !topup.ErrOngoing.Is(err) || e.ID != strconv.FormatInt(one.Order.ID, 10) {
				t.Errorf("another %s while one is open: %v, id %q", name, err, e.ID)
			}
		}

		if same, err := f.Create(t.Context(), other(func(n *topup.CreateInput) { n.Bank = "BBCA" })); err != nil || !same.Existing || same.Order.ID != one.Order.ID {
			t.Errorf("the same by the bank's other code: %+v %v", same, err)
		}

		for _, by := range []string{"user:2", ""} {
			if _, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: one.Order.ID, Actor: by}); !topup.ErrNotMaker.Is(err) {
				t.Errorf("cancelled by %q: %v", by, err)
			}
		}

		_, err = f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: one.Order.ID, Actor: "user:1"})
		testkit.Must(t, err)

		// The repeat answers what was answered first, though the order has ended.
		again, err := f.Create(t.Context(), first)
		testkit.Must(t, err)

		if again.Order != one.Order {
			t.Errorf("repeated: %+v, first %+v", again.Order, one.Order)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM topup_orders"); n != 1 {
			t.Errorf("%d orders", n)
		}
	})
}

// Clients that open orders at the same moment get different codes, and the last code is given once.
func TestCodesAreGivenOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})

		const (
			clients = 24
			codes   = 15
		)

		testkit.Exec(t, d, "UPDATE unique_codes SET free_at = 9000000000000000 WHERE code > $1", codes)

		asked := make([]topup.CreateInput, clients)

		for i := range asked {
			id := int64(100 + i)
			testkit.InsertClient(t, d, id)

			asked[i] = f.order(wallet.Level1, 20_000)
			asked[i].ClientID = id

			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
				w, err := wallet.CreateTx(t.Context(), tx, start, wallet.Wallet{ClientID: id, Type: wallet.Level1, Active: true})
				asked[i].WalletID = w.ID

				return err
			}))
		}

		results := make(chan error)

		for _, n := range asked {
			go func() {
				_, err := f.Create(t.Context(), n)
				results <- err
			}()
		}

		opened := 0

		for range asked {
			switch err := <-results; {
			case err == nil:
				opened++
			case !topup.ErrCodesUsed.Is(err):
				t.Error(err)
			}
		}

		if got := testkit.Value[int](t, d, "SELECT COUNT(DISTINCT amount) FROM topup_orders WHERE status = 'pending'"); opened != codes || got != codes {
			t.Errorf("%d orders with %d amounts, want %d", opened, got, codes)
		}

		testkit.ProveBooks(t, d)
	})
}
