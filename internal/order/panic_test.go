package order_test

import (
	"context"
	"testing"

	"loket/internal/order"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
	"loket/internal/testkit"
	"loket/internal/testkit/world"
)

// A fault in an adapter costs the one order that met it, not the program: no
// bill is found, so that nothing is charged; a purchase may have been made, so
// that it is asked for.
func TestPanicOfAnAdapterIsAnUnknownAnswer(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return between{
				Adapter: a,
				inquire: func(ctx context.Context, r supplier.Request) supplier.Answer {
					if r.Destination == "530000000009" {
						panic("a bill of a kind that nobody thought of")
					}

					return a.Inquire(ctx, r)
				},
				buy: func(ctx context.Context, r supplier.Request) supplier.Answer {
					_ = a.Buy(ctx, r)

					panic("an answer of a kind that nobody thought of")
				},
			}
		}
		w := world.New(t, d, world.Options{Wrap: wrap})

		broken, bill := world.Request("broken"), world.Request("bill")
		broken.ProductCode, broken.DestinationNo = world.BillCode, "530000000009"
		bill.ProductCode, bill.DestinationNo = world.BillCode, "530000000001"

		results := w.Orders.PlaceMany(t.Context(), []order.Request{world.Request("bought"), broken, bill})
		if !order.ErrSupplierUnavailable.Is(results[1].Err) || results[0].Err != nil || results[2].Err != nil {
			t.Fatalf("got %v, %v and %v", results[0].Err, results[1].Err, results[2].Err)
		}

		if _, err := w.Orders.ByRef(t.Context(), world.Client, "broken"); !fault.ErrNotFound.Is(err) {
			t.Errorf("the broken order: %v", err)
		}

		for _, ref := range []string{"bought", "bill"} {
			if got := w.Ended(t, ref); got.Status != order.Success || w.Executed(got) != 1 {
				t.Errorf("%s ended as %s, executed %d times", ref, got.Status, w.Executed(got))
			}
		}

		if first := attemptsOf(t, w, results[0].Placed.Order.ID)[0]; first.Number != 1 || first.Supplier != "a" {
			t.Errorf("the purchase was made as attempt %+v", first)
		}

		testkit.ProveBooks(t, d)
	})
}
