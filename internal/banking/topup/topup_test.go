package topup_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// all sends as many notices as the long run wants.
var all = flag.Bool("all-notices", false, "send 10,000 notices, ten times each")

func TestMain(m *testing.M) { testkit.Main(m) }

var start = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// The fixture: client 1 has a level 1 wallet (fee 4,500 at BCA) and a level 2 wallet, and a tax number.
const (
	level1VA = "8077000001"
	level2VA = "8077000002"
	account  = "1234567890"
)

type fixture struct {
	*topup.Service

	db    *db.DB
	clock *clock.Manual
	parts *parts.Parts
	bank  *bankside.Snap // after withBank
	calls atomic.Int64
	// noticesWait is what the inbox answers.
	noticesWait bool
	wallet      map[wallet.Type]int64
}

func newFixture(t testing.TB, d *db.DB, opt topup.Options) *fixture {
	t.Helper()

	clk := clock.NewManual(start)

	testkit.InsertClient(t, d, 1)
	testkit.Exec(t, d, "UPDATE clients SET tax_number = '01.234.567.8-012.000', features = '[\"unique-amount\"]' WHERE id = 1")

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error { return topup.EnsureBanksTx(t.Context(), tx) }))

	f := &fixture{db: d, clock: clk, wallet: map[wallet.Type]int64{}}

	for _, typ := range []wallet.Type{wallet.Level1, wallet.Level2, wallet.Marketplace} {
		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			w, err := wallet.CreateTx(t.Context(), tx, start, wallet.Wallet{ClientID: 1, Type: typ, Active: typ != wallet.Marketplace})
			f.wallet[typ] = w.ID

			return err
		}))
	}

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		for _, code := range []string{"BBCA", "BMDR"} { // the same number at both banks
			_, err := topup.NewAccountTx(t.Context(), tx, start, topup.AccountNumber{BankCode: code, AccountNo: account, Name: "PT Loket", Status: "active"})
			if err != nil {
				return err
			}
		}

		return nil
	}))
	testkit.Exec(t, d, "INSERT INTO payment_channels (id, bank_id, prefix, status, minimum_topup, fee, created_at) VALUES (1, 1, '8077', 'active', 10000, 4500, 1)")

	for no, typ := range map[string]wallet.Type{level1VA: wallet.Level1, level2VA: wallet.Level2, "8077000003": wallet.Marketplace} {
		testkit.Exec(t, d, "INSERT INTO virtual_accounts (id, client_id, wallet_id, wallet_type, channel_id, account_no, created_at) VALUES ($1, 1, $1, $2, 1, $3, 1)",
			f.wallet[typ], string(typ), no)
	}

	f.parts = parts.New(t, d, clk)
	f.Service = banktest.TopUps(f.parts, opt, func(context.Context, db.Querier, string, string) (bool, error) { return f.noticesWait, nil })

	return f
}

// withBank starts what the bank of the virtual accounts calls.
func (f *fixture) withBank(t testing.TB) {
	t.Helper()

	f.bank = banktest.New(t, f.db, banktest.Options{Clock: f.clock, TopUps: f.Service}).Caller()
}

// pay sends a payment by SNAP BI, as BCA does, and returns the response code. A repeat says that it is one.
func (f *fixture) pay(p banking.VAPayment, repeat bool) (string, error) {
	reply, err := f.bank.Do(f.ctx(), bankside.Call{
		Path: bankside.PaymentPath, ExternalID: strconv.FormatInt(f.calls.Add(1), 10), Body: bankside.Payment{
			Prefix: "8077", AccountNo: p.AccountNo, Amount: int64(p.Amount), RequestID: p.PaymentRequestID, Reference: p.BankRef, At: p.PaidAt, Advise: repeat,
		}.Body(),
	})

	return reply.Code, err
}

// The response codes of payments.
const (
	codePaid     = "2002500"
	codeAmount   = "4042513"
	codeConflict = "4042518" // the id was credited with another number or amount
)

// credit is what top-ups decide about a payment.
func (f *fixture) credit(t testing.TB, p banking.VAPayment) (banking.VAReceipt, error) {
	t.Helper()

	return banktest.Credit(t.Context(), f.db, f.Service, f.clock.Now(), p)
}

// inquire is what top-ups say about a virtual account.
func (f *fixture) inquire(t testing.TB, bank, accountNo string) (info banking.VAInfo) {
	t.Helper()

	n := topup.VANumber{Bank: bank, AccountNo: accountNo}

	testkit.Must(t, f.db.Batch(t.Context(), func(b *db.Batch) error {
		v, err := f.LockVAs(t.Context(), b, f.clock.Now(), []topup.VANumber{n}, nil)
		if err != nil {
			return err
		}

		if err := b.Flush(t.Context()); err != nil {
			return err
		}

		info, err = v.Inquire(n)

		return err
	}))

	return info
}

func (f *fixture) receive(t testing.TB, list ...banking.Mutation) {
	t.Helper()

	for _, m := range list {
		_, err := f.ReceiveMutation(t.Context(), m)
		testkit.Must(t, err)
	}
}

func payment(id, accountNo string, amount int64) banking.VAPayment {
	return banking.VAPayment{Bank: "BBCA", AccountNo: accountNo, PaymentRequestID: id, Amount: money.Rupiah(amount), PaidAt: start, BankRef: "REF" + id}
}

func mutation(id string, amount int64) banking.Mutation {
	return banking.Mutation{Bank: "BBCA", AccountNo: account, ID: id, Amount: money.Rupiah(amount), Credit: true, BookedAt: start, Description: "TRSF"}
}

