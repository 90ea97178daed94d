package digiflazz_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/supplier"
	"loket/internal/supplier/digiflazz"
)

func noon() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) } // 12:00 in Jakarta

func newClient(t *testing.T, url string, change func(*digiflazz.Config)) *digiflazz.Client {
	t.Helper()

	config := digiflazz.Config{
		BaseURL:       url,
		Username:      "demo-user",
		Key:           "demo-key-123",
		WebhookSecret: "hook-secret",
		Timeout:       5 * time.Second,
		Clock:         clock.NewManual(noon()),
	}
	if change != nil {
		change(&config)
	}

	client, err := digiflazz.New(config)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(client.Close)

	return client
}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()

	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)

	return server.URL
}

func prepaid() supplier.Request {
	return supplier.Request{Reference: "INV-0001", SKU: "xld10", Destination: "087800001230", MaxPrice: 11000}
}

func TestRequestsAsDocumented(t *testing.T) {
	t.Parallel()

	type got struct {
		path string
		body map[string]any
	}

	requests := make(chan got, 1)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen := got{path: r.URL.Path}
		if err := json.NewDecoder(r.Body).Decode(&seen.body); err != nil {
			t.Error(err)
		}

		requests <- seen

		_, _ = io.WriteString(w, `{"data":{"rc":"40","status":"Gagal"}}`)
	})
	client := newClient(t, url, nil)
	bill := supplier.Request{
		Reference: "INV-0001", SKU: "pln", Destination: "530000000001", Postpaid: true, MaxPrice: 5, InquiredAt: noon(),
	}

	// The signatures were computed by hand from username, key and subject.
	const (
		signRef     = "fda79855f0176d6207dcf47870e25047"
		signDeposit = "836557abb946d6bb8dbec68f111fe7c6"
		signList    = "ee9dd23aef815dc43b2e46de931c926e"
	)

	cases := []struct {
		name string
		call func()
		path string
		want map[string]any
	}{
		{"buy", func() { client.Buy(t.Context(), prepaid()) }, "/transaction", map[string]any{
			"username": "demo-user", "buyer_sku_code": "xld10", "customer_no": "087800001230", "ref_id": "INV-0001",
			"sign": signRef, "max_price": 11000.0,
		}},
		{"inquire", func() { client.Inquire(t.Context(), bill) }, "/transaction", map[string]any{
			"commands": "inq-pasca", "username": "demo-user", "buyer_sku_code": "pln", "customer_no": "530000000001",
			"ref_id": "INV-0001", "sign": signRef,
		}},
		{"pay", func() { client.Pay(t.Context(), bill) }, "/transaction", map[string]any{
			"commands": "pay-pasca", "username": "demo-user", "buyer_sku_code": "pln", "customer_no": "530000000001",
			"ref_id": "INV-0001", "sign": signRef,
		}},
		{"status", func() { client.Status(t.Context(), bill) }, "/transaction", map[string]any{
			"commands": "status-pasca", "username": "demo-user", "buyer_sku_code": "pln", "customer_no": "530000000001",
			"ref_id": "INV-0001", "sign": signRef,
		}},
		{"balance", func() { _, _ = client.Balance(t.Context()) }, "/cek-saldo", map[string]any{
			"cmd": "deposit", "username": "demo-user", "sign": signDeposit,
		}},
		{"price list", func() { _, _ = client.PriceList(t.Context()) }, "/price-list", map[string]any{
			"cmd": "prepaid", "username": "demo-user", "sign": signList,
		}},
	}

	for _, test := range cases { // not in parallel, because they share the channel
		test.call()

		seen := <-requests
		if seen.path != test.path {
			t.Errorf("%s: path %s", test.name, seen.path)
		}

		if fmt.Sprint(seen.body) != fmt.Sprint(test.want) {
			t.Errorf("%s:\n got %v\nwant %v", test.name, seen.body, test.want)
		}
	}
}

