package checkout_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/shop/checkout"
)

// Staff reverse the order of a delivered storefront order: the shopper's order fails, the client finds it among those whose shoppers get a
// refund and is mailed, and it is no longer among what was delivered.
func TestReversalReachesTheShop(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		day := func() int {
			sold, err := checkout.DeliveredSales(ctx, d.Reader(), ordertest.Client, s.clk.Now().Add(-time.Hour), s.clk.Now().Add(time.Hour))
			testkit.Must(t, err)

			return len(sold)
		}

		o := s.make(t, 1)
		_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
		testkit.Must(t, err)

		if o = s.settle(t, o); o.Status != checkout.Success || day() != 1 {
			t.Fatalf("%+v", o)
		}

		_, err = s.node.Orders.Resolve(ctx, order.Decision{
			ClientID: ordertest.Client, OrderID: o.OrderID, To: order.Failed, Actor: "staff:budi", Reason: "the operator took it back",
		})
		testkit.Must(t, err)
		testkit.ProveBooks(t, d) // the event was not read, which is no fault of the books

		for range 2 { // the second time changes nothing
			testkit.Must(t, s.Events().Drain(ctx))
		}

		if got := s.look(t, o); got.Status != checkout.Failed || got.Reason == "" || day() != 0 {
			t.Errorf("%+v, %d delivered", got, day())
		}

		if list, err := s.List(ctx, ordertest.Client, checkout.Failed, 0); err != nil || len(list) != 1 || list[0].ID != o.ID {
			t.Errorf("refunds that the client owes: %+v %v", list, err)
		}

		if mails := s.mails.Messages(); len(mails) != 1 || !strings.Contains(mails[0].Subject, checkout.FormatID(o.ID)) {
			t.Errorf("mails: %+v", mails)
		}

		kinds := "SELECT COUNT(*) FROM events WHERE kind = $1 AND subject = $2"
		if delivered, failed := testkit.Value[int](t, d, kinds, "shop_order.delivered", checkout.FormatID(o.ID)),
			testkit.Value[int](t, d, kinds, "shop_order.failed", checkout.FormatID(o.ID)); delivered != 1 || failed != 1 {
			t.Errorf("recorded: %d deliveries, %d failures", delivered, failed)
		}

		testkit.ProveBooks(t, d)
	})
}

// Ends are noted in the order of the rows that they change, whatever the order of the events: whoever locks several of them in that order
// never waits for the reader while it waits for them.
func TestEndsLockOrdersInTheirOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		first, second := s.make(t, 1), s.make(t, 2)

		for _, o := range []*checkout.Order{&second, &first} { // the order on the wallet of the second is the older one
			_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
			testkit.Must(t, err)

			*o = s.settle(t, *o)
		}

		for _, o := range []checkout.Order{second, first} {
			_, err := s.node.Orders.Resolve(ctx, order.Decision{
				ClientID: ordertest.Client, OrderID: o.OrderID, To: order.Failed, Actor: "staff:budi", Reason: "the operator took it back",
			})
			testkit.Must(t, err)
		}

		lock := "UPDATE storefront_orders SET reason = reason WHERE id = $1"
		testkit.LockedInOrder(t, d, lock, []any{first.ID}, lock, []any{second.ID}, func() error { return s.Events().Drain(ctx) })

		if a, b := s.look(t, first), s.look(t, second); a.Status != checkout.Failed || b.Status != checkout.Failed {
			t.Errorf("%+v %+v", a, b)
		}

		testkit.ProveBooks(t, d)
	})
}
