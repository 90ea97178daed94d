package placing_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// A client can't have more than its bound of orders that wait, nor all clients together. What is refused costs
// nothing, and there is room again when the orders were sent.
func TestWaitingOrdersAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const ofClient, inAll = 10, 15

		full := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{
			Wrap: full.Wrap, Limit: 1, Placing: placing.Options{MaxWaiting: ofClient, MaxWaitingInAll: inAll},
		})

		fill := func(client int64) {
			t.Helper()

			// More callers than the bound, at the same time.
			var all sync.WaitGroup
			for n := range 3 * inAll {
				all.Go(func() {
					r := ordertest.Request(fmt.Sprint("fills-", n))
					r.ClientID = client

					if _, err := node.Placing.Place(t.Context(), r); err != nil && !fault.ErrBusy.Is(err) {
						t.Error(err)
					}
				})
			}

			all.Wait()
		}
		waiting := func(client int64) int {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE (state = 'prepared' OR next_check_at IS NOT NULL) AND client_id = $1", client)
		}

		// The bound is reached again after each count. The order that is being sent counts too.
		testkit.Eventually(t, ordertest.Patience, "the client has its bound", func() bool {
			fill(ordertest.Client)

			return waiting(ordertest.Client) == ofClient
		})

		balance := "SELECT balance FROM wallets WHERE client_id = $1"
		before := testkit.Value[int64](t, d, balance, ordertest.Client)

		for _, r := range node.Placing.PlaceMany(t.Context(), []placing.Request{ordertest.Request("beyond"), ordertest.Request("beyond-too")}) {
			if !fault.ErrBusy.Is(r.Err) {
				t.Errorf("an order beyond the bound: %v", r.Err)
			}
		}

		if after := testkit.Value[int64](t, d, balance, ordertest.Client); after != before {
			t.Errorf("a refused order cost %d", before-after)
		}

		repeat := ordertest.Request(testkit.Value[string](t, d, "SELECT MIN(client_ref) FROM orders WHERE client_id = $1", ordertest.Client))
		if again, err := node.Placing.Place(t.Context(), repeat); err != nil || !again.Repeat {
			t.Errorf("a repeat needs no room: %+v, %v", again, err)
		}

		testkit.Eventually(t, ordertest.Patience, "all clients have their bound", func() bool {
			fill(ordertest.Other)

			return waiting(ordertest.Other) == inAll-ofClient
		})

		close(full.Let)
		testkit.Eventually(t, ordertest.Patience, "there is room again", func() bool {
			_, err := node.Placing.Place(t.Context(), ordertest.Request("beyond"))

			return err == nil
		})
		node.Ended(t, "beyond")
		testkit.ProveBooks(t, d)
	})
}

// Inquiries are bounded too. One that is refused may be made when another has ended.
func TestInquiriesAreBounded(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)
	let := make(chan struct{})

	var began atomic.Int64

	node := ordertest.New(t, d, ordertest.Options{
		Placing: placing.Options{MaxInquiries: 2, MaxInquiriesInAll: 3},
		Wrap: func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnInquire: func(ctx context.Context, r supplier.Request) supplier.Answer {
				began.Add(1)

				select {
				case <-let:
				case <-ctx.Done():
				}

				return a.Inquire(ctx, r)
			}}
		},
	})

	ctx, cancel := context.WithTimeout(t.Context(), ordertest.Patience) // inquiries without a bound would wait for let
	defer cancel()

	inquire := func(client int64) error {
		_, err := node.Placing.Inquire(ctx, client, ordertest.BillCode, "530000000001", 0)

		return err
	}

	var all sync.WaitGroup

	begin := func(client int64) {
		before := began.Load()

		all.Go(func() {
			if err := inquire(client); err != nil {
				t.Error(err)
			}
		})
		testkit.Eventually(t, ordertest.Patience, "the inquiry is in flight", func() bool { return began.Load() == before+1 })
	}

	begin(ordertest.Client)
	begin(ordertest.Client)

	bill := ordertest.Request("bill")
	bill.ProductCode, bill.DestinationNo = ordertest.BillCode, "530000000001"

	if _, err := node.Placing.Place(ctx, bill); !fault.ErrBusy.Is(err) {
		t.Errorf("a third inquiry of the client: %v", err)
	}

	begin(ordertest.Other)

	if err := inquire(ordertest.Other); !fault.ErrBusy.Is(err) {
		t.Errorf("a fourth inquiry of all clients: %v", err)
	}

	close(let)
	all.Wait()

	if err := inquire(ordertest.Client); err != nil {
		t.Errorf("after the others: %v", err)
	}

	testkit.ProveBooks(t, d)
}
