package s3

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

const (
	connectTimeout = 5 * time.Second
	idleShare      = 2 // an idle connection is closed after this fraction of the stall time
	idlePerStore   = 8
)

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newTransport closes every connection that makes no progress for the stall time, so a
// store that hangs anywhere in a request or an answer blocks nobody for longer. It
// uses only HTTP/1.1, where a connection serves one exchange at a time. It ignores
// proxies of the environment, which could send files to a host that nobody configured.
func newTransport(dial dialFunc, stall time.Duration) *http.Transport {
	if dial == nil {
		dial = (&net.Dialer{Timeout: connectTimeout}).DialContext
	}

	return &http.Transport{
		Proxy: nil,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}

			return &restless{Conn: c, stall: stall}, nil
		},
		TLSHandshakeTimeout:   connectTimeout,
		ResponseHeaderTimeout: stall,
		MaxIdleConns:          idlePerStore,
		MaxIdleConnsPerHost:   idlePerStore,
		// Shorter than the read deadline, which would look like an error.
		IdleConnTimeout:       stall / idleShare,
		ExpectContinueTimeout: time.Second,
		DisableCompression:    true, // bytes as they are stored
	}
}

// restless is a connection with a deadline that each read or write extends.
type restless struct {
	net.Conn

	stall time.Duration
}

func (c *restless) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.stall)); err != nil {
		return 0, fmt.Errorf("connection to the store: %w", err)
	}

	return c.Conn.Read(p)
}

// Write also extends the read deadline: another goroutine has been waiting for the
// answer since the connection was idle.
func (c *restless) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.stall)); err != nil {
		return 0, fmt.Errorf("connection to the store: %w", err)
	}

	return c.Conn.Write(p)
}
