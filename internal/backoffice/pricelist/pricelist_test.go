package pricelist_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"loket/internal/backoffice/pricelist"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// lister is a supplier with a price list.
type lister struct {
	ordertest.Override

	rows []supplier.PriceRow
	err  error
}

func (l *lister) PriceList(context.Context) ([]supplier.PriceRow, error) { return l.rows, l.err }

// list sets what is listed: TSEL10 at a price, and three codes that nobody sells.
func (l *lister) list(price money.Rupiah, more ...string) {
	l.rows = []supplier.PriceRow{{SKU: "a-tsel10", Name: "Telkomsel 10.000", Price: price, Active: true}}

	for _, sku := range append([]string{"x1", "x2", "x3"}, more...) {
		l.rows = append(l.rows, supplier.PriceRow{SKU: sku, Name: "Other", Price: 500, Active: true})
	}
}

const code = "digiflazz-a"

var budi = identity.By{Actor: "staff:budi", Reason: "Asked the supplier"}

func newService(t *testing.T, d *db.DB) (*pricelist.Service, *lister, catalogtest.Fixture) {
	t.Helper()

	f := catalogtest.New(t, d)
	f.MustImport(t, sheets.OperatorTable, catalogtest.Operators)
	f.MustImport(t, sheets.ProductTable, catalogtest.Products)
	f.MustImport(t, sheets.SKUTable, catalogtest.SKUs)

	a := &lister{}
	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: f.Clock}, supplier.Entry{Code: code, Adapter: a})
	testkit.Must(t, err)

	p := parts.New(t, d, f.Clock)

	return pricelist.New(pricelist.Deps{
		DB: d, Clock: f.Clock, Catalog: f.Service, Suppliers: suppliers, Jobs: p.Jobs, Log: p.Log,
	}, pricelist.Options{}), a, f
}

// costOf is the recorded cost of TSEL10 that orders are routed by.
func costOf(t *testing.T, f catalogtest.Fixture) money.Rupiah {
	t.Helper()

	snap, err := f.Reload(t.Context())
	testkit.Must(t, err)

	return snap.SKUs("TSEL10")[0].Cost
}

// A rise that leaves a margin is the recorded cost at once; one that leaves none waits with the clients concerned, and a person applies or leaves
// it, once. The next price ends what waits.
func TestPricesOfASupplierBecomeCosts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, a, f := newService(t, d)
		read := func(price money.Rupiah) []pricelist.Open {
			t.Helper()
			f.Clock.Advance(10 * time.Minute)
			a.list(price)
			testkit.Must(t, s.ReadAll(t.Context()))

			open, _, err := s.Changes(t.Context(), code)
			testkit.Must(t, err)

			return open
		}

		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10180\n")

		if open := read(10_120); len(open) != 0 || costOf(t, f) != 10_100 {
			t.Errorf("the first list: %+v, cost %d", open, costOf(t, f))
		}

		// 10,100 is recorded, the client pays 10,180, the others 10,250.
		if open := read(10_150); len(open) != 0 || costOf(t, f) != 10_150 {
			t.Errorf("a rise with margin: %+v, cost %d", open, costOf(t, f))
		}

		open := read(10_200)
		if len(open) != 1 || open[0].Cause != pricelist.Below || open[0].Clients != 1 || costOf(t, f) != 10_150 ||
			!slices.Equal(open[0].Concerns, []pricelist.Concern{{ClientID: 1001, Price: 10_180}}) {
			t.Fatalf("a rise without margin: %+v", open)
		}

		if again := read(10_200); len(again) != 1 || again[0].ID != open[0].ID {
			t.Errorf("the same list again: %+v", again)
		}

		testkit.Must(t, s.Decide(t.Context(), budi, code, open[0].ID, false))

		if err := s.Decide(t.Context(), budi, code, open[0].ID, true); !fault.ErrNotFound.Is(err) {
			t.Errorf("decided twice: %v", err)
		}

		if left := read(10_200); len(left) != 0 || costOf(t, f) != 10_150 {
			t.Errorf("after it was left: %+v", left)
		}

		first := read(10_300)
		second := read(10_260)

		if len(first) != 1 || len(second) != 1 || first[0].ID == second[0].ID || len(second[0].Concerns) != 2 {
			t.Fatalf("two rises: %+v, %+v", first, second)
		}

		if err := s.Decide(t.Context(), budi, code, first[0].ID, true); !fault.ErrNotFound.Is(err) {
			t.Errorf("the older one: %v", err)
		}

		testkit.Must(t, s.Decide(t.Context(), budi, code, second[0].ID, true))

		if costOf(t, f) != 10_260 {
			t.Errorf("applied: cost %d", costOf(t, f))
		}

		if jump := read(100_000); len(jump) != 1 || jump[0].Cause != pricelist.Jump || costOf(t, f) != 10_260 {
			t.Errorf("a jump: %+v", jump)
		}

		if back := read(10_260); len(back) != 0 {
			t.Errorf("back at the cost: %+v", back)
		}

		// The history has each cost.
		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM price_changes WHERE supplier = $1 AND status = 'applied'", code); n != 2 {
			t.Errorf("%d costs in the history", n)
		}
	})
}

