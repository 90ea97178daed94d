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
	idleShare      = 2 // an idle connection is dropped after this part of the stall's time
	idlePerStore   = 8
)

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// newTransport gives every connection a time in which it must move, whatever it
// is doing: a store that hangs, at any byte of a request or an answer, holds
// nobody longer. Speaks HTTP/1.1 alone, where one connection is one exchange.
// Proxies of the environment are not followed: they could carry files to a
// place that nobody configured.
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
		// Before its read deadline would end it, which would look like a fault.
		IdleConnTimeout:       stall / idleShare,
		ExpectContinueTimeout: time.Second,
		DisableCompression:    true, // bytes as they are kept
	}
}

// restless is a connection that may not stand still.
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

// Write also gives the answer its time anew: it is read by another goroutine,
// which has been waiting since the connection was idle.
func (c *restless) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.stall)); err != nil {
		return 0, fmt.Errorf("connection to the store: %w", err)
	}

	return c.Conn.Write(p)
}
