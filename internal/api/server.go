package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of every connection. A stream moves its own write deadline.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 30 * time.Second
	maxHeaderBytes = 16 << 10

	idleTimeout    = 60 * time.Second
	crowdedTimeout = 2 * time.Second
	// MaxConnections is the most open connections. What takes connections for long, such as
	// streams, is bounded below it.
	MaxConnections = 4096
	maxShare       = MaxConnections / 16
)

// Server serves a handler on one address.
type Server struct {
	http     *http.Server
	listener net.Listener
	done     chan error
	once     sync.Once
	draining atomic.Bool
}

// Listen takes an address, which may end in :0 for a free port. Callers who connect wait until ServeOn.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	var conf net.ListenConfig

	listener, err := conf.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}

	return listener, nil
}

// ServeOptions configure a server. The zero value is one without TLS, proxies and log.
type ServeOptions struct {
	Trusted     []netip.Prefix // proxies, whose connections have no share
	Certificate *Certificate   // nil: no TLS
	Logger      *slog.Logger   // nil: none
}

// Serve begins to serve at an address: Listen and ServeOn.
func Serve(ctx context.Context, address string, handler http.Handler, opt ServeOptions) (*Server, error) {
	listener, err := Listen(ctx, address)
	if err != nil {
		return nil, err
	}

	return ServeOn(listener, handler, opt), nil
}

// ServeOn begins to serve at an address that Listen took.
func ServeOn(listener net.Listener, handler http.Handler, opt ServeOptions) *Server {
	most := connectionLimits{connections: MaxConnections, share: maxShare, idle: idleTimeout, crowded: crowdedTimeout, trusted: opt.Trusted}

	return serveOn(listener, handler, opt, most)
}

func serveOn(listener net.Listener, handler http.Handler, opt ServeOptions, most connectionLimits) *Server {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	fresh := &freshConns{open: map[net.Conn]struct{}{}}
	s := &Server{
		listener: listener,
		done:     make(chan error, 1),
		http: &http.Server{
			ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
			IdleTimeout: most.idle, MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(opt.Logger.Handler(), slog.LevelDebug),
			ConnState: fresh.track,
		},
	}
	s.http.Handler = s.leaving(handler)
	s.http.RegisterOnShutdown(fresh.closeAll)

	fair := newFairListener(listener, most)

	if opt.Certificate == nil {
		go func() { s.done <- s.http.Serve(fair) }()

		return s
	}

	s.http.TLSConfig = opt.Certificate.config()

	go func() { s.done <- s.http.ServeTLS(fair, "", "") }()

	return s
}

// Address is where the server listens, with its real port.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Drain ends each connection with its next answer. Requests are answered as before, so a proxy loses none while it moves to another node. A
// connection that Stop closes may be one on which a request was just sent.
func (s *Server) Drain() { s.draining.Store(true) }

// leaving adds what Drain wants to the answers.
func (s *Server) leaving(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.draining.Load() {
			w.Header().Set("Connection", "close")
		}

		handler.ServeHTTP(w, r)
	})
}

// Stop accepts no more requests and waits for the running ones. When ctx ends it closes their
// connections. It may be called twice.
func (s *Server) Stop(ctx context.Context) error {
	var err error

	s.once.Do(func() {
		if err = s.http.Shutdown(ctx); err != nil {
			err = errors.Join(fmt.Errorf("requests still ran: %w", err), s.http.Close())
		}

		if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
	})

	return err
}
