package topup_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
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
		testkit.Exec(t, d, "INSERT INTO virtual_accounts (id, client_id, wallet_id, channel_id, account_no, created_at) VALUES ($1, 1, $1, 1, $2, 1)",
			f.wallet[typ], no)
	}

	identities, err := identity.New(d, clk, identity.Options{
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", secret.MinKey))}, PINPepper: secret.Text(strings.Repeat("p", secret.MinKey)),
	})
	testkit.Must(t, err)

	generator, err := ids.NewGenerator(1)
	testkit.Must(t, err)

	f.Service = topup.NewService(topup.Deps{
		DB: d, Clock: clk, IDs: generator, Log: slog.New(slog.DiscardHandler),
		Keys:        idempotency.New(d, clk, nil),
		Wallets:     wallet.NewService(wallet.Deps{DB: d, Clock: clk, Clients: identities}),
		NoticesWait: func(context.Context, db.Querier, string, string) (bool, error) { return f.noticesWait, nil },
	}, opt)

	return f
}

func payment(id, accountNo string, amount int64) banking.VAPayment {
	return banking.VAPayment{Bank: "BBCA", AccountNo: accountNo, PaymentRequestID: id, Amount: money.Rupiah(amount), PaidAt: start, Reference: "REF" + id}
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

		info, err := f.InquireVA(t.Context(), "BBCA", level2VA)
		testkit.Must(t, err)

		if info != (banking.VAInfo{AccountNo: level2VA, Name: "Toko", Minimum: 10_000}) {
			t.Errorf("inquiry: %+v", info)
		}

		for i := range 2 {
			got, err := f.PayVA(t.Context(), payment("a", level2VA, 1_000_000))
			testkit.Must(t, err)

			if want := (banking.VAReceipt{VAInfo: info, Amount: 1_000_000, Repeated: i > 0, CreditedAt: start}); got != want {
				t.Errorf("receipt %d: %+v", i, got)
			}

			f.clock.Advance(time.Hour)
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
			if _, err := f.PayVA(t.Context(), c.p); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
		}

		for _, id := range []string{"a/topup_fee", "a/tax_22", "a%2Ftopup_fee"} { // the keys of the rows that follow the first payment
			if _, err := f.PayVA(t.Context(), payment(id, level2VA, 10_000)); err != nil {
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
			testkit.Must(t, f.ReceiveMutations(t.Context(), []banking.Mutation{mutation("a", 10_123), unknown, outgoing, again}))
		}

		if err := f.ReceiveMutations(t.Context(), []banking.Mutation{mutation("", 1), mutation("d", 0), mutation("f\x00", 7), mutation("e", 5)}); !errors.Is(err, banking.ErrInvalid) {
			t.Errorf("lines without id or amount: %v", err)
		}

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
					_, err := f.PayVA(t.Context(), payment(fmt.Sprint("both-", n), number, 100_000))
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
