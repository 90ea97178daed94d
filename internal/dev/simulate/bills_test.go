package simulate_test

import (
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/supplier"
)

func TestBillIsInquiredThenPaid(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	req := billOf("BILL", "530000000001")

	found := sim.adapter.Inquire(t.Context(), req)
	if found.Outcome != supplier.Success || found.Bill == nil {
		t.Fatalf("%+v", found)
	}

	if found.Bill.Amount <= found.Bill.Admin || found.Price >= found.Bill.Amount || len(found.Bill.Periods) == 0 ||
		found.Bill.CustomerName == "" || len(found.Bill.Details) == 0 {
		t.Errorf("bill %+v for %d", found.Bill, found.Price)
	}

	if entries := sim.server.Book(""); len(entries) != 0 {
		t.Errorf("an inquiry is in the book: %+v", entries)
	}

	// A status query before the payment finds none.
	if got := sim.adapter.Status(t.Context(), req); got.Code != "50" {
		t.Errorf("status before: %+v", got)
	}

	paid := sim.adapter.Pay(t.Context(), req)
	if paid.Outcome != supplier.Success || paid.SerialNumber == "" || paid.Price != found.Price {
		t.Fatalf("%+v", paid)
	}

	if got := sim.adapter.Status(t.Context(), req); got.Outcome != supplier.Success || got.SerialNumber != paid.SerialNumber {
		t.Errorf("status after: %+v", got)
	}

	if entry := sim.entry(t, "BILL"); !entry.Executed || entry.Kind != "bill" {
		t.Errorf("%+v", entry)
	}
}

func TestBillOutcomes(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)

	// The last digit, 9, is a bill that was already paid: see TestBillRefusals.
	for _, test := range courses()[:9] {
		t.Run(test.digit, func(t *testing.T) {
			t.Parallel()

			req := billOf("BILL-"+test.digit, "53000000000"+test.digit)
			if got := sim.adapter.Inquire(t.Context(), req); got.Outcome != supplier.Success {
				t.Fatalf("inquiry: %+v", got)
			}

			if got := sim.adapter.Pay(t.Context(), req); got.Outcome != test.first {
				t.Fatalf("first: %+v", got)
			}

			if test.notice {
				sim.await(t, "notice", about(req.Reference))
			}

			if got := sim.adapter.Status(t.Context(), req); got.Outcome != test.last {
				t.Fatalf("last: %+v", got)
			}

			if entry := sim.entry(t, req.Reference); entry.Executed != test.executed {
				t.Errorf("%+v", entry)
			}
		})
	}
}

func TestBillRefusals(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)

	if got := sim.adapter.Inquire(t.Context(), billOf("A", "530000000009")); !got.Outcome.Failed() || got.Code != "60" {
		t.Errorf("paid already: %+v", got)
	}

	open := billOf("B", "081200000001")
	open.Amount = 15_500

	if got := sim.adapter.Inquire(t.Context(), open); got.Outcome != supplier.FailedNotCreated || got.Code != "87" {
		t.Errorf("not a multiple of 1,000: %+v", got)
	}

	open.Reference, open.Amount = "C", 25_000
	if got := sim.adapter.Inquire(t.Context(), open); got.Outcome != supplier.Success || got.Bill.Amount != 27_500 {
		t.Errorf("open amount: %+v", got)
	}

	if got := sim.adapter.Pay(t.Context(), billOf("NEVER", "530000000001")); got.Outcome != supplier.FailedCreated || got.Code != "50" {
		t.Errorf("never inquired: %+v", got)
	}

	// The supplier keeps an inquiry only for its day.
	late := billOf("D", "530000000001")
	if got := sim.adapter.Inquire(t.Context(), late); got.Outcome != supplier.Success {
		t.Fatalf("%+v", got)
	}

	sim.clock.Advance(12 * time.Hour)
	late.InquiredAt, late.SentAt = sim.clock.Now(), sim.clock.Now()

	if got := sim.adapter.Pay(t.Context(), late); got.Code != "50" {
		t.Errorf("the next day: %+v", got)
	}
}

// TestLostPaymentStaysLost proves that a status query pays nothing, as at the real
// supplier, and that the attempt fails when it can no longer be in flight.
func TestLostPaymentStaysLost(t *testing.T) {
	t.Parallel()

	const always = 100

	sim := newSimulation(t, func(a *upstream.Account) { a.FaultSettings.Chaos = upstream.Chaos{TimeoutBefore: always} })
	req := billOf("BILL", "530000000001")

	if got := sim.adapter.Inquire(t.Context(), req); got.Outcome != supplier.Success {
		t.Fatalf("%+v", got)
	}

	if got := sim.adapter.Pay(t.Context(), req); got.Outcome != supplier.Unknown {
		t.Fatalf("%+v", got)
	}

	// Sent a moment ago: it may still arrive.
	if got := sim.adapter.Status(t.Context(), req); got.Outcome != supplier.Unknown || got.Code != "50" {
		t.Errorf("at once: %+v", got)
	}

	sim.clock.Advance(2*patience + time.Second)

	if got := sim.adapter.Status(t.Context(), req); got.Outcome != supplier.FailedCreated {
		t.Errorf("later: %+v", got)
	}

	if entry := sim.entry(t, "BILL"); entry.Executed || entry.Status != upstream.StatusNone {
		t.Errorf("%+v", entry)
	}
}
