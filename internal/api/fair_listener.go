package api

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"loket/internal/platform/limiter"
	"loket/internal/platform/network"
)

// connectionLimits are the limits of connections.
type connectionLimits struct {
	connections int            // open at the same time; further ones wait in the system's queue
	share       int            // of one source, while the server is crowded
	idle        time.Duration  // longest wait for the next request
	crowded     time.Duration  // longest wait for a caller, while the server is crowded
	trusted     []netip.Prefix // proxies, whose connections belong to many callers
}

// crowdedFrom is the number of open connections above which the server is crowded: half of them.
func (l connectionLimits) crowdedFrom() int { return l.connections / 2 } //nolint:mnd // half

// fairListener accepts a limited number of connections. While more than half of them are open,
// the server is crowded: a source gets no connection beyond its share, and no connection
// is waited for long, whether it is idle, sends a request or reads an answer. So neither
// one caller nor slow ones take the places of all others.
type fairListener struct {
	net.Listener

	limits connectionLimits
	slots  chan struct{}
	shares *limiter.Shares[netip.Addr]
}

func newFairListener(l net.Listener, limits connectionLimits) *fairListener {
	return &fairListener{
		Listener: l, limits: limits, slots: make(chan struct{}, limits.connections),
		shares: limiter.NewShares[netip.Addr](limiter.SharesOptions{Places: limits.connections, Share: limits.share, From: limits.crowdedFrom()}),
	}
}

// Accept implements net.Listener. It closes the connections of sources that have their share.
func (l *fairListener) Accept() (net.Conn, error) {
	l.slots <- struct{}{}

	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			<-l.slots

			return nil, err
		}

		from, ok := l.takeShare(conn)
		if !ok {
			_ = conn.Close() // nothing was sent

			continue
		}

		return &fairConn{Conn: conn, listener: l, release: sync.OnceFunc(func() {
			l.shares.Release(from)
			<-l.slots
		})}, nil
	}
}

// takeShare counts a connection for its source. It returns false for a source that has its share already.
func (l *fairListener) takeShare(conn net.Conn) (netip.Addr, bool) {
	peer, _ := netip.ParseAddrPort(conn.RemoteAddr().String()) // the zero address if it is not IP
	address := network.Plain(peer.Addr())
	from := sourceOf(address)

	if isTrusted(address, l.limits.trusted) {
		l.shares.TakeAlways(from)

		return from, true
	}

	return from, l.shares.Take(from)
}

// sourceOf returns what shares are counted by: the first address of the network that one caller controls.
func sourceOf(address netip.Addr) netip.Addr { return network.Subscriber(address).Addr() }

// crowdedDeadline returns at, shortened to crowded plus the time for length bytes while more than half of the
// connections are open. A zero time is no deadline.
func (l *fairListener) crowdedDeadline(at time.Time, length int) time.Time {
	if l.shares.Taken() <= l.limits.crowdedFrom() {
		return at
	}

	if soon := time.Now().Add(l.limits.crowded + atLeastRate(int64(length))); at.IsZero() || soon.Before(at) {
		return soon
	}

	return at
}

// leastRate is the least rate of bodies and answers, in bytes a second.
const leastRate = 16 << 10

func atLeastRate(length int64) time.Duration { return time.Duration(length) * time.Second / leastRate }

// fairConn is an accepted connection, whose deadlines are shortened while the server is crowded.
type fairConn struct {
	net.Conn

	listener *fairListener
	release  func()
	writeBy  time.Time
}

// SetReadDeadline implements net.Conn. net/http sets a deadline for each wait for a caller:
// idle, header and body. It sets none while a handler runs.
func (c *fairConn) SetReadDeadline(at time.Time) error {
	if !at.IsZero() {
		at = c.listener.crowdedDeadline(at, 0)
	}

	return c.Conn.SetReadDeadline(at)
}

// SetWriteDeadline implements net.Conn.
func (c *fairConn) SetWriteDeadline(at time.Time) error {
	c.writeBy = at

	return c.Conn.SetWriteDeadline(at)
}

// Write implements net.Conn. The deadline of an answer includes the time of its handler, so
// a crowded server sets an earlier one for each write.
func (c *fairConn) Write(p []byte) (int, error) {
	by := c.listener.crowdedDeadline(c.writeBy, len(p))
	if by.Equal(c.writeBy) {
		return c.Conn.Write(p)
	}

	if err := c.Conn.SetWriteDeadline(by); err != nil {
		return 0, err
	}

	n, err := c.Conn.Write(p)
	if err != nil {
		return n, err
	}

	return n, c.Conn.SetWriteDeadline(c.writeBy)
}

// Close implements net.Conn.
func (c *fairConn) Close() error {
	defer c.release()

	return c.Conn.Close()
}
