package dispatch_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// waiting returns the kinds of open reviews: "late_success" or "reversal unknown".
func waiting(t *testing.T, node *ordertest.Node) string {
	t.Helper()

	list, _, err := node.Orders.Reviews(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}

	kinds := make([]string, len(list))
	for i, r := range list {
		kinds[i] = r.Kind
	}

	return strings.Join(kinds, " ")
}

func waitsFor(t *testing.T, node *ordertest.Node, want string) {
	t.Helper()
	testkit.Eventually(t, ordertest.Patience, "waits for staff: "+want, func() bool { return waiting(t, node) == want })
}

// notice is a notice of supplier a about the first attempt of an order. A repeated
// body is ignored.
func notice(t *testing.T, node *ordertest.Node, o order.Order, outcome supplier.Outcome, body string) {
	t.Helper()

	err := node.Dispatch.ReceiveNotice(t.Context(), "a", supplier.Notice{
		Reference: order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String(), Answer: supplier.Answer{Outcome: outcome, Code: "00", SerialNumber: "SN"},
	}, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
}

// When the supplier reports an outcome, the review of the order is closed: a refund by
// an outdated list would give the delivered product away.
func TestUnknownReviewEndsWithItsOrder(t *testing.T) {
	t.Parallel()

	for outcome, want := range map[supplier.Outcome]order.Status{supplier.Success: order.Success, supplier.FailedCreated: order.Failed} {
		t.Run(want.String(), func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				node := ordertest.New(t, d, ordertest.Options{
					Dispatch: dispatch.Options{GiveUpAfter: time.Millisecond}, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
				})
				node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

				o := ordertest.Place(t, node, ordertest.Request("lost"))
				waitsFor(t, node, "unknown")

				hasty := order.CloseReviewsInput{ClientID: ordertest.Client, OrderID: o.ID, Actor: "staff:budi", Reason: "of no interest"}
				if err := node.Orders.CloseReviews(t.Context(), hasty); !order.ErrState.Is(err) {
					t.Errorf("the review of a pending order is closed without an end: %v", err)
				}

				testkit.Exec(t, d, "INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at) VALUES ($1, 'late_success', $2, '', 1)",
					o.ID, int64(ordertest.Client)) // of an earlier attempt
				notice(t, node, o, outcome, "found")

				if got := node.Ended(t, "lost"); got.Status != want {
					t.Errorf("ended as %s", got.Status)
				}

				if kinds := waiting(t, node); kinds != "late_success" {
					t.Errorf("staff see %q", kinds)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// An answer about another number or SKU is not believed, and staff see it at once. The next status query finds the
// truth, but the review stays until staff close it: the supplier may have delivered something else.
func TestAnswerAboutSomethingElseIsReviewed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		wrap := func(a supplier.Adapter) supplier.Adapter {
			return ordertest.Override{Adapter: a, OnBuy: func(ctx context.Context, r supplier.Request) supplier.Answer {
				_ = a.Buy(ctx, r)

				return supplier.Answer{Code: supplier.CodeContradiction, Message: "The supplier answered about another number: 0811"}
			}}
		}
		node := ordertest.New(t, d, ordertest.Options{Wrap: wrap, FaultSettings: upstream.FaultSettings{NoCallbacks: true}})
		ordertest.Place(t, node, ordertest.Request("strange"))

		if got := node.Ended(t, "strange"); got.Status != order.Success || node.Executed(got) != 1 {
			t.Errorf("ended as %s, executed %d times", got.Status, node.Executed(got))
		}

		if kinds := waiting(t, node); kinds != "contradiction" {
			t.Errorf("staff see %q", kinds)
		}

		testkit.ProveBooks(t, d)
	})
}

// A signed notice about another number or SKU doesn't move the order, and staff see it at once.
func TestNoticeAboutSomethingElseIsReviewed(t *testing.T) {
	t.Parallel()

	for what, notice := range map[string]supplier.Notice{
		"number": {SKU: ordertest.Product, Destination: "081234567899"},
		"SKU":    {SKU: "XLD10", Destination: ordertest.Request("").DestinationNo},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				node := ordertest.New(t, d, ordertest.Options{
					Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
				})
				node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

				o := ordertest.Place(t, node, ordertest.Request("strange"))
				n := notice
				n.Reference = order.AttemptKey{ClientID: o.ClientID, OrderID: o.ID, Number: 1}.String()

				for _, outcome := range []supplier.Outcome{supplier.Success, supplier.FailedCreated} {
					n.Answer = supplier.Answer{Outcome: outcome, Code: "00"}
					testkit.Must(t, node.Dispatch.ReceiveNotice(t.Context(), "a", n, []byte(outcome.String())))
				}

				testkit.Eventually(t, ordertest.Patience, "both notices are applied", func() bool {
					return testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NOT NULL") == 2
				})

				if got, err := node.Orders.Get(t.Context(), ordertest.Client, o.ID); err != nil || got.Status != order.Pending {
					t.Errorf("the order is %s, %v", got.Status, err)
				}

				if kinds := waiting(t, node); kinds != "contradiction" {
					t.Errorf("staff see %q", kinds)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// A notice that contradicts the end of an order stays under review until staff resolve
// it. It is reviewed again when the supplier repeats it.
func TestReviewOfAnEndedOrderIsClosedWithAReason(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{FaultSettings: upstream.FaultSettings{NoCallbacks: true}})
		closing := order.CloseReviewsInput{ClientID: ordertest.Client, Actor: "staff:budi", Reason: "the client paid for it"}

		failed := ordertest.Request("failed")
		failed.DestinationNo = "081234567892"
		o := ordertest.Place(t, node, failed)
		closing.OrderID = o.ID

		node.Ended(t, "failed")

		if err := node.Orders.CloseReviews(t.Context(), closing); !order.ErrState.Is(err) {
			t.Errorf("nothing waits, and closing gave %v", err)
		}

		notice(t, node, o, supplier.Success, "delivered after all")
		waitsFor(t, node, "late_success")

		for what, bad := range map[string]order.CloseReviewsInput{
			"no reason":      {ClientID: ordertest.Client, OrderID: o.ID, Actor: "staff:budi"},
			"another client": {ClientID: ordertest.Other, OrderID: o.ID, Actor: "staff:budi", Reason: "mine"},
		} {
			if err := node.Orders.CloseReviews(t.Context(), bad); !fault.ErrValidation.Is(err) && !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		if err := node.Orders.CloseReviews(t.Context(), closing); err != nil {
			t.Fatal(err)
		}

		if kinds := waiting(t, node); kinds != "" {
			t.Errorf("closed, and staff still see %q", kinds)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'order.review' AND reason = 'the client paid for it'"); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}

		notice(t, node, o, supplier.Success, "delivered after all, again")
		waitsFor(t, node, "late_success")

		testkit.ProveBooks(t, d)
	})
}
