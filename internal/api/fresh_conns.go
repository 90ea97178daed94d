package api

import (
	"net"
	"net/http"
	"sync"
)

// freshConns are the connections on which no request has begun. Browsers and HTTP clients open
// some before they need them, and http.Server.Shutdown waits 5 seconds for each.
type freshConns struct {
	mu       sync.Mutex
	open     map[net.Conn]struct{}
	stopping bool
}

// track is the server's ConnState hook.
func (u *freshConns) track(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()

	switch {
	case state != http.StateNew:
		delete(u.open, c)
	case u.stopping:
		_ = c.Close()
	default:
		u.open[c] = struct{}{}
	}
}

// closeAll closes the fresh connections, and those that are accepted afterwards.
func (u *freshConns) closeAll() {
	u.mu.Lock()
	defer u.mu.Unlock()

	u.stopping = true

	for c := range u.open {
		_ = c.Close()
	}
}
