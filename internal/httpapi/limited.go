package httpapi

import (
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// limits are the limits of connections.
type limits struct {
	connections int           // open at the same time; further ones wait in the system's queue
	idle        time.Duration // longest wait for the next request
	crowded     time.Duration // the same while more than half of the connections are open
}

// limited accepts a limited number of connections. A connection that becomes idle while
// more than half of them are open is closed soon, so idle connections never take more than
// half of the places.
type limited struct {
	net.Listener

	limits limits
	slots  chan struct{}
	taken  atomic.Int64 // open connections, without the slot that a waiting Accept holds
}

func newLimited(l net.Listener, limits limits) *limited {
	return &limited{Listener: l, limits: limits, slots: make(chan struct{}, limits.connections)}
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	l.slots <- struct{}{}

	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.slots

		return nil, err
	}

	l.taken.Add(1)

	return &counted{Conn: conn, limits: l.limits, release: sync.OnceFunc(func() {
		l.taken.Add(-1)
		<-l.slots
	})}, nil
}

// observe is the server's ConnState hook. It runs in the connection's goroutine just before
// the server sets the deadline of an idle connection.
func (l *limited) observe(conn net.Conn, state http.ConnState) {
	const half = 2

	if c, ok := conn.(*counted); ok && state == http.StateIdle && l.taken.Load() > int64(l.limits.connections/half) {
		c.hurried.Store(true)
	}
}

type counted struct {
	net.Conn

	limits  limits
	release func()
	// hurried shortens the next read deadline, which is the idle one. Later deadlines are
	// normal.
	hurried atomic.Bool
}

// SetReadDeadline implements net.Conn.
func (c *counted) SetReadDeadline(at time.Time) error {
	if c.hurried.Swap(false) {
		at = time.Now().Add(c.limits.crowded)
	}

	return c.Conn.SetReadDeadline(at)
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.release()

	return c.Conn.Close()
}
