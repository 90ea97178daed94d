package iak_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/iak"
)

func noon() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) } // 12:00 in Jakarta

func newClient(t *testing.T, url string, change func(*iak.Config)) *iak.Client {
	t.Helper()

	config := iak.Config{
		PrepaidURL: url, PostpaidURL: url + "/bills", Username: "081200000001", Key: "devkey-loket-0001",
		Timeout: 20 * time.Second, Clock: clock.NewManual(noon()),
	}
	if change != nil {
		change(&config)
	}

	client, err := iak.New(config)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(client.Close)

	return client
}

// serve is a supplier that answers each path with a body. It returns its address and the requests that come.
func serve(t *testing.T, status int, bodies map[string]string) (string, <-chan map[string]any) {
	t.Helper()

	requests := make(chan map[string]any, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := map[string]any{}
		if err := json.NewDecoder(r.Body).Decode(&seen); err != nil {
			t.Error(err)
		}

		seen["path"] = r.URL.Path
		requests <- seen

		w.WriteHeader(status)
		_, _ = io.WriteString(w, bodies[r.URL.Path])
	}))
	t.Cleanup(server.Close)

	return server.URL, requests
}

const (
	listPath   = "/api/pricelist"
	topUpPath  = "/api/top-up"
	statusPath = "/api/check-status"
	meterPath  = "/api/inquiry-pln"
	billPath   = "/bills/api/v1/bill/check"
)

func prepaid() supplier.Request {
	return supplier.Request{Reference: "LKT0000000001", SKU: "xld10", Destination: "087800001230", SentAt: noon()}
}

func bill() supplier.Request {
	return supplier.Request{
		Reference: "1001-26-1", SKU: "PLNPOSTPAID", Destination: "530000000001", Postpaid: true, Handle: "98765432", InquiredAt: noon(), SentAt: noon(),
	}
}

