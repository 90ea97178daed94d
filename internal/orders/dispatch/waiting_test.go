package dispatch_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// first wraps supplier a alone.
func first(wrap func(a supplier.Adapter) supplier.Adapter) func(a supplier.Adapter) supplier.Adapter {
	wrapped := false

	return func(a supplier.Adapter) supplier.Adapter {
		if wrapped {
			return a
		}

		wrapped = true

		return wrap(a)
	}
}

// soldByFirstAlone lets supplier a alone sell the product.
func soldByFirstAlone(t *testing.T, d *db.DB) {
	t.Helper()
	testkit.Exec(t, d, "DELETE FROM product_skus WHERE product_code = $1 AND supplier = 'b'", ordertest.Product)
}

// An order that another node moved to another supplier is not bought at the old one, although this node still holds
// it in memory: a status query would go to the new supplier, where it is a second purchase.
func TestMovedOrderIsBoughtAtItsNewSupplierAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		let := make(chan struct{})

		var calls atomic.Int64

		node := ordertest.New(t, d, ordertest.Options{
			Limit: 1, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
			Wrap: first(func(a supplier.Adapter) supplier.Adapter {
				return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
					if calls.Add(1) == 1 {
						<-let

						return a.Buy(ctx, r)
					}

					_ = a.Buy(ctx, r) // delivered, and the answer is lost

					return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
				}}
			}),
		})

		ordertest.Place(t, node, ordertest.Request("first"))
		testkit.Eventually(t, ordertest.Patience, "the only call is in flight", func() bool { return calls.Load() == 1 })

		o := ordertest.Place(t, node, ordertest.Request("second"))

		// As another node moves it, whose circuit of supplier a is open.
		testkit.Exec(t, d, "UPDATE order_attempts SET supplier = 'b' WHERE order_id = $1 AND sent_at IS NULL", o.ID)
		close(let)

		if got := node.Ended(t, "second"); got.Status != order.Success || node.Executed(o) != 1 || calls.Load() != 1 {
			t.Errorf("ended as %s, executed %d times, %d calls of the old supplier", got.Status, node.Executed(o), calls.Load())
		}

		testkit.ProveBooks(t, d)
	})
}

// A status query that is recorded in the moment of a settlement counts as in flight.
func TestSettlementSeesAQueryOfThisMoment(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{
			FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Dispatch: dispatch.Options{CheckAfter: time.Hour, Poll: time.Hour},
		})

		r := ordertest.Request("asked about")
		r.DestinationNo = "081234567893" // pending
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the supplier answers", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE outcome = 'pending'") == 1
		})

		settled := make(chan error, 1)

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), "UPDATE order_attempts SET state = 'sending', checks = checks + 1 WHERE order_id = $1", o.ID); err != nil {
				return err
			}

			go func() { settled <- refund(node, o, false) }()

			if d.Engine() == db.Postgres { // SQLite has one writer, so the settlement has not begun
				testkit.Eventually(t, ordertest.Patience, "the settlement waits for the attempt", func() bool {
					return testkit.LockWaits(t, d) > 0
				})
			}

			return nil
		}))

		if err := <-settled; !order.ErrInFlight.Is(err) {
			t.Errorf("refunded while a status query is in flight: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A supplier that refuses connections got nothing. While there is no other, its orders wait until it is there again.
func TestRefusedConnectionsFailNoOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const orders = 40

		var (
			down    atomic.Bool
			refused atomic.Int64
		)

		down.Store(true)

		node := ordertest.New(t, d, ordertest.Options{Circuit: 20, Wrap: func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
				if down.Load() {
					refused.Add(1)

					return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeNotConnected}
				}

				return a.Buy(ctx, r)
			}}
		}})
		soldByFirstAlone(t, d)

		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("refused-", n)))
		}

		testkit.Eventually(t, ordertest.Patience, "the circuit is open, and was probed", func() bool {
			return node.Suppliers.Health()[0].Open && refused.Load() > 25
		})
		down.Store(false)

		for n := range orders {
			o := node.Ended(t, fmt.Sprint("refused-", n))
			if o.Status != order.Success || node.Executed(o) != 1 {
				t.Errorf("order %d ended as %s (%s), executed %d times", n, o.Status, o.Reason, node.Executed(o))
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// A sender that lets its attempt wait again, since the answer to its COMMIT was lost, doesn't take back a later claim,
// whose call is in flight.
func TestLaterClaimIsNotTakenBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		full := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{Wrap: full.Wrap})
		o := ordertest.Place(t, node, ordertest.Request("claimed again"))

		testkit.Eventually(t, ordertest.Patience, "the call is in flight", func() bool { return full.Began.Load() == 1 })

		earlier := ordertest.Attempts(t, node, o)[0]
		earlier.SentAt = earlier.SentAt.Add(-time.Second)
		testkit.Must(t, node.Dispatch.WaitAgain(t.Context(), o, earlier))

		if a := ordertest.Attempts(t, node, o)[0]; a.State != "sending" {
			t.Errorf("the attempt whose call is in flight is %s", a.State)
		}

		close(full.Let)

		if got := node.Ended(t, "claimed again"); got.Status != order.Success || node.Executed(o) != 1 || full.Began.Load() != 1 {
			t.Errorf("ended as %s, executed %d times, %d calls", got.Status, node.Executed(o), full.Began.Load())
		}

		testkit.ProveBooks(t, d)
	})
}

