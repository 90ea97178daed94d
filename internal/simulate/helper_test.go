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

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
	"loket/internal/simulate"
	"loket/internal/simulate/upstream"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

const patience = 10 * time.Second

func noon() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) } // 12:00 in Jakarta

// quick returns faults without the waiting times.
func quick() upstream.FaultSettings {
	return upstream.FaultSettings{Hang: -1, CallbackAfter: 20 * time.Millisecond}
}

// bench is a running simulator with one supplier, its adapter, and a receiver that
// verifies its notices as the real one does.
type bench struct {
	server  *simulate.Server
	adapter *digiflazz.Client
	clock   *clock.Manual
	dir     string
	account upstream.Account

	mu      sync.Mutex
	notices []supplier.Notice
	refused int
	arrived chan struct{}
}

func newBench(t *testing.T, change func(*upstream.Account)) *bench {
	t.Helper()

	b := &bench{clock: clock.NewManual(noon()), dir: t.TempDir(), arrived: make(chan struct{}, 1)}
	receiver := httptest.NewServer(http.HandlerFunc(b.receive))
	t.Cleanup(receiver.Close)

	b.account = upstream.Account{
		Name: "one", Username: "user", Key: "key", WebhookSecret: "hook", WebhookURL: receiver.URL, FaultSettings: quick(),
	}
	if change != nil {
		change(&b.account)
	}

	b.start(t)

	return b
}

func (b *bench) start(t *testing.T) {
	t.Helper()

	server, err := simulate.New(simulate.Options{Dir: b.dir, Suppliers: []upstream.Account{b.account}, Clock: b.clock})
	if err != nil {
		t.Fatal(err)
	}

	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { stop(t, server) })

	adapter := b.adapterWith(t, server, b.account.Username, b.account.Key, b.account.WebhookSecret)

	b.mu.Lock()
	b.server, b.adapter = server, adapter
	b.mu.Unlock()
}

func (b *bench) adapterWith(t *testing.T, server *simulate.Server, username string, key, hook secret.Text) *digiflazz.Client {
	t.Helper()

	adapter, err := digiflazz.New(digiflazz.Config{
		BaseURL: server.SupplierURL("one"), Username: username, Key: key, WebhookSecret: hook,
		Timeout: patience, Clock: b.clock, NotFoundAfter: 2 * patience,
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

func (b *bench) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)

		return
	}

	b.mu.Lock()
	defer b.mu.Unlock()

	if b.adapter == nil {
		w.WriteHeader(http.StatusServiceUnavailable)

		return
	}

	notice, err := b.adapter.VerifyNotice(r.Header, body)

	switch {
	case errors.Is(err, supplier.ErrNoticeSignature):
		b.refused++

		w.WriteHeader(http.StatusUnauthorized)
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	default:
		b.notices = append(b.notices, notice)
	}

	select {
	case b.arrived <- struct{}{}:
	default:
	}
}

// await waits until the received notices satisfy want.
func (b *bench) await(t *testing.T, what string, want func(notices []supplier.Notice, refused int) bool) {
	t.Helper()

	limit := time.After(patience)

	for {
		b.mu.Lock()
		ok := want(b.notices, b.refused)
		b.mu.Unlock()

		if ok {
			return
		}

		select {
		case <-b.arrived:
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

func (b *bench) entry(t *testing.T, ref string) upstream.Entry {
	t.Helper()

	entries := b.server.Book(ref)
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
		Reference: ref, SKU: "PLNPOST", Destination: destination, Kind: supplier.Postpaid, InquiredAt: noon(), SentAt: noon(),
	}
}
