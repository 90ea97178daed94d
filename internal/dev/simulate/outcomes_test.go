package simulate_test

import (
	"errors"
	"regexp"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/supplier"
)

// course is what happens to a purchase, chosen by the last digit of its destination.
type course struct {
	digit    string
	first    supplier.Outcome
	notice   bool
	last     supplier.Outcome // of the last status query
	executed bool
}

// courses is the table in the demo's documentation.
func courses() []course {
	return []course{
		{"0", supplier.Success, false, supplier.Success, true},
		{"1", supplier.Success, false, supplier.Success, true},
		{"2", supplier.FailedCreated, false, supplier.FailedCreated, false},
		{"3", supplier.Pending, true, supplier.Success, true},
		{"4", supplier.Pending, true, supplier.FailedCreated, false},
		{"5", supplier.Unknown, false, supplier.Success, true},
		{"6", supplier.Unknown, false, supplier.Success, true},
		{"7", supplier.Unknown, false, supplier.Success, true},
		{"8", supplier.Success, false, supplier.Success, true},
		{"9", supplier.Success, false, supplier.Success, true},
	}
}

// TestOutcomesByLastDigit runs the table with the real adapter over HTTP.
func TestOutcomesByLastDigit(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)

	for _, test := range courses() {
		t.Run(test.digit, func(t *testing.T) {
			t.Parallel()

			req := buy("REF-"+test.digit, "08120000000"+test.digit)
			if got := sim.adapter.Buy(t.Context(), req); got.Outcome != test.first {
				t.Fatalf("first: %+v", got)
			}

			// A purchase that is not executed yet must be so before the next status
			// query.
			if test.digit == "6" && sim.entry(t, req.Reference).Executed {
				t.Error("executed too early")
			}

			if test.digit == "5" && !sim.entry(t, req.Reference).Executed {
				t.Error("not executed")
			}

			if test.notice {
				sim.await(t, "notice", about(req.Reference))
			}

			got := sim.adapter.Status(t.Context(), req)
			if got.Outcome != test.last {
				t.Fatalf("last: %+v", got)
			}

			if test.last == supplier.Success && (got.SerialNumber == "" || got.Price != 10_150) {
				t.Errorf("proof of delivery: %+v", got)
			}

			if entry := sim.entry(t, req.Reference); entry.Executed != test.executed {
				t.Errorf("book: %+v", entry)
			}
		})
	}
}

func TestNoticesAreSignedAndTrue(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	sim.adapter.Buy(t.Context(), buy("REF-3", "08123"))
	sim.adapter.Buy(t.Context(), buy("REF-4", "08124"))
	sim.await(t, "success", about("REF-3"))
	sim.await(t, "failure", about("REF-4"))

	sim.mu.Lock()
	defer sim.mu.Unlock()

	for _, n := range sim.notices {
		want := supplier.Success
		if n.Reference == "REF-4" {
			want = supplier.FailedCreated
		}

		if n.Answer.Outcome != want || n.DeliveryID == "" {
			t.Errorf("%+v", n)
		}
	}
}

