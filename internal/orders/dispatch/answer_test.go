package dispatch_test

import (
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	price  = ordertest.Price
	client = ordertest.Client
)

// checkReason checks that clients read our reason and staff the supplier's message.
func checkReason(t *testing.T, node *ordertest.Node, o order.Order) {
	t.Helper()

	attempts, err := node.Orders.Attempts(t.Context(), o.ClientID, o.ID)
	if err != nil || len(attempts) != 1 {
		t.Fatalf("%d attempts, %v", len(attempts), err)
	}

	if said := attempts[0].Message; o.Reason != supplier.ReasonFailed || said == "" || said == o.Reason.Message().String() {
		t.Errorf("failed for %q, the supplier said %q", o.Reason, said)
	}
}

// Each kind of supplier answer leads to the expected end of the order. The supplier's
// own book is compared.
func TestEveryAnswerHasItsEnd(t *testing.T) {
	t.Parallel()

	cases := []struct {
		digit string
		what  string
		want  order.Status
	}{
		{"0", "success at once", order.Success},
		{"1", "any other digit", order.Success},
		{"2", "failed", order.Failed},
		{"3", "pending, then success by notice", order.Success},
		{"4", "pending, then failed by notice", order.Failed},
		{"5", "time-out though executed", order.Success},
		{"6", "time-out and not executed", order.Success},
		{"7", "HTTP 500 once", order.Success},
	}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})

		for _, c := range cases {
			r := ordertest.Request("digit-" + c.digit)
			r.DestinationNo = "08123456789" + c.digit
			ordertest.Place(t, node, r)
		}

		for _, c := range cases {
			o := node.Ended(t, "digit-"+c.digit)
			if o.Status != c.want || o.Refunded != (c.want == order.Failed) {
				t.Errorf("%s: ended as %s, refunded %v: %s", c.what, o.Status, o.Refunded, o.Reason)
			}

			if o.Status == order.Failed {
				checkReason(t, node, o)
			}

			executed := node.Executed(o)
			if want := map[order.Status]int{order.Success: 1, order.Failed: 0}[o.Status]; executed != want {
				t.Errorf("%s: the suppliers executed it %d times", c.what, executed)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

func TestNextSupplierTriesWhatWasNotCreated(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})

		empty := func(k *upstream.FaultSettings) { k.OutOfStock = []string{ordertest.Product} }
		node.SetFaultSettings(t, "a", empty)

		o := ordertest.Place(t, node, ordertest.Request("over"))
		if got := node.Ended(t, "over"); got.Status != order.Success || got.SerialNumber == "" {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		attempts, err := node.Orders.Attempts(t.Context(), o.ClientID, o.ID)
		if err != nil || len(attempts) != 2 || attempts[0].Supplier != "a" || attempts[1].Supplier != "b" {
			t.Fatalf("attempts %+v, %v", attempts, err)
		}

		node.SetFaultSettings(t, "b", empty)
		ordertest.Place(t, node, ordertest.Request("nowhere"))

		if got := node.Ended(t, "nowhere"); got.Status != order.Failed || !got.Refunded {
			t.Errorf("nobody had it, and it ended as %s", got.Status)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestBillIsInquiredChargedAndPaid(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})

		bill, err := node.Placing.Inquire(t.Context(), ordertest.Client, "PLNPOST", "530000000001", 0)
		if err != nil || bill.CustomerName == "" || bill.Fee != 2500 || bill.Total != bill.Amount+bill.Fee {
			t.Fatalf("bill %+v, %v", bill, err)
		}

		r := ordertest.Request("bill")
		r.ProductCode, r.DestinationNo, r.MaxPrice = "PLNPOST", "530000000001", bill.Total

		o := ordertest.Place(t, node, r)
		if o.Price != bill.Total {
			t.Errorf("charged %s for a bill of %s", o.Price, bill.Total)
		}

		if got := node.Ended(t, "bill"); got.Status != order.Success || got.DisplayFields["name"] != bill.CustomerName {
			t.Errorf("ended as %s with %v (%s)", got.Status, got.DisplayFields, got.Reason)
		}

		r.ClientRef, r.DestinationNo = "paid already", "530000000009"
		if _, err := node.Placing.Place(t.Context(), r); !placing.ErrBill.Is(err) {
			t.Errorf("a bill that is paid already gave %v", err)
		}

		r.ClientRef, r.DestinationNo, r.MaxPrice = "dear", "530000000001", bill.Total-1
		if _, err := node.Placing.Place(t.Context(), r); !placing.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("a bill above the maximum gave %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// An order whose outcome stays unknown is put up for review. Staff end it with a
// reason.
func TestUnknownOutcomeWaitsForStaff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Dispatch: dispatch.Options{GiveUpAfter: time.Millisecond}})

		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

		r := ordertest.Request("lost")
		r.DestinationNo = "081234567895"

		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "staff are told", func() bool {
			reviews, _, err := node.Orders.Reviews(t.Context(), 100)
			if err != nil {
				t.Fatal(err)
			}

			return len(reviews) == 1 && reviews[0].OrderID == o.ID && reviews[0].Kind == "unknown"
		})

		if got, err := node.Orders.Get(t.Context(), ordertest.Client, o.ID); err != nil || got.Status != order.Pending {
			t.Fatalf("an unknown outcome was guessed: %s, %v", got.Status, err)
		}

		if detail, err := node.Orders.Detail(t.Context(), ordertest.Client, o.ID); err != nil || !detail.NextCheckAt.IsZero() {
			t.Errorf("staff look at it, and the next question is told for %s, %v", detail.NextCheckAt, err)
		}

		decision := order.Decision{ClientID: ordertest.Client, OrderID: o.ID, To: order.Failed, Actor: "staff:budi", Reason: "the supplier confirmed by phone"}
		if _, err := node.Orders.Resolve(t.Context(), decision); err != nil {
			t.Fatal(err)
		}

		if _, err := node.Orders.Resolve(t.Context(), decision); !order.ErrState.Is(err) {
			t.Errorf("a second settlement gave %v", err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'order.settle'"); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}

		testkit.ProveBooks(t, d)
	})
}
