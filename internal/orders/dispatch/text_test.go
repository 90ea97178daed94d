package dispatch_test

import (
	"fmt"
	"net/http"
	"net/url"
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

// TestOrdersAtTextSupplier: purchases have the ends that the destination's last digit decides, by reports, which only lead to status queries, and by
// status queries.
func TestOrdersAtTextSupplier(t *testing.T) {
	t.Parallel()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Protocol: upstream.OtomaX})

		for digit := range 8 {
			r := ordertest.Request(fmt.Sprint("goods-", digit))
			r.DestinationNo = fmt.Sprint("08123456789", digit)
			ordertest.Place(t, node, r)
		}

		for digit := range 8 {
			want := order.Success
			if digit == 2 || digit == 4 {
				want = order.Failed
			}

			o := node.Ended(t, fmt.Sprint("goods-", digit))
			executed := node.Executed(o)

			if o.Status != want || o.Refunded != (want == order.Failed) || (executed == 1) != (want == order.Success) || (o.SerialNumber == "") != (want == order.Failed) {
				t.Errorf("%d: ended as %s, executed %d times, refunded %v, %q", digit, o.Status, executed, o.Refunded, o.SerialNumber)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// TestBooksEqualAtTextSupplierUnderFaults: with faults of every kind each order ends as the supplier's book says. Reports come twice, before the reply,
// with the opposite of the truth, about nothing, and at a wrong address.
func TestBooksEqualAtTextSupplierUnderFaults(t *testing.T) {
	t.Parallel()

	const orders = 60

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Protocol: upstream.OtomaX, Dispatch: dispatch.Options{MaxCheckWait: 200 * time.Millisecond},
			FaultSettings: upstream.FaultSettings{Chaos: upstream.Chaos{
				Seed: 5, TimeoutAfter: 15, TimeoutBefore: 10, ServerError: 10, Malformed: 15, Pending: 20, Refused: 5, Failed: 15, AskAgain: 30,
				Duplicate: 20, Contradictory: 20, Forged: 20, Stray: 10, ContradictAfter: time.Millisecond,
			}},
		})

		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("order-", n)))
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

// TestReportsOfTextSupplier: one that comes while the purchase is open makes a status query due, and that decides, whatever the report says.
// One with a wrong key is refused.
func TestReportsOfTextSupplier(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Protocol: upstream.OtomaX, Dispatch: dispatch.Options{CheckAfter: time.Hour, MaxCheckWait: time.Hour},
			FaultSettings: upstream.FaultSettings{NoCallbacks: true, CallbackAfter: time.Hour},
		})

		r := ordertest.Request("asked")
		r.DestinationNo = "081234567893" // pending, then success
		o := ordertest.Place(t, node, r)
		ref := order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String()

		testkit.Eventually(t, ordertest.Patience, "the purchase is pending", func() bool {
			a := ordertest.Attempts(t, node, o)

			return len(a) == 1 && a[0].Outcome == supplier.Pending && a[0].State != order.StateSending
		})

		one, _ := node.Simulator.Supplier("a")
		one.SetFaultSettings(upstream.FaultSettings{NoCallbacks: true})
		one.EndPending(r.DestinationNo)
		testkit.Eventually(t, ordertest.Patience, "the supplier delivers", func() bool { return node.Executed(o) == 1 })

		query := "refid=" + ref + "&status=40&message=" + url.QueryEscape("R#"+ref+" "+ordertest.Product+"."+r.DestinationNo+" GAGAL. Nomor tujuan salah. Saldo 1")

		if code := node.Report(t, "a/"+ordertest.ReportKey[1:]+"0?"+query); code != http.StatusUnauthorized {
			t.Errorf("a wrong key gave %d", code)
		}

		for range 2 { // the same report twice
			if code := node.Report(t, "a/"+ordertest.ReportKey+"?"+query); code != http.StatusOK {
				t.Errorf("the report gave %d", code)
			}
		}

		if got := node.Ended(t, "asked"); got.Status != order.Success || got.SerialNumber == "" {
			t.Errorf("ended as %s with %q", got.Status, got.SerialNumber)
		}

		testkit.ProveBooks(t, d)
	})
}
