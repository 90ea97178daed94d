package dispatch_test

import (
	"context"
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
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// A worker is delayed before its first send and loses its lease. Another worker sends
// a status query for the attempt, which makes the purchase. When the first worker
// continues and can't connect, that doesn't prove that nothing was created.
func TestHeldUpFirstSendSaysNothingOnceAnotherWorkerAsked(t *testing.T) {
	t.Parallel()

	for what, wrote := range map[string]string{
		"asked":    "UPDATE order_attempts SET checks = 1",
		"answered": "UPDATE order_attempts SET checks = 1, state = 'answered', outcome = 'pending'",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				wrap := func(a supplier.Adapter) supplier.Adapter {
					return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
						_ = a.Buy(ctx, r) // the status query of the other worker

						testkit.Exec(t, d, wrote)

						return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeNotConnected}
					}}
				}
				node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, Lease: ordertest.QuickLease})
				o := ordertest.Place(t, node, ordertest.Request("held up"))

				if got := node.Ended(t, "held up"); got.Status != order.Success {
					t.Errorf("ended as %s, refunded %v", got.Status, got.Refunded)
				}

				if list := ordertest.Attempts(t, node, o); len(list) != 1 || node.Executed(o) != 1 {
					t.Errorf("executed %d times, attempts %+v", node.Executed(o), list)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// A status query is stored before it is sent.
func TestQuestionIsStoredBeforeItIsAsked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		sent, asked, end := make(chan struct{}), make(chan int, 1), make(chan struct{})
		defer close(end) // the stop of the first node would wait for its purchase else

		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{
				Adapter: a,
				OnBuy: func(ctx context.Context, _ supplier.Request) supplier.Answer {
					close(sent)

					select { // the attempt stays as it was stored
					case <-ctx.Done():
					case <-end:
					}

					return supplier.Answer{Code: supplier.CodeStopped}
				},
				OnStatus: func(ctx context.Context, r supplier.Request) supplier.Answer {
					select {
					case asked <- testkit.Value[int](t, d, "SELECT checks FROM order_attempts"):
					default:
					}

					return a.Status(ctx, r)
				},
			}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, Mortal: true, Lease: ordertest.QuickLease})
		ordertest.Place(t, node, ordertest.Request("killed"))

		<-sent

		atOnce, cancel := context.WithCancel(t.Context())
		cancel()

		_ = node.Jobs.Stop(atOnce)
		node.Another(t, d, ordertest.Options{Wrap: wrap, Lease: ordertest.QuickLease})

		if got := node.Ended(t, "killed"); got.Status != order.Success {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		if checks := <-asked; checks != 1 {
			t.Errorf("%d questions were stored before the first", checks)
		}

		testkit.ProveBooks(t, d)
	})
}

// A failure notice for an earlier attempt doesn't end the order: the next attempt may
// deliver.
func TestFailureOfAnEarlierAttemptRefundsNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Dispatch: dispatch.Options{CheckAfter: time.Hour}})
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.OutOfStock = []string{ordertest.Product} })

		r := ordertest.Request("late word")
		r.DestinationNo = "081234567893"
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the second supplier answers", func() bool {
			list := ordertest.Attempts(t, node, o)

			return len(list) == 2 && list[1].Outcome == supplier.Pending
		})

		_ = node.Dispatch.FailBy(t.Context(), o, ordertest.Attempts(t, node, o)[0], supplier.Answer{Outcome: supplier.FailedCreated, Code: "02"})

		if got, err := node.Orders.Get(t.Context(), ordertest.Client, o.ID); err != nil || got.Status != order.Pending || got.Refunded {
			t.Errorf("the order is %s, refunded %v, %v", got.Status, got.Refunded, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// Status queries to a supplier that stopped answering are sent at growing intervals.
func TestQuestionsInVainWaitLonger(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var asked atomic.Int64

		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnStatus: func(context.Context, supplier.Request) supplier.Answer {
				asked.Add(1)

				return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{
			Wrap: wrap, FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Dispatch: dispatch.Options{CheckAfter: time.Millisecond},
		})

		r := ordertest.Request("silent")
		r.DestinationNo = "081234567893"
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "it was asked for five times", func() bool { return asked.Load() >= 5 })

		// The fifth status query may not be stored yet.
		if a := ordertest.Attempts(t, node, o)[0]; a.Checks < 5 || a.Outcome != supplier.Pending {
			t.Errorf("%d questions counted, outcome %s", a.Checks, a.Outcome)
		}

		testkit.ProveBooks(t, d)
	})
}

