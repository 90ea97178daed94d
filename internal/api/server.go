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
}

// Serve begins to serve. The address may end in :0 for a free port. Connections of trusted
// proxies have no share.
func Serve(ctx context.Context, address string, handler http.Handler, trusted []netip.Prefix, logger *slog.Logger) (*Server, error) {
	var conf net.ListenConfig

	listener, err := conf.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}

	most := connectionLimits{connections: MaxConnections, share: maxShare, idle: idleTimeout, crowded: crowdedTimeout, trusted: trusted}

	return serveOn(listener, handler, logger, most), nil
}

func serveOn(listener net.Listener, handler http.Handler, logger *slog.Logger, most connectionLimits) *Server {
	fresh := &freshConns{open: map[net.Conn]struct{}{}}
	s := &Server{
		listener: listener,
		done:     make(chan error, 1),
		http: &http.Server{
			Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
			IdleTimeout: most.idle, MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
			ConnState: fresh.track,
		},
	}
	s.http.RegisterOnShutdown(fresh.closeAll)

	go func() { s.done <- s.http.Serve(newFairListener(listener, most)) }()

	return s
}

// Address is where the server listens, with its real port.
func (s *Server) Address() string { return s.listener.Addr().String() }

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
