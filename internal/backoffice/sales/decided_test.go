package sales_test

import (
	"log/slog"
	"testing"
	"time"

	"loket/internal/backoffice/sales"
	"loket/internal/catalog"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/supplier"
)

// Staff settle an order, the supplier tells its cost afterwards, and staff refund another one: costs follow, and the books agree.
func TestCostsOfWhatStaffDecide(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
		})
		record := event.New(d, clock.System{}, slog.New(slog.DiscardHandler), event.Options{})
		s := sales.New(sales.Deps{
			DB: d, Clock: clock.System{}, Events: record, Catalog: catalog.New(d, clock.System{}), Identity: identitytest.New(t, d, clock.System{}),
		})
		total := func() sales.Sums {
			t.Helper()
			testkit.Must(t, record.Drain(t.Context()))

			today := s.Today() // orders of this test ended on it or, at midnight, the day before
			report, err := s.Read(t.Context(), sales.Query{GroupBy: sales.ByDay, From: today.AddDays(-1), To: today})
			testkit.Must(t, err)

			return report.Total
		}

		delivered := ordertest.Place(t, node, ordertest.Request("delivered"))
		node.Ended(t, "delivered")

		sold := total()
		if sold.Orders != 1 || sold.Amount != delivered.Price || sold.Cost == 0 {
			t.Fatalf("one order: %+v", sold)
		}

		pending := ordertest.Request("settled")
		pending.DestinationNo = "081234567893"
		settled := ordertest.Place(t, node, pending)
		testkit.Eventually(t, ordertest.Patience, "its supplier answers", func() bool {
			list := ordertest.Attempts(t, node, settled)

			return len(list) == 1 && list[0].Outcome == supplier.Pending
		})

		_, err := node.Orders.Settle(t.Context(), order.SettleInput{
			ClientID: settled.ClientID, OrderID: settled.ID, SerialNumber: "SN-1", SupplierSaid: true, Actor: "staff:budi", Reason: "told by chat",
		})
		testkit.Must(t, err)

		if got := total(); got.Orders != 2 || got.Uncosted != 1 || got.Cost != sold.Cost {
			t.Errorf("after the settlement: %+v", got)
		}

		testkit.Must(t, node.Dispatch.ReceiveNotice(t.Context(), "a", supplier.Notice{
			Reference: order.AttemptKey{ClientID: settled.ClientID, OrderID: settled.ID, Number: 1}.String(),
			Answer:    supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "SN-1", Price: 10_100},
		}, []byte("late")))
		testkit.Eventually(t, ordertest.Patience, "the late cost counts", func() bool {
			got := total()

			return got.Uncosted == 0 && got.Cost == sold.Cost+10_100
		})

		for _, o := range []order.Order{delivered, settled} {
			_, err := node.Orders.Resolve(t.Context(), order.Decision{
				ClientID: o.ClientID, OrderID: o.ID, To: order.Failed, Actor: "staff:budi", Reason: "taken back", SupplierSaid: true,
			})
			testkit.Must(t, err)
		}

		got := total()
		if got.Orders != 2 || got.Refunds != 2 || got.Refunded != got.Amount || got.RefundedCost != got.Cost || got.Margin() != 0 {
			t.Errorf("after the refunds: %+v", got)
		}

		testkit.ProveBooks(t, d)
	})
}
