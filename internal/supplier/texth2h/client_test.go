package texth2h_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/supplier"
	"loket/internal/supplier/texth2h"
)

const reportKey = "00112233445566778899aabbccddeeff"

func noon() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) }

func purchase() supplier.Request {
	return supplier.Request{Reference: "LK1", SKU: "S10", Destination: "081298765432", MaxPrice: 10_300, SentAt: noon()}
}

// engine is a server that answers each call with a text.
func engine(t *testing.T, change func(*texth2h.Config), answer func(r *http.Request) string) *texth2h.Client {
	t.Helper()

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(answer(r))) }))
	t.Cleanup(server.Close)

	config := texth2h.Config{BaseURL: server.URL, Settings: example(t, "otomax"), Clock: clock.NewManual(noon()), ClaimSerial: free}
	if change != nil {
		change(&config)
	}

	c, err := texth2h.New(config)
	if err != nil {
		t.Fatal(err)
	}

	return c
}

const delivered = "status=20&message=R#LK1 S10.081298765432 SUKSES. SN: 0417265309812. Saldo 1.250.400 - 10.250 = 1.240.150"

func TestPurchaseAndStatusQuery(t *testing.T) {
	t.Parallel()

	var calls atomic.Int64

	c := engine(t, nil, func(r *http.Request) string {
		if calls.Add(1) == 1 {
			return "status=1&message=R#LK1 S10.081298765432 akan diproses. Saldo 1"
		}

		if r.URL.Path != "/trx" || r.URL.Query().Get("refID") != "LK1" || r.URL.Query().Get("sign") == "" {
			t.Errorf("asked %s", r.URL)
		}

		return delivered
	})

	if got := c.Buy(t.Context(), purchase()); got.Outcome != supplier.Pending || got.AskAfter != time.Minute {
		t.Errorf("%+v", got)
	}

	if got := c.Status(t.Context(), purchase()); got.Outcome != supplier.Success || got.SerialNumber != "0417265309812" || got.Price != 10_250 || got.Exchange != nil {
		t.Errorf("%+v", got)
	}

	old := purchase()
	old.SentAt = noon().Add(-7 * 24 * time.Hour)

	if got := c.Status(t.Context(), old); got.Outcome != supplier.Unknown || got.Code != supplier.CodeTooOld || calls.Load() != 2 {
		t.Errorf("%+v", got)
	}
}

// TestSerialNumberOfAnotherPurchaseIsNoProof: it is neither a success, nor a failure.
func TestSerialNumberOfAnotherPurchaseIsNoProof(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		claim func(context.Context, string, string) (bool, error)
		code  string
	}{
		"used":         {func(context.Context, string, string) (bool, error) { return false, nil }, supplier.CodeContradiction},
		"not answered": {func(context.Context, string, string) (bool, error) { return true, errors.New("down") }, "serial-unchecked"},
	} {
		client := engine(t, func(conf *texth2h.Config) { conf.ClaimSerial = c.claim }, func(*http.Request) string { return delivered })

		got := client.Buy(t.Context(), purchase())
		if got.Outcome != supplier.Unknown || got.Code != c.code || got.SerialNumber != "" {
			t.Errorf("%s: %+v", name, got)
		}

		if x := got.Exchange; x == nil || strings.Contains(x.Answer, "0417265309812") || strings.Contains(x.Request+x.Answer, "rahasia") {
			t.Errorf("%s: staff read %+v", name, x)
		}
	}
}

// TestPurchaseIsSentOnce: the server closes each connection without an answer, which Go's client takes for a reason to send a GET again over a
// connection that was used before.
func TestPurchaseIsSentOnce(t *testing.T) {
	t.Parallel()

	var sent atomic.Int64

	c := engine(t, nil, func(*http.Request) string {
		if sent.Add(1) > 1 {
			panic(http.ErrAbortHandler)
		}

		return "ok"
	})

	for _, want := range []string{supplier.CodeUnreadable, supplier.CodeNoAnswer} {
		if got := c.Buy(t.Context(), purchase()); got.Outcome != supplier.Unknown || got.Code != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}

	if n := sent.Load(); n != 2 {
		t.Errorf("two purchases were sent %d times", n)
	}
}

