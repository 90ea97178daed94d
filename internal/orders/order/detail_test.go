package order_test

import (
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

// The history has every step of an order, with the rows of its wallet.
func TestDetailTellsTheStory(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		stories := map[string]string{
			"1": "placed, charged, sent, answered success",
			"2": "placed, charged, sent, answered failed, refunded",
		}

		for digit, want := range stories {
			r := ordertest.Request("story-" + digit)
			r.DestinationNo, r.APIKeyEnding = "08123456789"+digit, "7c2f"
			ordertest.Place(t, node, r)

			r.APIKeyEnding = "1001" // a repeat changes nothing
			ordertest.Place(t, node, r)

			o := node.Ended(t, "story-"+digit)

			detail, err := node.Orders.Detail(t.Context(), client, o.ID)
			if err != nil {
				t.Fatal(err)
			}

			if got := ordertest.Events(detail); got != want {
				t.Errorf("digit %s: %s, want %s", digit, got, want)
			}

			if placed := detail.Steps[0]; placed.APIKeyEnding != "7c2f" {
				t.Errorf("digit %s: placed by the key that ends in %q", digit, placed.APIKeyEnding)
			}

			for i, step := range detail.Steps {
				if i > 0 && step.At.Before(detail.Steps[i-1].At) {
					t.Errorf("digit %s: %s comes before what came before it", digit, step.Event)
				}

				if step.Event == order.EventCharged && (step.Amount != -ordertest.Price || step.BalanceAfter != step.BalanceBefore-ordertest.Price) ||
					step.Event == order.EventRefunded && step.Amount != ordertest.Price {
					t.Errorf("digit %s: %+v", digit, step)
				}
			}

			if _, err := node.Orders.Detail(t.Context(), ordertest.Other, o.ID); !fault.ErrNotFound.Is(err) {
				t.Errorf("another client sees the order: %v", err)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

func TestDetailOfAnOrderThatWentOn(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{})
		node.SetFaultSettings(t, "a", func(k *upstream.FaultSettings) { k.OutOfStock = []string{"*"} })
		ordertest.Place(t, node, ordertest.Request("on"))
		o := node.Ended(t, "on")

		detail, err := node.Orders.Detail(t.Context(), client, o.ID)
		if err != nil {
			t.Fatal(err)
		}

		if got := ordertest.Events(detail); got != "placed, charged, sent, answered retried, sent, answered success" {
			t.Error(got)
		}

		if got := detail.Steps[3].Reason; got != supplier.ReasonUnavailable {
			t.Errorf("the first supplier had no stock, the detail says %q", got)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestDetailOfAPendingOrderSaysWhenItIsLookedAt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Dispatch: dispatch.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true}})
		r := ordertest.Request("wait")
		r.DestinationNo = "081234567893"
		o := ordertest.Place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the supplier answers", func() bool {
			detail, err := node.Orders.Detail(t.Context(), client, o.ID)
			if err != nil {
				t.Fatal(err)
			}

			return ordertest.Events(detail) == "placed, charged, sent, answered pending" && detail.NextCheckAt.After(o.CreatedAt.Add(30*time.Minute))
		})
		testkit.ProveBooks(t, d)
	})
}