// A price by rule rises with the cost, so the rise is no reason to wait; a price by hand that is lower is one.
func TestPricesByRuleFollowTheList(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, a, f := newService(t, d)
		read := func(price money.Rupiah) []pricelist.Open {
			t.Helper()
			f.Clock.Advance(10 * time.Minute)
			a.list(price)
			testkit.Must(t, s.ReadAll(t.Context()))

			open, _, err := s.Changes(t.Context(), code)
			testkit.Must(t, err)

			return open
		}
		priceOf := func(client int64) money.Rupiah {
			t.Helper()

			snap, err := f.Reload(t.Context())
			testkit.Must(t, err)

			p, _ := snap.Product("TSEL10")

			return snap.Price(client, p)
		}

		rule := catalog.RuleChange{PriceRule: catalog.PriceRule{OperatorType: "mobile", Fixed: 100, Step: 50}}
		preview, err := f.PreviewRule(t.Context(), rule)
		testkit.Must(t, err)
		_, err = f.ChangeRule(t.Context(), rule, preview.Tag, catalogtest.By())
		testkit.Must(t, err)

		read(10_100)

		if open := read(10_900); len(open) != 0 || costOf(t, f) != 10_900 || priceOf(1002) != 11_000 {
			t.Errorf("a rise above the price: %+v, cost %d, price %d", open, costOf(t, f), priceOf(1002))
		}

		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10950\n")

		open := read(10_960)
		if len(open) != 1 || open[0].Cause != pricelist.Below || open[0].Clients != 1 || costOf(t, f) != 10_900 {
			t.Fatalf("a rise above a price by hand: %+v, cost %d", open, costOf(t, f))
		}

		testkit.Must(t, s.Decide(t.Context(), budi, code, open[0].ID, true))

		if costOf(t, f) != 10_960 || priceOf(1002) != 11_100 || priceOf(1001) != 10_950 {
			t.Errorf("applied: cost %d, prices %d and %d", costOf(t, f), priceOf(1002), priceOf(1001))
		}
	})
}

// New and vanished codes are listed once, a list that lacks most codes is not taken, and the page has what the list says beside what is recorded.
func TestCodesOfASupplier(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, a, f := newService(t, d)
		read := func() pricelist.Reading {
			t.Helper()
			f.Clock.Advance(10 * time.Minute)
			testkit.Must(t, s.ReadAll(t.Context()))

			last, err := s.Last(t.Context(), code)
			testkit.Must(t, err)

			return last
		}

		if a.err = supplier.ErrRateLimited; read().Failure != pricelist.FailureLimited {
			t.Error("read too often")
		}

		a.err = nil
		a.list(10_100, "old")

		if last := read(); last.Failure != "" || last.Rows != 5 || last.TakenAt.IsZero() {
			t.Errorf("first list: %+v", last)
		}

		a.list(10_100, "new")
		read()
		read()

		_, others, err := s.Changes(t.Context(), code)
		testkit.Must(t, err)

		got := []string{}
		for _, c := range others {
			got = append(got, fmt.Sprint(c.Kind, c.SKU, int64(c.Before+c.After)))
		}

		if !slices.Equal(got, []string{fmt.Sprint(pricelist.KindNew, "new", 500), fmt.Sprint(pricelist.KindGone, "old", 500)}) {
			t.Errorf("changes: %s", got)
		}

		a.rows = a.rows[:2]

		if last := read(); last.Failure != pricelist.FailureBroken || last.Rows != 5 || last.At.Equal(last.TakenAt) {
			t.Errorf("a list without most codes: %+v", last)
		}

		page, err := s.SKUs(t.Context(), code, "telkomsel", pricelist.All, 1, 10)
		testkit.Must(t, err)

		if page.Total != 1 || *page.List[0].LastSeen != 10_100 || page.List[0].Listed != "active" || page.List[0].Of != 2 || page.Counts[pricelist.Above] != 0 {
			t.Errorf("products there: %+v", page)
		}

		if page, err = s.SKUs(t.Context(), code, "nothing", pricelist.All, 1, 10); err != nil || page.Total != 0 {
			t.Errorf("a search: %+v, %v", page, err)
		}
	})
}
