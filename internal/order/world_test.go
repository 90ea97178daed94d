package order_test

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
	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/ids"
	"loket/internal/job"
	"loket/internal/order"
	"loket/internal/simulate"
	"loket/internal/simulate/upstream"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

const patience = 20 * time.Second

// world is the whole way of an order: service, queue, adapters, and two
// suppliers over HTTP that send their notices back.
type world struct {
	db        *db.DB
	orders    *order.Service
	jobs      *job.Queue
	simulator *simulate.Server
	suppliers *supplier.Registry
}

func newWorld(t *testing.T, d *db.DB, opt order.Options) *world {
	t.Helper()
	fill(t, d, 100_000_000)
	exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, operator_code, operator_type, kind, updated_at)
		VALUES ('PLNPOST', 'PLN Bill', 'level_1', 2500, TRUE, 'TSEL', 'electricity_postpaid', 'postpaid', 1)`)

	for _, p := range []string{"TSEL10", "PLNPOST"} {
		exec(t, d, `INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', $1, 1, 10000), ($1, 'b', $1, 2, 10100)`, p)
	}

	w := &world{db: d}
	receiver := httptest.NewServer(http.HandlerFunc(w.receive))
	t.Cleanup(receiver.Close)

	w.simulator = startSimulator(t, receiver.URL)
	w.suppliers = newRegistry(t, w.simulator)
	w.start(t, opt)

	return w
}

func startSimulator(t *testing.T, webhooks string) *simulate.Server {
	t.Helper()

	accounts := []upstream.Account{}
	for _, name := range []string{"a", "b"} {
		accounts = append(accounts, upstream.Account{
			Name: name, Username: "user", Key: "key", WebhookSecret: "hook",
			Knobs: upstream.Knobs{Hang: -1, CallbackAfter: 20 * time.Millisecond},
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

func newRegistry(t *testing.T, s *simulate.Server) *supplier.Registry {
	t.Helper()

	entries := []supplier.Entry{}

	for _, name := range []string{"a", "b"} {
		adapter, err := digiflazz.New(digiflazz.Config{
			BaseURL: s.SupplierURL(name), Username: "user", Key: "key", WebhookSecret: "hook",
			Timeout: patience, Clock: clock.System{}, SettleAfter: time.Nanosecond,
		})
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(adapter.Close)

		entries = append(entries, supplier.Entry{Code: name, Adapter: adapter})
	}

	r, err := supplier.NewRegistry(supplier.Options{Clock: clock.System{}, CircuitAfter: -1}, entries...)
	if err != nil {
		t.Fatal(err)
	}

	return r
}

func (w *world) start(t *testing.T, opt order.Options) {
	t.Helper()

	log := slog.New(slog.DiscardHandler)

	generator, err := ids.NewGenerator(3)
	if err != nil {
		t.Fatal(err)
	}

	if opt.CheckAfter == 0 {
		opt.CheckAfter = 50 * time.Millisecond
	}

	w.jobs = job.NewQueue(w.db, clock.System{}, generator, log, job.Options{Holder: "test", Poll: 20 * time.Millisecond})
	w.orders = order.NewService(order.Deps{
		DB: w.db, Clock: clock.System{}, IDs: generator, Catalog: catalog.New(w.db, clock.System{}), Suppliers: w.suppliers, Jobs: w.jobs, Log: log,
	}, opt)
	w.orders.Start(t.Context())

	if err := w.jobs.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
		defer cancel()

		if err := errors.Join(w.orders.Stop(ctx), w.jobs.Stop(ctx)); err != nil {
			t.Error(err)
		}
	})
}

// receive is the callback address: verify, keep, answer.
func (w *world) receive(rw http.ResponseWriter, r *http.Request) {
	code := path.Base(r.URL.Path)

	adapter, ok := w.suppliers.Get(code)
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

	if err := w.orders.ReceiveNotice(r.Context(), code, notice, body); err != nil {
		rw.WriteHeader(http.StatusInternalServerError)
	}
}
