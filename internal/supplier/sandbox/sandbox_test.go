package sandbox_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/supplier"
	"loket/internal/supplier/sandbox"
)

// The document shows the rules that the program has.
func TestDocumentHasTheRules(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../../../docs/client-api.md")
	if err != nil {
		t.Fatal(err)
	}

	_, rest, begins := strings.Cut(string(text), "<!-- rules -->\n")
	shown, _, ends := strings.Cut(rest, "<!-- end of rules -->")

	if !begins || !ends || strings.TrimSpace(shown) != strings.TrimSpace(sandbox.Table()) {
		t.Errorf("the table in docs/client-api.md must be:\n%s", sandbox.Table())
	}
}

// Each rule answers as it says, the same whenever it is asked, and a query never says that nothing was created.
func TestRules(t *testing.T) {
	t.Parallel()

	sent := time.Date(2026, 11, 26, 3, 0, 0, 0, time.UTC)

	for _, test := range []struct {
		destination string
		bought      supplier.Outcome
		code        string
		after       time.Duration // after which a query gives the end
		end         supplier.Outcome
	}{
		{"081234567890", supplier.Success, "delivered", 0, supplier.Success},
		{"081234560000", supplier.Success, "delivered", 0, supplier.Success},
		{"081234560002", supplier.FailedNotCreated, "number_wrong", 0, supplier.FailedCreated},
		{"081234560014", supplier.FailedNotCreated, "timeout", 0, supplier.FailedCreated},
		{"081234560015", supplier.Success, "delivered", 0, supplier.Success},
		{"081234561012", supplier.Pending, "pending", 2 * time.Second, supplier.FailedCreated},
		{"081234562000", supplier.Success, "delivered", 0, supplier.Success},
		{"081234562059", supplier.Pending, "pending", 295 * time.Second, supplier.Success},
		{"081234562060", supplier.Success, "delivered", 0, supplier.Success},
		{"081234563000", supplier.Pending, "pending", 90 * 24 * time.Hour, supplier.Pending},
		{"081234564000", supplier.Success, "delivered", 0, supplier.Success},
		{"551203 2001", supplier.Pending, "pending", 5 * time.Second, supplier.Success},
		{"Budi#ID1", supplier.Success, "delivered", 0, supplier.Success},
		{"", supplier.Success, "delivered", 0, supplier.Success},
	} {
		clk := clock.NewManual(sent)
		a := sandbox.New(clk, func(context.Context, string) error { return nil })
		req := supplier.Request{Reference: "1000001001-2611261000000000000-1", Destination: test.destination, SentAt: sent}

		bought := a.Buy(t.Context(), req)
		if bought.Outcome != test.bought || bought.Code != test.code || bought.Outcome == supplier.Pending && test.end != supplier.Pending && bought.AskAfter != test.after {
			t.Errorf("%s: bought %+v", test.destination, bought)
		}

		if clk.Advance(test.after - time.Millisecond); test.after > 0 {
			if early := a.Status(t.Context(), req); early.Outcome != supplier.Pending {
				t.Errorf("%s: early %+v", test.destination, early)
			}
		}

		clk.Advance(time.Millisecond)

		end := a.Status(t.Context(), req)
		if end.Outcome != test.end || bought.Outcome == supplier.Success && end.SerialNumber != bought.SerialNumber {
			t.Errorf("%s: ended %+v after %+v", test.destination, end, bought)
		}

		if end.Outcome == supplier.FailedCreated && a.Reason(end.Code) == supplier.ReasonFailed {
			t.Errorf("%s: no reason for %s", test.destination, end.Code)
		}
	}
}

// A refused number has no bill, any other one has; a bill of an open amount is that amount.
func TestBills(t *testing.T) {
	t.Parallel()

	a := sandbox.New(clock.System{}, nil)

	if got := a.Inquire(t.Context(), supplier.Request{Destination: "530000000009", Postpaid: true}); got.Outcome != supplier.FailedCreated || a.Reason(got.Code) != supplier.ReasonNoBill {
		t.Errorf("refused: %+v", got)
	}

	if got := a.Inquire(t.Context(), supplier.Request{Destination: "530000000123", Postpaid: true}); got.Outcome != supplier.Success || got.Bill.Amount != 150_000 {
		t.Errorf("found: %+v", got)
	}

	if got := a.Inquire(t.Context(), supplier.Request{Destination: "081234567890", Postpaid: true, Amount: 20_000}); got.Bill == nil || got.Bill.Amount != 20_000 {
		t.Errorf("open amount: %+v", got)
	}
}

// An order whose reversal can't be queued is not delivered yet.
func TestReversalIsQueuedBeforeTheSuccess(t *testing.T) {
	t.Parallel()

	queued := 0
	failure := errors.New("no database")

	a := sandbox.New(clock.System{}, func(context.Context, string) error {
		if queued++; queued == 1 {
			return failure
		}

		return nil
	})
	req := supplier.Request{Reference: "1000001001-2611261000000000000-1", Destination: "081234564000", SentAt: clock.System{}.Now()}

	if got := a.Buy(t.Context(), req); got.Outcome != supplier.Unknown || got.AskAfter == 0 {
		t.Errorf("not queued: %+v", got)
	}

	if got := a.Status(t.Context(), req); got.Outcome != supplier.Success || queued != 2 {
		t.Errorf("queued: %+v", got)
	}
}