func TestBalance(t *testing.T) {
	t.Parallel()

	reply := "message=Saldo anda 1.250.400"
	c := engine(t, nil, func(r *http.Request) string {
		if r.URL.Path != "/balance" || r.URL.Query().Get("memberID") != "LK001" {
			t.Errorf("asked %s", r.URL)
		}

		return reply
	})

	if got, err := c.Balance(t.Context()); err != nil || got != 1_250_400 {
		t.Errorf("%d %v", got, err)
	}

	reply = "status=40&message=IP anda tidak terdaftar"

	if got, err := c.Balance(t.Context()); !errors.Is(err, supplier.ErrUnavailable) {
		t.Errorf("%d %v", got, err)
	}

	if _, err := c.PriceList(t.Context()); !errors.Is(err, supplier.ErrUnsupported) {
		t.Errorf("price list: %v", err)
	}
}

func withReports(conf *texth2h.Config) {
	conf.Settings.Reports = &texth2h.Reports{
		Key: reportKey, Addresses: []string{"203.0.113.7", "10.1.0.0/16"},
		Envelope: texth2h.Envelope{Ref: "refid", Code: "status", Sentence: "message", Codes: map[string]string{"20": "success", "40": "failed"}},
	}
}

const reportOfDelivery = "refid=LK1&status=20&message=R%23LK1 S10.6281298765432 SUKSES. SN: 0417265309812. Saldo 1.250.400 - 10.250 = 1.240.150"

