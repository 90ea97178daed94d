package simulate_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func newIAK(t *testing.T, change func(*upstream.Account)) *simulation {
	t.Helper()

	return newSimulation(t, func(a *upstream.Account) {
		a.Protocol = upstream.IAK

		if change != nil {
			change(a)
		}
	})
}

// TestOutcomesAtIAKByLastDigit runs the table of the demo with the real adapter over HTTP.
func TestOutcomesAtIAKByLastDigit(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, nil)

	for _, test := range courses() {
		t.Run(test.digit, func(t *testing.T) {
			t.Parallel()

			goods := buy("REF-"+test.digit, "08120000000"+test.digit)
			if got := sim.adapter.Buy(t.Context(), goods); got.Outcome != test.first {
				t.Fatalf("first: %+v", got)
			}

			if test.notice {
				sim.await(t, "callback", about(goods.Reference))
			}

			got := sim.adapter.Status(t.Context(), goods)
			if got.Outcome != test.last || (test.last == supplier.Success && (got.SerialNumber == "" || got.Price != 10_150)) {
				t.Errorf("last: %+v", got)
			}

			if entry := sim.entry(t, goods.Reference); entry.Executed != test.executed {
				t.Errorf("book: %+v", entry)
			}
		})
	}
}

// TestBillsAtIAKByLastDigit: bills have no callbacks, so a pending one is asked about until it has ended.
func TestBillsAtIAKByLastDigit(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, nil)

	for _, test := range courses()[:9] { // 9 is paid already
		t.Run(test.digit, func(t *testing.T) {
			t.Parallel()

			bill := billOf("BILL"+test.digit, "53000000000"+test.digit)

			found := sim.adapter.Inquire(t.Context(), bill)
			if found.Outcome != supplier.Success || found.Handle == "" || found.Bill.Amount <= found.Price || len(found.Bill.Parts) == 0 {
				t.Fatalf("%+v", found)
			}

			if got := sim.adapter.Status(t.Context(), bill); got.Outcome != supplier.Unknown || got.Code != "bill-42" {
				t.Errorf("asked before it was paid: %+v", got)
			}

			bill.Handle = found.Handle
			if got := sim.adapter.Pay(t.Context(), bill); got.Outcome != test.first {
				t.Fatalf("first: %+v", got)
			}

			got := sim.adapter.Status(t.Context(), bill)
			for deadline := time.Now().Add(patience); got.Outcome == supplier.Pending && time.Now().Before(deadline); got = sim.adapter.Status(t.Context(), bill) {
				time.Sleep(time.Millisecond) // the interval of status queries
			}

			if got.Outcome != test.last || (test.last == supplier.Success && (got.SerialNumber == "" || got.Price != found.Price)) {
				t.Errorf("last: %+v", got)
			}

			if entry := sim.entry(t, bill.Reference); entry.Executed != test.executed || entry.Kind != "bill" {
				t.Errorf("book: %+v", entry)
			}
		})
	}
}

// TestDocumentedTestNumbersOfIAK: the last four digits name the response code of the inquiry or of the payment.
func TestDocumentedTestNumbersOfIAK(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, func(a *upstream.Account) { a.TestNumbers = true })

	for number, want := range map[string]struct{ inquiry, payment supplier.Answer }{
		"0000": {supplier.Answer{Outcome: supplier.Success, Code: "bill-00"}, supplier.Answer{Outcome: supplier.Success, Code: "bill-00"}},
		"0001": {inquiry: supplier.Answer{Outcome: supplier.FailedCreated, Code: "bill-01"}},
		"0014": {inquiry: supplier.Answer{Outcome: supplier.FailedCreated, Code: "bill-14"}},
		"0103": {inquiry: supplier.Answer{Outcome: supplier.FailedNotCreated, Code: "bill-103"}},
		"1037": {supplier.Answer{Outcome: supplier.Success, Code: "bill-00"}, supplier.Answer{Outcome: supplier.FailedCreated, Code: "bill-37"}},
		"1039": {supplier.Answer{Outcome: supplier.Success, Code: "bill-00"}, supplier.Answer{Outcome: supplier.Pending, Code: "bill-39"}},
		"1105": {supplier.Answer{Outcome: supplier.Success, Code: "bill-00"}, supplier.Answer{Outcome: supplier.Unknown, Code: "bill-105"}},
	} {
		bill := billOf("T"+number, "53000000"+number)
		bill.SKU = "PLNPOSTPAID"

		got := sim.adapter.Inquire(t.Context(), bill)
		if got.Outcome != want.inquiry.Outcome || got.Code != want.inquiry.Code {
			t.Errorf("inquiry of %s: %+v", number, got)
		}

		if got.Outcome != supplier.Success {
			continue
		}

		bill.Handle = got.Handle
		if got := sim.adapter.Pay(t.Context(), bill); got.Outcome != want.payment.Outcome || got.Code != want.payment.Code {
			t.Errorf("payment of %s: %+v", number, got)
		}
	}

	for number, want := range map[string]supplier.Outcome{"1014": supplier.FailedCreated, "1006": supplier.Unknown, "1039": supplier.Pending, "0000": supplier.Success} {
		if got := sim.adapter.Buy(t.Context(), buy("P"+number, "0812345"+number)); got.Outcome != want {
			t.Errorf("%s: %+v", number, got)
		}
	}
}

