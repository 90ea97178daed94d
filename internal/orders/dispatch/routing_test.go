package dispatch_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// A further supplier that would be bought at a loss is not tried, after a refusal and while the circuit of the first one is open.
// Within the greatest loss of the settings it is.
func TestFurtherSupplierIsBoughtWithinTheGreatestLossAlone(t *testing.T) {
	t.Parallel()

	const loss = 1_000

	for _, maxLoss := range []money.Rupiah{0, loss} {
		t.Run(fmt.Sprint("loss ", maxLoss), func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				node := ordertest.New(t, d, ordertest.Options{
					Routing: routing.Options{MaxLoss: maxLoss}, Circuit: 1, Dispatch: dispatch.Options{WaitAtMost: time.Hour},
					Wrap: first(func(a supplier.Adapter) supplier.Adapter {
						return ordertest.Override{Adapter: a, OnBuy: func(_ context.Context, r supplier.Request) supplier.Answer {
							if r.Destination == refusedNumber {
								return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: "stock"}
							}

							return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeNotConnected}
						}}
					}),
				})
				testkit.Exec(t, d, "UPDATE product_skus SET cost = $1 WHERE supplier = 'b'", ordertest.Price+loss)

				want := order.Failed
				if maxLoss == loss {
					want = order.Success
				}

				refused := ordertest.Request("refused")
				refused.DestinationNo = refusedNumber
				ordertest.Place(t, node, refused)

				if o := node.Ended(t, "refused"); o.Status != want {
					t.Errorf("refused by the first supplier, it ended as %s (%s)", o.Status, o.Reason)
				}

				waiting := ordertest.Place(t, node, ordertest.Request("unreached"))

				if want == order.Success {
					node.Ended(t, "unreached")
				} else {
					testkit.Eventually(t, ordertest.Patience, "the circuit opens", func() bool { return node.Suppliers.Health()[0].Open })

					if o, err := node.Orders.ByRef(t.Context(), ordertest.Client, "unreached"); err != nil || o.Status != order.Pending {
						t.Errorf("without its supplier it is %s, %v", o.Status, err)
					}
				}

				if list := ordertest.Attempts(t, node, waiting); (list[len(list)-1].Supplier == "b") != (want == order.Success) {
					t.Errorf("with a greatest loss of %d it went to %+v", maxLoss, list)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

const refusedNumber = "081200000001"

// Whatever suppliers answer and rules say: no order is sent to another supplier after an answer that may have delivered, none is bought at a
// greater loss than the settings allow, and each goes to the suppliers that the rules give, in their order.
func TestOrdersFollowTheRulesAndNeverGoToTwoSuppliers(t *testing.T) {
	t.Parallel()

	const orders, maxLoss = 60, 100

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var (
			mu   sync.Mutex
			sent = map[int64][]string{} // suppliers that got an order, by its id
		)

		code := "a"
		wrap := func(a supplier.Adapter) supplier.Adapter {
			own := code
			code = "b"

			return ordertest.Override{
				Adapter: a,
				OnBuy: func(_ context.Context, r supplier.Request) supplier.Answer {
					key, _ := order.ParseAttemptKey(r.Reference)

					mu.Lock()
					defer mu.Unlock()

					sent[key.OrderID] = append(sent[key.OrderID], own)

					return supplier.Answer{Outcome: anyOutcome(r.Reference), Code: "test"}
				},
				OnStatus: func(_ context.Context, r supplier.Request) supplier.Answer {
					if anyNumber(r.Reference)%2 == 0 {
						return supplier.Answer{Outcome: supplier.FailedCreated, Code: "test"}
					}

					return supplier.Answer{Outcome: supplier.Success, Code: "test", SerialNumber: "1"}
				},
			}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, Routing: routing.Options{MaxLoss: maxLoss}, FaultSettings: upstream.FaultSettings{NoCallbacks: true}})

		// What costs what: cheap everywhere, too dear at one of them, at both.
		for i, costs := range [][2]int64{{100, 90}, {200, 90}, {110, 210}, {200, 200}, {95, 95}} {
			testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, kind, operator_type, operator_code, updated_at)
				VALUES ($1, $1, 'level_1', 99, 'prepaid', 'mobile', 'TSEL', 1)`, fmt.Sprint("P", i))
			testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', $1, 1, $2), ($1, 'b', $1, 2, $3)",
				fmt.Sprint("P", i), costs[0], costs[1])
		}

		_, err := node.Routing.Replace(t.Context(), identity.By{Actor: "staff:budi", Reason: "test"}, 0, []routing.Rule{
			{Name: "Halves", Prefixes: []string{"0811"}, Strategy: routing.Shares, Suppliers: []routing.Share{{Supplier: "a", Weight: 1}, {Supplier: "b", Weight: 1}}},
			{Name: "Second alone", Prefixes: []string{"0812"}, Strategy: routing.Fixed, Suppliers: []routing.Share{{Supplier: "b"}}},
			{Name: "Cheap", Prefixes: []string{"0813"}, Strategy: routing.Cheapest},
		})
		testkit.Must(t, err)

		placed := make([]order.Order, orders)

		for n := range placed {
			r := ordertest.Request(fmt.Sprint("n", n))
			r.ProductCode, r.DestinationNo = fmt.Sprint("P", n%5), fmt.Sprintf("081%d5550%03d", 1+n%4, n)
			placed[n] = ordertest.Place(t, node, r)
		}

		snap, err := node.Catalog.Snapshot(t.Context())
		testkit.Must(t, err)

		for n, o := range placed {
			node.Ended(t, fmt.Sprint("n", n))

			allowed := []string{}
			for _, sku := range node.Routing.Route(routing.Purchase{
				OrderID: o.ID, ClientID: o.ClientID, Group: "mobile", Kind: catalog.Prepaid, Destination: o.DestinationNo, Price: o.Price,
			}, snap.SKUs(o.ProductCode)) {
				allowed = append(allowed, sku.Supplier)

				if sku.Cost > o.Price+maxLoss {
					t.Errorf("%s may be bought for %d", o.ProductCode, sku.Cost)
				}
			}

			// The next one is tried after an answer that created nothing, and after no other.
			want := []string{}
			for i, one := range allowed {
				want = append(want, one)

				if anyOutcome(order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: i + 1}.String()) != supplier.FailedNotCreated {
					break
				}
			}

			mu.Lock()
			if got := sent[o.ID]; !slices.Equal(got, want) {
				t.Errorf("%s for %s went to %s, want %s", o.ProductCode, o.DestinationNo, strings.Join(got, " "), strings.Join(want, " "))
			}
			mu.Unlock()
		}

		testkit.ProveBooks(t, d)
	})
}

// anyNumber is a number that stands for chance, the same for the same reference.
func anyNumber(reference string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(reference))

	return h.Sum32() >> 8
}

func anyOutcome(reference string) supplier.Outcome {
	list := []supplier.Outcome{supplier.Success, supplier.FailedNotCreated, supplier.FailedNotCreated, supplier.Pending, supplier.Unknown, supplier.FailedCreated}

	return list[anyNumber(reference)%uint32(len(list))]
}
