// Package ordertest starts what an order passes through, for tests: order service,
// queue, supplier adapters, and simulated suppliers that are called over HTTP and
// send notices back.
package ordertest

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// What Fill makes: two clients, and products of every kind. TSEL10 and PLNPOST
// are sold by both suppliers, "a" before "b".
const (
	Client   = 1001
	Other    = 1003 // its orders are written by the same placer as Client's
	Product  = "TSEL10"
	BillCode = "PLNPOST"
	Price    = 10_250 // of Product
	Fee      = 2_500  // of BillCode
)

// QuickLease is for tests in which a node takes over from one that is gone. A call that is in flight for longer, as on a busy machine,
// counts as lost too.
const QuickLease = time.Second

// Patience is how long a test waits for a result at most.
const Patience = testkit.Patience

// Node is the started services of orders with their queue, and the simulated suppliers
// behind it.
type Node struct {
	DB        *db.DB
	Catalog   *catalog.Service // of Placing and Dispatch
	Orders    *order.Service
	Routing   *routing.Service
	Placing   *placing.Service
	Dispatch  *dispatch.Service
	Jobs      *job.Queue
	Simulator *simulate.Server
	Suppliers *supplier.Registry

	receiver string // address of notices
}

// Options of a node. Their zero values give short times and no faults.
type Options struct {
	Placing  placing.Options
	Dispatch dispatch.Options
	Routing  routing.Options
	// Hold places orders and sends nothing to suppliers.
	Hold bool
	// Protocol of both suppliers; "" is Digiflazz.
	Protocol upstream.Protocol
	// FaultSettings of both suppliers.
	FaultSettings upstream.FaultSettings
	// Balance of each client's wallet; 0 is plenty.
	Balance money.Rupiah
	// Lease is how long a silent node keeps its jobs, and a call without an answer its attempt; 0 is longer than any test waits.
	Lease time.Duration
	// Mortal says that the test takes the database away from this node, so that
	// its end may fail.
	Mortal bool
	// Limit is how many calls to each supplier may be in flight; 0 takes the default.
	Limit int
	// Circuit is how many silent calls in a row open a circuit; 0 switches circuits off.
	Circuit int
	// Wrap, if any, stands between the orders and each supplier.
	Wrap func(a supplier.Adapter) supplier.Adapter
	// RefundDayLimit is how much one member of staff refunds alone in a day; 0 is any.
	RefundDayLimit money.Rupiah
	// Clock is that of the services; the system's by default.
	Clock clock.Clock
}

const (
	plenty        = 100_000_000_000
	quickCallback = 20 * time.Millisecond
	quickCheck    = 50 * time.Millisecond
	quickPoll     = 20 * time.Millisecond
	longLease     = 2 * Patience
	quickRest     = 100 * time.Millisecond
	firstNumber   = 3 // of the node that New starts
)

// New fills the database and starts everything; it ends with the test.
func New(t *testing.T, d *db.DB, opt Options) *Node {
	t.Helper()

	if opt.Balance == 0 {
		opt.Balance = plenty
	}

	if opt.Lease == 0 {
		opt.Lease = longLease
	}

	if opt.FaultSettings.Hang == 0 {
		opt.FaultSettings.Hang = -1 // time-outs without the waiting
	}

	if opt.FaultSettings.CallbackAfter == 0 {
		opt.FaultSettings.CallbackAfter = quickCallback
	}

	if opt.Dispatch.CheckAfter == 0 {
		opt.Dispatch.CheckAfter = quickCheck
	}

	Fill(t, d, opt.Balance)

	node := &Node{DB: d}
	receiver := httptest.NewServer(http.HandlerFunc(node.receive))
	t.Cleanup(receiver.Close)

	node.receiver = receiver.URL
	node.Simulator = startSimulator(t, receiver.URL, opt)
	node.Suppliers = newRegistry(t, d, node.Simulator, opt)
	node.start(t, opt, firstNumber)

	return node
}

// Another starts a second node on the same database and suppliers.
func (node *Node) Another(t *testing.T, d *db.DB, opt Options) *Node {
	t.Helper()

	if opt.Lease == 0 {
		opt.Lease = longLease
	}

	if opt.Dispatch.CheckAfter == 0 {
		opt.Dispatch.CheckAfter = quickCheck
	}

	other := *node
	other.Suppliers = newRegistry(t, d, node.Simulator, opt)
	other.DB = d
	other.start(t, opt, firstNumber+1)

	return &other
}

