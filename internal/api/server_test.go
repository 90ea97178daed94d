package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/api"
)

// serve starts the API of these tests on a free port.
func serve(t *testing.T) string {
	t.Helper()

	s, err := api.Serve(t.Context(), "127.0.0.1:0", newAPI(t, api.Options{}).Handler(), api.ServeOptions{})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Second)
		defer cancel()

		_ = s.Stop(ctx) // closes what a test left open
	})

	return s.Address()
}

// wire sends bytes unchanged and returns the statuses of the responses until the server
// closes the connection.
func wire(t *testing.T, address, text string) []int {
	t.Helper()

	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	const patience = 20 * time.Second
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}

	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}

	var statuses []int

	in := bufio.NewReader(conn)

	for {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return statuses
		}

		statuses = append(statuses, res.StatusCode)

		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			return statuses
		}

		_ = res.Body.Close()

		if res.Close {
			return statuses
		}
	}
}

// A request whose length can be read in two ways must not carry a second request past a
// proxy (request smuggling).
func TestNoRequestHidesBehindAnother(t *testing.T) {
	t.Parallel()

	const hidden = "POST /session HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

	head := "POST /session HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer root\r\nContent-Type: application/json\r\n"
	chunks := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(good), good)
	address := serve(t)

	for name, c := range map[string]struct {
		text string
		want []int
	}{
		"one after the other":  {head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(good), good) + hidden, []int{200, 401}},
		"length and chunks":    {head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + hidden, []int{200}},
		"chunks":               {head + "Transfer-Encoding: chunked\r\n\r\n" + chunks + hidden, []int{200}},
		"two lengths":          {head + "Content-Length: 23\r\nContent-Length: 5\r\n\r\n" + good + hidden, []int{400}},
		"another encoding":     {head + "Transfer-Encoding: xchunked\r\n\r\n" + chunks + hidden, []int{501}},
		"a space in a name":    {head + "Transfer-Encoding : chunked\r\n\r\n" + chunks + hidden, []int{400}},
		"a negative length":    {head + "Content-Length: -1\r\n\r\n" + good + hidden, []int{400}},
		"a header of a line":   {head + "X-A: " + strings.Repeat("a", 40<<10) + "\r\n\r\n" + good, []int{431}},
		"a name and no header": {head + "nonsense\r\n\r\n" + good, []int{400}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			if got := wire(t, address, c.text); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("answered %v, want %v", got, c.want)
			}
		})
	}
}

// Browsers and HTTP clients open connections before they need them.
func TestStopDoesNotWaitForUnusedConnections(t *testing.T) {
	t.Parallel()

	s, err := api.Serve(t.Context(), "127.0.0.1:0", newAPI(t, api.Options{}).Handler(), api.ServeOptions{})
	if err != nil {
		t.Fatal(err)
	}

	unused, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()

	// Connections are accepted one after the other, so the unused one is known now.
	wire(t, s.Address(), "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")

	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // net/http waits for it for more than 5 s
	defer cancel()

	if err := s.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// A server that drains answers as before, and ends each connection with its next answer: Stop then closes none on which a request was just sent.
func TestDrainEndsConnectionsWithTheirNextAnswer(t *testing.T) {
	t.Parallel()

	s, err := api.Serve(t.Context(), "127.0.0.1:0", newAPI(t, api.Options{}).Handler(), api.ServeOptions{})
	if err != nil {
		t.Fatal(err)
	}

	const request = "POST /session HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"

	const last = "POST /session HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

	if got := wire(t, s.Address(), request+last); fmt.Sprint(got) != "[401 401]" {
		t.Errorf("before: %v", got)
	}

	s.Drain()

	for range 2 { // new connections are accepted
		if got := wire(t, s.Address(), request+last); fmt.Sprint(got) != "[401]" {
			t.Errorf("while it drains: %v", got)
		}
	}

	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
