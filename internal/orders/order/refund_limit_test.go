package order_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/approval"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Above the limit of a maker's day the refund of an order that was never sent waits, too, under both of the maker's names. It is not done by a
// late approval once the order was sent.
func TestRefundsOfADayHaveALimit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Hold: true, RefundDayLimit: 15_000, Clock: clock.NewManual(time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC)), // far from midnight in Jakarta
		})
		ask := func(o order.Order, actor string) order.RefundResult {
			in := refund(o)
			in.SupplierSaid, in.Actor = false, actor

			made, err := node.Orders.Refund(t.Context(), in)
			testkit.Must(t, err)

			return made
		}
		decide := func(made order.RefundResult) error {
			_, err := node.Orders.DecideRefund(t.Context(), approval.Decision{ID: made.Waiting.ID, Approve: true, Actor: "staff:dewi", Reason: "seen"})

			return err
		}

		first, second, third, fourth := ordertest.Place(t, node, ordertest.Request("1")), ordertest.Place(t, node, ordertest.Request("2")),
			ordertest.Place(t, node, ordertest.Request("3")), ordertest.Place(t, node, ordertest.Request("4"))

		if made := ask(first, "staff:budi"); made.Waiting != nil || made.Order.Status != order.Failed {
			t.Errorf("below the limit: %+v", made)
		}

		waiting := ask(second, "os:budi")
		if waiting.Waiting == nil || waiting.Order.Status != order.Pending {
			t.Fatalf("above the limit: %+v", waiting)
		}

		testkit.Must(t, decide(waiting))

		if got, err := node.Orders.Get(t.Context(), second.ClientID, second.ID); err != nil || got.Status != order.Failed || !got.Refunded {
			t.Errorf("approved: %s %v", got.Status, err)
		}

		// What a second person approved doesn't count, nor does what another maker did.
		if made := ask(third, "staff:eka"); made.Waiting != nil {
			t.Errorf("another maker waits: %+v", made)
		}

		late := ask(fourth, "staff:budi")
		testkit.Exec(t, d, "UPDATE order_attempts SET state = 'answered', outcome = 'unknown', sent_at = 1, answered_at = 2, next_check_at = 9000000000000000 WHERE client_id = $1 AND order_id = $2",
			fourth.ClientID, fourth.ID)

		if err := decide(late); !order.ErrState.Is(err) {
			t.Errorf("an order that was sent since is refunded without its supplier's word: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}
