package topup_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// mix is a random history of top-ups with what it should have led to.
type mix struct {
	*fixture

	t        *rapid.T
	n        int // numbers ids
	orders   []topup.Order
	sent     []banking.Mutation
	paid     []banking.VAPayment
	received money.Rupiah
}

func (m *mix) next() string {
	m.n++

	return strconv.Itoa(m.n)
}

func (m *mix) fatal(err error, allowed ...fault.Definition) {
	for _, d := range allowed {
		if d.Is(err) {
			return
		}
	}

	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *mix) open(t *rapid.T) {
	n := m.order(rapid.SampledFrom([]wallet.Type{wallet.Level1, wallet.Level2}).Draw(t, "wallet"), 1_000*rapid.Int64Range(10, 12).Draw(t, "thousands"))
	n.Bank = rapid.SampledFrom([]string{"bca", "mandiri"}).Draw(t, "bank")

	made, err := m.Create(m.ctx(), n)
	m.fatal(err, topup.ErrOngoing, fault.ErrThrottled)

	if err == nil && !made.Existing {
		m.orders = append(m.orders, made.Order)
	}
}

func (m *mix) cancel(t *rapid.T) {
	if len(m.orders) == 0 {
		t.Skip("no order")
	}

	o := rapid.SampledFrom(m.orders).Draw(t, "order")
	_, err := m.Cancel(m.ctx(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
	m.fatal(err, topup.ErrEnded)
}

// transfer sends the amount of an order, rightly or wrongly, to its account or another one.
func (m *mix) transfer(t *rapid.T) {
	amount, code := money.Rupiah(rapid.Int64Range(1, 20_000).Draw(t, "amount")), "BBCA"

	if len(m.orders) > 0 {
		o := rapid.SampledFrom(m.orders).Draw(t, "order")
		amount, code = o.Amount+money.Rupiah(rapid.SampledFrom([]int64{0, 0, 0, 1}).Draw(t, "off by")), o.Bank.Code
	}

	sent := mutation(m.next(), int64(amount))
	sent.Bank = rapid.SampledFrom([]string{code, code, code, "BBCA", "BMDR", "BBRI"}).Draw(t, "to")
	sent.BookedAt = m.clock.Now()

	_, err := m.ReceiveMutation(m.ctx(), sent)
	m.fatal(err)
	m.sent, m.received = append(m.sent, sent), m.received+sent.Amount
}

func (m *mix) repeatTransfer(t *rapid.T) {
	if len(m.sent) == 0 {
		t.Skip("no transfer")
	}

	again := rapid.SampledFrom(m.sent).Draw(t, "transfer")
	again.Amount += money.Rupiah(rapid.SampledFrom([]int64{0, 0, 0, 1_000}).Draw(t, "altered by"))
	_, err := m.ReceiveMutation(m.ctx(), again)
	m.fatal(err)
}

func (m *mix) payByBank(t *rapid.T) {
	p := payment(m.next(), rapid.SampledFrom([]string{level1VA, level2VA}).Draw(t, "number"), rapid.Int64Range(9_000, 30_000).Draw(t, "paid"))

	code, err := m.pay(p, false)
	m.fatal(err)

	switch code {
	case codePaid:
	case codeAmount:
		return
	default:
		m.t.Fatalf("payment: %s", code)
	}

	m.paid, m.received = append(m.paid, p), m.received+p.Amount
}

func (m *mix) repeatPayment(t *rapid.T) {
	if len(m.paid) == 0 {
		t.Skip("no payment")
	}

	p := rapid.SampledFrom(m.paid).Draw(t, "payment")
	if code, err := m.pay(p, true); err != nil || code != codePaid {
		t.Fatalf("repeat: %s %v", code, err)
	}

	p.Amount++

	if code, err := m.pay(p, true); err != nil || code != codeConflict {
		t.Fatalf("altered repeat: %s %v", code, err)
	}
}

// decide lets staff assign or return the oldest transfer in suspense.
func (m *mix) decide(t *rapid.T) {
	list, _, err := m.ListSuspense(m.ctx(), 1)
	m.fatal(err)

	if len(list) == 0 {
		t.Skip("nothing in suspense")
	}

	if rapid.Bool().Draw(t, "return") {
		_, err = m.Return(m.ctx(), topup.Returning{TransferID: list[0].ID, Actor: "staff:budi", Reason: "wrong"})
	} else {
		_, err = m.Assign(m.ctx(), topup.Assignment{TransferID: list[0].ID, ClientID: 1, WalletType: wallet.Level1, Actor: "staff:budi", Reason: "right"})
	}

	m.fatal(err)
}

func (m *mix) expire(*rapid.T) {
	_, err := m.Expire(m.ctx())
	m.fatal(err)
}

// jump moves the clock, also backwards.
func (m *mix) jump(t *rapid.T) {
	m.clock.Advance(time.Duration(rapid.SampledFrom([]int64{-60, 1, 60, 180, 181, 24 * 60, 25 * 60}).Draw(t, "minutes")) * time.Minute)
}

// check compares the sums with the mix's own log.
func (m *mix) check(t *rapid.T) {
	sum := func(query string) money.Rupiah {
		var v int64
		m.fatal(m.db.Reader().QueryRow(m.ctx(), query).Scan(&v))

		return money.Rupiah(v)
	}

	credited := sum("SELECT COALESCE(SUM(amount), 0) FROM wallet_history WHERE action IN ('topup', 'topup_va')")
	held := sum("SELECT COALESCE(SUM(CASE credit WHEN 'suspense' THEN amount ELSE -amount END), 0) FROM suspense_entries")
	returned := sum("SELECT COALESCE(SUM(amount), 0) FROM suspense_entries WHERE entry = 'returned'")

	if m.received != credited+held+returned {
		t.Fatalf("received %s, credited %s, in suspense %s, returned %s", m.received, credited, held, returned)
	}

	if twice := sum(`SELECT COUNT(*) FROM (SELECT 1 FROM topup_orders WHERE status = 'pending' GROUP BY bank_account_id, amount HAVING COUNT(*) > 1
		UNION ALL SELECT 1 FROM topup_orders WHERE status = 'pending' GROUP BY client_id HAVING COUNT(*) > 1) x`); twice != 0 {
		t.Fatal("two open orders share an account and amount, or a client")
	}
}

// For any mix of orders, transfers, payments, cancels, expiries, decisions of staff and clock jumps, the money received is
// credited, in suspense or returned.
func TestMoneyIsNeverLostOrDoubled(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		f.withBank(t)

		history := 0

		rapid.Check(t, func(rt *rapid.T) {
			history++ // one database serves all: the sums go on from what is there

			m := &mix{fixture: f, t: rt, n: history * 1_000_000}
			m.received = money.Rupiah(testkit.Value[int64](t, d, "SELECT COALESCE((SELECT SUM(amount) FROM va_payments), 0) + COALESCE((SELECT SUM(amount) FROM bank_transfers), 0)"))

			rt.Repeat(map[string]func(*rapid.T){
				"open": m.open, "cancel": m.cancel, "transfer": m.transfer, "repeat a transfer": m.repeatTransfer,
				"pay": m.payByBank, "repeat a payment": m.repeatPayment, "assign or return": m.decide, "expire": m.expire, "jump": m.jump, "": m.check,
			})
		})

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM bank_transfers WHERE why = 'matched'"); n == 0 {
			t.Error("no transfer was matched: the mix proves little")
		}

		testkit.ProveBooks(t, d)
	})
}

