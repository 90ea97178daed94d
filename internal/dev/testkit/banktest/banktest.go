// Package banktest starts what a payment of a bank passes through, for tests: routes, protocols, inbox and top-ups, with
// banks that call over HTTP.
package banktest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/api"
	"loket/internal/api/callbacks"
	"loket/internal/banking"
	"loket/internal/banking/moota"
	"loket/internal/banking/snap"
	"loket/internal/banking/topup"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/secret"
)

// The fixture of Fill: clients from 1 on, each with a level 1 wallet and a virtual account at BCA; our accounts at BCA
// and Mandiri have the same number.
const (
	Bank       = "BBCA"
	Prefix     = "8077"
	OurAccount = "1234567890"
	SnapCode   = "bca-va"
	MootaCode  = "moota"
	Secret     = secret.Text("client-secret-of-the-test")
	HookSecret = secret.Text("moota-secret")
	minimum    = 10_000
	quickPoll  = 20 * time.Millisecond
	patience   = testkit.Patience
)

// Key is the key of the test's banks. It is made once, since that takes long.
var Key = sync.OnceValue(func() *rsa.PrivateKey {
	const bits = 2048

	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		panic(err)
	}

	return key
})

// PublicKey is its public half in PEM.
func PublicKey() string {
	der, err := x509.MarshalPKIXPublicKey(&Key().PublicKey)
	if err != nil {
		panic(err)
	}

	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

// AccountNo is the virtual account of a client.
func AccountNo(client int) string { return fmt.Sprintf("%s%06d", Prefix, client) }

// Fill makes the fixture.
func Fill(t testing.TB, d *db.DB, clients int) {
	t.Helper()

	testkit.Exec(t, d, "INSERT INTO banks (id, code, short_code, name) VALUES (1, 'BBCA', 'bca', 'BCA'), (2, 'BMDR', 'mandiri', 'Mandiri')")
	testkit.Exec(t, d, `INSERT INTO bank_accounts (id, bank_id, account_no, name, status, created_at)
		VALUES (1, 1, '1234567890', 'PT Loket', 'active', 1), (2, 2, '1234567890', 'PT Loket', 'active', 1)`)
	testkit.Exec(t, d, `INSERT INTO payment_channels (id, bank_id, prefix, status, minimum_topup, created_at)
		VALUES (1, 1, $1, 'active', $2, 1)`, Prefix, minimum)

	for c := 1; c <= clients; c++ {
		testkit.InsertClient(t, d, int64(c))
		testkit.Exec(t, d, "INSERT INTO wallets (id, client_id, type, created_at) VALUES ($1, $1, 'level_1', 1)", c)
		testkit.Exec(t, d, `INSERT INTO virtual_accounts (id, client_id, wallet_id, wallet_type, channel_id, account_no, created_at)
			VALUES ($1, $1, $1, 'level_1', 1, $2, 1)`, c, AccountNo(c))
	}
}

// Node is a started program for banks.
type Node struct {
	URL    string
	DB     *db.DB
	Inbox  *inbox.Inbox
	TopUps *topup.Service
	Snap   *snap.Service
	Moota  *moota.Service
	Clock  clock.Clock
}

// Options of a node.
type Options struct {
	Clock clock.Clock // nil is the system clock
	// TopUps credits what banks report; nil makes one.
	TopUps *topup.Service
	// Partner changes the settings of the bank; nil leaves them.
	Partner func(p *snap.Partner)
}

// Partner is the bank of the fixture.
func Partner() snap.Partner {
	return snap.Partner{
		Code: SnapCode, Bank: Bank, ClientID: "client-1", PartnerID: "partner-1", ClientSecret: Secret, PublicKey: PublicKey(),
		Signing: snap.Symmetric, Encoding: snap.Base64, BodyHash: snap.Minified, Window: snap.DefaultWindow,
	}
}

// Source is the webhook of the fixture. It reads our account at BCA.
func Source() moota.Source {
	return moota.Source{Code: MootaCode, Secret: HookSecret, Accounts: map[string]string{OurAccount: Bank}}
}

// NoticesWait is the function of topup.Deps.
type NoticesWait = func(ctx context.Context, q db.Querier, bankCode, accountNo string) (bool, error)

// TopUps makes the service of top-ups.
func TopUps(p *parts.Parts, opt topup.Options, waits NoticesWait) *topup.Service {
	return topup.NewService(topup.Deps{
		DB: p.DB, Clock: p.Clock, Wallets: p.Wallets(), Clients: p.Clients, Keys: p.Keys, Jobs: p.Jobs, Live: p.Live, Mail: p.Mail, IDs: p.IDs,
		Screen: func(id int64) string { return fmt.Sprint("https://x/", id) }, NoticesWait: waits,
	}, opt)
}

// New starts a node; it ends with the test.
func New(t testing.TB, d *db.DB, opt Options) *Node {
	t.Helper()

	if opt.Clock == nil {
		opt.Clock = clock.System{}
	}

	p := parts.New(t, d, opt.Clock)

	n := &Node{DB: d, Clock: opt.Clock, Inbox: inbox.New(inbox.Deps{DB: d, Clock: opt.Clock, Jobs: p.Jobs, Log: p.Log}, inbox.Options{Poll: quickPoll})}

	if n.TopUps = opt.TopUps; n.TopUps == nil {
		n.TopUps = TopUps(p, topup.Options{}, moota.NoticesWait)
	}

	partner := Partner()
	if opt.Partner != nil {
		opt.Partner(&partner)
	}

	var err error

	n.Snap, err = snap.New(snap.Deps{DB: d, Clock: opt.Clock, TopUps: n.TopUps, Inbox: n.Inbox, Jobs: p.Jobs},
		secret.Text(strings.Repeat("k", secret.MinKey)), []snap.Partner{partner})
	testkit.Must(t, err)

	n.Moota, err = moota.New(n.Inbox, n.TopUps, []moota.Source{Source()})
	testkit.Must(t, err)

	n.Inbox.Handle(inbox.Bank, inbox.Handler{InTurn: true, Apply: n.Moota.Apply})
	n.Inbox.Start(t.Context())
	n.Snap.Start(t.Context())

	a := api.New(api.Options{Version: api.Version})
	callbacks.Register(a, callbacks.Services{Snap: n.Snap, Moota: n.Moota})
	testkit.Must(t, a.Check())

	server := httptest.NewServer(a.Handler())
	n.URL = server.URL

	t.Cleanup(func() {
		server.Close()

		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
		defer cancel()

		testkit.Must(t, errors.Join(n.Snap.Stop(ctx), n.Inbox.Stop(ctx)))
	})

	return n
}

// CallerOf calls a node at some address as the bank of the fixture.
func CallerOf(url string, clk clock.Clock) *bankside.Snap {
	return &bankside.Snap{
		URL: url, ClientID: "client-1", ClientSecret: Secret, PartnerID: "partner-1", ChannelID: "95231", Key: Key(),
		Client: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, Now: clk.Now,
	}
}

// Caller calls the node as the bank of the fixture.
func (n *Node) Caller() *bankside.Snap { return CallerOf(n.URL, n.Clock) }

// Hook sends webhooks to the node.
func (n *Node) Hook() *bankside.Moota {
	return &bankside.Moota{URL: n.URL + "/callbacks/moota/" + MootaCode, Secret: HookSecret, Client: &http.Client{Timeout: patience}}
}

// Credited is the number of payments and the sum that were credited to wallets.
func Credited(t testing.TB, d *db.DB) (count, sum int64) {
	t.Helper()

	return testkit.Value[int64](t, d, "SELECT COUNT(*) FROM wallet_history WHERE action IN ('topup', 'topup_va')"),
		testkit.Value[int64](t, d, "SELECT COALESCE(SUM(amount), 0) FROM wallet_history WHERE action IN ('topup', 'topup_va')")
}

// Credit credits a payment of a virtual account without a call of its bank, as SNAP does for payments that share a
// transaction. For tests of what top-ups decide, and of gates that check nothing.
func Credit(ctx context.Context, d *db.DB, s *topup.Service, now time.Time, p banking.VAPayment) (receipt banking.VAReceipt, err error) {
	err = topup.RetryOnKeyConflict(func() error {
		return d.Batch(ctx, func(b *db.Batch) error {
			v, err := s.LockVAs(ctx, b, now, nil, []banking.VAPayment{p})
			if err != nil {
				return err
			}

			if err := b.Flush(ctx); err != nil {
				return err
			}

			if receipt, err = v.Pay(p); err != nil {
				return err
			}

			return v.Write(b)
		})
	})

	return receipt, err
}
