package dispatch_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// While the catalogue can't be read, an order that one supplier refused is sent to another one of the last snapshot. On PostgreSQL who reads
// and who writes share connections, so there no test can take those of the catalogue alone.
func TestFurtherSupplierIsFoundWhileTheCatalogueWaits(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	sent := make(chan string, 10)
	node := ordertest.New(t, d, ordertest.Options{Wrap: func(a supplier.Adapter) supplier.Adapter {
		return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
			sent <- r.Reference

			return a.Buy(ctx, r)
		}}
	}})
	node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.OutOfStock = []string{ordertest.Product} })

	prices := node.Catalog
	prices.Start(t.Context(), slog.New(slog.DiscardHandler))
	t.Cleanup(func() { testkit.Must(t, prices.Stop(context.WithoutCancel(t.Context()))) })

	_, err := prices.Snapshot(t.Context())
	testkit.Must(t, err)

	release := testkit.TakeReaders(t, d)
	testkit.Eventually(t, ordertest.Patience, "the snapshot is too old for a screen", func() bool { return prices.Age() > time.Second })
	ordertest.Place(t, node, ordertest.Request("MEANWHILE"))

	for _, which := range []string{"first", "further"} {
		select {
		case <-sent:
		case <-time.After(ordertest.Patience / 2):
			t.Errorf("nothing was sent to the %s supplier", which)
		}
	}

	release()

	if got := node.Ended(t, "MEANWHILE"); got.Status != order.Success {
		t.Errorf("ended as %s", got.Status)
	}

	testkit.ProveBooks(t, d)
}
