package webhook

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"loket/internal/dev/testkit"
	"loket/internal/platform/publichost"
)

// A name that led to a public address when it was looked up, and leads to this machine or its network a moment later, is refused when it is dialled.
func TestGuardRefusesNamesThatChange(t *testing.T) {
	t.Parallel()

	var asked atomic.Int64

	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()

	port := netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://")).Port()

	for _, later := range []string{"127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fd00::1"} {
		names := newNames(t, "8.8.8.8", later)

		list, err := names.LookupNetIP(t.Context(), "ip", "hooks.majujaya.co.id.")
		if err != nil || len(list) != 1 || !publichost.IsPublic(list[0]) {
			t.Fatalf("at first it leads to %v, %v", list, err)
		}

		client := guard{machine: net.InterfaceAddrs, resolver: names}.client()
		url := "http://" + net.JoinHostPort("hooks.majujaya.co.id.", netip.AddrPortFrom(netip.IPv4Unspecified(), port).String()[len("0.0.0.0:"):])

		r := send(t.Context(), client, outgoing{url: url, id: "evt_1", at: time.Now(), body: []byte("{}")})
		if r.Failure != FailRefused {
			t.Errorf("when it leads to %s: %+v", later, r)
		}
	}

	if asked.Load() != 0 {
		t.Errorf("the receiver got %d requests", asked.Load())
	}
}

// newNames is a resolver whose server leads every name to one address at the first look-up, and to another one then. A look-up asks for both kinds of
// addresses, and only one of them exists.
func newNames(t *testing.T, first, then string) *net.Resolver {
	t.Helper()

	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	testkit.Must(t, err)
	t.Cleanup(func() { _ = conn.Close() })

	go func() {
		buffer := make([]byte, 512)

		for n := 0; ; n++ {
			size, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}

			address := first
			if n > 1 { // two questions belong to a look-up
				address = then
			}

			if answer, err := answerName(buffer[:size], netip.MustParseAddr(address)); err == nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}
	}()

	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer

		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// answerName answers a question with an address, if it asks for its kind.
func answerName(text []byte, address netip.Addr) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(text); err != nil {
		return nil, err
	}

	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	q := m.Questions[0]
	head := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}

	switch {
	case q.Type == dnsmessage.TypeA && address.Is4():
		m.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: address.As4()}}}
	case q.Type == dnsmessage.TypeAAAA && address.Is6():
		m.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
	}

	return m.Pack()
}
