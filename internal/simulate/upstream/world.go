package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"loket/internal/platform/clock"
)

// Options configure the suppliers.
type Options struct {
	Accounts []Account
	// BookPath is the file of the book; it is begun if need be.
	BookPath string
	Clock    clock.Clock
	Logger   *slog.Logger
}

// World is all simulated suppliers with their one book.
type World struct {
	book      *Book
	courier   *courier
	client    *http.Client
	suppliers map[string]*Supplier
	names     []string
	stopped   chan struct{}
}

// Open reads the book and continues from there: pending purchases end, and missing notices are
// sent.
func Open(ctx context.Context, opts Options) (*World, error) {
	if opts.Clock == nil {
		opts.Clock = clock.System{}
	}

	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}

	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return nil, fmt.Errorf("simulated suppliers: %w", err)
	}

	var faults []error

	seen := map[string]bool{}

	for _, account := range opts.Accounts {
		faults = append(faults, account.check())

		if seen[account.Name] {
			faults = append(faults, fmt.Errorf("%w %s: there twice", ErrAccount, account.Name))
		}

		seen[account.Name] = true
	}

	if err := errors.Join(faults...); err != nil {
		return nil, err
	}

	book, err := OpenBook(opts.BookPath)
	if err != nil {
		return nil, err
	}

	world := &World{
		book:      book,
		courier:   startCourier(ctx),
		client:    newNoticeClient(),
		suppliers: map[string]*Supplier{},
		stopped:   make(chan struct{}),
	}

	for _, account := range opts.Accounts {
		world.names = append(world.names, account.Name)
		world.suppliers[account.Name] = newSupplier(world, account, zone, opts)
	}

	return world, nil
}

func newNoticeClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:               nil,
			MaxIdleConnsPerHost: couriers,
			IdleConnTimeout:     time.Minute,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Release ends all hanging requests, so that the server can shut down. Call it once, before Close.
func (w *World) Release() { close(w.stopped) }

// Close ends the notices and closes the book.
func (w *World) Close() error {
	w.courier.stop()
	w.client.CloseIdleConnections()

	return w.book.Close()
}

// Supplier of that name.
func (w *World) Supplier(name string) (*Supplier, bool) {
	s, ok := w.suppliers[name]

	return s, ok
}

// Names of the suppliers, in the order of their accounts.
func (w *World) Names() []string { return append([]string(nil), w.names...) }

// Entries of the book, newest first; ref "" is all.
func (w *World) Entries(ref string) []Entry { return w.book.Entries(ref) }

// Handler serves /suppliers/{name}/v1/...
func (w *World) Handler() http.Handler {
	mux := http.NewServeMux()

	for name, s := range w.suppliers {
		prefix := "POST /suppliers/" + name + "/v1"
		mux.HandleFunc(prefix+"/transaction", s.serveTransaction)
		mux.HandleFunc(prefix+"/cek-saldo", s.serveBalance)
		mux.HandleFunc(prefix+"/price-list", s.servePriceList)
		mux.HandleFunc(prefix+"/inquiry-pln", s.serveMeter)
	}

	return mux
}

// wait is a pause that ends early when the client leaves or the world stops.
func (w *World) wait(ctx context.Context, pause time.Duration) { wait(ctx, w.stopped, pause) }