// TestRefusalsOfIAK: a refusal creates nothing, and a status query about it finds nothing.
func TestRefusalsOfIAK(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, func(a *upstream.Account) {
		a.Products = []upstream.Product{
			{SKU: "TSEL10", Name: "10.000", Brand: "TELKOMSEL", Category: "Pulsa", Price: 10_150},
			{SKU: "OFF", Price: 1, Off: true},
			{SKU: "XL10", Price: 10_200},
			{SKU: "PLNPOST", Name: "PLN", Postpaid: true, Admin: 3_000, Commission: 1_000},
		}
		a.Balance = 15_000
		a.FaultSettings.OutOfStock = []string{"XL*"}
	})

	for sku, code := range map[string]string{"NIX": "20", "OFF": "20", "XL10": "106", "PLNPOST": "20"} {
		req := buy("R-"+sku, "0")
		req.SKU = sku

		if got := sim.adapter.Buy(t.Context(), req); got.Outcome != supplier.FailedNotCreated || got.Code != code {
			t.Errorf("%s: %+v", sku, got)
		}

		if got := sim.adapter.Status(t.Context(), req); got.Outcome != supplier.Unknown || got.Code != iakNotFound {
			t.Errorf("status of %s: %+v", sku, got)
		}
	}

	for most, code := range map[money.Rupiah]string{10_149: supplier.CodePriceAbove, 10_150: "00"} {
		req := buy(fmt.Sprint("M-", most), "0")
		req.MaxPrice = most

		if got := sim.adapter.Buy(t.Context(), req); got.Code != code {
			t.Errorf("for at most %d: %+v", most, got)
		}
	}

	if got := sim.adapter.Buy(t.Context(), buy("EMPTY", "0")); got.Outcome != supplier.FailedNotCreated || got.Code != "17" {
		t.Errorf("no deposit: %+v", got)
	}

	if balance, err := sim.adapter.Balance(t.Context()); err != nil || balance != 4_850 {
		t.Errorf("balance %d, %v", balance, err)
	}

	rows, err := sim.adapter.PriceList(t.Context())
	if err != nil || len(rows) != 4 || rows[0].Price != 10_150 || !rows[0].Active || rows[1].Active || !rows[3].Postpaid || rows[3].Admin != 3_000 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// TestTokenOfIAK: the name behind a meter, and a token in the common form.
func TestTokenOfIAK(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, nil)
	req := buy("TOKEN", "32120000001")
	req.SKU = "PLN20"

	if got := sim.adapter.Inquire(t.Context(), req); got.Outcome != supplier.Success || got.Bill.CustomerName == "" || len(got.Bill.Details) != 3 {
		t.Errorf("%+v", got)
	}

	common := regexp.MustCompile(`^(\d{4}-){4}\d{4}/[A-Z ]+/R1/\d+/\d+\.\d$`)
	if got := sim.adapter.Buy(t.Context(), req); !common.MatchString(got.SerialNumber) {
		t.Errorf("token %q", got.SerialNumber)
	}
}

// TestCallbackBeforeTheAnswer: it is sent while the answer still waits.
func TestCallbackBeforeTheAnswer(t *testing.T) {
	t.Parallel()

	sim := newIAK(t, func(a *upstream.Account) {
		a.FaultSettings.CallbackAfter, a.FaultSettings.Delay = time.Nanosecond, 50*time.Millisecond
	})

	if got := sim.adapter.Buy(t.Context(), buy("EARLY", "08123")); got.Outcome != supplier.Pending {
		t.Errorf("%+v", got)
	}

	sim.await(t, "callback", about("EARLY"))
}
