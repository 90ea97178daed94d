package simulate_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
	"loket/internal/supplier/iak"
)

const patience = 30 * time.Second

func noon() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) } // 12:00 in Jakarta

// quick returns faults without the waiting times.
func quick() upstream.FaultSettings {
	return upstream.FaultSettings{Hang: -1, CallbackAfter: 20 * time.Millisecond}
}

// simulation is a running simulator with one supplier, its adapter, and a receiver that
// verifies its notices as the real one does.
type simulation struct {
	server  *simulate.Server
	adapter supplier.Adapter
	clock   *clock.Manual
	dir     string
	account upstream.Account

	mu      sync.Mutex
	notices []supplier.Notice
	refused int
	arrived chan struct{} // closed when a notice arrives, and made anew: several tests may wait
}

func newSimulation(t *testing.T, change func(*upstream.Account)) *simulation {
	t.Helper()

	sim := &simulation{clock: clock.NewManual(noon()), dir: t.TempDir(), arrived: make(chan struct{})}
	receiver := httptest.NewServer(http.HandlerFunc(sim.receive))
	t.Cleanup(receiver.Close)

	sim.account = upstream.Account{
		Name: "one", Username: "user", Key: "key", WebhookSecret: "hook", WebhookURL: receiver.URL, FaultSettings: quick(),
	}
	if change != nil {
		change(&sim.account)
	}

	sim.start(t)

	return sim
}

func (sim *simulation) start(t *testing.T) {
	t.Helper()

	server, err := simulate.New(simulate.Options{Dir: sim.dir, Suppliers: []upstream.Account{sim.account}, Clock: sim.clock})
	if err != nil {
		t.Fatal(err)
	}

	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { stop(t, server) })

	adapter := sim.adapterOf(t, server)

	sim.mu.Lock()
	sim.server, sim.adapter = server, adapter
	sim.mu.Unlock()
}

// adapterOf is the adapter of the supplier's protocol.
func (sim *simulation) adapterOf(t *testing.T, server *simulate.Server) supplier.Adapter {
	t.Helper()

	if sim.account.Protocol != upstream.IAK {
		return sim.adapterWith(t, server, sim.account.Username, sim.account.Key, sim.account.WebhookSecret)
	}

	prepaid, postpaid := server.IAKURLs("one")

	adapter, err := iak.New(iak.Config{
		PrepaidURL: prepaid, PostpaidURL: postpaid, Username: sim.account.Username, Key: sim.account.Key,
		Timeout: patience, Clock: sim.clock, NotFoundAfter: notFoundAfter,
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(adapter.Close)

	return adapter
}

// notFoundAfter is the time after which a purchase that a supplier doesn't know has failed.
const notFoundAfter = 2 * patience

func (sim *simulation) adapterWith(t *testing.T, server *simulate.Server, username string, key, hook secret.Text) *digiflazz.Client {
	t.Helper()

	adapter, err := digiflazz.New(digiflazz.Config{
		BaseURL: server.SupplierURL("one"), Username: username, Key: key, WebhookSecret: hook,
		Timeout: patience, Clock: sim.clock, NotFoundAfter: notFoundAfter,
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(adapter.Close)

	return adapter
}

func stop(t *testing.T, server *simulate.Server) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()

	if err := server.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func (sim *simulation) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)

		return
	}

	sim.mu.Lock()
	defer sim.mu.Unlock()

	if sim.adapter == nil {
		w.WriteHeader(http.StatusServiceUnavailable)

		return
	}

	notice, err := sim.adapter.VerifyNotice(r.Context(), supplier.Callback{Header: r.Header, Body: body})

	switch {
	case errors.Is(err, supplier.ErrNoticeSignature):
		sim.refused++

		w.WriteHeader(http.StatusUnauthorized)
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		sim.notices = append(sim.notices, notice)
	}

	close(sim.arrived)
	sim.arrived = make(chan struct{})
}

// await waits until the received notices satisfy want.
func (sim *simulation) await(t *testing.T, what string, want func(notices []supplier.Notice, refused int) bool) {
	t.Helper()

	limit := time.After(patience)

	for {
		sim.mu.Lock()
		ok, next := want(sim.notices, sim.refused), sim.arrived
		sim.mu.Unlock()

		if ok {
			return
		}

		select {
		case <-next:
		case <-limit:
			t.Fatalf("%s did not arrive", what)
		}
	}
}

func about(ref string) func([]supplier.Notice, int) bool {
	return func(notices []supplier.Notice, _ int) bool {
		for _, n := range notices {
			if n.Reference == ref {
				return true
			}
		}

		return false
	}
}

func (sim *simulation) entry(t *testing.T, ref string) upstream.Entry {
	t.Helper()

	entries := sim.server.Book(ref)
	if len(entries) != 1 {
		t.Fatalf("%d entries for %s", len(entries), ref)
	}

	return entries[0]
}

func buy(ref, destination string) supplier.Request {
	return supplier.Request{Reference: ref, SKU: "TSEL10", Destination: destination, SentAt: noon()}
}

func billOf(ref, destination string) supplier.Request {
	return supplier.Request{
		Reference: ref, SKU: "PLNPOST", Destination: destination, Postpaid: true, InquiredAt: noon(), SentAt: noon(),
	}
}
