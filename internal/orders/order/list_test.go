package order_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	price  = ordertest.Price
	client = ordertest.Client
)

func newService(t testing.TB, d *db.DB) *order.Service {
	t.Helper()

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clock.System{}})
	if err != nil {
		t.Fatal(err)
	}

	return order.NewService(order.Deps{DB: d, Clock: clock.System{}, Suppliers: suppliers})
}

func listed(t *testing.T, s *order.Service, q order.Query) []int64 {
	t.Helper()

	q.ClientID, q.Zone = client, testkit.Jakarta(t)

	list, err := s.List(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}

	got := make([]int64, len(list))
	for i, o := range list {
		got[i] = o.ID
	}

	return got
}

func TestListPagesBothWays(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		start := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)

		moments := make([]time.Time, 35)
		for i := range moments {
			moments[i] = start.Add(time.Duration(i) * time.Minute)
		}

		all := ordertest.InsertOrders(t, d, moments...)
		slices.Reverse(all)

		first := listed(t, s, order.Query{})
		second := listed(t, s, order.Query{Page: 2, Before: first[9]})
		third := listed(t, s, order.Query{Page: 3, Before: second[9]})
		back := listed(t, s, order.Query{Page: 2, After: third[0]})

		for name, pair := range map[string][2][]int64{
			"first": {first, all[:10]}, "second": {second, all[10:20]}, "third": {third, all[20:30]}, "back": {back, all[10:20]},
			"a bare jump":    {listed(t, s, order.Query{Page: 4}), all[30:]},
			"past the end":   {listed(t, s, order.Query{Page: 5}), []int64{}},
			"before the end": {listed(t, s, order.Query{Before: all[30]}), all[31:]},
		} {
			if !slices.Equal(pair[0], pair[1]) {
				t.Errorf("%s: got %v, want %v", name, pair[0], pair[1])
			}
		}
	})
}

func TestDaysAreTheClients(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		zone := testkit.Jakarta(t)
		made := ordertest.InsertOrders(t, d,
			time.Date(2026, 11, 18, 23, 59, 59, 0, zone), time.Date(2026, 11, 19, 0, 0, 0, 0, zone),
			time.Date(2026, 11, 19, 23, 59, 59, 999_000_000, zone), time.Date(2026, 11, 20, 0, 0, 0, 0, zone))

		got := listed(t, s, order.Query{From: testkit.Day(t, "2026-11-19"), To: testkit.Day(t, "2026-11-19")})
		if want := []int64{made[2], made[1]}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

func TestAnHourIsExact(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		zone := testkit.Jakarta(t)
		at := func(day, hour, minute, second int) time.Time {
			return time.Date(2026, 11, day, hour, minute, second, 0, zone)
		}
		made := ordertest.InsertOrders(t, d, at(19, 9, 59, 59), at(19, 10, 0, 0), at(19, 10, 30, 0), at(19, 10, 59, 59), at(19, 11, 0, 0), at(20, 10, 0, 0), at(20, 23, 45, 0), at(21, 0, 15, 0))
		first, last := testkit.Day(t, "2026-11-19"), testkit.Day(t, "2026-11-20")

		hour := func(at time.Time) order.Query { return order.Query{From: first, To: last, Hour: &at} }
		failed, older := hour(at(19, 10, 0, 0)), hour(at(19, 10, 0, 0))
		failed.Status, older.Before, older.Page = order.Failed, made[3], 2

		for name, c := range map[string]struct {
			q    order.Query
			want []int64
		}{
			"its first and last second": {hour(at(19, 10, 0, 0)), []int64{made[3], made[2], made[1]}},
			"written in another zone":   {hour(at(20, 10, 0, 0).UTC()), made[5:6]},
			"half outside the days":     {hour(at(20, 23, 30, 0)), made[6:7]},
			"with a filter":             {failed, made[2:3]},
			"from a cursor on":          {older, []int64{made[2], made[1]}},
			"an empty hour":             {hour(at(20, 9, 0, 0)), nil},
			"of another day":            {hour(at(21, 10, 0, 0)), nil},
			"of another century":        {hour(at(19, 10, 0, 0).AddDate(-100, 0, 0)), nil},
		} {
			if got := listed(t, s, c.q); !slices.Equal(got, c.want) {
				t.Errorf("%s: got %v, want %v", name, got, c.want)
			}
		}
	})
}