// While the circuit is open an order fails after the longest wait, with its refund, and not before.
func TestOrderWaitsNoLongerThanTheLimit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const longest = 500 * time.Millisecond

		node := ordertest.New(t, d, ordertest.Options{Circuit: 1, Limit: 1, Dispatch: dispatch.Options{WaitAtMost: longest}})
		soldByFirstAlone(t, d)
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

		ordertest.Place(t, node, ordertest.Request("sent")) // its silence opens the circuit
		testkit.Eventually(t, ordertest.Patience, "the circuit opens", func() bool { return node.Suppliers.Health()[0].Open })

		// Several, since each probe of the circuit sends one: whichever that is, another one waits too long.
		const orders = 12
		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("waits-", n)))
		}

		var ended order.Order

		testkit.Eventually(t, ordertest.Patience, "an order that waits ends", func() bool {
			for n := range orders {
				o, err := node.Orders.ByRef(t.Context(), ordertest.Client, fmt.Sprint("waits-", n))
				testkit.Must(t, err)

				if o.Status != order.Pending {
					ended = o
				}
			}

			return ended.ID != 0
		})

		if waited := ended.UpdatedAt.Sub(ended.CreatedAt); ended.Status != order.Failed || !ended.Refunded || waited < longest {
			t.Errorf("ended as %s after %s, refunded %t", ended.Status, waited, ended.Refunded)
		}

		if node.Executed(ended) != 0 {
			t.Error("it was bought")
		}

		testkit.ProveBooks(t, d)
	})
}

// Behind orders that no other supplier sells, an order that another one sells is found and moves.
func TestOrdersBehindOthersMoveToo(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const others = 200 // more than a claim takes

		held := ordertest.New(t, d, ordertest.Options{Hold: true})
		ordertest.CopyProduct(t, d, "ALONE")
		testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ('ALONE', 'a', 'ALONE', 1, 10100)")

		for n := range others {
			r := ordertest.Request(fmt.Sprint("alone-", n))
			r.ProductCode = "ALONE"
			ordertest.Place(t, held, r)
		}

		ordertest.Place(t, held, ordertest.Request("movable"))

		node := held.Another(t, d, ordertest.Options{Circuit: 3, Limit: 2, Dispatch: dispatch.Options{CheckAfter: time.Hour}, Wrap: first(func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(context.Context, supplier.Request) supplier.Answer {
				return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
			}}
		})})

		if o := node.Ended(t, "movable"); o.Status != order.Success {
			t.Errorf("ended as %s", o.Status)
		}

		testkit.ProveBooks(t, d)
	})
}

