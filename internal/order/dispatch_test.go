package order_test

import (
	"fmt"
	"testing"
	"time"

	"loket/internal/db"
	"loket/internal/order"
	"loket/internal/testkit"
)

// ended waits until an order has an end.
func (w *world) ended(t *testing.T, ref string) order.Order {
	t.Helper()

	var o order.Order

	testkit.Eventually(t, patience, "the order "+ref+" ends", func() bool {
		var err error
		if o, err = w.orders.ByRef(t.Context(), client, ref); err != nil {
			t.Fatal(err)
		}

		return o.Status != order.Pending
	})

	return o
}

func (w *world) place(t *testing.T, r order.Request) order.Order {
	t.Helper()

	placed, err := w.orders.Place(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}

	return placed.Order
}

// Each way that a supplier can answer leads to its one end, with the supplier's
// own book as the witness.
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
		w := newWorld(t, d, order.Options{})

		for _, c := range cases {
			r := request("digit-" + c.digit)
			r.DestinationNo = "08123456789" + c.digit
			w.place(t, r)
		}

		for _, c := range cases {
			o := w.ended(t, "digit-"+c.digit)
			if o.Status != c.want || o.Refunded != (c.want == order.Failed) {
				t.Errorf("%s: ended as %s, refunded %v: %s", c.what, o.Status, o.Refunded, o.Reason)
			}

			executed := 0

			for n := range 3 {
				for _, e := range w.simulator.Book(fmt.Sprintf("%d-%d", o.ID, n+1)) {
					if e.Executed {
						executed++
					}
				}
			}

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
		w := newWorld(t, d, order.Options{})

		first, _ := w.simulator.Supplier("a")
		knobs := first.Knobs()
		knobs.OutOfStock = []string{"TSEL10"}
		first.SetKnobs(knobs)

		o := w.place(t, request("over"))
		if got := w.ended(t, "over"); got.Status != order.Success || got.SerialNumber == "" {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		attempts, err := w.orders.Attempts(t.Context(), o.ID)
		if err != nil || len(attempts) != 2 || attempts[0].Supplier != "a" || attempts[1].Supplier != "b" {
			t.Fatalf("attempts %+v, %v", attempts, err)
		}

		second, _ := w.simulator.Supplier("b")
		knobs.OutOfStock = []string{"TSEL10"}
		second.SetKnobs(knobs)
		w.place(t, request("nowhere"))

		if got := w.ended(t, "nowhere"); got.Status != order.Failed || !got.Refunded {
			t.Errorf("nobody had it, and it ended as %s", got.Status)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestBillIsInquiredChargedAndPaid(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, order.Options{})

		bill, err := w.orders.Inquire(t.Context(), client, "PLNPOST", "530000000001", 0)
		if err != nil || bill.CustomerName == "" || bill.Fee != 2500 || bill.Total != bill.Amount+bill.Fee {
			t.Fatalf("bill %+v, %v", bill, err)
		}

		r := request("bill")
		r.ProductCode, r.DestinationNo, r.MaxPrice = "PLNPOST", "530000000001", bill.Total

		o := w.place(t, r)
		if o.Price != bill.Total {
			t.Errorf("charged %s for a bill of %s", o.Price, bill.Total)
		}

		if got := w.ended(t, "bill"); got.Status != order.Success || got.Reference["name"] != bill.CustomerName {
			t.Errorf("ended as %s with %v (%s)", got.Status, got.Reference, got.Reason)
		}

		r.ClientRef, r.DestinationNo = "paid already", "530000000009"
		if _, err := w.orders.Place(t.Context(), r); !order.ErrBill.Is(err) {
			t.Errorf("a bill that is paid already gave %v", err)
		}

		r.ClientRef, r.DestinationNo, r.MaxPrice = "dear", "530000000001", bill.Total-1
		if _, err := w.orders.Place(t.Context(), r); !order.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("a bill above the maximum gave %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// What stays unknown is handed to staff, who end it with a reason.
func TestUnknownOutcomeWaitsForStaff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, order.Options{GiveUpAfter: time.Millisecond})

		first, _ := w.simulator.Supplier("a")
		knobs := first.Knobs()
		knobs.Down = true
		first.SetKnobs(knobs)

		r := request("lost")
		r.DestinationNo = "081234567895"

		o := w.place(t, r)

		testkit.Eventually(t, patience, "staff are told", func() bool {
			reviews, err := w.orders.Reviews(t.Context())
			if err != nil {
				t.Fatal(err)
			}

			return len(reviews) == 1 && reviews[0].OrderID == o.ID && reviews[0].Kind == "unknown"
		})

		if got, err := w.orders.Get(t.Context(), client, o.ID); err != nil || got.Status != order.Pending {
			t.Fatalf("an unknown outcome was guessed: %s, %v", got.Status, err)
		}

		decision := order.Decision{ClientID: client, OrderID: o.ID, To: order.Failed, Actor: "staff:budi", Reason: "the supplier confirmed by phone"}
		if _, err := w.orders.Settle(t.Context(), decision); err != nil {
			t.Fatal(err)
		}

		if _, err := w.orders.Settle(t.Context(), decision); !order.ErrState.Is(err) {
			t.Errorf("a second settlement gave %v", err)
		}

		if n := count(t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'order.settle'"); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}

		testkit.ProveBooks(t, d)
	})
}
