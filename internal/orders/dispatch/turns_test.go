package dispatch_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// With 100,000 orders of one client waiting for a supplier, and then with 1,000 of its inquiries in flight too, an
// order of another client at the same supplier is sent before all but a few of them, however fast the machine sends.
func TestBacklogHoldsUpNoOtherClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const backlog, inquiries = 100_000, 1_000 // the bound of a client's inquiries

		held := ordertest.New(t, d, ordertest.Options{Hold: true})
		ordertest.InsertWaiting(t, d, backlog)

		hanging := ordertest.NewBlocked()
		node := held.Another(t, d, ordertest.Options{Wrap: func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnInquire: func(ctx context.Context, r supplier.Request) supplier.Answer { return hanging.Wait(ctx, r, a.Inquire) }}
		}})
		waiting := "SELECT COUNT(*) FROM order_attempts WHERE state = 'prepared' AND client_id = $1"

		sentSoon := func(with string) {
			t.Helper()

			// The machine may stop for a moment between two steps of an order, so two of 20 may be late.
			before := sentBefore(t, node, with)
			if usual, most := before[len(before)/2], before[len(before)-3]; usual > backlog/100 || most > backlog/20 {
				t.Errorf("with %s %v orders were sent before one", with, before)
			}

			if n := testkit.Value[int](t, d, waiting, ordertest.Client); n < backlog/2 {
				t.Errorf("only %d orders still waited", n)
			}

			t.Logf("with %s: %v orders were sent before one", with, before)
		}

		testkit.Eventually(t, ordertest.Patience, "the backlog is being sent", func() bool {
			return testkit.Value[int](t, d, waiting, ordertest.Client) < backlog
		})
		sentSoon("a backlog")

		var (
			all     sync.WaitGroup
			refused atomic.Int64
		)

		for range inquiries + 1 { // one more than the client may have
			all.Go(func() {
				_, err := node.Placing.Inquire(t.Context(), ordertest.Client, ordertest.BillCode, "530000000001", 0)
				if fault.ErrBusy.Is(err) {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}

		testkit.Eventually(t, ordertest.Patience, "all inquiries wait for their answers", func() bool { return refused.Load() == 1 })
		sentSoon("a backlog and inquiries")
		close(hanging.Let)
		all.Wait()
		testkit.ProveBooks(t, d)
	})
}

// sentBefore places orders of the other client one after the other, and returns how many of the first client were sent while each waited
// for its call, sorted.
func sentBefore(t *testing.T, node *ordertest.Node, name string) []int {
	t.Helper()

	const orders = 20

	sent := make([]int, 0, orders)

	for n := range orders {
		r := ordertest.Request(fmt.Sprint(name, n))
		r.ClientID = ordertest.Other
		o := ordertest.Place(t, node, r)

		var a order.Attempt

		testkit.Eventually(t, ordertest.Patience, "the order of the other client is sent", func() bool {
			a = ordertest.Attempts(t, node, o)[0]

			return a.State != "prepared"
		})

		sent = append(sent, testkit.Value[int](t, node.DB, "SELECT COUNT(*) FROM order_attempts WHERE client_id = $1 AND sent_at BETWEEN $2 AND $3",
			ordertest.Client, clock.Micros(a.PreparedAt), clock.Micros(a.SentAt)))
	}

	slices.Sort(sent)

	return sent
}

// While a supplier hangs on every call and 500 orders wait for it, the orders of another supplier end: none waits for a place, a turn
// or a commit of the hanging one. Benchmark 1.2 measures the speed beside a hanging supplier (`waiting`).
func TestHangingSupplierHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const backlog, others = 500, 100

		hanging := ordertest.NewBlocked()
		dead := newPaced(t, d, func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{
				Adapter:  a,
				OnBuy:    func(ctx context.Context, r supplier.Request) supplier.Answer { return hanging.Wait(ctx, r, a.Buy) },
				OnStatus: func(ctx context.Context, r supplier.Request) supplier.Answer { return hanging.Wait(ctx, r, a.Status) },
			}
		})
		soldByFirstAlone(t, d) // else the orders that wait would move

		for n := range backlog {
			ordertest.Place(t, dead.Node, ordertest.Request(fmt.Sprint("backlog-", n)))
		}

		for range others {
			dead.finish(t)
		}

		pending := "SELECT COUNT(*) FROM orders WHERE client_id = $1 AND status = 5"
		if n := testkit.Value[int](t, d, pending, ordertest.Client); n != backlog || hanging.Began.Load() == 0 {
			t.Errorf("%d orders of the hanging supplier were pending, %d calls hung", n, hanging.Began.Load())
		}

		close(hanging.Let)
		testkit.Eventually(t, ordertest.Patience, "all orders end", func() bool { return testkit.Value[int](t, d, pending, ordertest.Client) == 0 })
		testkit.ProveBooks(t, d)
	})
}

// paced is a node that tells when an order has ended. Supplier b alone sells the product onlyB.
type paced struct {
	*ordertest.Node

	ended chan struct{}
	refs  atomic.Int64
}

const onlyB = "ONLYB"

// newPaced starts a node with wrap between it and supplier a.
func newPaced(t *testing.T, d *db.DB, wrap func(a supplier.Adapter) supplier.Adapter) *paced {
	t.Helper()

	p := &paced{ended: make(chan struct{}, 10_000)}
	suppliers := 0
	p.Node = ordertest.New(t, d, ordertest.Options{
		Dispatch: dispatch.Options{Hooks: dispatch.Hooks{Finished: func(order.Status) { p.ended <- struct{}{} }}},
		Wrap: func(a supplier.Adapter) supplier.Adapter {
			if suppliers++; suppliers == 1 {
				return wrap(a)
			}

			return a
		},
	})

	ordertest.CopyProduct(t, d, onlyB)
	testkit.Exec(t, d, `INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'b', $2, 1, 10100)`, onlyB, ordertest.Product)

	return p
}

// finish places an order at supplier b and waits for its end.
func (p *paced) finish(t *testing.T) {
	t.Helper()

	r := ordertest.Request(fmt.Sprint("paced-", p.refs.Add(1)))
	r.ClientID, r.ProductCode = ordertest.Other, onlyB

	ordertest.Place(t, p.Node, r)

	select {
	case <-p.ended:
	case <-time.After(ordertest.Patience):
		t.Fatal("an order of the other supplier does not end")
	}
}
