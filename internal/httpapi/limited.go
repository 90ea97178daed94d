package httpapi

import (
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// limits bound what connections may hold.
type limits struct {
	connections int           // at a time; further ones wait in the system's queue
	idle        time.Duration // how long a connection may wait for its next request
	crowded     time.Duration // the same while more than half of the connections are taken
}

// limited accepts only so many connections at a time. One that becomes idle
// while more than half of them are taken gives way soon, so that those who
// hold connections for nothing leave every second place to those who ask.
type limited struct {
	net.Listener

	limits limits
	slots  chan struct{}
	taken  atomic.Int64 // Accept holds a slot before there is a connection; this counts without
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

// observe is the server's ConnState: it runs in the connection's own goroutine,
// just before the deadline of an idle connection is set.
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
	// hurried shortens the next deadline, which is the idle one. A request that
	// comes in time is read with the deadlines of any other.
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
