package order_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/order"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/simulate/upstream"
	"loket/internal/supplier"
	"loket/internal/testkit"
	"loket/internal/testkit/world"
)

// waiting gives what waits for staff: "late_success" or "reversal unknown".
func waiting(t *testing.T, w *world.World) string {
	t.Helper()

	list, err := w.Orders.Reviews(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	kinds := make([]string, len(list))
	for i, r := range list {
		kinds[i] = r.Kind
	}

	return strings.Join(kinds, " ")
}

func waitsFor(t *testing.T, w *world.World, want string) {
	t.Helper()
	testkit.Eventually(t, world.Patience, "waits for staff: "+want, func() bool { return waiting(t, w) == want })
}

// notice is what supplier a says of the first attempt of an order; body is its
// text, of which each counts once.
func notice(t *testing.T, w *world.World, o order.Order, outcome supplier.Outcome, body string) {
	t.Helper()

	err := w.Orders.ReceiveNotice(t.Context(), "a", supplier.Notice{
		Reference: order.FormatID(o.ID) + "-1", Answer: supplier.Answer{Outcome: outcome, Code: "00", SerialNumber: "SN"},
	}, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
}

// An order that ends by its supplier's word waits for staff no more: who refunds
// it by an old line of the list gives away what was delivered.
func TestUnknownReviewEndsWithItsOrder(t *testing.T) {
	t.Parallel()

	for outcome, want := range map[supplier.Outcome]order.Status{supplier.Success: order.Success, supplier.FailedCreated: order.Failed} {
		t.Run(want.String(), func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				w := world.New(t, d, world.Options{
					Order: order.Options{GiveUpAfter: time.Millisecond}, FaultSettings: upstream.FaultSettings{NoCallbacks: true},
				})
				w.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.Down = true })

				o := place(t, w, world.Request("lost"))
				waitsFor(t, w, "unknown")

				hasty := order.Closing{ClientID: world.Client, OrderID: o.ID, Actor: "staff:budi", Reason: "of no interest"}
				if err := w.Orders.CloseReviews(t.Context(), hasty); !order.ErrState.Is(err) {
					t.Errorf("the review of a pending order is closed without an end: %v", err)
				}

				testkit.Exec(t, d, "INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at) VALUES ($1, 'late_success', $2, '', 1)",
					o.ID, int64(world.Client)) // of an earlier attempt
				notice(t, w, o, outcome, "found")

				if got := w.Ended(t, "lost"); got.Status != want {
					t.Errorf("ended as %s", got.Status)
				}

				if kinds := waiting(t, w); kinds != "late_success" {
					t.Errorf("staff see %q", kinds)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// What contradicts an order's end stays in the list until somebody says what was
// done about it, and comes back when the supplier says it anew.
func TestReviewOfAnEndedOrderIsClosedWithAReason(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := world.New(t, d, world.Options{FaultSettings: upstream.FaultSettings{NoCallbacks: true}})
		closing := order.Closing{ClientID: world.Client, Actor: "staff:budi", Reason: "the client paid for it"}

		failed := world.Request("failed")
		failed.DestinationNo = "081234567892"
		o := place(t, w, failed)
		closing.OrderID = o.ID

		w.Ended(t, "failed")

		if err := w.Orders.CloseReviews(t.Context(), closing); !order.ErrState.Is(err) {
			t.Errorf("nothing waits, and closing gave %v", err)
		}

		notice(t, w, o, supplier.Success, "delivered after all")
		waitsFor(t, w, "late_success")

		for what, bad := range map[string]order.Closing{
			"no reason":      {ClientID: world.Client, OrderID: o.ID, Actor: "staff:budi"},
			"another client": {ClientID: world.Other, OrderID: o.ID, Actor: "staff:budi", Reason: "mine"},
		} {
			if err := w.Orders.CloseReviews(t.Context(), bad); !fault.ErrValidation.Is(err) && !fault.ErrNotFound.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		if err := w.Orders.CloseReviews(t.Context(), closing); err != nil {
			t.Fatal(err)
		}

		if kinds := waiting(t, w); kinds != "" {
			t.Errorf("closed, and staff still see %q", kinds)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'order.review' AND reason = 'the client paid for it'"); n != 1 {
			t.Errorf("%d lines in the audit log", n)
		}

		notice(t, w, o, supplier.Success, "delivered after all, again")
		waitsFor(t, w, "late_success")

		testkit.ProveBooks(t, d)
	})
}
