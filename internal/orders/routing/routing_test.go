package routing_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func newRouting(t *testing.T, d *db.DB, clk clock.Clock) *routing.Service {
	t.Helper()

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clk},
		supplier.Entry{Code: "a", Adapter: ordertest.Override{}}, supplier.Entry{Code: "b", Adapter: ordertest.Override{}}, supplier.Entry{Code: "c", Adapter: ordertest.Override{}})
	testkit.Must(t, err)

	return routing.New(routing.Deps{
		DB: d, Clock: clk, Catalog: catalog.New(d, clk), Suppliers: suppliers, Log: slog.New(slog.DiscardHandler),
	}, routing.Options{})
}

func codes(skus []catalog.SKU) string {
	list := []string{}
	for _, sku := range skus {
		list = append(list, sku.Supplier)
	}

	return strings.Join(list, " ")
}

// Two editors can't overwrite each other, faulty lists change nothing, and another node has the new list once it looks.
func TestListsReplaceTheVersionThatWasRead(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 15, 30, 0, 0, time.UTC)) // 22:30 in Jakarta
		one, other := newRouting(t, d, clk), newRouting(t, d, clk)
		by := identity.By{Actor: "staff:budi", Reason: "Slow at night"}
		skus := []catalog.SKU{{Supplier: "a", Cost: 100}, {Supplier: "b", Cost: 90}}
		order := routing.Purchase{OrderID: 1, ClientID: 1001, Group: "mobile", Destination: "0812345", Kind: catalog.Prepaid, Price: 200}
		rules := []routing.Rule{{
			Name: "Night", Groups: []string{"mobile"}, Clients: []int64{1001}, Prefixes: []string{"0812"}, From: 22, To: 6, Strategy: routing.Fixed,
			Suppliers: []routing.Share{{Supplier: "b"}, {Supplier: "a"}},
		}}

		list, err := one.Replace(t.Context(), by, 0, rules)
		testkit.Must(t, err)

		if list.Version != 1 || list.ChangedBy != by.Actor {
			t.Errorf("stored %+v", list)
		}

		if got := codes(one.Route(order, skus)) + ", " + codes(other.Route(order, skus)); got != "b a, a b" {
			t.Errorf("this node and the other one choose %s", got)
		}

		testkit.Must(t, other.Follow(t.Context()))

		if got := codes(other.Route(order, skus)); got != "b a" {
			t.Errorf("the other node chooses %s", got)
		}

		clk.Advance(7*time.Hour + 30*time.Minute) // 06:00

		if got := codes(one.Route(order, skus)); got != "a b" {
			t.Errorf("in the morning %s", got)
		}

		if _, err := other.Replace(t.Context(), by, 0, nil); !routing.ErrChanged.Is(err) {
			t.Errorf("an old version: %v", err)
		}

		for field, faulty := range map[string]routing.Rule{
			"rules.0.name": {Strategy: routing.Cheapest}, "rules.0.groups": {Name: "x", Groups: []string{"nothing"}, Strategy: routing.Cheapest},
			"rules.0.clients": {Name: "x", Clients: []int64{0}, Strategy: routing.Cheapest}, "rules.0.prefixes": {Name: "x", Prefixes: []string{"08 12"}, Strategy: routing.Cheapest},
			"rules.0.hours": {Name: "x", To: 24, Strategy: routing.Cheapest}, "rules.0.strategy": {Name: "x", Strategy: "chance"},
			"rules.0.suppliers": {Name: "x", Strategy: routing.Shares, Suppliers: []routing.Share{{Supplier: "a"}}},
		} {
			if _, err := one.Replace(t.Context(), by, 1, []routing.Rule{faulty}); !fault.ErrValidation.Is(err) || !strings.Contains(faultFields(err), field) {
				t.Errorf("%+v: %v (%s)", faulty, err, faultFields(err))
			}
		}

		list, err = other.List(t.Context())
		testkit.Must(t, err)

		if list.Version != 1 || len(list.Rules) != 1 || !slices.Equal(list.Rules[0].Prefixes, rules[0].Prefixes) {
			t.Errorf("after refused changes: %+v", list)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'routing.change' AND detail LIKE '%after%before%' AND reason = 'Slow at night'"); n != 1 {
			t.Errorf("%d rows in the audit log", n)
		}
	})
}

func faultFields(err error) string {
	found := []string{}

	if e, is := errors.AsType[*fault.Error](err); is {
		for _, f := range e.Fields {
			found = append(found, f.Field)
		}
	}

	return strings.Join(found, " ")
}