func TestListNarrows(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		start := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
		made := ordertest.InsertOrders(t, d, start, start.Add(time.Second), start.Add(2*time.Second), start.Add(3*time.Second), start.Add(4*time.Second))
		id := order.FormatID(made[1])

		cases := []struct {
			name string
			q    order.Query
			want []int64
		}{
			{"failed", order.Query{Filter: order.Filter{Status: order.Failed}}, made[2:3]},
			{"wallet", order.Query{Filter: order.Filter{WalletType: "level_2"}}, nil},
			{"settlement", order.Query{Filter: order.Filter{PaymentType: order.Settlement}}, nil},
			{"id by sign", order.Query{Filter: order.Filter{Search: "#" + id}}, made[1:2]},
			{"id in groups", order.Query{Filter: order.Filter{Search: "#" + id[:4] + " " + id[4:]}}, made[1:2]},
			{"id without sign", order.Query{Filter: order.Filter{Search: id}}, made[1:2]},
			{"reference by sign", order.Query{Filter: order.Filter{Search: "!ref-2"}}, made[2:3]},
			{"reference without sign", order.Query{Filter: order.Filter{Search: "ref-2"}}, made[2:3]},
			{"destination by sign", order.Query{Filter: order.Filter{Search: "$08120"}}, []int64{made[4], made[0]}},
			{"destination without sign", order.Query{Filter: order.Filter{Search: "08120"}}, []int64{made[4], made[0]}},
			{"the wrong sign", order.Query{Filter: order.Filter{Search: "#ref-2"}}, nil},
			{"no part of a text", order.Query{Filter: order.Filter{Search: "ref"}}, nil},
			{"a wild card", order.Query{Filter: order.Filter{Search: "!ref-%"}}, nil},
			{"search and status", order.Query{Filter: order.Filter{Search: "$08120", Status: order.Pending}}, made[4:5]},
			{"a NUL", order.Query{Filter: order.Filter{Search: "!a\x00"}}, nil},
			{"no UTF-8", order.Query{Filter: order.Filter{Search: "$\xff\xfe"}}, nil},
			{"a sign alone", order.Query{Filter: order.Filter{Search: "#"}}, nil},
		}

		for _, c := range cases {
			if got := listed(t, s, c.q); !slices.Equal(got, c.want) {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			}
		}

		other, err := s.List(t.Context(), order.Query{ClientID: client + 1, Zone: testkit.Jakarta(t), Filter: order.Filter{Search: "#" + id}})
		if err != nil || len(other) != 0 {
			t.Errorf("another client sees %v, %v", other, err)
		}
	})
}

func TestListLimits(t *testing.T) {
	t.Parallel()

	now := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC) // the 22nd in Jakarta
	cases := []struct {
		from, to string
		ok       bool
	}{
		{"2026-11-20", "2026-11-22", true},
		{"2026-11-22", "2026-11-22", true},
		{"2026-11-19", "2026-11-22", false}, // three days
		{"2026-11-22", "2026-11-23", false}, // the future
		{"2026-11-22", "2026-11-21", false}, // backwards
	}

	for _, c := range cases {
		q := order.Query{Zone: testkit.Jakarta(t), From: testkit.Day(t, c.from), To: testkit.Day(t, c.to)}
		if err := q.Validate(now); (err == nil) != c.ok {
			t.Errorf("%s to %s: %v", c.from, c.to, err)
		}
	}

	hour, part := now.Truncate(time.Hour), now.Add(time.Millisecond)
	for name, q := range map[string]order.Query{
		"an hour without days": {Hour: &hour},
		"part of a second":     {From: testkit.Day(t, "2026-11-20"), To: testkit.Day(t, "2026-11-22"), Hour: &part},
	} {
		q.Zone = testkit.Jakarta(t)
		if err := q.Validate(now); !fault.ErrValidation.Is(err) {
			t.Errorf("%s: %v", name, err)
		}
	}

	if err := (order.Query{Zone: testkit.Jakarta(t), From: testkit.Day(t, "2026-11-20")}).Validate(now); !fault.ErrValidation.Is(err) {
		t.Errorf("one date alone: %v", err)
	}
}

func eachEngine(t *testing.T, fn func(t *testing.T, d *db.DB, s *order.Service)) {
	t.Helper()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) { fn(t, d, newService(t, d)) })
}

// Every search text gives a list of the client's own orders, never an error.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"#123", "!INV-88214", "$0812 9044 7120", "", "#", "'; DROP TABLE orders; --", "%", "\x00", "# 2611 2114", strings.Repeat("9", 400)} {
		f.Add(seed)
	}

	d := testkit.Open(f, db.SQLite)
	s := newService(f, d)

	f.Fuzz(func(t *testing.T, search string) {
		list, err := s.List(t.Context(), order.Query{ClientID: client, Zone: testkit.Jakarta(t), Filter: order.Filter{Search: search}})
		if err != nil {
			t.Fatalf("%q: %v", search, err)
		}

		for _, o := range list {
			plain := strings.TrimLeft(search, "#!$")
			if plain == "" && search != "" || o.ClientID != client {
				t.Errorf("%q found %+v", search, o)
			}
		}
	})
}

// An order is found by its destination in any writing that could have been ordered, also one that was stored in another form.
func TestOrdersAreFoundByAnyWritingOfTheirDestination(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, d *db.DB, s *order.Service) {
		start := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC)
		ids := ordertest.InsertOrders(t, d, start, start.Add(time.Minute), start.Add(2*time.Minute), start.Add(3*time.Minute))

		for i, stored := range []string{"081255557770", "6032 9812 3456 7893", "551203880 2010", "B 1234 XYZ"} {
			testkit.Exec(t, d, "UPDATE orders SET destination_no = '"+stored+"' WHERE id = "+order.FormatID(ids[i]))
		}

		for search, want := range map[string]int{
			"0812-5555-7770": 0, "+62 812 5555 7770": 0, "62 812 5555 7770": 0, "81255557770": 0, "(0812) 5555 7770": 0, "\u202a081255557770\u202c": 0,
			"6032981234567893": 1, "6032 9812 3456 7893": 1, "551203880 (2010)": 2, "551203880|2010": 2, "b1234xyz": 3, "B-1234-XYZ": 3,
			"081255557771": -1, "+852 6123 4567": -1,
		} {
			for _, sign := range []string{"$", ""} {
				found := listed(t, s, order.Query{Filter: order.Filter{Search: sign + search}})
				if want < 0 && len(found) > 0 || want >= 0 && !slices.Equal(found, []int64{ids[want]}) {
					t.Errorf("%q finds %v", sign+search, found)
				}
			}
		}
	})
}
