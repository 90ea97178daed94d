package dispatch_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Staff see sales below cost with their loss, refusals for the price, and SKUs whose recorded cost is out of date.
func TestBelowCostShowsWhatCostsMoreThanRecorded(t *testing.T) {
	t.Parallel()

	// The prices that the first supplier takes, and took from another client before. It refuses REFUSED, which may cost 9,500 at most.
	before := map[string]money.Rupiah{"BELOW": 11_100, "STALE": 11_500}
	prices := map[string]money.Rupiah{"BELOW": 10_900, "STALE": 11_000, "RIGHT": 10_400}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var (
			mu     sync.Mutex
			losses = map[string]money.Rupiah{}
		)

		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
				answer := a.Buy(ctx, r)
				answer.Price = prices[r.SKU]

				if k, ok := order.ParseAttemptKey(r.Reference); ok && k.ClientID == ordertest.Other {
					answer.Price = before[r.SKU]
				}

				return answer
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, Routing: routing.Options{MaxLoss: 1_000}, Dispatch: dispatch.Options{Hooks: dispatch.Hooks{
			BelowCost: func(supplier, sku string, loss money.Rupiah) {
				mu.Lock()
				defer mu.Unlock()

				losses[supplier+" "+sku] += loss
			},
		}}})

		for code, costs := range map[string][2]int{"BELOW": {10_500, 10_600}, "STALE": {12_000, 10_400}, "RIGHT": {12_000, 10_400}, "REFUSED": {9_500, 9_000}} {
			testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, kind, operator_type, operator_code, updated_at)
				VALUES ($1, $1, 'level_1', $2, 'prepaid', 'mobile', 'TSEL', 1)`, code, costs[0])
			testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', $1, 1, $2)", code, costs[1])
		}

		for code := range before {
			r := ordertest.Request(code)
			r.ClientID, r.ProductCode = ordertest.Other, code
			ordertest.Place(t, node, r)
			testkit.Eventually(t, ordertest.Patience, "the other client's order ends", func() bool {
				o, err := node.Orders.ByRef(t.Context(), r.ClientID, code)

				return err == nil && o.Status == order.Success
			})
		}

		for _, code := range []string{"BELOW", "STALE", "RIGHT", "REFUSED"} {
			for _, n := range []string{"1", "2"} {
				r := ordertest.Request(code + n)
				r.ProductCode = code
				ordertest.Place(t, node, r)
			}
		}

		for code := range prices {
			node.Ended(t, code+"1")
			node.Ended(t, code+"2")
		}

		for _, ref := range []string{"REFUSED1", "REFUSED2"} {
			if got := node.Ended(t, ref); got.Status != order.Failed || got.Reason != supplier.ReasonUnavailable {
				t.Errorf("refused for its price, and ended as %s (%s)", got.Status, got.Reason)
			}
		}

		list, err := node.Orders.BelowCost(t.Context(), time.Now().Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}

		want := []order.SKUCost{
			{ProductCode: "BELOW", Supplier: "a", SKU: "BELOW", Sold: 3, Loss: 1_400, Recorded: 10_600, Last: 10_900},
			{ProductCode: "REFUSED", Supplier: "a", SKU: "REFUSED", Refused: 2, Recorded: 9_000},
			{ProductCode: "STALE", Supplier: "a", SKU: "STALE", Recorded: 10_400, Last: 11_000},
		}
		if !slices.Equal(list, want) {
			t.Errorf("got %+v, want %+v", list, want)
		}

		mu.Lock()
		defer mu.Unlock()

		if len(losses) != 1 || losses["a BELOW"] != 1_400 {
			t.Errorf("counted losses of %v", losses)
		}

		if later, err := node.Orders.BelowCost(t.Context(), time.Now().Add(time.Hour)); err != nil || len(later) != 0 {
			t.Errorf("of no orders: %+v, %v", later, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// The supplier names its price in its first answer alone. A later answer without a price doesn't clear the cost.
func TestCostIsKeptWhenALaterAnswerHasNoPrice(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{
				Adapter: a,
				OnBuy: func(context.Context, supplier.Request) supplier.Answer {
					return supplier.Answer{Outcome: supplier.Pending, Code: "03", Price: 10_300}
				},
				OnStatus: func(context.Context, supplier.Request) supplier.Answer {
					return supplier.Answer{Outcome: supplier.Success, Code: "00", SerialNumber: "1"}
				},
			}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap})
		o := ordertest.Place(t, node, ordertest.Request("priced"))
		node.Ended(t, "priced")

		if cost := testkit.Value[int64](t, d, "SELECT cost FROM order_attempts WHERE order_id = $1", o.ID); cost != 10_300 {
			t.Errorf("the cost is %d", cost)
		}

		testkit.ProveBooks(t, d)
	})
}