func TestReports(t *testing.T) {
	t.Parallel()

	asks := engine(t, withReports, func(*http.Request) string { return "" })
	asksNot := engine(t, func(conf *texth2h.Config) {
		withReports(conf)
		conf.Settings.Requests.RepeatIsStatus = false
	}, func(*http.Request) string { return "" })
	ours := netip.MustParseAddr("::ffff:203.0.113.7")

	for name, sent := range map[string]supplier.Callback{
		"a foreign address": {Key: reportKey, Source: netip.MustParseAddr("203.0.113.8"), Query: reportOfDelivery},
		"another key":       {Key: strings.ToUpper(reportKey), Source: ours, Query: reportOfDelivery},
		"no key":            {Source: ours, Query: reportOfDelivery},
		"no address":        {Key: reportKey, Query: reportOfDelivery},
	} {
		if _, err := asks.VerifyNotice(t.Context(), sent); !errors.Is(err, supplier.ErrNoticeSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}

	for name, c := range map[string]struct {
		client  *texth2h.Client
		query   string
		outcome supplier.Outcome
		askNow  bool
		ref     string
	}{
		"a status query decides":   {asks, reportOfDelivery, supplier.Success, true, "LK1"},
		"all parts agree":          {asksNot, reportOfDelivery, supplier.Success, false, "LK1"},
		"without a code":           {asksNot, strings.Replace(reportOfDelivery, "status=20&", "", 1), supplier.Unknown, false, "LK1"},
		"the code contradicts it":  {asksNot, strings.Replace(reportOfDelivery, "=20", "=40", 1), supplier.Unknown, false, "LK1"},
		"two references":           {asksNot, strings.Replace(reportOfDelivery, "refid=LK1", "refid=LK2", 1), supplier.Unknown, false, "LK2"},
		"a name is there twice":    {asksNot, reportOfDelivery + "&status=40", supplier.Unknown, false, ""},
		"a failure, not confirmed": {asksNot, "refid=LK1&status=40&message=R#LK1 S10.081298765432 GAGAL karena timeout. Saldo 1", supplier.Unknown, false, "LK1"},
		"a & in the sentence":      {asks, "refid=LK1&status=20&message=R#LK1 A&B S10.081298765432 SUKSES. SN: 0417265309812. Saldo 1", supplier.Success, true, "LK1"},
		"nothing readable":         {asks, "hello", supplier.Unknown, false, ""},
	} {
		n, err := c.client.VerifyNotice(t.Context(), supplier.Callback{Key: reportKey, Source: ours, Query: c.query})
		if err != nil || n.Answer.Outcome != c.outcome || n.AskNow != c.askNow || n.Reference != c.ref {
			t.Errorf("%s: %+v %v", name, n, err)
		}

		if n.Answer.Outcome == supplier.Success && (n.SKU != "S10" || n.Destination != "081298765432") {
			t.Errorf("%s: about %s %s", name, n.SKU, n.Destination)
		}
	}
}

// TestSettingsAreRefused: what is wrong is named, and no secret is.
func TestSettingsAreRefused(t *testing.T) {
	t.Parallel()

	for want, change := range map[string]func(s *texth2h.Settings){
		`placeholder {nobody} has no value`:              func(s *texth2h.Settings) { s.Requests.Buy.Params["x"] = "{nobody}" },
		`request buy has no {ref}`:                       func(s *texth2h.Settings) { s.Requests.Buy.Params["refID"] = "1" },
		`hash of sign must be`:                           func(s *texth2h.Settings) { s.Requests.Buy.Sign.Hash = "rot13" },
		`rule "success": pattern is no pattern`:          func(s *texth2h.Settings) { s.Rules[0].Pattern = "(" },
		`part price2 is not known`:                       func(s *texth2h.Settings) { s.Rules[0].Pattern = "(?P<price2>x)" },
		`rule "success": no test`:                        func(s *texth2h.Settings) { s.Tests = s.Tests[5:] },
		`rule "success": a negative twin is missing`:     func(s *texth2h.Settings) { s.Tests = append(s.Tests[:1:1], s.Tests[4:]...) },
		`test 1 "delivered": gives success, not pending`: func(s *texth2h.Settings) { s.Tests[0].Outcome = "pending" },
		`succeeds for another number, too`:               func(s *texth2h.Settings) { s.Rules[0].Pattern = strings.Replace(s.Rules[0].Pattern, "?P<dest>", "", 1) },
		`notCreated and confirm exclude each other`:      func(s *texth2h.Settings) { s.Rules[2].NotCreated = true },
		`reason "sun" is not known`:                      func(s *texth2h.Settings) { s.Rules[2].Reason = "sun" },
		`code "7" must be success, pending or failed`:    func(s *texth2h.Settings) { s.Reply.Codes["7"] = "maybe" },
		`retentionDays must be`:                          func(s *texth2h.Settings) { s.Limits.RetentionDays = 91 },
		`reports: key must be`:                           func(s *texth2h.Settings) { s.Reports = &texth2h.Reports{Key: "secret", Addresses: []string{"::1"}} },
		`secret ref has the name of a placeholder`:       func(s *texth2h.Settings) { s.Secrets["ref"] = "rahasia" },
		`statusEvery is no duration`:                     func(s *texth2h.Settings) { s.Limits.StatusEvery = "a while" },
	} {
		s := example(t, "otomax")
		change(&s)

		_, err := texth2h.New(texth2h.Config{BaseURL: "https://h2h.example.com", Settings: s, ClaimSerial: free})
		if !errors.Is(err, supplier.ErrConfig) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "rahasia") {
			t.Errorf("%v, want %s", err, want)
		}
	}

	if _, err := texth2h.Parse([]byte(`{"rule":[]}`)); !errors.Is(err, supplier.ErrConfig) {
		t.Errorf("an unknown setting: %v", err)
	}

	for url, plain := range map[string]bool{"http://203.0.113.7:6969": false, "ftp://203.0.113.7": true} {
		s := example(t, "irs")
		s.PlainHTTP = plain

		if _, err := texth2h.New(texth2h.Config{BaseURL: url, Settings: s, ClaimSerial: free}); !errors.Is(err, supplier.ErrConfig) {
			t.Errorf("%s: %v", url, err)
		}
	}
}