func (f *fixture) history(t testing.TB, typ wallet.Type) string {
	t.Helper()

	rows, err := f.db.Reader().Query(context.WithoutCancel(t.Context()), `SELECT action || ' ' || amount || ' ' || reference FROM wallet_history
		WHERE wallet_id = $1 ORDER BY seq`, f.wallet[typ])
	testkit.Must(t, err)

	defer rows.Close()

	lines := []string{}

	for rows.Next() {
		var line string
		testkit.Must(t, rows.Scan(&line))
		lines = append(lines, line)
	}

	testkit.Must(t, rows.Err())

	return strings.Join(lines, "; ")
}

func TestPaymentsOfVirtualAccounts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})

		info := f.inquire(t, "BBCA", level2VA)

		if info != (banking.VAInfo{AccountNo: level2VA, Name: "Toko", Minimum: 10_000}) {
			t.Errorf("inquiry: %+v", info)
		}

		for i := range 2 {
			got, err := f.credit(t, payment("a", level2VA, 1_000_000))
			testkit.Must(t, err)

			if want := (banking.VAReceipt{VAInfo: info, Amount: 1_000_000, Repeated: i > 0, CreditedAt: start}); got != want {
				t.Errorf("receipt %d: %+v", i, got)
			}

			f.clock.Advance(time.Hour)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM events e JOIN va_payments p ON e.data = '{\"key\":\"' || p.posting_key || '\",\"amount\":1000000}'"); n != 1 {
			t.Errorf("%d events name the posting of the payment", n)
		}

		if got := f.history(t, wallet.Level2); got != "topup_va 1000000 REFa; tax_22 -5000 REFa; topup_fee -4500 REFa" {
			t.Errorf("history: %s", got)
		}

		for _, c := range []struct {
			name string
			p    banking.VAPayment
			want error
		}{
			{"another amount", payment("a", level2VA, 1_000_001), banking.ErrConflict},
			{"another number", payment("a", level1VA, 1_000_000), banking.ErrConflict},
			{"below the minimum", payment("b", level1VA, 9_999), banking.ErrAmount},
			{"zero", payment("b", level1VA, 0), banking.ErrAmount},
			{"negative", payment("b", level1VA, -10_000), banking.ErrAmount},
			{"too much", payment("b", level1VA, int64(topup.MaxAmount)+1), banking.ErrAmount},
			{"unknown number", payment("b", "8077000009", 10_000), banking.ErrUnknownNumber},
			{"number of another bank", banking.VAPayment{Bank: "BMDR", AccountNo: level1VA, PaymentRequestID: "b", Amount: 10_000}, banking.ErrUnknownNumber},
			{"inactive wallet", payment("b", "8077000003", 10_000), banking.ErrInactiveNumber},
			{"no id", payment("", level1VA, 10_000), banking.ErrInvalid},
			{"long id", payment(strings.Repeat("x", 129), level1VA, 10_000), banking.ErrInvalid},
		} {
			if _, err := f.credit(t, c.p); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
		}

		for _, id := range []string{"a/topup_fee", "a/tax_22", "a%2Ftopup_fee"} { // the keys of the rows that follow the first payment
			if _, err := f.credit(t, payment(id, level2VA, 10_000)); err != nil {
				t.Errorf("payment %s: %v", id, err)
			}
		}

		if got := f.history(t, wallet.Level1); got != "" {
			t.Errorf("a refused payment was credited: %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestTransfersThatMatchNothingAreHeldOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		unknown, outgoing, again := mutation("b", 20_000), mutation("c", 30_000), mutation("a", 10_124)
		unknown.AccountNo, outgoing.Credit = "999", false
		unknown.Description = "TRSF\x00\x1b[2J\nE-BANKING\xff" + strings.Repeat("x", 1000)

		for range 2 {
			f.receive(t, mutation("a", 10_123), unknown, again)
		}

		for name, m := range map[string]banking.Mutation{
			"no id": mutation("", 1), "no amount": mutation("d", 0), "an id that can't be printed": mutation("f\x00", 7), "outgoing": outgoing,
		} {
			if _, err := f.ReceiveMutation(t.Context(), m); !errors.Is(err, banking.ErrInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}

		f.receive(t, mutation("e", 5))

		const held = "SELECT COALESCE(SUM(amount), 0) FROM suspense_entries WHERE entry = 'held'"
		if got := testkit.Value[int64](t, d, held); got != 10_123+20_000+5 {
			t.Errorf("held: %d", got)
		}

		if got := testkit.Value[string](t, d, "SELECT description FROM bank_transfers WHERE account_no = '999'"); !strings.HasPrefix(got, "TRSF  [2J E-BANKING?xxx") || len(got) != 500 {
			t.Errorf("description %q", got)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'transfer.contradiction'"); n != 2 {
			t.Errorf("contradictions in the audit log: %d", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// ctx outlives the test's, since rapid shrinks after a failure.
func (f *fixture) ctx() context.Context { return context.Background() }

func (f *fixture) shuffle(list []int) {
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// A payment request id that arrives for two accounts in the same moment is credited to one of them, and a conflict for
// the other. Neither sender gets another error.
func TestOneRequestForTwoAccounts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d, topup.Options{})

		const requests = 40

		for n := range requests {
			errs := make(chan error, 2)

			for _, number := range []string{level1VA, level2VA} {
				go func() {
					_, err := f.credit(t, payment(fmt.Sprint("both-", n), number, 100_000))
					errs <- err
				}()
			}

			first, second := <-errs, <-errs
			if first != nil {
				first, second = second, first
			}

			if first != nil || !errors.Is(second, banking.ErrConflict) {
				t.Fatalf("request %d: %v and %v", n, first, second)
			}
		}

		testkit.ProveBooks(t, d)
	})
}
