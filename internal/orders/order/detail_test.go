package order_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

func events(d order.Detail) string {
	list := make([]string, len(d.Steps))
	for i, s := range d.Steps {
		list[i] = strings.TrimSpace(string(s.Event) + " " + s.Outcome)
	}

	return strings.Join(list, ", ")
}

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
			place(t, node, r)

			r.APIKeyEnding = "1001" // a repeat changes nothing
			place(t, node, r)

			o := node.Ended(t, "story-"+digit)

			detail, err := node.Orders.Detail(t.Context(), client, o.ID)
			if err != nil {
				t.Fatal(err)
			}

			if got := events(detail); got != want {
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
		place(t, node, ordertest.Request("on"))
		o := node.Ended(t, "on")

		detail, err := node.Orders.Detail(t.Context(), client, o.ID)
		if err != nil {
			t.Fatal(err)
		}

		if got := events(detail); got != "placed, charged, sent, answered retried, sent, answered success" {
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
		node := ordertest.New(t, d, ordertest.Options{Order: order.Options{CheckAfter: time.Hour}, FaultSettings: upstream.FaultSettings{NoCallbacks: true}})
		r := ordertest.Request("wait")
		r.DestinationNo = "081234567893"
		o := place(t, node, r)

		testkit.Eventually(t, ordertest.Patience, "the supplier answers", func() bool {
			detail, err := node.Orders.Detail(t.Context(), client, o.ID)
			if err != nil {
				t.Fatal(err)
			}

			return events(detail) == "placed, charged, sent, answered pending" && detail.NextCheckAt.After(o.CreatedAt.Add(30*time.Minute))
		})
		testkit.ProveBooks(t, d)
	})
}

func hourly(t *testing.T, s *order.Service, q order.Query) []order.Hour {
	t.Helper()

	q.ClientID = client
	if q.Zone == nil {
		q.Zone = testkit.Jakarta(t)
	}

	hours, err := s.Hourly(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}

	return slices.DeleteFunc(hours, func(h order.Hour) bool { return h.Success+h.Pending+h.Failed == 0 })
}

func TestHourlyCountsInTheClientsHours(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		at := func(text string) time.Time {
			moment, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}

			return moment
		}
		ordertest.InsertOrders(t, d, at("2026-11-18T23:59:59+07:00"), at("2026-11-19T00:00:00+07:00"), at("2026-11-19T00:15:00+07:00"),
			at("2026-11-19T00:45:00+07:00"), at("2026-11-20T13:00:00+07:00"), at("2026-11-20T13:59:59+07:00"), at("2026-11-21T00:00:00+07:00"))

		days := order.Query{From: testkit.Day(t, "2026-11-19"), To: testkit.Day(t, "2026-11-20")}
		got := hourly(t, s, days)

		if len(got) != 2 || got[0].Start.Format(time.RFC3339) != "2026-11-19T00:00:00+07:00" || got[0].Pending != 1 || got[0].Failed != 1 || got[0].Success != 1 ||
			got[1].Start.Format(time.RFC3339) != "2026-11-20T13:00:00+07:00" || got[1].Pending+got[1].Failed != 2 {
			t.Errorf("%+v", got)
		}

		days.Status = order.Failed
		if got := hourly(t, s, days); len(got) != 2 || got[0].Success+got[0].Pending != 0 {
			t.Errorf("failed alone: %+v", got)
		}

		half, err := clock.Zone("Asia/Kolkata") // its hours begin within those of western Indonesia
		if err != nil {
			t.Fatal(err)
		}

		if got := hourly(t, s, order.Query{Zone: half, From: testkit.Day(t, "2026-11-18"), To: testkit.Day(t, "2026-11-18")}); len(got) != 1+1 ||
			got[0].Start.Format(time.RFC3339) != "2026-11-18T22:00:00+05:30" {
			t.Errorf("half hours: %+v", got)
		}

		if _, err := s.Hourly(t.Context(), order.Query{ClientID: client, Zone: testkit.Jakarta(t)}); !fault.ErrValidation.Is(err) {
			t.Errorf("no days: %v", err)
		}

		all, err := s.Hourly(t.Context(), order.Query{ClientID: client, Zone: testkit.Jakarta(t), From: testkit.Day(t, "2026-11-18"), To: testkit.Day(t, "2026-11-20")})
		if err != nil || len(all) != 72 {
			t.Errorf("%d hours, %v", len(all), err)
		}
	})
}
