package dispatch_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

// What an order was charged goes back to its wallet, also when staff switched it off meanwhile.
func TestRefundOfAWalletThatWasSwitchedOff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		blocked := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{Wrap: blocked.Wrap})

		r := ordertest.Request("off")
		r.DestinationNo = "081234560002" // which the supplier refuses
		before := testkit.Value[int64](t, d, "SELECT balance FROM wallets WHERE client_id = $1", r.ClientID)
		ordertest.Place(t, node, r)

		testkit.Exec(t, d, "UPDATE wallets SET active = FALSE")
		close(blocked.Let)

		if o := node.Ended(t, "off"); o.Status != order.Failed || !o.Refunded {
			t.Errorf("the order is %s, refunded %t", o.Status, o.Refunded)
		}

		if after := testkit.Value[int64](t, d, "SELECT balance FROM wallets WHERE client_id = $1", r.ClientID); after != before {
			t.Errorf("the balance was %d and is %d", before, after)
		}

		testkit.ProveBooks(t, d)
	})
}
