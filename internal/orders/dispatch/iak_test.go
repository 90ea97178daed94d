package dispatch_test

import (
	"fmt"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
)

// TestOrdersAndBillsAtIAK: purchases and bills have the ends that the destination's last digit decides, by callbacks, which only lead to status
// queries, and by status queries.
func TestOrdersAndBillsAtIAK(t *testing.T) {
	t.Parallel()

	ends := map[int]order.Status{2: order.Failed, 4: order.Failed} // the others succeed

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Protocol: upstream.IAK})

		place := func(ref, product, destination string) {
			r := ordertest.Request(ref)
			r.ProductCode, r.DestinationNo = product, destination
			ordertest.Place(t, node, r)
		}

		for digit := range 8 {
			place(fmt.Sprint("goods-", digit), ordertest.Product, fmt.Sprint("08123456789", digit))
			place(fmt.Sprint("bill-", digit), ordertest.BillCode, fmt.Sprint("53000000000", digit))
		}

		for digit := range 8 {
			for _, kind := range []string{"goods-", "bill-"} {
				want := ends[digit]
				if want == 0 {
					want = order.Success
				}

				o := node.Ended(t, fmt.Sprint(kind, digit))
				executed := node.Executed(o)

				if o.Status != want || o.Refunded != (want == order.Failed) || (executed == 1) != (want == order.Success) || (o.SerialNumber == "") != (want == order.Failed) {
					t.Errorf("%s%d: ended as %s, executed %d times, refunded %v, %q", kind, digit, o.Status, executed, o.Refunded, o.SerialNumber)
				}
			}
		}

		paid := ordertest.Request("paid already")
		paid.ProductCode, paid.DestinationNo = ordertest.BillCode, "530000000009"

		if _, err := node.Placing.Place(t.Context(), paid); !placing.ErrBill.Is(err) {
			t.Errorf("a bill that is paid already gave %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// TestBooksEqualAtIAKUnderFaults: with faults of every kind each order ends as the supplier's book says. What the supplier lost is not among
// them: it stays lost, and is a failure after ten minutes only (simulate/TestBooksAgreeUnderChaos).
func TestBooksEqualAtIAKUnderFaults(t *testing.T) {
	t.Parallel()

	const orders = 60

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Protocol: upstream.IAK, Dispatch: dispatch.Options{MaxCheckWait: 200 * time.Millisecond},
			FaultSettings: upstream.FaultSettings{Chaos: upstream.Chaos{
				Seed: 5, TimeoutAfter: 25, Malformed: 20, Pending: 20, Refused: 5, Failed: 15, AskAgain: 30,
				Duplicate: 20, Contradictory: 20, Forged: 20, Stray: 10, ContradictAfter: time.Millisecond,
			}},
		})

		for n := range orders {
			r := ordertest.Request(fmt.Sprint("order-", n))
			if n%3 == 0 {
				r.ProductCode, r.DestinationNo = ordertest.BillCode, fmt.Sprint("5300000000", n)
			}

			ordertest.Place(t, node, r)
		}

		for n := range orders {
			o := node.Ended(t, fmt.Sprint("order-", n))
			if executed := node.Executed(o); (executed == 1) != (o.Status == order.Success) || executed > 1 {
				t.Errorf("%d ended as %s and was executed %d times", n, o.Status, executed)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// TestBillIsPaidAfterARestart: the handle of the inquiry is stored, so that another node pays the bill.
func TestBillIsPaidAfterARestart(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Protocol: upstream.IAK, Hold: true})

		r := ordertest.Request("bill")
		r.ProductCode, r.DestinationNo = ordertest.BillCode, "530000000001"
		o := ordertest.Place(t, node, r)

		if a := ordertest.Attempts(t, node, o); len(a) != 1 || a[0].Handle == "" || a[0].State != order.StatePrepared {
			t.Fatalf("%+v", a)
		}

		node.Another(t, d, ordertest.Options{Protocol: upstream.IAK})

		if got := node.Ended(t, "bill"); got.Status != order.Success || node.Executed(got) != 1 || got.SerialNumber == "" {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		testkit.ProveBooks(t, d)
	})
}
