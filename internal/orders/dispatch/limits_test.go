package dispatch_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
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

func refund(node *ordertest.Node, o order.Order, supplierSaid bool) error {
	_, err := node.Orders.Resolve(context.Background(), order.Decision{
		ClientID: o.ClientID, OrderID: o.ID, To: order.Failed, Actor: "staff:budi", Reason: "the client asked for it", SupplierSaid: supplierSaid,
	})

	return err
}

// An order that staff refund while it waits for a free call is never bought.
func TestRefundedWhileWaitingIsNeverBought(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		full := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{Wrap: full.Wrap, Limit: 1})

		first := ordertest.Place(t, node, ordertest.Request("first"))

		testkit.Eventually(t, ordertest.Patience, "the only call is in flight", func() bool { return full.Began.Load() == 1 })

		second := ordertest.Place(t, node, ordertest.Request("second"))

		detail, err := node.Orders.Detail(t.Context(), client, second.ID)
		if got := ordertest.Events(detail); err != nil || got != "placed, charged, waiting" {
			t.Errorf("the detail tells %s, %v", got, err)
		}

		if err := refund(node, second, false); err != nil {
			t.Fatal(err)
		}

		close(full.Let)

		if got := node.Ended(t, "first"); got.Status != order.Success {
			t.Errorf("the first ended as %s", got.Status)
		}

		third := ordertest.Place(t, node, ordertest.Request("third")) // behind the second
		node.Ended(t, "third")

		if node.Executed(second) != 0 || full.Began.Load() != 2 || node.Executed(first) != 1 || node.Executed(third) != 1 {
			t.Errorf("executed %d times after the refund, %d calls", node.Executed(second), full.Began.Load())
		}

		testkit.ProveBooks(t, d)
	})
}

// Staff can't end an order while its purchase is in flight, unless the supplier told them its outcome.
func TestOrderInFlightIsSettledByTheSuppliersWordAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		hanging := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{Wrap: hanging.Wrap, Lease: time.Hour})
		o := ordertest.Place(t, node, ordertest.Request("in flight"))

		testkit.Eventually(t, ordertest.Patience, "the call is in flight", func() bool { return hanging.Began.Load() == 1 })

		if err := refund(node, o, false); !order.ErrInFlight.Is(err) {
			t.Errorf("settled in flight: %v", err)
		}

		if err := refund(node, o, true); err != nil {
			t.Error(err)
		}

		close(hanging.Let) // the supplier delivers after all

		testkit.Eventually(t, ordertest.Patience, "staff are told", func() bool {
			list, _, err := node.Orders.Reviews(t.Context(), 100)

			return err == nil && len(list) == 1 && list[0].Kind == "late_success"
		})
		testkit.ProveBooks(t, d)
	})
}

// A supplier that became dearer than the price charged refuses the purchase.
func TestNothingIsBoughtAboveThePriceCap(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var asked atomic.Int64

		node := ordertest.New(t, d, ordertest.Options{Wrap: ordertest.Seen(func(r supplier.Request) { asked.Store(int64(r.MaxPrice)) })})

		testkit.Exec(t, d, "UPDATE product_skus SET cost = 9000 WHERE product_code = $1", ordertest.Product)
		testkit.Exec(t, d, "UPDATE products SET price = 9500 WHERE code = $1", ordertest.Product) // the supplier's price is above
		ordertest.Place(t, node, ordertest.Request("dear"))

		if got := node.Ended(t, "dear"); got.Status != order.Failed || !got.Refunded {
			t.Errorf("ended as %s", got.Status)
		}

		if asked.Load() != 9_500 {
			t.Errorf("the price limit was %d", asked.Load())
		}

		testkit.ProveBooks(t, d)
	})
}

