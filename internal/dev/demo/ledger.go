package demo

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// entry is one row of wallet history.
type entry struct {
	walletID, seq         int64
	client                int64
	action                wallet.Action
	amount, before, after int64
	contra                wallet.Account
	orderID               int64 // of a payment or refund, else 0
	key                   string
	sourceReference       string
	at                    int64
}

// account is a wallet while its history is being made.
type account struct {
	demoWallet

	id, client         int64
	balance, seq, last int64
	unit               int64 // of a usual top-up
}

// finalUnits is the final balance of a wallet in usual top-ups. The balance is never higher before, and the
// last top-up sets it.
const finalUnits = 2

// ledger makes the wallet history of past orders: rows in order of time in each wallet, and no balance below
// zero.
type ledger struct {
	chance   *rand.Rand
	accounts []*account // those of client 1001, which pay for the orders, come first
	byKind   map[wallet.Type]*account
	due      refunds
	emit     func(entry)
}

// refund is a refund that is due after later orders were placed.
type refund struct {
	at        int64
	orderID   int64
	amount    int64
	clientRef string
	to        *account
}

type refunds []refund //nolint:recvcheck // the methods of a heap are as its interface wants them

func (r refunds) Len() int           { return len(r) }
func (r refunds) Less(i, j int) bool { return r[i].at < r[j].at }
func (r refunds) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

func (r *refunds) Push(v any) {
	if next, ok := v.(refund); ok {
		*r = append(*r, next)
	}
}

func (r *refunds) Pop() any {
	old := *r
	last := old[len(old)-1]
	*r = old[:len(old)-1]

	return last
}

// newLedger takes the wallets' ids and the moment at which history begins.
func newLedger(ids map[walletKey]int64, since time.Time, seed uint64, emit func(entry)) *ledger {
	l := &ledger{
		chance: rand.New(rand.NewPCG(mix(seed), seed)),
		byKind: map[wallet.Type]*account{}, emit: emit,
	}

	for _, c := range clients() {
		for _, w := range c.wallets {
			a := &account{demoWallet: w, id: ids[walletKey{c.id, w.kind}], client: c.id, unit: unitOf(w.final), last: since.UnixMicro()}
			l.accounts = append(l.accounts, a)

			if c.id == MainClient {
				l.byKind[w.kind] = a
			}
		}
	}

	return l
}

// unitOf is the usual top-up of a wallet: the largest quick amount of the dashboard that is at most half of the
// wallet's final balance.
func unitOf(final int64) int64 {
	unit := int64(0)

	for _, quick := range []int64{1_000_000, 5_000_000, 10_000_000, 25_000_000} {
		if quick*finalUnits <= final {
			unit = quick
		}
	}

	return unit
}

// record writes the wallet history of a sale and sets the sale's wallet.
func (l *ledger) record(s *sale) error {
	l.refundUpTo(s.at)

	a := l.byKind[wallet.Type(s.item.WalletType)]
	if a == nil || a.unit == 0 {
		return fmt.Errorf("no wallet pays for %s", s.item.Code) // a fault of this package
	}

	s.walletID = a.id

	const reserve = 10 // parts of a unit that stay in the wallet

	for a.balance-s.price < a.unit/reserve {
		// The money came in some time after the row before.
		l.topup(a, a.last+(s.at-a.last)/2, a.unit) // half-way
	}

	l.post(a, entry{
		action: wallet.Payment, amount: -s.price, contra: wallet.Sales, orderID: s.id, sourceReference: s.clientRef, at: s.at,
	})

	if s.status == order.Failed {
		heap.Push(&l.due, refund{at: s.updated, orderID: s.id, amount: s.price, clientRef: s.clientRef, to: a})
	}

	return nil
}

func (l *ledger) refundUpTo(at int64) {
	for len(l.due) > 0 && l.due[0].at <= at {
		r, _ := heap.Pop(&l.due).(refund)
		l.post(r.to, entry{
			action: wallet.Refund, amount: r.amount, contra: wallet.Sales, orderID: r.orderID, sourceReference: r.clientRef, at: r.at,
		})
	}
}

// finish writes the remaining refunds and sets every wallet to its balance in the demo.
func (l *ledger) finish(now time.Time) {
	at := now.UnixMicro()
	l.refundUpTo(at)

	for _, a := range l.accounts {
		missing := a.final - a.balance

		switch {
		case missing > 0:
			l.receive(a, at, wallet.Topup, grossFor(a.kind, missing), bankReference(at, grossFor(a.kind, missing)))
		case missing < 0:
			l.post(a, entry{
				action: wallet.Deduct, amount: missing, contra: wallet.Adjustments, key: a.key(), sourceReference: "Koreksi saldo", at: at,
			})
		}
	}
}

// grossFor is what must be received so that an amount is left after the tax.
func grossFor(kind wallet.Type, net int64) int64 {
	if kind != wallet.Level2 {
		return net
	}

	gross := net
	for gross-taxOf(gross) < net {
		gross += max(1, net-(gross-taxOf(gross)))
	}

	return gross
}

// taxOf is WHT 22 at the rate of a client with a tax number, which all clients
// with a level 2 wallet have here.
func taxOf(gross int64) int64 {
	const points = 50

	return int64(money.Rupiah(gross).BasisPoints(points))
}

// topup receives a usual amount in one of the ways that there are.
func (l *ledger) topup(a *account, at, amount int64) {
	const (
		ways  = 10
		byVA  = 4
		fee   = 4_500
		codes = 999
	)

	switch way := l.chance.IntN(ways); {
	case way < byVA:
		reference := "VA 8077 7081 " + strconv.FormatInt(a.client, 10) + " " + fmt.Sprintf("%04d", 2000+a.id) // made up
		l.receive(a, at, wallet.TopupVA, amount, reference)
		l.post(a, entry{action: wallet.TopupFee, amount: -fee, contra: wallet.Fees, key: a.key(), sourceReference: reference, at: at})
	case way == ways-1:
		l.receive(a, at, wallet.Topup, amount, "Transfer manual BCA")
	default:
		amount += 1 + l.chance.Int64N(codes)
		l.receive(a, at, wallet.Topup, amount, bankReference(at, amount))
	}
}

// bankReference marks a transfer that was matched by its last three digits.
func bankReference(at, amount int64) string {
	return fmt.Sprintf("0003-%s-%04d", time.UnixMicro(at).In(clock.Jakarta()).Format("06010215"), amount%thousand)
}

// receive posts money from a bank, and the tax that is due on it.
func (l *ledger) receive(a *account, at int64, action wallet.Action, amount int64, reference string) {
	key := a.key()
	l.post(a, entry{action: action, amount: amount, contra: wallet.BankClearing, key: key, sourceReference: reference, at: at})

	if tax := taxOf(amount); a.kind == wallet.Level2 && tax > 0 {
		l.post(a, entry{
			action: wallet.Tax22, amount: -tax, contra: wallet.TaxPayable, key: key + "/tax_22", sourceReference: reference, at: at,
		})
	}
}

// key is the posting key of the account's next row.
func (a *account) key() string {
	return "demo/" + strconv.FormatInt(a.client, 10) + "/" + string(a.kind) + "/" + strconv.FormatInt(a.seq+1, 10)
}

// post appends a row. Its time is never before that of the row it follows.
func (l *ledger) post(a *account, e entry) {
	a.seq++
	a.last = max(a.last, e.at)

	e.walletID, e.client, e.seq, e.at = a.id, a.client, a.seq, a.last
	e.before, e.after = a.balance, a.balance+e.amount
	a.balance = e.after

	l.emit(e)
}
