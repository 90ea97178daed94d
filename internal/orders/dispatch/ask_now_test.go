package dispatch_test

import (
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// TestNoticeThatProvesNothingLeadsToAStatusQuery: whatever such a notice says, the answer to the status query ends the order.
func TestNoticeThatProvesNothingLeadsToAStatusQuery(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Dispatch:      dispatch.Options{CheckAfter: time.Hour, MaxCheckWait: time.Hour},
			FaultSettings: upstream.FaultSettings{NoCallbacks: true, CallbackAfter: time.Hour},
		})

		r := ordertest.Request("asked")
		r.DestinationNo = "081234567893" // pending, then success
		o := ordertest.Place(t, node, r)

		said := func(outcome supplier.Outcome, body string) {
			testkit.Must(t, node.Dispatch.ReceiveNotice(t.Context(), "a", supplier.Notice{
				Reference: order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String(), AskNow: true,
				Answer: supplier.Answer{Outcome: outcome, Code: "07", SerialNumber: "FALSE"},
			}, []byte(body)))
		}
		checked := func(times int) {
			testkit.Eventually(t, ordertest.Patience, "the status queries are answered", func() bool {
				a := ordertest.Attempts(t, node, o)

				return len(a) == 1 && a[0].Checks == times && a[0].Outcome == supplier.Pending && a[0].State != order.StateSending
			})
		}

		checked(0)
		said(supplier.Success, "first")
		checked(1)

		one, _ := node.Simulator.Supplier("a")
		one.SetFaultSettings(upstream.FaultSettings{NoCallbacks: true})
		one.EndPending(r.DestinationNo)
		testkit.Eventually(t, ordertest.Patience, "the supplier delivers", func() bool { return node.Executed(o) == 1 })
		said(supplier.FailedCreated, "second")

		if got := node.Ended(t, "asked"); got.Status != order.Success || got.SerialNumber == "FALSE" || got.SerialNumber == "" {
			t.Errorf("ended as %s with %q", got.Status, got.SerialNumber)
		}

		if kinds := waiting(t, node); kinds != "" {
			t.Errorf("staff see %q", kinds)
		}

		// After the end it can only be a matter for staff.
		said(supplier.FailedCreated, "third")
		waitsFor(t, node, "reversal")

		if got := node.Ended(t, "asked"); got.Status != order.Success {
			t.Errorf("became %s", got.Status)
		}

		testkit.ProveBooks(t, d)
	})
}
