package dispatch_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// What went over the wire is stored with the answer, without the signature and the account's name, of each call that did not succeed. It is
// deleted with age.
func TestExchangesAreStoredMasked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true, CallbackAfter: time.Hour},
		})

		r := ordertest.Request("pending")
		r.DestinationNo = "081234567893"
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the supplier answered", func() bool {
			list := ordertest.Attempts(t, node, o)

			return len(list) == 1 && list[0].AnsweredAt.Unix() > 0
		})

		list, err := node.Orders.Exchanges(t.Context(), o.ClientID, o.ID)
		testkit.Must(t, err)

		if len(list) != 1 {
			t.Fatalf("%d exchanges are stored", len(list))
		}

		x := list[0]
		if x.Number != 1 || x.Query != 0 || x.Outcome != supplier.Pending || x.Status != 200 || x.Code != "03" {
			t.Errorf("stored %+v", x)
		}

		if !strings.Contains(x.Request, `"customer_no":"081234567893"`) || !strings.Contains(x.Request, `"sign":"••••••••"`) || !strings.Contains(x.Answer, `"rc":"03"`) {
			t.Errorf("request %s, answer %s", x.Request, x.Answer)
		}

		delivered := ordertest.Place(t, node, ordertest.Request("delivered"))
		node.Ended(t, "delivered")

		if list, err = node.Orders.Exchanges(t.Context(), delivered.ClientID, delivered.ID); err != nil || len(list) != 0 {
			t.Errorf("of a success %d exchanges are stored: %v", len(list), err)
		}

		if n, err := node.Orders.PurgeExchanges(t.Context()); n != 0 || err != nil {
			t.Errorf("%d young ones are deleted: %v", n, err)
		}

		testkit.Exec(t, d, "UPDATE order_exchanges SET order_id = order_id - 100000000000000000")

		if n, err := node.Orders.PurgeExchanges(t.Context()); n != 1 || err != nil {
			t.Errorf("%d old ones are deleted: %v", n, err)
		}

		testkit.ProveBooks(t, d)
	})
}