// TestOneReferenceIsExecutedOnce proves the property on which safe retries depend.
func TestOneReferenceIsExecutedOnce(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	one, _ := sim.server.Supplier("one")
	before := one.Balance()

	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			if got := sim.adapter.Buy(t.Context(), buy("REF", "08120")); got.Outcome != supplier.Success {
				t.Errorf("%+v", got)
			}
		})
	}

	group.Wait()

	if spent := before - one.Balance(); spent != sim.entry(t, "REF").Price {
		t.Errorf("spent %d", spent)
	}

	// The same reference for another purchase is refused with an unknown outcome.
	if got := sim.adapter.Buy(t.Context(), buy("REF", "08121")); got.Outcome != supplier.Unknown || got.Code != "49" {
		t.Errorf("another destination: %+v", got)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, func(a *upstream.Account) {
		a.Products = []upstream.Product{
			{SKU: "TSEL10", Price: 10_150},
			{SKU: "OFF", Price: 1, Off: true},
			{SKU: "XL10", Price: 10_200},
			{SKU: "PLNPOST", Postpaid: true, Admin: 3000, Commission: 1000},
		}
		a.Balance = 15_000
		a.FaultSettings.OutOfStock = []string{"XL*"}
		a.FaultSettings.RefuseSuffix = "68"
	})
	with := func(req supplier.Request, change func(*supplier.Request)) supplier.Request {
		change(&req)

		return req
	}

	cases := map[string]struct {
		req  supplier.Request
		code string
	}{
		"unknown code":       {with(buy("A", "0"), func(r *supplier.Request) { r.SKU = "NIX" }), "43"},
		"switched off":       {with(buy("B", "0"), func(r *supplier.Request) { r.SKU = "OFF" }), "43"},
		"a bill as purchase": {with(buy("C", "0"), func(r *supplier.Request) { r.SKU = "PLNPOST" }), "43"},
		"out of stock":       {with(buy("D", "0"), func(r *supplier.Request) { r.SKU = "XL10" }), "68"},
		"destination":        {buy("E", "081268"), "68"},
		"too dear":           {with(buy("F", "0"), func(r *supplier.Request) { r.MaxPrice = 10_149 }), supplier.CodePriceAbove},
	}

	for name, test := range cases {
		if got := sim.adapter.Buy(t.Context(), test.req); got.Outcome != supplier.FailedNotCreated || got.Code != test.code {
			t.Errorf("%s: %+v", name, got)
		}
	}

	if entries := sim.server.Book(""); len(entries) != 0 {
		t.Errorf("refusals are in the book: %+v", entries)
	}

	// The balance is enough for one.
	if got := sim.adapter.Buy(t.Context(), buy("G", "0")); got.Outcome != supplier.Success {
		t.Errorf("%+v", got)
	}

	if got := sim.adapter.Buy(t.Context(), buy("H", "0")); got.Outcome != supplier.FailedNotCreated || got.Code != "44" {
		t.Errorf("%+v", got)
	}

	if balance, err := sim.adapter.Balance(t.Context()); err != nil || balance != 4_850 {
		t.Errorf("balance %d, %v", balance, err)
	}

	if got := sim.adapterWith(t, sim.server, "user", "wrong", "").Buy(t.Context(), buy("I", "0")); got.Code != "41" {
		t.Errorf("wrong key: %+v", got)
	}

	if got := sim.adapterWith(t, sim.server, "nobody", "key", "").Buy(t.Context(), buy("I", "0")); got.Code != "42" {
		t.Errorf("wrong name: %+v", got)
	}
}

func TestPriceListAndItsLimit(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, func(a *upstream.Account) {
		a.Products = []upstream.Product{
			{SKU: "TSEL10", Name: "Telkomsel 10.000", Category: "Pulsa", Brand: "TELKOMSEL", Type: "Umum", Price: 10_150},
			{SKU: "PLNPOST", Name: "PLN Pascabayar", Category: "Pascabayar", Brand: "PLN", Postpaid: true, Admin: 2500, Commission: 1500},
		}
	})

	rows, err := sim.adapter.PriceList(t.Context())
	if err != nil || len(rows) != 2 || rows[0].Price != 10_150 || !rows[0].Active || !rows[1].Postpaid ||
		rows[1].Admin != 2500 {
		t.Fatalf("%+v, %v", rows, err)
	}

	if _, err := sim.adapter.PriceList(t.Context()); !errors.Is(err, supplier.ErrRateLimited) {
		t.Errorf("at once again: %v", err)
	}

	sim.clock.Advance(5 * time.Minute)

	if _, err := sim.adapter.PriceList(t.Context()); err != nil {
		t.Errorf("later: %v", err)
	}
}

func TestMeterCheckAndToken(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	req := buy("TOKEN", "32120000001")
	req.SKU = "PLN20"

	check := sim.adapter.Inquire(t.Context(), req)
	if check.Outcome != supplier.Success || check.Bill == nil || check.Bill.CustomerName == "" || len(check.Bill.Details) != 3 {
		t.Errorf("%+v", check)
	}

	bad := req
	bad.Destination = "123"

	if got := sim.adapter.Inquire(t.Context(), bad); got.Outcome != supplier.FailedCreated || got.Code != "54" {
		t.Errorf("%+v", got)
	}

	token := regexp.MustCompile(`^(\d{4}-){4}\d{4}/[A-Z ]+/R1/\d+/\d+\.\d$`)
	if got := sim.adapter.Buy(t.Context(), req); !token.MatchString(got.SerialNumber) {
		t.Errorf("token %q", got.SerialNumber)
	}
}