// A bill may be paid only on the date of its inquiry. An inquiry that ran past
// midnight counts for the date on which it began, so no payment is sent that the
// supplier would refuse.
func TestInquiryCountsFromItsBeginning(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var began time.Time

		node := ordertest.New(t, d, ordertest.Options{Wrap: ordertest.Seen(func(supplier.Request) { began = time.Now() })})

		r := ordertest.Request("bill")
		r.ProductCode, r.DestinationNo = ordertest.BillCode, "530000000001"
		o := ordertest.Place(t, node, r)

		if a := ordertest.Attempts(t, node, o)[0]; a.PreparedAt.After(began) {
			t.Errorf("inquired from %s, kept as %s", began, a.PreparedAt)
		}

		node.Ended(t, "bill")
		testkit.ProveBooks(t, d)
	})
}

// Another order is charged while a bill is inquired, in a later second. The bill is charged after it, so its row
// of the wallet's history is not earlier; the bill's order keeps the second of its id.
func TestBillIsChargedAfterItsInquiry(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		asked, let := make(chan struct{}), make(chan struct{})
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnInquire: func(ctx context.Context, r supplier.Request) supplier.Answer {
				close(asked)
				<-let

				return a.Inquire(ctx, r)
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap})

		var bill order.Order

		r := ordertest.Request("bill")
		r.ProductCode, r.DestinationNo = ordertest.BillCode, "530000000001"

		placed := make(chan error, 1)

		go func() {
			p, err := node.Placing.Place(t.Context(), r)
			bill = p.Order

			placed <- err
		}()

		<-asked

		second := time.Now().Unix()

		testkit.Eventually(t, ordertest.Patience, "the second of the bill's id is over", func() bool { return time.Now().Unix() > second })

		other := ordertest.Place(t, node, ordertest.Request("other"))

		close(let)

		if err := <-placed; err != nil {
			t.Fatal(err)
		}

		charged := testkit.Value[int64](t, d, "SELECT created_at FROM wallet_history WHERE order_id = $1", bill.ID)
		if at := clock.FromMicros(charged); at.Before(other.CreatedAt) || !bill.CreatedAt.Before(other.CreatedAt) {
			t.Errorf("the bill of %s was charged at %s, before the other order of %s", bill.CreatedAt, at, other.CreatedAt)
		}

		node.Ended(t, "bill")
		node.Ended(t, "other")
		testkit.ProveBooks(t, d)
	})
}

// A product has just become postpaid: the order has no inquiry, so it is not placed.
// The repeated request makes the inquiry.
func TestProductThatBecameABillIsAskedForAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		ordertest.Place(t, node, ordertest.Request("before")) // the catalogue is fresh for a second

		testkit.Exec(t, d, "UPDATE products SET kind = 'postpaid' WHERE code = $1", ordertest.Product)
		testkit.Exec(t, d, `INSERT INTO versions (name, version) VALUES ('catalog', 1)
			ON CONFLICT (name) DO UPDATE SET version = versions.version + 1`)

		_, err := node.Placing.Place(t.Context(), ordertest.Request("after"))
		if err == nil || fault.ErrInternal.Is(fault.From(err)) {
			t.Errorf("got %v", err)
		}

		node.Ended(t, "before")
		testkit.ProveBooks(t, d)
	})
}
