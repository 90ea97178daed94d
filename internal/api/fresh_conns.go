package api

import (
	"net"
	"net/http"
	"sync"
)

// unused are the connections on which no request has begun. Browsers and HTTP clients open
// some before they need them, and http.Server.Shutdown waits 5 seconds for each.
type unused struct {
	mu       sync.Mutex
	open     map[net.Conn]struct{}
	stopping bool
}

// note is the server's ConnState hook.
func (u *unused) note(c net.Conn, state http.ConnState) {
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

// close closes the unused connections, and those that are accepted afterwards.
func (u *unused) close() {
	u.mu.Lock()
	defer u.mu.Unlock()

	u.stopping = true

	for c := range u.open {
		_ = c.Close()
	}
}
