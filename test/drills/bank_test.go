package drills

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/demo/launch"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -payments 10000.
var payments = flag.Int("payments", 300, "payments of banks while the program is killed, on each engine")

const (
	deliveries   = 10 // of each notice
	senders      = 32
	bankKills    = 4   // at least
	perBankKill  = 250 // payments for each further kill
	transferPart = 10  // each tenth notice is a transfer
	firstAmount  = 50_000
)

// banks deliver payments, and log what was acknowledged.
type banks struct {
	opt      bankside.Options
	address  func() string
	external atomic.Int64
	number   string // virtual account
	prefix   string

	mu     sync.Mutex
	acked  map[int]bool
	caller *bankside.Snap // of the last address
}

func newBanks(t *testing.T, p *program, address func() string) *banks {
	t.Helper()

	opt, err := launch.BankOptions(p.data)
	must(t, err)

	return &banks{opt: opt, address: address, acked: map[int]bool{}, prefix: opt.Channels[0].Prefix}
}

func requestID(n int) string { return fmt.Sprintf("drill-%06d", n) }

func amountOf(n int) int64 { return firstAmount + int64(n) }

// deliver delivers a notice once. After a lost answer it delivers it again.
func (b *banks) deliver(ctx context.Context, n int, again bool) error {
	for ctx.Err() == nil {
		reply, err := b.send(ctx, n, again)

		switch {
		case err == nil && reply.Status == http.StatusOK:
			b.mu.Lock()
			b.acked[n] = true
			b.mu.Unlock()

			return nil
		case err == nil && reply.Code == "4092500": // it was taken before
			return nil
		case err == nil && reply.Status < http.StatusInternalServerError && reply.Status != http.StatusUnauthorized:
			return fmt.Errorf("payment %d: %d %s", n, reply.Status, reply.Body)
		}

		again = true

		time.Sleep(shortest) // the program starts again
	}

	return ctx.Err()
}

func (b *banks) send(ctx context.Context, n int, again bool) (bankside.Reply, error) {
	if n%transferPart == 0 {
		account := b.opt.Accounts[0]
		hook := bankside.Moota{URL: b.address() + "/callbacks/moota/" + b.opt.MootaCode, Secret: b.opt.MootaSecret, Client: http.DefaultClient}

		return hook.Send(ctx, bankside.MutationsBody(bankside.Mutation{ID: requestID(n), AccountNo: account.AccountNo, Amount: amountOf(n), At: drillStart}), nil)
	}

	return b.snap().Do(ctx, bankside.Call{
		Path: bankside.PaymentPath, ExternalID: strconv.FormatInt(b.external.Add(1), 10),
		Body: bankside.Payment{
			Prefix: b.prefix, AccountNo: b.number, Amount: amountOf(n), RequestID: requestID(n), Reference: requestID(n), At: drillStart, Advise: again,
		}.Body(),
	})
}

// snap calls the program at its last address.
func (b *banks) snap() *bankside.Snap {
	b.mu.Lock()
	defer b.mu.Unlock()

	if url := b.address(); b.caller == nil || b.caller.URL != url {
		c := b.opt.Channels[0]
		b.caller = &bankside.Snap{
			URL: url, ClientID: c.ClientID, PartnerID: c.PartnerID, ClientSecret: c.ClientSecret, ChannelID: "95231", Key: b.opt.Key,
			Client: http.DefaultClient, Now: clock.System{}.Now,
		}
	}

	return b.caller
}

var drillStart = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// deliverAll delivers each notice from a first one on several times, shuffled, from many senders.
func (b *banks) deliverAll(ctx context.Context, first, count int) []error {
	all := make([]int, 0, count*deliveries)
	for n := range count * deliveries {
		all = append(all, first+n%count)
	}

	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })

	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		found []error
	)

	for s := range senders {
		wg.Go(func() {
			for i := s; i < len(all); i += senders {
				if err := b.deliver(ctx, all[i], i%2 == 0); err != nil {
					mu.Lock()

					found = append(found, err)

					mu.Unlock()
				}
			}
		})
	}

	wg.Wait()

	return found
}

// openAt opens the database of a program that is stopped.
func (p *program) openAt(t *testing.T) *db.DB {
	t.Helper()

	if p.database != "" {
		return testkit.OpenAt(t, p.database)
	}

	return testkit.OpenAt(t, p.data+"/loket.db")
}