// When a supplier that created nothing at first delivers after all, the attempt that waits for the next supplier is
// withdrawn: the product would be delivered twice.
func TestDeliveryWithdrawsTheNextAttempt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		full := ordertest.NewBlocked()
		a := first(func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(context.Context, supplier.Request) supplier.Answer {
				return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: "41"}
			}}
		})
		isFirst := true

		node := ordertest.New(t, d, ordertest.Options{Limit: 1, Wrap: func(adapter supplier.Adapter) supplier.Adapter {
			if isFirst {
				isFirst = false

				return a(adapter)
			}

			return full.Wrap(adapter)
		}})

		ordertest.Place(t, node, ordertest.Request("first"))
		testkit.Eventually(t, ordertest.Patience, "the only call of the second supplier is in flight", func() bool { return full.Began.Load() == 1 })

		o := ordertest.Place(t, node, ordertest.Request("second"))
		testkit.Eventually(t, ordertest.Patience, "the next attempt waits", func() bool { return len(ordertest.Attempts(t, node, o)) == 2 })
		notice(t, node, o, supplier.Success, "delivered after all")

		if got := node.Ended(t, "second"); got.Status != order.Success {
			t.Errorf("ended as %s", got.Status)
		}

		close(full.Let)
		node.Ended(t, "first")

		if list := ordertest.Attempts(t, node, o); full.Began.Load() != 1 || list[1].SentAt.Unix() > 0 {
			t.Errorf("the next attempt was sent: %+v", list[1])
		}

		testkit.ProveBooks(t, d)
	})
}

// Status queries have their turns by client: many overdue ones of one client don't hold up another client's.
func TestStatusQueriesHaveTurns(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const overdue, free = 100, 10

		node := ordertest.New(t, d, ordertest.Options{Hold: true})
		ordertest.InsertWaiting(t, d, overdue)

		r := ordertest.Request("another")
		r.ClientID = ordertest.Other
		ordertest.Place(t, node, r)

		testkit.Exec(t, d, "UPDATE order_attempts SET state = 'answered', outcome = 'unknown', sent_at = 1, answered_at = 1, next_check_at = 1")
		testkit.Exec(t, d, "UPDATE order_attempts SET next_check_at = 2 WHERE client_id = $1", ordertest.Other)

		got, err := node.Dispatch.DueOf(t.Context(), "a", free)
		testkit.Must(t, err)

		others := 0

		for _, client := range got {
			if client == ordertest.Other {
				others++
			}
		}

		if others != 1 || len(got) < free/2 {
			t.Errorf("the turns were of %v", got)
		}

		testkit.ProveBooks(t, d)
	})
}

// While another transaction holds the wallet that a refund waits for, orders of other clients are sent. SQLite has one
// writer, so there the case can't arise.
func TestLockedWalletHoldsUpNoOtherClient(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.Postgres)
	answer := ordertest.NewBlocked()
	node := ordertest.New(t, d, ordertest.Options{Wrap: answer.Wrap})

	failing := ordertest.Request("fails")
	failing.DestinationNo = "081234567892"
	ordertest.Place(t, node, failing)
	testkit.Eventually(t, ordertest.Patience, "it is in flight", func() bool { return answer.Began.Load() == 1 })

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec(t.Context(), "SELECT 1 FROM wallets WHERE client_id = $1 FOR UPDATE", ordertest.Client); err != nil {
			return err
		}

		close(answer.Let)
		testkit.Eventually(t, ordertest.Patience, "the refund waits for the wallet", func() bool {
			return testkit.LockWaits(t, d) > 0
		})

		r := ordertest.Request("other")
		r.ClientID = ordertest.Other
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the other order is sent", func() bool { return ordertest.Attempts(t, node, o)[0].State != "prepared" })

		if testkit.LockWaits(t, d) == 0 {
			t.Error("the refund gave up before")
		}

		return nil
	}))

	node.Ended(t, "fails")
	testkit.ProveBooks(t, d)
}

