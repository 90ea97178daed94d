package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
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
	maxConnections = 4096
)

// Server serves a handler on one address.
type Server struct {
	http     *http.Server
	listener net.Listener
	done     chan error
	once     sync.Once
}

// Serve begins to serve. The address may end in :0 for a free port.
func Serve(ctx context.Context, address string, handler http.Handler, logger *slog.Logger) (*Server, error) {
	return serveWithin(ctx, address, handler, logger, limits{connections: maxConnections, idle: idleTimeout, crowded: crowdedTimeout})
}

func serveWithin(ctx context.Context, address string, handler http.Handler, logger *slog.Logger, most limits) (*Server, error) {
	var conf net.ListenConfig

	listener, err := conf.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}

	bounded := newLimited(listener, most)
	s := &Server{
		listener: listener,
		done:     make(chan error, 1),
		http: &http.Server{
			Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
			IdleTimeout: most.idle, ConnState: bounded.observe, MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
		},
	}

	go func() { s.done <- s.http.Serve(bounded) }()

	return s, nil
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