// Broken answers, as networks and proxies make them, are Unknown.
func TestWhatIsNotUnderstoodIsUnknown(t *testing.T) {
	t.Parallel()

	redirected := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":{"ref_id":"INV-0001","rc":"00","status":"Sukses"}}`)
	})

	cases := map[string]struct {
		handler http.HandlerFunc
		code    string
	}{
		"time-out": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices a lost client only after the body
			<-r.Context().Done()
		}, supplier.CodeNoAnswer},
		"cut before the answer": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, supplier.CodeNoAnswer},
		"cut within the answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"data":{"ref_id":"INV-0001","rc":"00","status":"Sukses"}}`)

			panic(http.ErrAbortHandler)
		}, supplier.CodeNoAnswer},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"data":{"ref_id":"INV-0001","rc":"00","status":"Sukses"}}`+strings.Repeat(" ", 1<<20))
		}, supplier.CodeUnreadable},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, redirected, http.StatusTemporaryRedirect)
		}, supplier.CodeHTTPStatus},
		"500":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, supplier.CodeHTTPStatus},
		"404 page": {func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, supplier.CodeUnreadable},
	}

	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			client := newClient(t, serve(t, test.handler), func(c *digiflazz.Config) {
				if name == "time-out" {
					c.Timeout = 2 * time.Second // a busy machine takes its time to connect
				}
			})

			got := client.Buy(t.Context(), prepaid())
			if got.Outcome != supplier.Unknown || got.Code != test.code || !got.Silent() {
				t.Errorf("got %+v, want unknown with %s", got, test.code)
			}
		})
	}
}

func TestNothingSentIsNotCreated(t *testing.T) {
	t.Parallel()

	client := newClient(t, "http://127.0.0.1:1", nil) // nobody listens there

	if got := client.Buy(t.Context(), prepaid()); got.Outcome != supplier.FailedNotCreated || got.Code != supplier.CodeNotConnected {
		t.Errorf("buy: %+v", got)
	}

	// The status query was not sent, but the purchase before it may have been.
	again := prepaid()
	again.SentAt = noon()

	if got := client.Status(t.Context(), again); got.Outcome != supplier.Unknown {
		t.Errorf("status: %+v", got)
	}
}

func TestAgeOfAReference(t *testing.T) {
	t.Parallel()

	called := make(chan struct{}, 10)
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		called <- struct{}{}

		_, _ = io.WriteString(w, `{"data":{"ref_id":"INV-0001","rc":"00","status":"Sukses"}}`)
	})
	client := newClient(t, url, nil)

	const day = 24 * time.Hour

	for _, sent := range []time.Time{{}, noon().Add(-90 * day), noon().Add(-400 * day)} {
		old := prepaid()
		old.SentAt = sent

		if got := client.Status(t.Context(), old); got.Outcome != supplier.Unknown || got.Code != supplier.CodeTooOld {
			t.Errorf("sent at %s: %+v", sent, got)
		}
	}

	bill := prepaid()
	bill.Postpaid = true

	// 23:59 and 00:01 in Jakarta are two days, but one in UTC.
	for _, inquired := range []time.Time{{}, noon().Add(-12*time.Hour - time.Minute)} {
		bill.InquiredAt = inquired
		if got := client.Pay(t.Context(), bill); got.Outcome != supplier.FailedNotCreated || got.Code != supplier.CodeInquiryExpired {
			t.Errorf("inquired at %s: %+v", inquired, got)
		}
	}

	if len(called) != 0 {
		t.Fatal("the supplier was called")
	}

	bill.InquiredAt = noon().Add(-12*time.Hour + time.Minute)
	if got := client.Pay(t.Context(), bill); got.Outcome != supplier.Success {
		t.Errorf("same day: %+v", got)
	}
}

// A delayed first send may belong to an attempt that was given up. If it were sent now,
// it could be executed after the refund.
func TestFirstSendThatIsTooLateIsNotSent(t *testing.T) {
	t.Parallel()

	called := make(chan struct{}, 10)
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		called <- struct{}{}

		_, _ = io.WriteString(w, `{"data":{"ref_id":"INV-0001","rc":"00","status":"Sukses"}}`)
	})
	client := newClient(t, url, func(c *digiflazz.Config) { c.Timeout, c.NotFoundAfter = 5*time.Second, time.Minute })

	sent := func(ago time.Duration) (buy, pay supplier.Answer) {
		req := prepaid()
		req.SentAt = noon().Add(-ago)
		buy = client.Buy(t.Context(), req)

		req.Postpaid, req.InquiredAt = true, req.SentAt

		return buy, client.Pay(t.Context(), req)
	}

	buy, pay := sent(55 * time.Second)
	for what, got := range map[string]supplier.Answer{"buy": buy, "pay": pay} {
		if got.Outcome != supplier.Unknown || got.Code != supplier.CodeTooOld {
			t.Errorf("%s that may be answered when a refusal is conclusive: %+v", what, got)
		}
	}

	if len(called) != 0 {
		t.Fatal("the supplier was called")
	}

	if buy, pay = sent(54 * time.Second); buy.Outcome != supplier.Success || pay.Outcome != supplier.Success {
		t.Errorf("in time: %+v and %+v", buy, pay)
	}
}

func TestListErrors(t *testing.T) {
	t.Parallel()

	for body, want := range map[string]error{
		`{"data":{"rc":"83","message":"limit"}}`:  supplier.ErrRateLimited,
		`{"data":{"rc":"41","message":"secret"}}`: supplier.ErrRefused,
		`{"data":{"deposit":"much"}}`:             supplier.ErrUnavailable,
		`oops`:                                    supplier.ErrUnavailable,
	} {
		client := newClient(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }), nil)

		if _, err := client.PriceList(t.Context()); !errors.Is(err, want) {
			t.Errorf("price list, %s: %v", body, err)
		}

		if _, err := client.Balance(t.Context()); !errors.Is(err, want) {
			t.Errorf("balance, %s: %v", body, err)
		}
	}
}

func TestConfigTellsAllFaults(t *testing.T) {
	t.Parallel()

	_, err := digiflazz.New(digiflazz.Config{BaseURL: "http://example.com/v1"})
	if !errors.Is(err, supplier.ErrConfig) {
		t.Fatalf("got %v", err)
	}

	for _, part := range []string{"username", "key", "https"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not told in %q", part, err)
		}
	}

	hasty := digiflazz.Config{Username: "u", Key: "k", Timeout: time.Minute, NotFoundAfter: time.Minute}
	if _, err := digiflazz.New(hasty); !errors.Is(err, supplier.ErrConfig) {
		t.Error("a first send may be refunded while it is on its way")
	}

	for _, bad := range []string{"::", "https://user:pass@host/v1", "ftp://host", "https://host/v1?a=b"} {
		if _, err := digiflazz.New(digiflazz.Config{BaseURL: bad, Username: "u", Key: "k"}); !errors.Is(err, supplier.ErrConfig) {
			t.Errorf("%s was taken", bad)
		} else if strings.Contains(err.Error(), "pass") {
			t.Error("a secret is in the error")
		}
	}
}
