package dispatch_test

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// A SKU that the system switched off gets no further order; those whose outcome is not known yet stay with it. Without another supplier an order
// fails at once with its refund.
func TestWhatIsSwitchedOffKeepsItsOpenOrders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		outcome := map[string]supplier.Outcome{"pending": supplier.Pending, "unknown": supplier.Unknown}
		let := make(chan struct{})
		node := ordertest.New(t, d, ordertest.Options{Wrap: first(func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{
				Adapter: a,
				OnBuy: func(_ context.Context, r supplier.Request) supplier.Answer {
					what := "pending"
					if r.Destination == refusedNumber {
						what = "unknown"
					}

					return supplier.Answer{Outcome: outcome[what], Code: "later"}
				},
				OnStatus: func(context.Context, supplier.Request) supplier.Answer {
					select {
					case <-let:
						return supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "1"}
					default:
						return supplier.Answer{Outcome: supplier.Unknown, Code: "later"}
					}
				},
			}
		})})

		open := map[string]order.Order{}

		for what := range outcome {
			r := ordertest.Request(what)
			if what == "unknown" {
				r.DestinationNo = refusedNumber
			}

			open[what] = ordertest.Place(t, node, r)
		}

		for what, o := range open {
			testkit.Eventually(t, ordertest.Patience, what+" is sent", func() bool {
				list := ordertest.Attempts(t, node, o)

				return list[0].Supplier == "a" && list[0].Checks > 0
			})
		}

		off := routing.Exclusions{{Supplier: "a", Product: ordertest.Product}: {Off: true}}
		node.Routing.SetExclusions(off)

		further := ordertest.Place(t, node, ordertest.Request("further"))
		node.Ended(t, "further")

		if list := ordertest.Attempts(t, node, further); len(list) != 1 || list[0].Supplier != "b" {
			t.Errorf("while a is off, an order went to %+v", list)
		}

		off = routing.Exclusions{{Supplier: "a", Product: ordertest.Product}: {Off: true}, {Supplier: "b"}: {Off: true}}
		node.Routing.SetExclusions(off)

		ordertest.Place(t, node, ordertest.Request("none"))

		if o := node.Ended(t, "none"); o.Status != order.Failed || !o.Refunded || o.Reason != supplier.ReasonNoSupplier {
			t.Errorf("without a supplier: %+v", o)
		}

		close(let)

		for what, o := range open {
			if got := node.Ended(t, what); got.Status != order.Success {
				t.Errorf("%s ended as %s", what, got.Status)
			}

			if list := ordertest.Attempts(t, node, o); len(list) != 1 || list[0].Supplier != "a" {
				t.Errorf("%s went to %+v", what, list)
			}
		}

		testkit.ProveBooks(t, d)
	})
}