// Many notices, each delivered several times, shuffled, from many senders at once: each is credited once.
func TestNoticesFromManySenders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		f.withBank(t)

		const (
			repeats = 10
			senders = 32
			amount  = 20_000
			lost    = 10 // one of so many is a transfer that matches nothing
		)

		notices := 300
		if !testing.Short() && *all {
			notices = 10_000
		}

		todo := make([]int, 0, notices*repeats)
		for i := range notices {
			for range repeats {
				todo = append(todo, i)
			}
		}

		f.shuffle(todo)

		work, failed := make(chan int, len(todo)), make(chan error, senders)

		for range senders {
			go func() {
				for i := range work {
					var err error

					if i%lost != 0 {
						var code string

						code, err = f.pay(payment(fmt.Sprintf("P%d", i), level1VA, amount), true)
						if err == nil && code != codePaid {
							err = fmt.Errorf("payment: %s", code) //nolint:err113 // of this test
						}
					} else {
						_, err = f.ReceiveMutation(t.Context(), mutation(fmt.Sprintf("M%d", i), amount))
					}

					if err != nil {
						failed <- err

						return
					}
				}

				failed <- nil
			}()
		}

		for _, i := range todo {
			work <- i
		}

		close(work)

		for range senders {
			testkit.Must(t, <-failed)
		}

		credits := testkit.Value[int](t, d, "SELECT COUNT(*) FROM wallet_history WHERE action = 'topup_va'")
		held := testkit.Value[int](t, d, "SELECT COUNT(*) FROM suspense_entries")

		if held != notices/lost || credits != notices-held {
			t.Errorf("%d credits and %d held of %d notices", credits, held, notices)
		}

		testkit.ProveBooks(t, d)
	})
}