// While the circuit of the only supplier is open, orders wait. None fails, and all are sent when it answers again.
func TestOpenCircuitFailsNoOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Circuit: 3, Limit: 2})

		testkit.Exec(t, d, "DELETE FROM product_skus WHERE product_code = $1 AND supplier = 'b'", ordertest.Product)
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

		const orders = 40

		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("waits-", n)))
		}

		testkit.Eventually(t, ordertest.Patience, "the circuit opens", func() bool { return node.Suppliers.Health()[0].Open })

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE state = 'prepared'"); n == 0 {
			t.Error("no order waits")
		}

		waiting := ordertest.Place(t, node, ordertest.Request("shown"))

		detail, err := node.Orders.Detail(t.Context(), client, waiting.ID)
		if got := ordertest.Events(detail); err != nil || got != "placed, charged, waiting" {
			t.Errorf("the detail tells %s, %v", got, err)
		}

		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = false })

		if detail, err = node.Orders.Detail(t.Context(), client, node.Ended(t, "shown").ID); err != nil || strings.Contains(ordertest.Events(detail), "waiting") {
			t.Errorf("at the end the detail tells %s, %v", ordertest.Events(detail), err)
		}

		for n := range orders {
			if got := node.Ended(t, fmt.Sprint("waits-", n)); got.Status != order.Success {
				t.Errorf("order %d ended as %s (%s)", n, got.Status, got.Reason)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// Orders that wait for a supplier whose circuit is open move to one that answers.
func TestOrdersMoveToASupplierThatAnswers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Circuit: 3, Limit: 2})
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

		const orders = 40

		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("moves-", n)))
		}

		testkit.Eventually(t, ordertest.Patience, "most orders end at the other supplier", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 4") >= orders/2
		})

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 3"); n > 0 {
			t.Errorf("%d orders failed", n)
		}

		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = false })

		for n := range orders {
			o := node.Ended(t, fmt.Sprint("moves-", n))
			if o.Status != order.Success || node.Executed(o) != 1 {
				t.Errorf("order %d ended as %s, executed %d times", n, o.Status, node.Executed(o))
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// An order that waited in a long backlog is not handed to staff at its first time-out: the day counts from the
// first send.
func TestDayOfAnUnknownOutcomeCountsFromTheFirstSend(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		full := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{
			Wrap: full.Wrap, Limit: 1, FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Dispatch: dispatch.Options{CheckAfter: time.Hour},
		})
		ordertest.Place(t, node, ordertest.Request("before"))

		r := ordertest.Request("old")
		r.DestinationNo = "081234567893" // pending
		o := ordertest.Place(t, node, r)

		testkit.Exec(t, d, "UPDATE orders SET created_at = created_at - 100000000000 WHERE id = $1", o.ID) // 27 hours
		close(full.Let)

		testkit.Eventually(t, ordertest.Patience, "the supplier answers", func() bool {
			list := ordertest.Attempts(t, node, o)

			return len(list) == 1 && list[0].Outcome == supplier.Pending
		})

		if list, _, err := node.Orders.Reviews(t.Context(), 100); err != nil || len(list) != 0 {
			t.Errorf("reviews %+v, %v", list, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A status query of a prepaid purchase may make the purchase. So none is sent after staff refunded the order, also
// when it was read as due before.
func TestNoStatusQueryFollowsARefund(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Dispatch: dispatch.Options{CheckAfter: time.Millisecond, Poll: time.Hour},
		})

		r := ordertest.Request("asked about")
		r.DestinationNo = "081234567893" // pending
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "a status query is due", func() bool {
			due := "SELECT COUNT(*) FROM order_attempts WHERE state = 'answered' AND outcome = 'pending' AND next_check_at <= $1"

			return testkit.Value[int](t, d, due, time.Now().UnixMicro()) == 1
		})

		sent, err := node.Dispatch.QueryAfter(t.Context(), "a", func() {
			if err := refund(node, o, false); err != nil {
				t.Error(err)
			}
		})
		if err != nil || sent != 0 {
			t.Errorf("%d status queries after the refund, %v", sent, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// Orders that waited for long in a backlog don't fail when the circuit opens for a moment: only the time with the
// circuit open counts.
func TestOldBacklogSurvivesAnOpenCircuit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const orders = 10

		first := ordertest.New(t, d, ordertest.Options{Hold: true})

		testkit.Exec(t, d, "DELETE FROM product_skus WHERE product_code = $1 AND supplier = 'b'", ordertest.Product)

		for n := range orders {
			ordertest.Place(t, first, ordertest.Request(fmt.Sprint("old-", n)))
		}

		testkit.Exec(t, d, "UPDATE order_attempts SET prepared_at = prepared_at - 3600000000") // an hour

		var calls atomic.Int64

		silentOnce := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
				if calls.Add(1) == 1 {
					return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
				}

				return a.Buy(ctx, r)
			}}
		}
		second := first.Another(t, d, ordertest.Options{Wrap: silentOnce, Limit: 1, Circuit: 1})

		for n := range orders {
			if got := second.Ended(t, fmt.Sprint("old-", n)); got.Status != order.Success {
				t.Errorf("order %d ended as %s (%s)", n, got.Status, got.Reason)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// Status queries are not bound to the looks of the poller: as many as are due leave one after the other, also where a
// supplier has a single slot for them.
func TestManyDueQueriesAreSentInOneLook(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const orders = 30

		node := ordertest.New(t, d, ordertest.Options{
			Limit: 4, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
			Dispatch: dispatch.Options{CheckAfter: time.Millisecond, Poll: 2 * time.Second, TakeOverAfter: time.Minute},
		})

		for n := range orders {
			r := ordertest.Request(fmt.Sprint("due-", n))
			r.DestinationNo = fmt.Sprintf("0812345%02d3", n) // pending, then success
			ordertest.Place(t, node, r)
		}

		testkit.Eventually(t, ordertest.Patience, "every order was asked about", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE checks = 0") == 0
		})
		testkit.ProveBooks(t, d)
	})
}
