package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A period holds the orders from its first moment up to its last, to the microsecond, in pages that repeat and skip none.
func TestOrdersOfAPeriod(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		start := time.Date(2026, 11, 20, 3, 0, 0, 500_000_000, time.UTC)

		moments := make([]time.Time, 25)
		for i := range moments {
			moments[i] = start.Add(time.Duration(i) * 250 * time.Millisecond)
		}

		all := ordertest.InsertOrders(t, d, moments...)
		testkit.Exec(t, d, "UPDATE orders SET product_code = 'XL5' WHERE client_id = $1 AND id = $2", client, all[20])

		for name, c := range map[string]struct {
			query order.PeriodQuery
			want  []int64
		}{
			"all":               {order.PeriodQuery{From: start, To: start.Add(time.Minute)}, all},
			"up to now":         {order.PeriodQuery{From: start}, all},
			"within seconds":    {order.PeriodQuery{From: moments[3], To: moments[17]}, all[3:17]},
			"nothing":           {order.PeriodQuery{From: moments[3], To: moments[3]}, nil},
			"a state":           {order.PeriodQuery{From: start, To: moments[8], Status: order.Success}, []int64{all[0], all[3], all[6]}},
			"a product":         {order.PeriodQuery{From: start, Product: "XL5"}, all[20:21]},
			"another client's":  {order.PeriodQuery{From: start, ClientID: client + 1}, nil},
			"before the orders": {order.PeriodQuery{From: start.Add(-time.Hour), To: start}, nil},
		} {
			for _, limit := range []int{1, 7, 25} {
				for _, scan := range []int{1, 4, 10_000} {
					c.query.Scan = scan

					if got := pagesOf(t, s, c.query, limit); !slices.Equal(got, c.want) {
						t.Errorf("%s, %d a page, %d read: %v, want %v", name, limit, scan, got, c.want)
					}
				}
			}
		}

		for name, q := range map[string]order.PeriodQuery{
			"too long":  {From: start, To: start.AddDate(0, 0, 31).Add(time.Microsecond)},
			"backwards": {From: start, To: start.Add(-time.Microsecond)},
			"ahead":     {From: time.Now().Add(time.Hour)},
		} {
			if _, err := s.ListPeriod(t.Context(), q); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func pagesOf(t *testing.T, s *order.Service, q order.PeriodQuery, limit int) []int64 {
	t.Helper()

	var got []int64

	if q.ClientID == 0 {
		q.ClientID = client
	}

	for q.Limit = limit; ; {
		page, err := s.ListPeriod(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}

		if len(page.Orders) > limit {
			t.Errorf("a page of %d has %d orders", limit, len(page.Orders))
		}

		for _, o := range page.Orders {
			got = append(got, o.ID)
		}

		if q.After = page.Next; q.After == 0 {
			return got
		}
	}
}

// Many references are looked up at once. Those of another client, that name none, or that no order can have, are absent.
func TestOrdersByReferences(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		now := time.Now()
		ids := ordertest.InsertOrders(t, d, now, now, now)

		refs := make([]string, len(ids))
		for i, id := range ids {
			refs[i] = fmt.Sprintf("ref %d/%d", i, id)
			testkit.Exec(t, d, "UPDATE orders SET client_ref = $1 WHERE client_id = $2 AND id = $3", refs[i], client, id)
		}

		for _, asked := range [][]string{refs, refs[:1], {refs[2], refs[0], refs[2]}, {refs[1], "none", "\x00", "\xff", ""}, {"none"}, nil} {
			found, err := s.ByRefs(t.Context(), client, asked)
			if err != nil {
				t.Fatal(err)
			}

			for i, ref := range refs {
				if o, ok := found[ref]; ok != slices.Contains(asked, ref) || ok && o.ID != ids[i] {
					t.Errorf("%q: %s is %d", asked, ref, o.ID)
				}
			}
		}

		if found, err := s.ByRefs(t.Context(), client+1, refs); err != nil || len(found) > 0 {
			t.Errorf("another client finds %d, %v", len(found), err)
		}
	})
}
