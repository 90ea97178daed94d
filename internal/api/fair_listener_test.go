package api

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"testing"
	"time"
)

// keptAlive is a client's keep-alive connection.
type keptAlive struct {
	net.Conn

	in *bufio.Reader
}

const (
	question = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	halfPost = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe"
	restPost = "llo"
	patience = 4 * time.Minute // far below the idle time, far above what the test needs
	brief    = time.Second     // for a slow caller of a crowded server
)

func dial(t *testing.T, address string) *keptAlive {
	t.Helper()

	return dialFrom(t, "127.0.0.1", address)
}

func dialFrom(t *testing.T, from, address string) *keptAlive {
	t.Helper()

	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = conn.Close() })

	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}

	return &keptAlive{conn, bufio.NewReader(conn)}
}

func (k *keptAlive) send(t *testing.T, text string) {
	t.Helper()

	if _, err := io.WriteString(k, text); err != nil {
		t.Fatal(err)
	}
}

// trySend is send on a connection that the server may have closed.
func (k *keptAlive) trySend(text string) { _, _ = io.WriteString(k, text) }

func (k *keptAlive) answer(t *testing.T) string {
	t.Helper()

	res, err := http.ReadResponse(k.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()

	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

func (k *keptAlive) ask(t *testing.T) {
	t.Helper()
	k.send(t, question)
	k.answer(t)
}

// gone waits until the server closes the connection, perhaps after an answer about a
// request that it didn't get whole. Bytes that it had not read make that a reset.
func (k *keptAlive) gone(t *testing.T) {
	t.Helper()

	if _, err := io.Copy(io.Discard, k.in); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection does not give way")
	}
}

// watched is a listener whose connections tell when the server waits for the next request
// without hurry: only then it sets a deadline that is so far away.
type watched struct {
	net.Listener

	idle chan struct{}
}

type watchedConn struct {
	net.Conn

	idle chan struct{}
}

func (w watched) Accept() (net.Conn, error) {
	conn, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}

	return watchedConn{conn, w.idle}, nil
}

func (c watchedConn) SetReadDeadline(at time.Time) error {
	err := c.Conn.SetReadDeadline(at)

	if time.Until(at) > patience {
		c.idle <- struct{}{}
	}

	return err
}

// serveLimited serves an echo, or handler if it is not nil.
func serveLimited(t *testing.T, most connectionLimits, handler http.HandlerFunc) (string, watched) {
	t.Helper()

	if handler == nil {
		handler = func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				panic(http.ErrAbortHandler)
			}

			_, _ = w.Write(body)
		}
	}

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}

	w := watched{listener, make(chan struct{}, 100)}
	s := serveOn(w, handler, ServeOptions{}, most)

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Second)
		defer cancel()

		_ = s.Stop(ctx) // closes what the test left open
	})

	return s.Address(), w
}

// Slow connections, whether idle or in the middle of a request, hold at most half of the
// places for long. A new client soon finds a place when all are taken.
func TestSlowConnectionsGiveWay(t *testing.T) {
	t.Parallel()

	address, server := serveLimited(t, connectionLimits{connections: 4, share: 4, idle: 3 * patience, crowded: brief}, nil)

	first, second := dial(t, address), dial(t, address)
	first.ask(t)
	<-server.idle
	second.ask(t)
	<-server.idle

	third, fourth := dial(t, address), dial(t, address)
	third.trySend(halfPost)
	fourth.trySend("GET /")

	fifth := dial(t, address) // all places are taken
	fifth.send(t, question)
	third.gone(t)
	fourth.gone(t)
	fifth.answer(t)
	fifth.gone(t)

	whole := dial(t, address)
	whole.send(t, halfPost+restPost)

	if got := whole.answer(t); got != "hello" {
		t.Errorf("a body that came in time was answered %q", got)
	}

	whole.gone(t)
	first.ask(t) // half of the places are never closed early
	second.ask(t)
}