// auditBanks compares the banks' log with the books of a stopped program: each acknowledged payment is credited, and
// each payment once.
func auditBanks(t *testing.T, p *program, b *banks, count int) []string {
	t.Helper()

	d := p.openAt(t)
	problems := []string{}
	has := map[string]bool{}

	const all = `SELECT payment_request_id FROM va_payments WHERE payment_request_id LIKE 'drill-%'
		UNION ALL SELECT mutation_id FROM bank_transfers WHERE mutation_id LIKE 'drill-%'`

	must(t, d.Read(t.Context(), all, nil, func(row db.Row) error {
		var id string

		err := row.Scan(&id)
		if has[id] {
			problems = append(problems, id+" is there twice")
		}

		has[id] = true

		return err
	}))

	want := int64(0)

	for n := range count {
		want += amountOf(n)

		if b.acked[n] && !has[requestID(n)] {
			problems = append(problems, requestID(n)+" was acknowledged and is lost")
		}
	}

	got := testkit.Value[int64](t, d, `SELECT COALESCE(SUM(amount), 0) FROM wallet_history WHERE action = 'topup_va' AND reference LIKE 'drill-%'`) +
		testkit.Value[int64](t, d, `SELECT COALESCE(SUM(amount), 0) FROM suspense_entries WHERE entry = 'held'`)

	if len(has) != count || got != want {
		problems = append(problems, fmt.Sprintf("%d of %d are there, %d of %d rupiah", len(has), count, got, want))
	}

	return problems
}

// TestPaymentsUnderKills delivers each payment ten times, shuffled, from many senders, while the program is killed. Each
// must be credited once, and each acknowledged one exist.
func TestPaymentsUnderKills(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, _ := durableDatabase(t, engine)
			p := newProgram(t, url)
			p.start(t)

			var address atomic.Pointer[string]

			at := p.api
			address.Store(&at)

			b := newBanks(t, p, func() string { return *address.Load() })
			b.number = drillNumber(t, p)

			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()

			ended := make(chan []error, 1)
			go func() { ended <- b.deliverAll(ctx, 0, *payments) }()

			kills := bankKills + *payments/perBankKill

			for range kills {
				time.Sleep(spread + rand.N(spread))
				p.kill()
				p.start(t)

				next := p.api
				address.Store(&next)
			}

			for _, err := range <-ended {
				t.Error(err)
			}

			waitForInbox(t, p)
			p.stop(t)

			for _, problem := range auditBanks(t, p, b, *payments) {
				t.Error(problem)
			}

			p.verify(t)
			t.Logf("%d payments, each delivered %d times, %d kills", *payments, deliveries, kills)
		})
	}
}

// drillNumber is a virtual account of client 1001 at the first bank, as the demo's bank shows it.
func drillNumber(t *testing.T, p *program) string {
	t.Helper()

	d := p.openAt(t)
	list, err := demo.Payable(t.Context(), d)
	must(t, err)

	for _, n := range list.Numbers {
		if n.Bank == demo.VirtualAccountBanks()[0].Bank && n.Wallet == "level_1" {
			return n.AccountNo
		}
	}

	t.Fatal("no virtual account")

	return ""
}

// waitForInbox waits until what was stored is applied.
func waitForInbox(t *testing.T, p *program) {
	t.Helper()

	d := p.openAt(t)

	testkit.Eventually(t, settleTime, "the inbox is empty", func() bool {
		return testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NULL") == 0
	})
}

// TestPaymentGateSeesAnEarlyAnswer plants the bug that the drill must catch: an answer before the credit.
func TestPaymentGateSeesAnEarlyAnswer(t *testing.T) {
	t.Parallel()

	p := newProgram(t, "")
	p.start(t)

	early := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"responseCode": "2002500", "accessToken": "x"})
	}))
	t.Cleanup(early.Close)

	b := newBanks(t, p, func() string { return early.URL })
	b.number = drillNumber(t, p)

	if errs := b.deliverAll(t.Context(), 0, 2); len(errs) > 0 {
		t.Fatal(errs)
	}

	p.kill()

	if problems := strings.Join(auditBanks(t, p, b, 2), "\n"); !strings.Contains(problems, "drill-000001 was acknowledged and is lost") {
		t.Errorf("a payment is lost and the check saw only: %s", problems)
	}
}