func startSimulator(t *testing.T, webhooks string, opt Options) *simulate.Server {
	t.Helper()

	accounts := []upstream.Account{}
	for _, name := range []string{"a", "b"} {
		accounts = append(accounts, upstream.Account{
			Name: name, Protocol: opt.Protocol, Username: "user", Key: "key", WebhookSecret: webhookSecret(opt.Protocol), FaultSettings: opt.FaultSettings,
			Products: products(opt.Protocol),
		})
	}

	s, err := simulate.New(simulate.Options{Dir: t.TempDir(), Suppliers: accounts})
	if err != nil {
		t.Fatal(err)
	}

	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := s.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s.SetWebhookURLs(webhooks)

	return s
}

func newRegistry(t *testing.T, d *db.DB, s *simulate.Server, opt Options) *supplier.Registry {
	t.Helper()

	entries := []supplier.Entry{}

	for _, name := range []string{"a", "b"} {
		adapter := newAdapter(t, d, s, name, opt.Protocol)

		between := adapter
		if opt.Wrap != nil {
			between = opt.Wrap(adapter)
		}

		entries = append(entries, supplier.Entry{Code: name, Adapter: between, Limit: opt.Limit})
	}

	circuit := supplier.Options{Clock: clock.System{}, CircuitAfter: -1, CircuitRest: quickRest}
	if opt.Circuit > 0 {
		circuit.CircuitAfter = opt.Circuit
	}

	r, err := supplier.NewRegistry(circuit, entries...)
	if err != nil {
		t.Fatal(err)
	}

	return r
}

func (node *Node) start(t *testing.T, opt Options, number int) {
	t.Helper()

	log := slog.New(slog.DiscardHandler)

	if opt.Dispatch.TakeOverAfter == 0 {
		opt.Dispatch.TakeOverAfter = opt.Lease
	}

	if opt.Dispatch.Poll == 0 {
		opt.Dispatch.Poll = quickPoll
	}

	generator, err := ids.NewGenerator(number)
	if err != nil {
		t.Fatal(err)
	}

	opt.Placing.CountPause = cmp.Or(opt.Placing.CountPause, opt.Dispatch.Poll)
	opt.Placing.Hold, opt.Dispatch.Hold = opt.Hold, opt.Hold

	d, suppliers := node.DB, node.Suppliers

	clk := opt.Clock
	if clk == nil {
		clk = clock.System{}
	}

	jobs := job.NewQueue(d, clk, generator, log, job.Options{Holder: "test", Poll: quickPoll, Lease: opt.Lease})
	notices := inbox.New(inbox.Deps{DB: d, Clock: clk, Jobs: jobs, Log: log}, inbox.Options{Poll: opt.Dispatch.Poll})

	node.Jobs = jobs
	node.Catalog = catalog.New(d, clk)
	node.Orders = order.NewService(order.Deps{DB: d, Clock: clk, Suppliers: suppliers, Finished: opt.Dispatch.Hooks.Finished, RefundDayLimit: opt.RefundDayLimit})
	node.Routing = routing.New(routing.Deps{DB: d, Clock: clk, Catalog: node.Catalog, Suppliers: suppliers, Log: log}, opt.Routing)
	node.Dispatch = dispatch.NewService(dispatch.Deps{
		DB: d, Clock: clk, Catalog: node.Catalog, Suppliers: suppliers, Routing: node.Routing, Orders: node.Orders, Inbox: notices, Log: log,
	}, opt.Dispatch)
	node.Placing = placing.NewService(placing.Deps{
		DB: d, Clock: clk, IDs: generator, Catalog: node.Catalog, Suppliers: suppliers, Routing: node.Routing, Orders: node.Orders, Log: log,
		Enqueue: node.Dispatch.Enqueue,
	}, opt.Placing)
	node.Dispatch.Start(t.Context())
	node.Placing.Start(t.Context())
	notices.Start(t.Context())

	if err := jobs.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	placing, dispatch := node.Placing, node.Dispatch

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), Patience)
		defer cancel()

		if err := errors.Join(notices.Stop(ctx), placing.Stop(ctx), dispatch.Stop(ctx), jobs.Stop(ctx)); err != nil && !opt.Mortal {
			t.Error(err)
		}
	})
}

// receive is the callback address: verify, keep, answer.
func (node *Node) receive(rw http.ResponseWriter, r *http.Request) {
	code, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	source, _ := netip.ParseAddrPort(r.RemoteAddr)

	adapter, ok := node.Suppliers.Get(code)
	if !ok {
		http.NotFound(rw, r)

		return
	}

	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}

	notice, err := adapter.VerifyNotice(r.Context(), supplier.Callback{Header: r.Header, Body: body, Query: r.URL.RawQuery, Key: key, Source: source.Addr()})
	if err != nil {
		rw.WriteHeader(http.StatusUnauthorized)

		return
	}

	if r.Method == http.MethodGet {
		body = []byte(r.URL.RawQuery)
	}

	if err := node.Dispatch.ReceiveNotice(r.Context(), code, notice, body); err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
	}
}
