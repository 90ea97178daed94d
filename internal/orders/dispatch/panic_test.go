package dispatch_test

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// A panic in an adapter affects only its own order. A panicking inquiry finds no bill,
// so nothing is charged. A panicking purchase may have been made, so a status query
// follows.
func TestPanicOfAnAdapterIsAnUnknownAnswer(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{
				Adapter: a,
				OnInquire: func(ctx context.Context, r supplier.Request) supplier.Answer {
					if r.Destination == "530000000009" {
						panic("a bill of a kind that nobody thought of")
					}

					return a.Inquire(ctx, r)
				},
				OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
					_ = a.Buy(ctx, r)

					panic("an answer of a kind that nobody thought of")
				},
			}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap})

		broken, bill := ordertest.Request("broken"), ordertest.Request("bill")
		broken.ProductCode, broken.DestinationNo = ordertest.BillCode, "530000000009"
		bill.ProductCode, bill.DestinationNo = ordertest.BillCode, "530000000001"

		results := node.Placing.PlaceMany(t.Context(), []placing.Request{ordertest.Request("bought"), broken, bill})
		if !placing.ErrSupplierUnavailable.Is(results[1].Err) || results[0].Err != nil || results[2].Err != nil {
			t.Fatalf("got %v, %v and %v", results[0].Err, results[1].Err, results[2].Err)
		}

		if _, err := node.Orders.ByRef(t.Context(), ordertest.Client, "broken"); !fault.ErrNotFound.Is(err) {
			t.Errorf("the broken order: %v", err)
		}

		for _, ref := range []string{"bought", "bill"} {
			if got := node.Ended(t, ref); got.Status != order.Success || node.Executed(got) != 1 {
				t.Errorf("%s ended as %s, executed %d times", ref, got.Status, node.Executed(got))
			}
		}

		if first := ordertest.Attempts(t, node, results[0].Placed.Order)[0]; first.Number != 1 || first.Supplier != "a" {
			t.Errorf("the purchase was made as attempt %+v", first)
		}

		testkit.ProveBooks(t, d)
	})
}