func ended(code, group string, succeeded bool) routing.PurchaseEnd {
	return routing.PurchaseEnd{SKUKey: routing.SKUKey{Supplier: code, Product: "P"}, Group: group, Destination: "0811", Succeeded: succeeded}
}

// Results of all nodes count together, for an hour and by product group; the best supplier goes first.
func TestResultsOfAllNodesCountForAnHour(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 30, 0, time.UTC))
		one, other := newRouting(t, d, clk), newRouting(t, d, clk)

		_, err := one.Replace(t.Context(), identity.By{Actor: "staff:budi", Reason: "x"}, 0, []routing.Rule{{Name: "Best", Strategy: routing.Success}})
		testkit.Must(t, err)

		for range 30 {
			one.Count(ended("a", "mobile", false))
			other.Count(ended("b", "mobile", true))
			other.Count(ended("c", "data", true))
		}

		testkit.Must(t, other.FollowResults(t.Context()))
		testkit.Must(t, one.FollowResults(t.Context()))
		testkit.Must(t, one.FollowResults(t.Context())) // nothing counts twice

		if n := testkit.Value[int64](t, d, "SELECT CAST(SUM(succeeded) * 1000 + SUM(failed) AS BIGINT) FROM supplier_results"); n != 60_030 {
			t.Errorf("stored %d", n)
		}

		skus := []catalog.SKU{{Supplier: "a"}, {Supplier: "b"}, {Supplier: "c"}}
		order := routing.Purchase{OrderID: 0, ClientID: 1001, Group: "mobile"} // its draw is none for the others

		if got := codes(one.Route(order, skus)); got != "b c a" {
			t.Errorf("the order is %s", got)
		}

		clk.Advance(time.Hour + time.Minute)
		testkit.Must(t, one.FollowResults(t.Context()))

		if got := codes(one.Route(order, skus)); got != "a b c" {
			t.Errorf("after an hour the order is %s", got)
		}

		clk.Advance(48 * time.Hour)
		one.Count(ended("a", "mobile", true))
		testkit.Must(t, one.FollowResults(t.Context()))

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM supplier_results"); n != 1 {
			t.Errorf("%d rows after two days", n)
		}
	})
}

// A number that fails at a SKU again counts once for it, and what was sent before a decision doesn't count for the next one. Both count for the
// rules by recent success.
func TestOneNumberSwitchesNothingOff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		clk := clock.NewManual(time.Date(2026, 11, 27, 3, 0, 30, 0, time.UTC))
		s := newRouting(t, d, clk)

		for range 30 {
			s.Count(ended("a", "mobile", false))
			s.Count(ended("b", "mobile", true))
		}

		other := ended("a", "mobile", false)
		other.Destination = "0812"
		s.Count(other)

		s.SetExclusions(routing.Exclusions{{Supplier: "a", Product: "P"}: {Since: clk.Now()}})

		before, after := ended("a", "mobile", true), ended("a", "mobile", true)
		before.SentAt, after.SentAt = clk.Now().Add(-time.Second), clk.Now()
		s.Count(before)
		s.Count(after)
		testkit.Must(t, s.FollowResults(t.Context()))

		for k, want := range map[routing.SKUKey]routing.Result{{Supplier: "a", Product: "P"}: {Succeeded: 1, Failed: 2}, {Supplier: "b"}: {Succeeded: 30}} {
			if got, err := routing.SKUResultSince(t.Context(), d.Reader(), k, clk.Now()); err != nil || got != want {
				t.Errorf("of %v counted %+v, %v", k, got, err)
			}
		}

		if recent, err := s.RecentBySupplier(t.Context(), time.Hour); err != nil || recent["a"] != (routing.Result{Succeeded: 2, Failed: 31}) {
			t.Errorf("for the rules counted %+v, %v", recent, err)
		}

		clk.Advance(time.Hour)
		s.Count(ended("c", "mobile", false))
		s.Count(ended("a", "mobile", false))
		testkit.Must(t, s.FollowResults(t.Context()))

		if got, err := routing.SKUResultSince(t.Context(), d.Reader(), routing.SKUKey{Supplier: "c"}, clk.Now()); err != nil || got.Failed != 1 {
			t.Errorf("later counted %+v, %v", got, err)
		}

		clk.Advance(7 * time.Hour)
		s.Count(ended("c", "mobile", false))
		testkit.Must(t, s.FollowResults(t.Context()))

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM sku_results"); n != 1 {
			t.Errorf("%d rows of SKUs after seven hours", n)
		}
	})
}
