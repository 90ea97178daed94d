package dispatch_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// endsOf are the kinds of the events about an order, in their order.
func endsOf(t *testing.T, d *db.DB, o order.Order) string {
	t.Helper()

	id := "id"
	if d.Engine() == db.SQLite {
		id = "seq"
	}

	rows, err := d.Reader().Query(t.Context(), "SELECT kind, client_id, channel FROM events WHERE subject = $1 ORDER BY "+id, order.FormatID(o.ID))
	testkit.Must(t, err)

	defer rows.Close()

	var kinds []string

	for rows.Next() {
		var (
			kind, channel string
			client        int64
		)

		testkit.Must(t, rows.Scan(&kind, &client, &channel))

		if client != o.ClientID || channel != string(o.Channel) {
			t.Errorf("%s of client %d by %s", kind, client, channel)
		}

		kinds = append(kinds, kind)
	}

	testkit.Must(t, rows.Err())

	return strings.Join(kinds, " ")
}

// Every way in which an order ends is recorded once, in the transaction of the end; so is a reversal.
func TestEndsAreRecorded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Dispatch: dispatch.Options{GiveUpAfter: time.Millisecond}, FaultSettings: upstream.FaultSettings{NoCallbacks: true}})

		settle := func(o order.Order, to order.Status) {
			t.Helper()

			_, err := node.Orders.Resolve(t.Context(), order.Decision{
				ClientID: o.ClientID, OrderID: o.ID, To: to, Actor: "staff:budi", Reason: "the supplier said so", SupplierSaid: true,
			})
			testkit.Must(t, err)
		}
		ended := func(ref, destination string) order.Order {
			t.Helper()

			r := ordertest.Request(ref)
			if destination != "" {
				r.DestinationNo = destination
			}

			o := ordertest.Place(t, node, r)
			if got := endsOf(t, d, o); got != "" && got != "order.succeeded" && got != "order.failed" {
				t.Errorf("%s is recorded of an order that is placed", got)
			}

			return node.Ended(t, ref)
		}

		delivered, refused := ended("delivered", ""), ended("refused", "081234560002")
		if got := endsOf(t, d, delivered) + ", " + endsOf(t, d, refused); got != "order.succeeded, order.failed" {
			t.Errorf("recorded: %s", got)
		}

		settle(delivered, order.Failed)

		if got := endsOf(t, d, delivered); got != "order.succeeded order.costed order.reversed" {
			t.Errorf("after a reversal: %s", got)
		}

		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

		for ref, to := range map[string]order.Status{"given": order.Success, "taken": order.Failed} {
			o := ordertest.Place(t, node, ordertest.Request(ref))
			testkit.Eventually(t, ordertest.Patience, "it waits for staff", func() bool {
				return testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_reviews WHERE order_id = $1", o.ID) > 0
			})

			settle(o, to)

			want := "order.succeeded"
			if to == order.Failed {
				want = "order.failed"
			}

			if got := endsOf(t, d, o); got != want {
				t.Errorf("staff settled it as %s: %s", to, got)
			}
		}

		// Whatever else happened: an order has one end, and a reversal only after a success.
		if n := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders o
			LEFT JOIN (SELECT subject, COUNT(*) AS n FROM events WHERE kind IN ('order.succeeded', 'order.failed') GROUP BY subject) e ON e.subject = CAST(o.id AS TEXT)
			WHERE o.status <> 5 AND COALESCE(e.n, 0) <> 1`); n > 0 {
			t.Errorf("%d orders without exactly one end", n)
		}

		testkit.ProveBooks(t, d)
	})
}
