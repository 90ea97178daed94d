package order_test

import (
	"maps"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// What a shop sold are its own delivered orders: those of other channels, other outcomes, other days and other clients don't count.
func TestSoldCountsTheShopsDeliveredOrders(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		from := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)
		until := from.AddDate(0, 0, 1)

		rows := []struct {
			at      time.Time
			status  order.Status
			channel order.Channel
		}{
			// In the order of time, as ids are made.
			{from.Add(-time.Second), order.Success, order.ChannelStorefront},
			{from, order.Success, order.ChannelStorefront},
			{from.Add(time.Hour), order.Pending, order.ChannelStorefront},
			{from.Add(time.Hour), order.Failed, order.ChannelStorefront},
			{from.Add(time.Hour), order.Success, order.ChannelH2H},
			{from.Add(time.Hour), order.Success, order.ChannelPortal},
			{until.Add(-time.Second), order.Success, order.ChannelStorefront},
			{until, order.Success, order.ChannelStorefront},
		}

		moments := make([]time.Time, len(rows))
		for i, r := range rows {
			moments[i] = r.at
		}

		for i, id := range ordertest.InsertOrders(t, d, moments...) {
			testkit.Exec(t, d, "UPDATE orders SET status = $1, channel = $2, refunded = FALSE WHERE id = $3", int64(rows[i].status), string(rows[i].channel), id)
		}

		code := testkit.Value[string](t, d, "SELECT MIN(product_code) FROM orders")

		got, err := s.Sold(t.Context(), client, from, until)
		if err != nil || !maps.Equal(got, map[string]int{code: 2}) {
			t.Errorf("got %v %v", got, err)
		}

		if got, err = s.Sold(t.Context(), client+1, from, until); err != nil || len(got) != 0 {
			t.Errorf("another client: %v %v", got, err)
		}
	})
}
