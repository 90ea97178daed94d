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

// Suppliers are all simulated suppliers, which share one book.
type Suppliers struct {
	book    *Book
	courier *courier
	client  *http.Client
	byName  map[string]*Supplier
	names   []string
	stopped chan struct{}
}

// Open reads the book and continues from there: pending purchases end, and missing notices are
// sent.
func Open(ctx context.Context, opts Options) (*Suppliers, error) {
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

	all := &Suppliers{
		book:    book,
		courier: startCourier(ctx),
		client:  newNoticeClient(),
		byName:  map[string]*Supplier{},
		stopped: make(chan struct{}),
	}

	for _, account := range opts.Accounts {
		all.names = append(all.names, account.Name)
		all.byName[account.Name] = newSupplier(all, account, zone, opts)
	}

	return all, nil
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
func (s *Suppliers) Release() { close(s.stopped) }

// Close ends the notices and closes the book.
func (s *Suppliers) Close() error {
	s.courier.stop()
	s.client.CloseIdleConnections()

	return s.book.Close()
}

// Supplier of that name.
func (s *Suppliers) Supplier(name string) (*Supplier, bool) {
	one, ok := s.byName[name]

	return one, ok
}

// Names of the suppliers, in the order of their accounts.
func (s *Suppliers) Names() []string { return append([]string(nil), s.names...) }

// Entries of the book, newest first; ref "" is all.
func (s *Suppliers) Entries(ref string) []Entry { return s.book.Entries(ref) }

// Handler serves /suppliers/{name}/...
func (s *Suppliers) Handler() http.Handler {
	mux := http.NewServeMux()

	for _, one := range s.byName {
		one.protocol.register(mux, one)
	}

	return mux
}

// wait is a pause that ends early when the client leaves or the suppliers stop.
func (s *Suppliers) wait(ctx context.Context, pause time.Duration) { wait(ctx, s.stopped, pause) }