// TestLookReadsNoBacklog: to find the clients whose orders wait, PostgreSQL reads a few entries of the index also when it
// knows nothing about the table yet. SQLite has no such statistics.
func TestLookReadsNoBacklog(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "each server reads all rows of the look there")

	const backlog = 20_000

	d := testkit.Open(t, db.Postgres)
	ordertest.New(t, d, ordertest.Options{Hold: true})
	ordertest.InsertWaiting(t, d, backlog)

	var plan []string

	read := regexp.MustCompile(`actual time=\S+ rows=(\d+)`)

	text, args := db.Distinct{Column: "client_id", After: int64(0), Limit: 10}.Hops(dispatch.WaitingClients, []any{"a"})

	testkit.Must(t, d.Read(t.Context(), "EXPLAIN (ANALYZE) "+text, args, func(row db.Row) error {
		var line string

		err := row.Scan(&line)
		plan = append(plan, line)

		return err
	}))

	for _, line := range plan {
		if found := read.FindStringSubmatch(line); found != nil {
			if n, err := strconv.Atoi(found[1]); err != nil || n >= backlog/2 {
				t.Errorf("a look reads %s rows:\n%s", found[1], strings.Join(plan, "\n"))

				break
			}
		}
	}
}

// While all calls of a supplier hang and its circuit is still closed, the orders behind them move to a supplier that has
// free slots.
func TestOrdersBehindAFullSupplierMove(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const slots, orders = 2, 30

		hanging := ordertest.NewBlocked()
		node := ordertest.New(t, d, ordertest.Options{Limit: slots, Wrap: first(hanging.Wrap), Dispatch: dispatch.Options{MoveAfter: 20 * time.Millisecond}})

		for n := range orders {
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("full-", n)))
		}

		ended := func(n int) func() bool {
			return func() bool { return testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 4") == n }
		}

		testkit.Eventually(t, ordertest.Patience, "the other supplier takes all that wait", ended(orders-slots))

		if n := hanging.Began.Load(); n != slots {
			t.Errorf("%d calls hang", n)
		}

		close(hanging.Let)
		testkit.Eventually(t, ordertest.Patience, "all orders end", ended(orders))
		testkit.ProveBooks(t, d)
	})
}

// An order that has not waited long stays at its supplier, and so does one that the other supplier would sell at a loss.
// No more move than it has free slots.
func TestOnlyLateOrdersMoveToFreeSlots(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const slots, orders, atLoss = 2, 7, "LOSS"

		node := ordertest.New(t, d, ordertest.Options{Limit: slots, Hold: true, Dispatch: dispatch.Options{MoveAfter: 30 * time.Second}})
		ordertest.CopyProduct(t, d, atLoss)
		testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, 'a', $1, 1, 10000), ($1, 'b', $1, 2, 1000000)", atLoss)

		for n := range orders {
			r := ordertest.Request(fmt.Sprint("loss-", n))
			r.ProductCode = atLoss
			ordertest.Place(t, node, r)
			ordertest.Place(t, node, ordertest.Request(fmt.Sprint("late-", n)))
		}

		look := func(when string, want int) {
			t.Helper()
			testkit.Must(t, node.Dispatch.MoveLate(t.Context(), "a"))

			if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE supplier = 'b' AND sku <> $1", atLoss); n != want {
				t.Errorf("%s: %d orders have moved, want %d", when, n, want)
			}

			if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE supplier = 'b' AND sku = $1", atLoss); n != 0 {
				t.Errorf("%s: %d orders have moved to be sold at a loss", when, n)
			}
		}

		look("soon", 0)
		testkit.Exec(t, d, "UPDATE order_attempts SET prepared_at = $1", clock.Micros(time.Now().Add(-time.Minute)))
		look("late", slots)
		look("later", 2*slots)

		testkit.ProveBooks(t, d)
	})
}