// An answer that its caller doesn't read is cut off while the server is crowded.
func TestSlowReadersGiveWay(t *testing.T) {
	t.Parallel()

	failed := make(chan error, 1)
	address, _ := serveLimited(t, connectionLimits{connections: 2, share: 2, idle: 3 * patience, crowded: brief}, func(w http.ResponseWriter, _ *http.Request) {
		const part = 1 << 10

		for {
			if _, err := w.Write(make([]byte, part)); err != nil {
				failed <- err

				return
			}
		}
	})

	_, slow := dial(t, address), dial(t, address)
	slow.send(t, question)

	select {
	case <-failed:
	case <-time.After(writeTimeout / 2):
		t.Error("the answer is still being written")
	}
}

// One address can't take the places of others, whatever it does with its connections. Those
// of a trusted proxy belong to many.
func TestConnectionsAreShared(t *testing.T) {
	t.Parallel()

	address, _ := serveLimited(t, connectionLimits{
		connections: 8, share: 1, idle: 3 * patience, crowded: patience, trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.3/32")},
	}, nil)

	const refused = 20

	for range 4 { // half of the places
		dial(t, address).ask(t)
	}

	for range refused {
		over := dial(t, address)
		over.trySend(halfPost)
		over.gone(t)
	}

	dialFrom(t, "127.0.0.2", address).ask(t)

	for range 2 {
		dialFrom(t, "127.0.0.3", address).ask(t)
	}

	more := dialFrom(t, "127.0.0.2", address)
	more.trySend(question)
	more.gone(t)
}

// A caller with many addresses of one IPv6 network has one share.
func TestSourcesOfShares(t *testing.T) {
	t.Parallel()

	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "2001:db8:1:2::7": "2001:db8:1:2::", "2001:db8:1:2:ffff::1": "2001:db8:1:2::",
	} {
		if got := sourceOf(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s counts as %s, want %s", address, got, want)
		}
	}
}

// deadlines records the deadlines that are set.
type deadlines struct {
	*httptest.ResponseRecorder

	last, write time.Time
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.write = at

	return nil
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.last = at

	return nil
}

// A body has the time of its length at the least rate, whatever an operation would allow.
func TestBodiesHaveALeastRate(t *testing.T) {
	t.Parallel()

	for length, want := range map[int64]time.Duration{
		100: bodyGrace + atLeastRate(100), 64 << 10: bodyGrace + 4*time.Second, -1: bodyGrace + 4*time.Second, 1 << 30: bodyGrace + 4*time.Second,
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		rec := &recorder{ResponseWriter: w, request: &http.Request{ContentLength: length}}
		start := time.Now()

		rec.limitBody(start)

		if err := rec.SetReadDeadline(start.Add(bodyTimeout)); err != nil || w.last.Sub(start) != want {
			t.Errorf("a body of %d bytes has %s (%v), want %s", length, w.last.Sub(start), err, want)
		}

		if err := rec.SetReadDeadline(time.Time{}); err != nil || !w.last.IsZero() {
			t.Errorf("a handler that has read its body has a deadline for reading: %s (%v)", w.last, err)
		}
	}

	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	(&recorder{ResponseWriter: w, request: &http.Request{}}).limitBody(time.Now())

	if !w.last.IsZero() {
		t.Error("a request without a body has a deadline for it, which would end its handler")
	}
}

// The body of an admitted caller, such as a file, has the time of its length at the least rate and never more than three minutes, and
// its answer has its time after that.
func TestLongBodiesHaveTheirTime(t *testing.T) {
	t.Parallel()

	const most = 10 << 20

	for length, want := range map[int64]time.Duration{
		100: 0, defaultBody: 0, 1 << 20: bodyGrace + 64*time.Second, most: longestBody, 1 << 40: longestBody, -1: longestBody,
	} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		rec := &recorder{ResponseWriter: w, request: &http.Request{ContentLength: length}}
		before := time.Now()

		rec.extend(most)

		if want == 0 {
			if !w.last.IsZero() {
				t.Errorf("a body of %d bytes has another deadline: %s", length, w.last)
			}

			continue
		}

		if w.last.Before(before.Add(want)) || w.last.After(time.Now().Add(want)) || w.write.Sub(w.last) != writeTimeout {
			t.Errorf("a body of %d bytes has %s, and its answer %s more; want %s", length, w.last.Sub(before), w.write.Sub(w.last), want)
		}
	}
}
