package iak_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// outcome is what a test compares of an answer.
type outcome struct {
	Outcome supplier.Outcome
	Code    string
	SN      string
	Price   money.Rupiah
}

func outcomeOf(a supplier.Answer) outcome { return outcome{a.Outcome, a.Code, a.SerialNumber, a.Price} }

func TestAnswersToPurchases(t *testing.T) {
	t.Parallel()

	const contradiction = supplier.CodeContradiction

	for name, c := range map[string]struct {
		status      int
		body        string
		first, soon outcome // to the purchase, and to a status query
	}{
		"success": {
			200, `{"data":{"ref_id":"LKT0000000001","status":1,"product_code":"xld10","customer_id":"087800001230","price":10150,"rc":"00","sn":"0041002","tr_id":1},"meta":[]}`,
			outcome{supplier.Success, "00", "0041002", 10150},
			outcome{supplier.Success, "00", "0041002", 10150},
		},
		"all values as text": {
			200, `{"data":{"ref_id":"LKT0000000001","status":"1","price":"10150","rc":"00","sn":"A","pin":"77"}}`,
			outcome{supplier.Success, "00", "A / 77", 10150},
			outcome{supplier.Success, "00", "A / 77", 10150},
		},
		"a token": {
			200, `{"data":{"ref_id":"LKT0000000001","status":1,"rc":"00","sn":"1234-5678-9012-3456-7890/BUDI/ANI/R1 /000001300/13,5"}}`,
			outcome{supplier.Success, "00", "1234-5678-9012-3456-7890/BUDI ANI/R1/1300/13,5", 0},
			outcome{supplier.Success, "00", "1234-5678-9012-3456-7890/BUDI ANI/R1/1300/13,5", 0},
		},
		"pending":                   {200, `{"data":{"ref_id":"LKT0000000001","status":0,"rc":"39"}}`, outcome{Outcome: supplier.Pending, Code: "39"}, outcome{Outcome: supplier.Pending, Code: "39"}},
		"failed":                    {200, `{"data":{"ref_id":"LKT0000000001","status":2,"rc":"14"}}`, outcome{Outcome: supplier.FailedCreated, Code: "14"}, outcome{Outcome: supplier.FailedCreated, Code: "14"}},
		"refused":                   {200, `{"data":{"status":2,"rc":"17"}}`, outcome{Outcome: supplier.FailedNotCreated, Code: "17"}, outcome{Outcome: supplier.Unknown, Code: "17"}},
		"not found":                 {200, `{"data":{"status":2,"rc":"06"}}`, outcome{Outcome: supplier.Unknown, Code: "06"}, outcome{Outcome: supplier.Unknown, Code: "06"}},
		"a malformed request":       {400, `{"data":{"message":"bad","error_details":{"customer_id":"is missing"}}}`, outcome{Outcome: supplier.FailedNotCreated, Code: "107"}, outcome{Outcome: supplier.Unknown, Code: "107"}},
		"success with HTTP 400":     {400, `{"data":{"ref_id":"LKT0000000001","status":1,"rc":"00"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"another HTTP status":       {404, `{"data":{"ref_id":"LKT0000000001","status":2,"rc":"07"}}`, outcome{Code: supplier.CodeHTTPStatus}, outcome{Code: supplier.CodeHTTPStatus}},
		"HTTP 500":                  {500, `{"data":{"ref_id":"LKT0000000001","status":2,"rc":"07"}}`, outcome{Code: supplier.CodeHTTPStatus}, outcome{Code: supplier.CodeHTTPStatus}},
		"success that failed":       {200, `{"data":{"ref_id":"LKT0000000001","status":2,"rc":"00"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"failed yet in process":     {200, `{"data":{"ref_id":"LKT0000000001","status":0,"rc":"07"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"pending that failed":       {200, `{"data":{"ref_id":"LKT0000000001","status":2,"rc":"201"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"no status":                 {200, `{"data":{"ref_id":"LKT0000000001","rc":"00"}}`, outcome{Code: "00"}, outcome{Code: "00"}},
		"a message alone":           {200, `{"data":{"message":"SUCCESS"}}`, outcome{Code: supplier.CodeUnreadable}, outcome{Code: supplier.CodeUnreadable}},
		"another reference":         {200, `{"data":{"ref_id":"LKT0000000002","status":1,"rc":"00"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"another product":           {200, `{"data":{"ref_id":"LKT0000000001","product_code":"xld100","status":1,"rc":"00"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"another number":            {200, `{"data":{"ref_id":"LKT0000000001","customer_id":"0878","status":2,"rc":"07"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"success without reference": {200, `{"data":{"status":1,"rc":"00"}}`, outcome{Code: contradiction}, outcome{Code: contradiction}},
		"both success and failure":  {200, `{"data":{"ref_id":"LKT0000000001","status":2,"status":1,"rc":"00"}}`, outcome{Code: supplier.CodeUnreadable}, outcome{Code: supplier.CodeUnreadable}},
		"a page":                    {200, `<html>`, outcome{Code: supplier.CodeUnreadable}, outcome{Code: supplier.CodeUnreadable}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			url, _ := serve(t, c.status, map[string]string{topUpPath: c.body, statusPath: c.body})
			client := newClient(t, url, nil)

			if diff := cmp.Diff(c.first, outcomeOf(client.Buy(t.Context(), prepaid()))); diff != "" {
				t.Error("first:", diff)
			}

			if diff := cmp.Diff(c.soon, outcomeOf(client.Status(t.Context(), prepaid()))); diff != "" {
				t.Error("later:", diff)
			}
		})
	}
}

func TestMeter(t *testing.T) {
	t.Parallel()

	for body, want := range map[string]outcome{
		`{"data":{"status":"1","customer_id":"12345678901","meter_no":"12345678901","subscriber_id":"523","name":"BUDI","segment_power":"R1 /000001300","rc":"00"}}`: {supplier.Success, "00", "", 0},
		`{"data":{"status":"2","customer_id":"12345678901","rc":"14"}}`:                                                                                              {supplier.FailedCreated, "14", "", 0},
		`{"data":{"status":"2","rc":"110"}}`:                  {supplier.FailedNotCreated, "110", "", 0},
		`{"data":{"status":"2","rc":"00","name":"BUDI"}}`:     {supplier.Unknown, supplier.CodeContradiction, "", 0},
		`{"data":{"status":"1","customer_id":"9","rc":"00"}}`: {supplier.Unknown, supplier.CodeContradiction, "", 0},
	} {
		url, _ := serve(t, http.StatusOK, map[string]string{meterPath: body})
		req := prepaid()
		req.Destination = "12345678901"

		got := newClient(t, url, nil).Inquire(t.Context(), req)
		if diff := cmp.Diff(want, outcomeOf(got)); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}

		if got.Outcome == supplier.Success && (got.Bill.CustomerName != "BUDI" || len(got.Bill.Details) != 3) {
			t.Errorf("%+v", got.Bill)
		}
	}
}

// foundBill is the answer to an inquiry. Details are texts, totals are numbers.
const foundBill = `{"data":{"tr_id":98765432,"code":"PLNPOSTPAID","hp":"530000000001","tr_name":"BUDI","period":"202601,202602","nominal":300000,
	"admin":5000,"ref_id":"1001x26x1","response_code":"00","message":"INQUIRY SUCCESS","price":305000,"selling_price":302000,
	"desc":{"tarif":"R1","daya":"1300","lembar_tagihan":"2","tagihan":{"detail":[
		{"periode":"202601","nilai_tagihan":"100000","admin":"2500","denda":"0","total":"102500"},
		{"periode":"202602","nilai_tagihan":"199000","admin":"2500","denda":"1000","total":"202500"}]}}}}`

// TestBillsHaveTheirPriceBackwards: price is what the customer owes, selling_price what leaves our deposit.
func TestBillsHaveTheirPriceBackwards(t *testing.T) {
	t.Parallel()

	url, _ := serve(t, http.StatusOK, map[string]string{billPath: foundBill})
	got := newClient(t, url, nil).Inquire(t.Context(), bill())

	if got.Outcome != supplier.Success || got.Price != 302_000 || got.Handle != "98765432" {
		t.Fatalf("%+v", got)
	}

	fine := money.Rupiah(1000)
	want := []supplier.BillPart{{Period: "202601", Amount: 100_000, Admin: 2_500}, {Period: "202602", Amount: 199_000, Admin: 2_500, Fine: fine}}

	if b := got.Bill; b.Amount != 305_000 || b.Admin != 5_000 || b.CustomerName != "BUDI" || cmp.Diff(want, b.Parts) != "" ||
		cmp.Diff([]string{"202601", "202602"}, b.Periods) != "" || cmp.Diff(&fine, b.Fine) != "" || b.Details[0].Value != "R1" {
		t.Errorf("%+v", b)
	}

	water := `{"data":{"tr_id":"1","ref_id":"1001x26x1","response_code":"00","price":"42500","selling_price":41000,"desc":{"bill_quantity":"1",
		"bill":{"detail":[{"period":"202601","penalty":"500","bill_amount":"39500","misc_amount":"0"}]}}}}`

	url, _ = serve(t, http.StatusOK, map[string]string{billPath: water})
	got = newClient(t, url, nil).Inquire(t.Context(), bill())

	if got.Outcome != supplier.Success || cmp.Diff([]supplier.BillPart{{Period: "202601", Amount: 39_500, Fine: 500}}, got.Bill.Parts) != "" || got.Bill.Periods[0] != "202601" {
		t.Errorf("%+v", got.Bill)
	}
}

func TestAnswersAboutBills(t *testing.T) {
	t.Parallel()

	const (
		contradiction = supplier.CodeContradiction
		about         = `"ref_id":"1001x26x1","tr_id":98765432,`
	)

	for name, c := range map[string]struct {
		body              string
		inquiry, pay, ask outcome
	}{
		"paid": {
			`{"data":{` + about + `"response_code":"00","status":"1","noref":"N1","price":305000,"selling_price":302000,"tr_name":"BUDI"}}`,
			outcome{supplier.Success, "bill-00", "", 302000},
			outcome{supplier.Success, "bill-00", "N1", 302000},
			outcome{supplier.Success, "bill-00", "N1", 302000},
		},
		"pending": {
			`{"data":{` + about + `"response_code":"39","status":3}}`,
			outcome{Code: "bill-39"},
			outcome{Outcome: supplier.Pending, Code: "bill-39"},
			outcome{Outcome: supplier.Pending, Code: "bill-39"},
		},
		"failed": {
			`{"data":{` + about + `"response_code":"07","status":2}}`,
			outcome{Outcome: supplier.FailedCreated, Code: "bill-07"},
			outcome{Outcome: supplier.FailedCreated, Code: "bill-07"},
			outcome{Outcome: supplier.FailedCreated, Code: "bill-07"},
		},
		"not received": {
			`{"data":{` + about + `"response_code":"42","status":0}}`,
			outcome{Code: "bill-42"},
			outcome{Code: "bill-42"},
			outcome{Code: "bill-42"},
		},
		"paid already, perhaps by us": {
			`{"data":{` + about + `"response_code":"01","status":2}}`,
			outcome{Outcome: supplier.FailedCreated, Code: "bill-01"},
			outcome{Code: "bill-01"},
			outcome{Code: "bill-01"},
		},
		"a time-out of the biller": {
			`{"data":{` + about + `"response_code":"103","status":2}}`,
			outcome{Outcome: supplier.FailedNotCreated, Code: "bill-103"},
			outcome{Code: "bill-103"},
			outcome{Outcome: supplier.FailedCreated, Code: "bill-103"},
		},
		"no deposit": {
			`{"data":{"response_code":"17","message":"x"}}`,
			outcome{Outcome: supplier.FailedNotCreated, Code: "bill-17"},
			outcome{Outcome: supplier.FailedNotCreated, Code: "bill-17"},
			outcome{Code: "bill-17"},
		},
		"another reference": {
			`{"data":{"ref_id":"1001x26x2","response_code":"00","status":1,"tr_id":98765432,"price":1,"selling_price":1,"tr_name":"B"}}`,
			outcome{Code: contradiction},
			outcome{Code: contradiction},
			outcome{Code: contradiction},
		},
		"success of a failure": {
			`{"data":{"ref_id":"1001x26x1","response_code":"00","status":2,"tr_id":1,"price":1,"selling_price":1,"tr_name":"B"}}`,
			outcome{Outcome: supplier.Success, Code: "bill-00", Price: 1},
			outcome{Code: contradiction},
			outcome{Code: contradiction},
		},
		"a bill without a handle": {
			`{"data":{"ref_id":"1001x26x1","response_code":"00","status":1,"price":1,"selling_price":1,"tr_name":"B"}}`,
			outcome{Code: supplier.CodeUnreadable},
			outcome{supplier.Success, "bill-00", "", 1},
			outcome{supplier.Success, "bill-00", "", 1},
		},
		"a bill without amounts": {
			`{"data":{` + about + `"response_code":"00","status":1,"price":"10.250","selling_price":"10.250","tr_name":"B"}}`,
			outcome{Code: supplier.CodeUnreadable},
			outcome{Outcome: supplier.Success, Code: "bill-00"},
			outcome{Outcome: supplier.Success, Code: "bill-00"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			url, _ := serve(t, http.StatusOK, map[string]string{billPath: c.body})
			client := newClient(t, url, nil)

			for call, pair := range map[string][2]outcome{
				"inquiry": {c.inquiry, outcomeOf(client.Inquire(t.Context(), bill()))},
				"payment": {c.pay, outcomeOf(client.Pay(t.Context(), bill()))},
				"status":  {c.ask, outcomeOf(client.Status(t.Context(), bill()))},
			} {
				if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
					t.Errorf("%s: %s", call, diff)
				}
			}
		})
	}
}
