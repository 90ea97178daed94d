package order_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/order"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/simulate/upstream"
	"loket/internal/supplier"
	"loket/internal/testkit"
	"loket/internal/testkit/ordertest"
)

// between stands between the orders and a supplier.
type between struct {
	supplier.Adapter

	buy, status, inquire func(ctx context.Context, r supplier.Request) supplier.Answer
}

func (b between) Inquire(ctx context.Context, r supplier.Request) supplier.Answer {
	if b.inquire != nil {
		return b.inquire(ctx, r)
	}

	return b.Adapter.Inquire(ctx, r)
}

func (b between) Buy(ctx context.Context, r supplier.Request) supplier.Answer {
	if b.buy != nil {
		return b.buy(ctx, r)
	}

	return b.Adapter.Buy(ctx, r)
}

func (b between) Status(ctx context.Context, r supplier.Request) supplier.Answer {
	if b.status != nil {
		return b.status(ctx, r)
	}

	return b.Adapter.Status(ctx, r)
}

func attemptsOf(t *testing.T, node *ordertest.Node, id int64) []order.Attempt {
	t.Helper()

	list, err := node.Orders.Attempts(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}

	return list
}

// A worker that is held up before its first send loses its lease, and another
// one asks for the attempt, which makes the purchase. When the first goes on and
// finds no connection, that does not mean that nothing was created.
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
					return between{Adapter: a, buy: func(ctx context.Context, r supplier.Request) supplier.Answer {
						_ = a.Buy(ctx, r) // the other worker's question

						testkit.Exec(t, d, wrote)

						return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeNotConnected}
					}}
				}
				node := ordertest.New(t, d, ordertest.Options{Wrap: wrap})
				o := place(t, node, ordertest.Request("held up"))

				if got := node.Ended(t, "held up"); got.Status != order.Success {
					t.Errorf("ended as %s, refunded %v", got.Status, got.Refunded)
				}

				if list := attemptsOf(t, node, o.ID); len(list) != 1 || node.Executed(o) != 1 {
					t.Errorf("executed %d times, attempts %+v", node.Executed(o), list)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// Whoever asks for an attempt that may not have been sent says so first.
func TestQuestionIsStoredBeforeItIsAsked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		sent, asked := make(chan struct{}), make(chan int, 1)
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return between{
				Adapter: a,
				buy: func(ctx context.Context, _ supplier.Request) supplier.Answer {
					close(sent)
					<-ctx.Done() // the attempt stays as it was stored

					return supplier.Answer{Code: supplier.CodeStopped}
				},
				status: func(ctx context.Context, r supplier.Request) supplier.Answer {
					select {
					case asked <- testkit.Value[int](t, d, "SELECT checks FROM order_attempts"):
					default:
					}

					return a.Status(ctx, r)
				},
			}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, Mortal: true})
		place(t, node, ordertest.Request("killed"))

		<-sent

		atOnce, cancel := context.WithCancel(t.Context())
		cancel()

		_ = node.Jobs.Stop(atOnce)
		node.Another(t, d, ordertest.Options{Wrap: wrap})

		if got := node.Ended(t, "killed"); got.Status != order.Success {
			t.Errorf("ended as %s (%s)", got.Status, got.Reason)
		}

		if checks := <-asked; checks != 1 {
			t.Errorf("%d questions were stored before the first", checks)
		}

		testkit.ProveBooks(t, d)
	})
}

// A failure of an attempt that was read before the next one began ends nothing:
// the next one may deliver.
func TestFailureOfAnEarlierAttemptRefundsNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Order: order.Options{CheckAfter: time.Hour}})
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.OutOfStock = []string{ordertest.Product} })

		r := ordertest.Request("late word")
		r.DestinationNo = "081234567893"
		o := place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the second supplier answers", func() bool {
			list := attemptsOf(t, node, o.ID)

			return len(list) == 2 && list[1].Outcome == supplier.Pending
		})

		_ = node.Orders.FailBy(t.Context(), o, attemptsOf(t, node, o.ID)[0], supplier.Answer{Outcome: supplier.FailedCreated, Code: "02"})

		if got, err := node.Orders.Get(t.Context(), ordertest.Client, o.ID); err != nil || got.Status != order.Pending || got.Refunded {
			t.Errorf("the order is %s, refunded %v, %v", got.Status, got.Refunded, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A supplier that was heard once and is silent since is asked ever less often.
func TestQuestionsInVainWaitLonger(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var asked atomic.Int64

		wrap := func(a supplier.Adapter) supplier.Adapter {
			return between{Adapter: a, status: func(context.Context, supplier.Request) supplier.Answer {
				asked.Add(1)

				return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{
			Wrap: wrap, FaultSettings: upstream.FaultSettings{NoCallbacks: true}, Order: order.Options{CheckAfter: time.Millisecond},
		})

		r := ordertest.Request("silent")
		r.DestinationNo = "081234567893"
		o := place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "it was asked for five times", func() bool { return asked.Load() >= 5 })

		// The fifth question may still be on its way into the database.
		if a := attemptsOf(t, node, o.ID)[0]; a.Checks < 5 || a.Outcome != supplier.Pending {
			t.Errorf("%d questions counted, outcome %s", a.Checks, a.Outcome)
		}

		testkit.ProveBooks(t, d)
	})
}

// A bill may be paid on the day of its inquiry alone. The moment that is kept of
// one that ran past midnight is that of its beginning: nothing is sent that the
// supplier has forgotten.
func TestInquiryCountsFromItsBeginning(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var began time.Time

		wrap := func(a supplier.Adapter) supplier.Adapter {
			return between{Adapter: a, inquire: func(ctx context.Context, r supplier.Request) supplier.Answer {
				began = time.Now()

				return a.Inquire(ctx, r)
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap})

		r := ordertest.Request("bill")
		r.ProductCode, r.DestinationNo = ordertest.BillCode, "530000000001"
		o := place(t, node, r)

		if a := attemptsOf(t, node, o.ID)[0]; a.PreparedAt.After(began) {
			t.Errorf("inquired from %s, kept as %s", began, a.PreparedAt)
		}

		node.Ended(t, "bill")
		testkit.ProveBooks(t, d)
	})
}

// A product that became a bill a moment ago: the order was not inquired, so it
// is not placed, and whoever asks again gets the bill.
func TestProductThatBecameABillIsAskedForAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		place(t, node, ordertest.Request("before")) // the catalogue is fresh for a second

		testkit.Exec(t, d, "UPDATE products SET kind = 'postpaid' WHERE code = $1", ordertest.Product)
		testkit.Exec(t, d, `INSERT INTO versions (name, version) VALUES ('catalog', 1)
			ON CONFLICT (name) DO UPDATE SET version = versions.version + 1`)

		_, err := node.Orders.Place(t.Context(), ordertest.Request("after"))
		if err == nil || fault.ErrInternal.Is(fault.From(err)) {
			t.Errorf("got %v", err)
		}

		node.Ended(t, "before")
		testkit.ProveBooks(t, d)
	})
}
