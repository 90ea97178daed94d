package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"

	"loket/internal/api"
	"loket/internal/identity"
)

// TestForwardedAddresses proves that a caller can't choose the address by which tries are
// counted. X-Forwarded-For is read from the right, as far as trusted proxies wrote it.
func TestForwardedAddresses(t *testing.T) {
	t.Parallel()

	const proxy = "10.0.0.1:5000"

	for name, c := range map[string]struct {
		peer, want string
		hops       []string
	}{
		"no proxy":               {"203.0.113.9:4000", "203.0.113.9", []string{"198.51.100.7"}},
		"one proxy":              {proxy, "203.0.113.9", []string{"203.0.113.9"}},
		"a forged one before it": {proxy, "203.0.113.9", []string{"198.51.100.7, 203.0.113.9"}},
		"in a header of its own": {proxy, "203.0.113.9", []string{"198.51.100.7", "203.0.113.9"}},
		"two proxies":            {proxy, "203.0.113.9", []string{"198.51.100.7, 203.0.113.9 ,10.0.0.2"}},
		"proxies alone":          {proxy, "10.0.0.3", []string{"10.0.0.3,10.0.0.2"}},
		"nonsense":               {proxy, "10.0.0.1", []string{"203.0.113.9, unknown"}},
		"nothing":                {proxy, "10.0.0.1", nil},
		"an address in disguise": {"[::ffff:10.0.0.1]:5000", "203.0.113.9", []string{"::ffff:203.0.113.9"}},
		"a zone of any text":     {proxy, "fe80::1", []string{"fe80::1%\xff\"<b>"}},
		"a zone of the machine":  {"[fe80::1%eth0]:5000", "fe80::1", nil},
		"no address":             {"@", "@", []string{"203.0.113.9"}},
	} {
		a := newAPI(t, api.Options{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
		got := ""

		a.Raw(api.RawRoute{
			Method: http.MethodGet, Path: "/address", Summary: "s", Access: api.Public(), Client: api.NoClient,
		}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = api.Address(r.Context()) }))

		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/address", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.hops

		a.Handler().ServeHTTP(httptest.NewRecorder(), r)

		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestAddressThatNamesAnotherClient proves that every spelling of another client in the
// URL returns 404.
func TestAddressThatNamesAnotherClient(t *testing.T) {
	t.Parallel()

	for query, want := range map[string]int{
		"": http.StatusOK, "?clientId=1001": http.StatusOK, "?%63lientId=1001": http.StatusOK,
		"?clientId=1002": http.StatusNotFound, "?%63lientId=1002": http.StatusNotFound, "?client%49d=x": http.StatusNotFound,
	} {
		if status, _, e := call(t, newAPI(t, api.Options{}), http.MethodPost, "/session"+query, "root", good); status != want {
			t.Errorf("%q: %d %+v, want %d", query, status, e, want)
		}
	}
}

// TestUnattendedRequests proves that requests which a page makes by itself don't count as
// use of the session.
func TestUnattendedRequests(t *testing.T) {
	t.Parallel()

	asked := 0
	a := newAPI(t, api.Options{Identity: guard{&asked}})

	call(t, a, http.MethodPost, "/session", "root", good)

	if asked != 0 {
		t.Error("a request of a person is taken for one of a page")
	}

	if status, _, _ := call(t, a, http.MethodPost, "/session", "root", good, "Loket-Unattended", "1"); status != http.StatusOK || asked != 1 {
		t.Errorf("answered %d, %d of 1 request is taken for one of a page", status, asked)
	}
}

// TestRequestsAreShared proves that behind a proxy one address, or one API key, can't have all
// requests in flight.
func TestRequestsAreShared(t *testing.T) {
	t.Parallel()

	const crowd, share = api.MaxConnections / 2, api.MaxConnections / 16

	for name, c := range map[string]struct {
		access api.Access
		client api.ClientRule
		token  func(caller string) string
		from   func(caller string, n int) string
	}{
		"of an address": {
			api.Public(), api.NoClient, func(string) string { return "" },
			func(caller string, _ int) string {
				return map[string]string{"greedy": "10.0.0.1", "other": "10.0.0.2"}[caller]
			},
		},
		"of a key": {
			api.WithAPIKey(identity.OrdersWrite), api.CallersClient, func(caller string) string { return caller },
			func(_ string, n int) string { return fmt.Sprintf("10.1.%d.%d", n/100, n%100) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			var inFlight sync.WaitGroup

			began, finish := make(chan struct{}, crowd+share), make(chan struct{})
			a := api.New(api.Options{Identity: keys{}, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
			a.Raw(api.RawRoute{Method: http.MethodGet, Path: "/slow", Summary: "s", Access: c.access, Client: c.client},
				http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
					began <- struct{}{}

					<-finish
				}))

			handler, n := a.Handler(), 0
			ask := func(caller string) *httptest.ResponseRecorder {
				n++
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/slow", nil)
				r.Header.Set("X-Forwarded-For", c.from(caller, n))
				r.Header.Set("Authorization", "Bearer "+c.token(caller))

				w := httptest.NewRecorder()
				done := make(chan struct{})

				inFlight.Go(func() {
					handler.ServeHTTP(w, r)
					close(done)
				})

				select {
				case <-began:
					return nil
				case <-done:
					return w
				}
			}

			take := func(caller string, want int) {
				t.Helper()

				for i := range want {
					if w := ask(caller); w != nil {
						t.Fatalf("%s: request %d is answered %d", caller, i, w.Code)
					}
				}

				if w := ask(caller); w == nil || w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
					t.Errorf("%s: a request beyond the share is answered %v", caller, w)
				}
			}

			take("greedy", crowd)
			take("other", share)

			close(finish)
			inFlight.Wait()

			began, finish = make(chan struct{}, 1), make(chan struct{})

			if w := ask("greedy"); w != nil {
				t.Errorf("after all others: answered %d", w.Code)
			}

			close(finish)
			inFlight.Wait()
		})
	}
}

// keys knows every API key, each with its own id.
type keys struct{ guard }

func (keys) AuthenticateKey(_ context.Context, key, _ string) (identity.Principal, error) {
	return identity.Principal{Kind: identity.KeyKind, KeyScopes: identity.AllScopes(), ClientID: 1001, KeyID: int64(len(key))}, nil
}
