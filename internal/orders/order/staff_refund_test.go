package order_test

import (
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

func refund(o order.Order) order.RefundInput {
	return order.RefundInput{
		ClientID: o.ClientID, OrderID: o.ID, SupplierSaid: true, Reason: "chat", ClientReason: supplier.ReasonReversed, Actor: "staff:budi",
	}
}

// placePending places an order that its supplier keeps pending until it sends a notice.
func placePending(t *testing.T, node *ordertest.Node, ref string) order.Order {
	t.Helper()

	r := ordertest.Request(ref)
	r.DestinationNo = "081234567893"
	o := ordertest.Place(t, node, r)

	testkit.Eventually(t, ordertest.Patience, "the supplier has it", func() bool {
		list := ordertest.Attempts(t, node, o)

		return len(list) == 1 && !list[0].AnsweredAt.IsZero() && list[0].AnsweredAt.Unix() > 0
	})

	return o
}

// What was asked for about a pending order is not done once its supplier has delivered it: the approval came too late.
func TestRefundIsNotDoneAfterTheOrderChanged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true, CallbackAfter: time.Hour},
		})
		o := placePending(t, node, "late")

		hasty := refund(o)
		hasty.SupplierSaid = false

		if _, err := node.Orders.Refund(t.Context(), hasty); !fault.ErrValidation.Is(err) {
			t.Errorf("without the supplier's word: %v", err)
		}

		// Of two at once one waits; the other one is told so.
		var (
			both   sync.WaitGroup
			mu     sync.Mutex
			asked  []*approval.Approval
			denied int
		)

		for range 2 {
			both.Go(func() {
				made, err := node.Orders.Refund(t.Context(), refund(o))

				mu.Lock()
				defer mu.Unlock()

				if order.ErrState.Is(err) {
					denied++
				} else if err == nil && made.Waiting != nil {
					asked = append(asked, made.Waiting)
				}
			})
		}

		both.Wait()

		if len(asked) != 1 || denied != 1 {
			t.Fatalf("%d wait, %d are denied", len(asked), denied)
		}

		notice := supplier.Notice{
			Reference: order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String(),
			Answer:    supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "SN"},
		}
		testkit.Must(t, node.Dispatch.ReceiveNotice(t.Context(), "a", notice, []byte("delivered")))

		if got := node.Ended(t, "late"); got.Status != order.Success {
			t.Fatalf("the order is %s", got.Status)
		}

		decide := func(approve bool) error {
			_, err := node.Orders.DecideRefund(t.Context(), approval.Decision{ID: asked[0].ID, Approve: approve, Actor: "staff:dewi", Reason: "seen"})

			return err
		}

		if err := decide(true); !order.ErrState.Is(err) {
			t.Errorf("a delivered order is refunded by what was asked for before: %v", err)
		}

		testkit.Must(t, decide(false))

		if got := node.Ended(t, "late"); got.Status != order.Success || got.Refunded {
			t.Errorf("the order is %s, refunded %t", got.Status, got.Refunded)
		}

		testkit.ProveBooks(t, d)
	})
}

// An order that was never sent is refunded at once, and is no success whatever staff say. One that was sent is, with its serial number.
func TestSettleNeedsWhatWasSent(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true, CallbackAfter: time.Hour},
		})
		settle := func(o order.Order, serial string) error {
			_, err := node.Orders.Settle(t.Context(), order.SettleInput{
				ClientID: o.ClientID, OrderID: o.ID, SerialNumber: serial, SupplierSaid: true, Actor: "staff:budi", Reason: "chat",
			})

			return err
		}

		sent := placePending(t, node, "sent")
		if err := settle(sent, " "); !fault.ErrValidation.Is(err) {
			t.Errorf("without a serial number: %v", err)
		}

		testkit.Must(t, settle(sent, "0326112617562703"))

		if got := node.Ended(t, "sent"); got.Status != order.Success || got.SerialNumber != "0326112617562703" {
			t.Errorf("settled: %s %q", got.Status, got.SerialNumber)
		}

		held := ordertest.New(t, testkit.Open(t, d.Engine()), ordertest.Options{Hold: true})
		o := ordertest.Place(t, held, ordertest.Request("held"))
		node = held

		if err := settle(o, "0326112617562703"); !order.ErrState.Is(err) {
			t.Errorf("an order that was never sent is a success: %v", err)
		}

		if err := held.Orders.CheckNow(t.Context(), o.ClientID, o.ID, "staff:budi"); !order.ErrState.Is(err) {
			t.Errorf("its supplier is asked about it: %v", err)
		}

		made, err := held.Orders.Refund(t.Context(), refund(o))
		if err != nil || made.Waiting != nil || made.Order.Status != order.Failed || !made.Order.Refunded {
			t.Errorf("it waits for a second person: %+v %v", made, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// The supplier's word is about one attempt. An order that another supplier has since is not refunded by it.
func TestApprovedRefundIsAboutItsAttempt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Hold: true})
		o := ordertest.Place(t, node, ordertest.Request("1"))
		set := func(text string) {
			t.Helper()
			testkit.Exec(t, d, "UPDATE order_attempts SET "+text+" WHERE client_id = $1 AND order_id = $2", o.ClientID, o.ID)
		}

		set("state = 'answered', outcome = 'unknown', sent_at = 1, answered_at = 2, next_check_at = 9000000000000000")

		made, err := node.Orders.Refund(t.Context(), refund(o))
		testkit.Must(t, err)

		set("number = 2")

		decide := func(approve bool) error {
			_, err := node.Orders.DecideRefund(t.Context(), approval.Decision{ID: made.Waiting.ID, Approve: approve, Actor: "staff:dewi", Reason: "seen"})

			return err
		}

		if err := decide(true); !order.ErrState.Is(err) {
			t.Errorf("refunded by a word about another attempt: %v", err)
		}

		testkit.Must(t, decide(false))
		testkit.ProveBooks(t, d)
	})
}
