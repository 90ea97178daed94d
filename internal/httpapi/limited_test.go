package httpapi

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
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
)

func dial(t *testing.T, address string) *keptAlive {
	t.Helper()

	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
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

// gone waits until the server closes the connection.
func (k *keptAlive) gone(t *testing.T) {
	t.Helper()

	if n, err := k.in.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("%d bytes and %v from a connection that should give way", n, err)
	}
}

// Idle connections hold at most half of the places. A new client soon finds a place when
// all are taken, and no request that has begun is cut off for it.
func TestIdleConnectionsGiveWay(t *testing.T) {
	t.Parallel()

	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(w, r.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
	})

	s, err := serveWithin(t.Context(), "127.0.0.1:0", echo, slog.New(slog.DiscardHandler),
		limits{connections: 4, idle: 3 * patience, crowded: patience / 1000})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Second)
		defer cancel()

		_ = s.Stop(ctx) // closes what the test left open
	})

	first, second := dial(t, s.Address()), dial(t, s.Address())
	first.ask(t)
	second.ask(t)

	busy := dial(t, s.Address())
	busy.send(t, question+halfPost) // the connection is idle between the two halves
	busy.answer(t)

	fourth := dial(t, s.Address())
	fourth.ask(t)

	fifth := dial(t, s.Address()) // all places are taken
	fifth.send(t, question)
	fourth.gone(t)
	fifth.answer(t)
	fifth.gone(t)

	busy.send(t, restPost)

	if got := busy.answer(t); got != "hello" {
		t.Errorf("a request that had begun was answered %q", got)
	}

	busy.gone(t)
	first.ask(t) // half of the places are never closed early
	second.ask(t)
}
