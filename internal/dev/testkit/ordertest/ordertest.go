// Package ordertest starts what an order passes through, for tests: order service,
// queue, supplier adapters, and simulated suppliers that are called over HTTP and
// send notices back.
package ordertest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
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

// Patience is how long a test waits for a result at most.
const Patience = 20 * time.Second

// Node is a started order service with its queue, and the simulated suppliers
// behind it.
type Node struct {
	DB        *db.DB
	Orders    *order.Service
	Jobs      *job.Queue
	Simulator *simulate.Server
	Suppliers *supplier.Registry
}

// Options of a node. Their zero values give short times and no faults.
type Options struct {
	Order order.Options
	// FaultSettings of both suppliers.
	FaultSettings upstream.FaultSettings
	// Balance of each client's wallet; 0 is plenty.
	Balance money.Rupiah
	// Lease is how long a silent node keeps its jobs; 0 is the queue's own.
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
}

const (
	plenty        = 100_000_000_000
	quickCallback = 20 * time.Millisecond
	quickCheck    = 50 * time.Millisecond
	quickPoll     = 20 * time.Millisecond
	quickLease    = time.Second
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
		opt.Lease = quickLease
	}

	if opt.FaultSettings.Hang == 0 {
		opt.FaultSettings.Hang = -1 // time-outs without the waiting
	}

	if opt.FaultSettings.CallbackAfter == 0 {
		opt.FaultSettings.CallbackAfter = quickCallback
	}

	if opt.Order.CheckAfter == 0 {
		opt.Order.CheckAfter = quickCheck
	}

	Fill(t, d, opt.Balance)

	node := &Node{DB: d}
	receiver := httptest.NewServer(http.HandlerFunc(node.receive))
	t.Cleanup(receiver.Close)

	node.Simulator = startSimulator(t, receiver.URL, opt.FaultSettings)
	node.Suppliers = newRegistry(t, node.Simulator, opt)
	node.Orders, node.Jobs = start(t, d, node.Suppliers, opt, firstNumber)

	return node
}

// Another starts a second node on the same database and suppliers.
func (node *Node) Another(t *testing.T, d *db.DB, opt Options) *Node {
	t.Helper()

	if opt.Lease == 0 {
		opt.Lease = quickLease
	}

	if opt.Order.CheckAfter == 0 {
		opt.Order.CheckAfter = quickCheck
	}

	other := *node
	other.Suppliers = newRegistry(t, node.Simulator, opt)
	other.DB = d
	other.Orders, other.Jobs = start(t, d, other.Suppliers, opt, firstNumber+1)

	return &other
}

func startSimulator(t *testing.T, webhooks string, settings upstream.FaultSettings) *simulate.Server {
	t.Helper()

	accounts := []upstream.Account{}
	for _, name := range []string{"a", "b"} {
		accounts = append(accounts, upstream.Account{
			Name: name, Username: "user", Key: "key", WebhookSecret: "hook", FaultSettings: settings,
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

func newRegistry(t *testing.T, s *simulate.Server, opt Options) *supplier.Registry {
	t.Helper()

	entries := []supplier.Entry{}

	for _, name := range []string{"a", "b"} {
		adapter, err := digiflazz.New(digiflazz.Config{
			BaseURL: s.SupplierURL(name), Username: "user", Key: "key", WebhookSecret: "hook",
			Timeout: Patience, Clock: clock.System{},
		})
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(adapter.Close)

		var between supplier.Adapter = adapter
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

func start(t *testing.T, d *db.DB, suppliers *supplier.Registry, opt Options, number int) (*order.Service, *job.Queue) {
	t.Helper()

	log := slog.New(slog.DiscardHandler)

	if opt.Order.TakeOverAfter == 0 {
		opt.Order.TakeOverAfter = opt.Lease
	}

	if opt.Order.Poll == 0 {
		opt.Order.Poll = quickPoll
	}

	generator, err := ids.NewGenerator(number)
	if err != nil {
		t.Fatal(err)
	}

	jobs := job.NewQueue(d, clock.System{}, generator, log, job.Options{Holder: "test", Poll: quickPoll, Lease: opt.Lease})
	notices := inbox.New(inbox.Deps{DB: d, Clock: clock.System{}, Jobs: jobs, Log: log}, inbox.Options{Poll: opt.Order.Poll})
	orders := order.NewService(order.Deps{
		DB: d, Clock: clock.System{}, IDs: generator, Catalog: catalog.New(d, clock.System{}), Suppliers: suppliers, Inbox: notices, Log: log,
	}, opt.Order)
	orders.Start(t.Context())
	notices.Start(t.Context())

	if err := jobs.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), Patience)
		defer cancel()

		if err := errors.Join(notices.Stop(ctx), orders.Stop(ctx), jobs.Stop(ctx)); err != nil && !opt.Mortal {
			t.Error(err)
		}
	})

	return orders, jobs
}

// receive is the callback address: verify, keep, answer.
func (node *Node) receive(rw http.ResponseWriter, r *http.Request) {
	code := path.Base(r.URL.Path)

	adapter, ok := node.Suppliers.Get(code)
	if !ok {
		http.NotFound(rw, r)

		return
	}

	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}

	notice, err := adapter.VerifyNotice(r.Header, body)
	if err != nil {
		rw.WriteHeader(http.StatusUnauthorized)

		return
	}

	if err := node.Orders.ReceiveNotice(r.Context(), code, notice, body); err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
	}
}
