package webhook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// No address outside of the public internet is dialled, in none of its forms, and none of this machine's own.
func TestGuardRefusesAddresses(t *testing.T) {
	t.Parallel()

	machine := func() ([]net.Addr, error) {
		return []net.Addr{&net.IPNet{IP: net.ParseIP("8.8.4.4"), Mask: net.CIDRMask(24, 32)}}, nil
	}
	g := guard{own: []netip.Prefix{netip.MustParsePrefix("8.26.0.0/16"), netip.MustParsePrefix("2600:1f18::/32")}, machine: machine}

	for _, ip := range []string{
		"0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "172.31.255.255",
		"192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
		"240.0.0.1", "255.255.255.255", "8.8.4.4", "8.26.1.1", "::ffff:8.26.1.1", "2600:1f18::1",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.4.4", "::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:2::1", "2001:10::1",
		"2001:db8::1", "2002:a00:1::1", "3fff::1", "5f00::1", "fc00::1", "fd00::1", "fe80::1", "fec0::1", "ff02::1",
	} {
		address := netip.AddrPortFrom(netip.MustParseAddr(ip), 443).String()
		if err := g.control("tcp", address, nil); !errors.Is(err, errAddress) {
			t.Errorf("%s: %v", address, err)
		}
	}

	for _, address := range []string{"8.8.8.8:443", "[2001:4860:4860::8888]:443", "[::ffff:8.8.8.8]:443"} {
		if err := g.control("tcp", address, nil); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}

	if err := g.control("tcp", "[fe80::1%eth0]:443", nil); !errors.Is(err, errAddress) {
		t.Errorf("with a zone: %v", err)
	}
}

// A name that leads to this machine when it is dialled is refused there, whatever it led to before: nothing is connected.
func TestGuardLooksAtTheDialledAddress(t *testing.T) {
	t.Parallel()

	var asked atomic.Int64

	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()

	client := newClient(false, nil)

	r := send(t.Context(), client, outgoing{url: strings.Replace(server.URL, "127.0.0.1", "localhost", 1), id: "evt_1", at: time.Now(), body: []byte("{}")})
	if r.Failure != FailRefused || asked.Load() != 0 {
		t.Errorf("got %+v, and the receiver %d requests", r, asked.Load())
	}
}

func TestAddressesOfEndpoints(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]bool{
		"https://api.majujaya.co.id/hooks": true, "https://api.majujaya.co.id:8443/a?b=c": true, "https://8.8.8.8/": true,
		"http://api.majujaya.co.id/hooks": false, "https://api.majujaya.co.id:80/": false, "https://api.majujaya.co.id:1023/": false, "https://a:b@majujaya.co.id/": false,
		"https://majujaya.co.id/#a": false, "https://localhost/": false, "https://127.0.0.1/": false, "https://10.0.0.1/": false, "https://[::1]/": false, "https://intranet/": false,
		"": false, "https://majujaya.co.id/" + strings.Repeat("a", maxURL): false, "ftp://majujaya.co.id/": false,
	} {
		if got := validURL(text, false); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}

	if !validURL("http://127.0.0.1:8090/hooks", true) || validURL("http://majujaya.co.id/", true) {
		t.Error("this machine in the demo")
	}
}

// What a receiver does wrong is the result of the try, and nothing follows a redirect.
func TestReceiversThatMisbehave(t *testing.T) {
	t.Parallel()

	var followed atomic.Int64

	hold := make(chan struct{})
	handlers := map[string]http.HandlerFunc{
		"good": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/followed", http.StatusTemporaryRedirect)
		},
		"followed": func(http.ResponseWriter, *http.Request) { followed.Add(1) },
		"gone":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) },
		"later": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "120")
			http.Error(w, "later\x00\xff", http.StatusTooManyRequests)
		},
		"short": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("less"))
		},
		"endless": func(w http.ResponseWriter, r *http.Request) {
			for err := error(nil); err == nil && r.Context().Err() == nil; {
				_, err = fmt.Fprint(w, strings.Repeat("a", 1<<10))
			}
		},
		"reset": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = conn.Close()
			}
		},
		"slow": func(http.ResponseWriter, *http.Request) { <-hold },
	}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handlers[strings.TrimPrefix(r.URL.Path, "/")](w, r) }))
	defer server.Close()

	client := newClient(true, nil)
	ask := func(path string) Result {
		ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		if path == "slow" {
			cancel()

			ctx, cancel = context.WithTimeout(t.Context(), 200*time.Millisecond)
		}
		defer cancel()

		return send(ctx, client, outgoing{url: server.URL + "/" + path, id: "evt_1", at: time.Now(), body: []byte("{}")})
	}

	for path, want := range map[string]Result{
		"good": {Status: 204}, "redirect": {Status: 307}, "gone": {Status: 410}, "later": {Status: 429, Answer: "later", RetryAfter: 2 * time.Minute},
		"short": {Status: 200, Answer: "less"}, "reset": {Failure: FailConnect}, "slow": {Failure: FailTimeout},
	} {
		got := ask(path)
		if got.Status != want.Status || got.Failure != want.Failure || !strings.HasPrefix(got.Answer, want.Answer) || got.RetryAfter != want.RetryAfter {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}

	if got := ask("endless"); got.Status != 200 || len(got.Answer) != keptAnswer {
		t.Errorf("an endless answer: %d, %d bytes are kept", got.Status, len(got.Answer))
	}

	close(hold)
	server.Close()

	if got := ask("good"); got.Failure != FailConnect || followed.Load() != 0 {
		t.Errorf("nobody listens: %+v; redirects that were followed: %d", got, followed.Load())
	}
}
