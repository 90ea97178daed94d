package schedule_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
)

// Staff reverse an order of a run that has ended: its line fails, the charged sum follows, and it can be retried.
func TestReversalAfterTheEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.ended(w.create(w.wanted(numbers(3)...)).ID)

		list, _, err := w.Lines(t.Context(), ordertest.Client, o.ID, schedule.LineFilter{From: 1, Count: 3})
		testkit.Must(t, err)

		_, err = w.node.Orders.Resolve(t.Context(), order.Decision{
			ClientID: ordertest.Client, OrderID: list[1].OrderID, To: order.Failed, Actor: "staff:budi", Reason: "the operator took it back",
		})
		testkit.Must(t, err)

		for range 2 { // the second time changes nothing
			testkit.Must(t, w.events.Drain(t.Context()))
		}

		found, err := w.Get(t.Context(), ordertest.Client, o.ID)
		testkit.Must(t, err)

		if want := (schedule.Counts{Success: 2, Failed: 1}); found.Counts != want || found.Charged != 2*ordertest.Price || found.Status != schedule.Done ||
			!found.EndedAt.Equal(o.EndedAt) {
			t.Errorf("%+v, charged %s, %s, ended %s", found.Counts, found.Charged, found.Status, found.EndedAt)
		}

		testkit.ProveBooks(t, d)
	})
}
