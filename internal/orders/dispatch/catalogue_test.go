package dispatch_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// While the catalogue can't be read, orders are sent: the price limit follows from the last snapshot.
func TestOrdersAreSentWhileTheCatalogueWaits(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		sent := make(chan string, 10)
		node := ordertest.New(t, d, ordertest.Options{Wrap: func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
				sent <- r.Reference

				return a.Buy(ctx, r)
			}}
		}})

		prices := node.Catalog
		prices.Start(t.Context(), slog.New(slog.DiscardHandler))
		t.Cleanup(func() { testkit.Must(t, prices.Stop(context.WithoutCancel(t.Context()))) })

		place := func(ref string) {
			t.Helper()
			ordertest.Place(t, node, ordertest.Request(ref))

			select {
			case <-sent:
			case <-time.After(ordertest.Patience / 2):
				t.Errorf("%s was not sent", ref)
			}
		}

		place("BEFORE")

		release := testkit.TakeReaders(t, d)
		testkit.Eventually(t, ordertest.Patience, "the snapshot is too old for a screen", func() bool { return prices.Age() > time.Second })

		place("MEANWHILE")
		release()

		for _, ref := range []string{"BEFORE", "MEANWHILE"} {
			if got := node.Ended(t, ref); got.Status != order.Success {
				t.Errorf("%s ended as %s", ref, got.Status)
			}
		}

		testkit.ProveBooks(t, d)
	})
}
