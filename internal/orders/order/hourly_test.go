package order_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

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