// The signatures are vectors: md5 of user name, key and subject.
func TestRequestsAsDocumented(t *testing.T) {
	t.Parallel()

	url, requests := serve(t, http.StatusOK, map[string]string{listPath: `{"data":[]}`, billPath: `{"data":[]}`})
	client := newClient(t, url, nil)

	const user = "081200000001"

	meter, insurance, tax, open := prepaid(), bill(), bill(), bill()
	meter.Destination = "12345678901"
	insurance.SKU, tax.SKU, open.Amount = "BPJS", "PBBKOT.CIMAHI", 50_000

	year := tax
	year.Extra = map[string]string{supplier.ExtraYear: "2024"}

	owner := bill()
	owner.SKU, owner.Extra = "ESAMSAT.JABAR", map[string]string{supplier.ExtraIdentity: "3201234567890123"}

	game := prepaid()
	game.Destination = "156378300 8483"

	inquiry := func(change map[string]any) map[string]any {
		want := map[string]any{
			"path": billPath, "commands": "inq-pasca", "username": user, "code": "PLNPOSTPAID", "hp": "530000000001", "ref_id": "1001x26x1",
			"sign": "dda30aa2233eb979d7404584ab78208b",
		}

		maps.Copy(want, change)

		return want
	}

	for name, c := range map[string]struct {
		call func()
		want map[string]any
	}{
		"buy": {func() { client.Buy(t.Context(), prepaid()) }, map[string]any{
			"path": topUpPath, "username": user, "ref_id": "LKT0000000001", "customer_id": "087800001230", "product_code": "xld10",
			"sign": "0ce753a202271875f0232aeef9455cf9",
		}},
		"a player": {func() { client.Buy(t.Context(), game) }, map[string]any{
			"path": topUpPath, "username": user, "ref_id": "LKT0000000001", "customer_id": "156378300|8483", "product_code": "xld10",
			"sign": "0ce753a202271875f0232aeef9455cf9",
		}},
		"status": {func() { client.Status(t.Context(), prepaid()) }, map[string]any{
			"path": statusPath, "username": user, "ref_id": "LKT0000000001", "sign": "0ce753a202271875f0232aeef9455cf9",
		}},
		"meter": {func() { client.Inquire(t.Context(), meter) }, map[string]any{
			"path": meterPath, "username": user, "customer_id": "12345678901", "sign": "628109b5b7d46abdc286333640d9dada",
		}},
		"balance": {func() { _, _ = client.Balance(t.Context()) }, map[string]any{
			"path": "/api/check-balance", "username": user, "sign": "515892d2d07098faf891f453076eeeb0",
		}},
		"inquiry":      {func() { client.Inquire(t.Context(), bill()) }, inquiry(nil)},
		"a month":      {func() { client.Inquire(t.Context(), insurance) }, inquiry(map[string]any{"code": "BPJS", "month": "1"})},
		"this year":    {func() { client.Inquire(t.Context(), tax) }, inquiry(map[string]any{"code": "PBBKOT.CIMAHI", "year": "2026"})},
		"an owner":     {func() { client.Inquire(t.Context(), owner) }, inquiry(map[string]any{"code": "ESAMSAT.JABAR", "nomor_identitas": "3201234567890123"})},
		"a year":       {func() { client.Inquire(t.Context(), year) }, inquiry(map[string]any{"code": "PBBKOT.CIMAHI", "year": "2024"})},
		"an open bill": {func() { client.Inquire(t.Context(), open) }, inquiry(map[string]any{"desc": map[string]any{"amount": 50_000.0}})},
		"payment": {func() { client.Pay(t.Context(), bill()) }, map[string]any{
			"path": billPath, "commands": "pay-pasca", "username": user, "tr_id": "98765432", "sign": "01a8354cab5bed0bc477d85a892f865e",
		}},
		"status of a bill": {func() { client.Status(t.Context(), bill()) }, map[string]any{
			"path": billPath, "commands": "checkstatus", "username": user, "ref_id": "1001x26x1", "sign": "74620135af2af65d5b9f2fb14fe91509",
		}},
	} {
		c.call()

		if diff := cmp.Diff(c.want, <-requests); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}

	if _, err := client.PriceList(t.Context()); err != nil {
		t.Error(err)
	}

	for _, want := range []map[string]any{
		{"path": listPath, "username": user, "status": "all", "sign": "6859d759c89e81008e38d5a10b2dc035"},
		{"path": billPath, "commands": "pricelist-pasca", "username": user, "status": "all", "sign": "6859d759c89e81008e38d5a10b2dc035"},
	} {
		if diff := cmp.Diff(want, <-requests); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhatCanNotBeSentIsNotCreated(t *testing.T) {
	t.Parallel()

	client := newClient(t, "http://127.0.0.1:1", nil) // nobody listens there
	limited := prepaid()
	limited.MaxPrice = 10_000

	noHandle, yesterday, late, plate := bill(), bill(), prepaid(), bill()
	noHandle.Handle = ""
	yesterday.InquiredAt = noon().Add(-12*time.Hour - time.Minute)
	late.SentAt = noon().Add(-9*time.Minute - 50*time.Second)
	plate.SKU = "ESAMSAT.JABAR"
	months := bill()
	months.Extra = map[string]string{supplier.ExtraMonths: "3"}

	for name, c := range map[string]struct {
		got     supplier.Answer
		outcome supplier.Outcome
		code    string
	}{
		"buy":                {client.Buy(t.Context(), prepaid()), supplier.FailedNotCreated, supplier.CodeNotConnected},
		"no price list":      {client.Buy(t.Context(), limited), supplier.FailedNotCreated, supplier.CodeNotConnected},
		"pay":                {client.Pay(t.Context(), bill()), supplier.FailedNotCreated, supplier.CodeNotConnected},
		"inquiry":            {client.Inquire(t.Context(), bill()), supplier.FailedNotCreated, supplier.CodeNotConnected},
		"status":             {client.Status(t.Context(), prepaid()), supplier.Unknown, supplier.CodeNotConnected},
		"status of a bill":   {client.Status(t.Context(), bill()), supplier.Unknown, supplier.CodeNotConnected},
		"no handle":          {client.Pay(t.Context(), noHandle), supplier.FailedNotCreated, supplier.CodeInvalid},
		"of yesterday":       {client.Pay(t.Context(), yesterday), supplier.FailedNotCreated, supplier.CodeInquiryExpired},
		"held up":            {client.Buy(t.Context(), late), supplier.Unknown, supplier.CodeTooOld},
		"without the owner":  {client.Inquire(t.Context(), plate), supplier.FailedNotCreated, supplier.CodeInvalid},
		"months of power":    {client.Inquire(t.Context(), months), supplier.FailedNotCreated, supplier.CodeInvalid},
		"nothing to ask for": {client.Status(t.Context(), supplier.Request{}), supplier.Unknown, supplier.CodeInvalid},
	} {
		if c.got.Outcome != c.outcome || c.got.Code != c.code {
			t.Errorf("%s: %+v", name, c.got)
		}
	}

	for _, sent := range []time.Time{{}, noon().Add(-30 * 24 * time.Hour)} {
		old := prepaid()
		old.SentAt = sent

		if got := client.Status(t.Context(), old); got.Outcome != supplier.Unknown || got.Code != supplier.CodeTooOld {
			t.Errorf("sent at %s: %+v", sent, got)
		}
	}
}

// TestPriceIsComparedBeforeBuying: the protocol has no highest price, so nothing is sent above it.
func TestPriceIsComparedBeforeBuying(t *testing.T) {
	t.Parallel()

	for shape, body := range map[string]string{
		"rows alone": `{"data":[{"product_code":"xld10","product_price":10000,"status":"active"},{"product_code":"free","product_price":0,"status":"active"}]}`,
		"an object":  `{"data":{"pricelist":[{"product_code":"xld10","product_price":"10000","status":"active"}],"rc":"00","message":"SUCCESS"}}`,
	} {
		url, requests := serve(t, http.StatusOK, map[string]string{
			listPath: body, topUpPath: `{"data":{"ref_id":"LKT0000000001","status":0,"rc":"39","price":10100}}`,
		})
		client := newClient(t, url, nil)

		for _, c := range []struct {
			max     money.Rupiah
			sku     string
			outcome supplier.Outcome
			code    string
		}{
			{9_999, "xld10", supplier.FailedNotCreated, supplier.CodePriceAbove},
			{10_000, "free", supplier.FailedNotCreated, "not-listed"},
			{10_000, "xld10", supplier.Pending, "39"},
			{10_000, "xld10", supplier.FailedNotCreated, supplier.CodePriceAbove}, // the answer named a higher price
			{10_100, "xld10", supplier.Pending, "39"},
		} {
			req := prepaid()
			req.SKU, req.MaxPrice = c.sku, c.max

			if got := client.Buy(t.Context(), req); got.Outcome != c.outcome || got.Code != c.code {
				t.Errorf("%s: %s for at most %d: %+v", shape, c.sku, c.max, got)
			}
		}

		if got := []any{(<-requests)["path"], (<-requests)["path"], (<-requests)["path"]}; len(requests) > 0 || got[0] != listPath || got[2] != topUpPath {
			t.Errorf("%s: sent %v", shape, got)
		}
	}
}

// TestPriceListIsReadSeldom: a list serves for 5 minutes, its prices for 30 while no other can be read.
func TestPriceListIsReadSeldom(t *testing.T) {
	t.Parallel()

	const list = `{"data":[{"product_code":"xld10","product_description":"XL","product_nominal":"10.000","product_price":10000,"status":"active"},
		{"product_code":"off","product_price":1,"status":"non active"},{"product_code":"odd","product_price":"10.250","status":"active"}]}`

	clk := clock.NewManual(noon())
	url, requests := serve(t, http.StatusOK, map[string]string{
		listPath: list,
		billPath: `{"data":{"pasca":[{"code":"PDAM","name":"PDAM","status":"1","fee":2500,"komisi":"1500","type":"pdam"},{"code":"X","status":4,"fee":1,"komisi":1}]}}`,
	})
	client := newClient(t, url, func(c *iak.Config) { c.Clock = clk })

	for range 3 {
		rows, err := client.PriceList(t.Context())
		if err != nil || len(rows) != 5 || rows[0].Price != 10_000 || !rows[0].Active || rows[0].Name != "XL 10.000" || rows[1].Active || rows[2].Active ||
			rows[3].Admin != 2_500 || rows[3].Commission != 1_500 || !rows[3].Active || !rows[3].Postpaid || rows[4].Active {
			t.Fatalf("%+v, %v", rows, err)
		}
	}

	if len(requests) != 2 {
		t.Errorf("asked %d times", len(requests))
	}

	clk.Advance(5 * time.Minute)

	if _, err := client.PriceList(t.Context()); err != nil || len(requests) != 4 {
		t.Errorf("asked %d times, %v", len(requests), err)
	}
}

func TestListErrors(t *testing.T) {
	t.Parallel()

	for body, want := range map[string]error{
		`{"data":{"rc":"204","message":"secret","status":2}}`: supplier.ErrRefused,
		`{"data":{"response_code":"102"}}`:                    supplier.ErrRefused,
		`{"data":{"balance":"much"}}`:                         supplier.ErrUnavailable,
		`{"data":{"pricelist":[],"rc":"102","balance":1}}`:    supplier.ErrRefused,
		`{"data":{"pricelist":{},"balance":1,"rc":"999"}}`:    supplier.ErrUnavailable,
		`{"data":[{"product_code":"a","Product_Code":"b"}]}`:  supplier.ErrUnavailable,
		`oops`: supplier.ErrUnavailable,
	} {
		url, _ := serve(t, http.StatusOK, map[string]string{listPath: body, billPath: body, "/api/check-balance": body})
		client := newClient(t, url, nil)

		_, listed := client.PriceList(t.Context())
		_, balance := client.Balance(t.Context())

		for what, err := range map[string]error{"price list": listed, "balance": balance} {
			if err == nil || (!errors.Is(err, want) && !errors.Is(err, supplier.ErrUnavailable)) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s, %s: %v", what, body, err)
			}
		}
	}
}

func TestConfigTellsAllFaults(t *testing.T) {
	t.Parallel()

	_, err := iak.New(iak.Config{PrepaidURL: "http://example.com", PostpaidURL: "ftp://user:pass@example.com", Timeout: time.Hour})
	if !errors.Is(err, supplier.ErrConfig) {
		t.Fatalf("got %v", err)
	}

	for _, part := range []string{"username", "key", "base URL must be https", "postpaid URL must be", "notFoundAfter"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not told in %q", part, err)
		}
	}

	if strings.Contains(err.Error(), "pass@") {
		t.Error("a secret is in the error")
	}

	for _, testing := range []bool{false, true} {
		if _, err := iak.New(iak.Config{Username: "u", Key: "k", Testing: testing}); err != nil {
			t.Error(err)
		}
	}
}
