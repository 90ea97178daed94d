// Package simulate runs simulators as real servers: suppliers with fault settings
// and their own book, a bank where people pay, and a mail server with a readable mailbox. Only package app and tests
// import it.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/simulate/clientside"
	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/clock"
)

const (
	anyPort           = "127.0.0.1:0"
	dirMode           = 0o700
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
)

// ErrOptions means that the options are invalid.
var ErrOptions = errors.New("simulate")

// Options of the simulators.
type Options struct {
	// Listen is the address of the pages and suppliers; "" takes a free port on loopback.
	Listen string
	// MailListen is the address of the mail server; "" takes a free port on loopback.
	MailListen string
	// Dir is the folder of the suppliers' book and the mails. A second start continues
	// with them.
	Dir string
	// Suppliers in the order of the pages.
	Suppliers []upstream.Account
	// Bank is the bank that people pay at.
	Bank bankside.Options
	// AppCode is the code of now of the authenticator apps of the demo's staff; nil shows none.
	AppCode func() string
	// Clock gives the times of entries; nil is the system clock. Delays use real time.
	Clock  clock.Clock
	Logger *slog.Logger
}

// Server runs the simulators.
type Server struct {
	opts Options

	mu        sync.Mutex
	suppliers *upstream.Suppliers
	box       *mailbox.Box
	bank      *bankside.Bank
	smtp      *mailbox.Server
	http      *http.Server
	listener  net.Listener
	served    chan struct{}

	client atomic.Pointer[clientside.Client]
}

// New checks the options. Nothing is opened before Start.
func New(opts Options) (*Server, error) {
	if opts.Dir == "" {
		return nil, fmt.Errorf("%w: a folder is needed", ErrOptions)
	}

	if opts.Listen == "" {
		opts.Listen = anyPort
	}

	if opts.MailListen == "" {
		opts.MailListen = anyPort
	}

	if opts.Clock == nil {
		opts.Clock = clock.System{}
	}

	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}

	return &Server{opts: opts}, nil
}

// Start opens the files and listens. When it returns, everything answers. After an error
// nothing is left open.
func (s *Server) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.suppliers != nil {
		return fmt.Errorf("%w: started already", ErrOptions)
	}

	if err := s.open(ctx); err != nil {
		return errors.Join(err, s.close(ctx))
	}

	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		ErrorLog:          slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug),
	}
	served := make(chan struct{})
	listener := s.listener

	go func() {
		defer close(served)

		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.opts.Logger.Error("simulator ended", "error", err)
		}
	}()

	s.http, s.served = server, served

	return nil
}

func (s *Server) open(ctx context.Context) error {
	if err := os.MkdirAll(s.opts.Dir, dirMode); err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	var err error

	s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", s.opts.Listen)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	s.box, err = mailbox.OpenBox(filepath.Join(s.opts.Dir, "mail.jsonl"))
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	s.smtp, err = mailbox.Listen(ctx, s.opts.MailListen, s.box, s.opts.Clock, s.opts.Logger)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	options := s.opts.Bank
	options.Clock = s.opts.Clock
	s.bank = bankside.NewBank(ctx, options)

	s.suppliers, err = upstream.Open(ctx, upstream.Options{
		Accounts: s.opts.Suppliers,
		BookPath: filepath.Join(s.opts.Dir, "supplier-book.jsonl"),
		Clock:    s.opts.Clock,
		Logger:   s.opts.Logger,
	})
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}

	return nil
}

// Stop finishes running requests within the context's time, then closes everything. A second
// Stop does nothing. The server can be started again.
func (s *Server) Stop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.close(ctx)
}

func (s *Server) close(ctx context.Context) error {
	var faults []error

	if s.suppliers != nil {
		s.suppliers.Release()
	}

	if s.http != nil {
		if err := s.http.Shutdown(ctx); err != nil {
			faults = append(faults, fmt.Errorf("simulate: %w", err), s.http.Close())
		}

		<-s.served
	} else if s.listener != nil {
		faults = append(faults, s.listener.Close())
	}

	if s.smtp != nil {
		faults = append(faults, s.smtp.Close())
	}

	if s.bank != nil {
		s.bank.Close()
	}

	if s.suppliers != nil {
		faults = append(faults, s.suppliers.Close())
	}

	if s.box != nil {
		faults = append(faults, s.box.Close())
	}

	s.suppliers, s.bank, s.box, s.smtp, s.http, s.listener = nil, nil, nil, nil, nil, nil

	return errors.Join(faults...)
}

// URL of the pages, without a slash at its end; "" before Start.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.listener == nil {
		return ""
	}

	return "http://" + s.listener.Addr().String()
}

// SupplierURL is the base address for the adapter of that supplier, which speaks Digiflazz.
func (s *Server) SupplierURL(name string) string { return s.URL() + "/suppliers/" + name + "/v1" }

// TextURL is the base address for the adapter of that supplier, which speaks OtomaX.
func (s *Server) TextURL(name string) string { return s.URL() + "/suppliers/" + name + "/otomax" }

// IAKURLs are the base addresses of that supplier, which speaks IAK: of prepaid products and of bills.
func (s *Server) IAKURLs(name string) (prepaid, postpaid string) {
	base := s.URL() + "/suppliers/" + name

	return base + "/prepaid", base + "/postpaid"
}

// MailAddr is host:port of the mail server; "" before Start.
func (s *Server) MailAddr() string {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.smtp == nil {
		return ""
	}

	return s.smtp.Addr()
}

// Supplier of that name, to change its fault settings; false before Start.
func (s *Server) Supplier(name string) (*upstream.Supplier, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.suppliers == nil {
		return nil, false
	}

	return s.suppliers.Supplier(name)
}

// SetWebhookURLs tells every supplier where its notices go: base + "/" + name.
func (s *Server) SetWebhookURLs(base string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.suppliers == nil {
		return
	}

	for _, name := range s.suppliers.Names() {
		if one, ok := s.suppliers.Supplier(name); ok {
			one.SetWebhookURL(strings.TrimRight(base, "/") + "/" + name)
		}
	}
}

// Bank is the bank, to connect it with Loket; nil before Start.
func (s *Server) Bank() *bankside.Bank {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.bank
}

// Book returns the entries of the suppliers' book, newest first; ref "" is all.
func (s *Server) Book(ref string) []upstream.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.suppliers == nil {
		return nil
	}

	return s.suppliers.Entries(ref)
}

// Mails are the received mails, newest first.
func (s *Server) Mails() []mailbox.Mail {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.box == nil {
		return nil
	}

	return s.box.Mails()
}
