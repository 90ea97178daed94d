package catalog_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type fixture struct{ catalogtest.Fixture }

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()

	return fixture{catalogtest.New(t, d)}
}

func TestSnapshotGivesWhatWasImported(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		f.Fill(t)
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10200\n")

		snap, err := f.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		p, ok := snap.Product("TSEL10")
		if !ok || p.Name != "Telkomsel 10.000" || p.Kind != catalog.Prepaid || p.OperatorType != "mobile" || p.OperatorName != "Telkomsel" {
			t.Errorf("got %+v", p)
		}

		if own, list := snap.Price(1001, p), snap.Price(1002, p); own != 10200 || list != 10250 {
			t.Errorf("prices %d and %d, want the client's 10200 and the list's 10250", own, list)
		}

		if got := snap.SKUs("TSEL10"); len(got) != 2 || got[0].Supplier != "digiflazz-a" || got[1].Code != "b-tsel10" {
			t.Errorf("SKUs %+v", got)
		}

		if got := snap.SKUs("TSEL20"); len(got) != 0 {
			t.Errorf("an inactive SKU is given: %+v", got)
		}

		if o, _ := snap.Product("DANAO"); o.Kind != catalog.Open || o.MinAmount != 10_000 {
			t.Errorf("got %+v", o)
		}

		active := true

		for what, c := range map[string]struct {
			filter catalog.Filter
			want   int
		}{
			"all":      {catalog.Filter{}, 4},
			"search":   {catalog.Filter{Search: " telkomsel"}, 2},
			"words":    {catalog.Filter{Search: "telkomsel sel20"}, 1},
			"no words": {catalog.Filter{Search: "telkomsel pdam"}, 0},
			"active":   {catalog.Filter{Active: &active}, 3},
			"type":     {catalog.Filter{OperatorType: "pdam"}, 1},
			"wallet":   {catalog.Filter{WalletType: "level_2"}, 1},
			"operator": {catalog.Filter{OperatorCode: "TSEL", Active: &active}, 1},
		} {
			if got := snap.List(c.filter); len(got) != c.want {
				t.Errorf("%s: %d products, want %d", what, len(got), c.want)
			}
		}

		page, total := snap.Page(catalog.Filter{Active: &active}, 2, 2)
		if len(page) != 1 || page[0].Code != "TSEL10" || total != 3 {
			t.Errorf("page 2: %+v of %d", page, total)
		}

		if page, total := snap.Page(catalog.Filter{}, 100_000, 100); len(page) != 0 || total != 4 {
			t.Errorf("a page after the last: %+v of %d", page, total)
		}

		if types := snap.OperatorTypes(); len(types) != 3 || types[0].Code != "mobile" {
			t.Errorf("types of active operators: %+v", types)
		}
	})
}

func TestSnapshotFollowsTheVersion(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		other := catalog.New(d, f.Clock) // another node

		f.Fill(t)

		before, err := other.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		f.MustImport(t, sheets.ProductTable, strings.Replace(catalogtest.Products, "10250", "10300", 1))

		mine, err := f.Snapshot(t.Context())
		if err != nil || mine.Version() != before.Version()+1 {
			t.Fatalf("the node that imported has version %d after %d: %v", mine.Version(), before.Version(), err)
		}

		if still, _ := other.Snapshot(t.Context()); still != before {
			t.Error("the version is looked at on every call")
		}

		f.Clock.Advance(time.Second)

		after, err := other.Snapshot(t.Context())
		if err != nil || after.Version() != mine.Version() {
			t.Fatalf("another node has version %d, want %d: %v", after.Version(), mine.Version(), err)
		}

		if p, _ := after.Product("TSEL10"); p.Price != 10_300 {
			t.Errorf("price %d, want 10300", p.Price)
		}

		if again, _ := other.Reload(t.Context()); again != after {
			t.Error("an unchanged catalogue was read again")
		}
	})
}

func TestEveryGroupIsKnown(t *testing.T) {
	t.Parallel()

	for kind, list := range map[catalog.Kind]string{
		catalog.Open: "ewallet_inquiry",
		catalog.Postpaid: "bpjs pdam mobile_postpaid tv_postpaid electricity_postpaid telephone_postpaid multifinance gas_postpaid spp pbb " +
			"esamsat samolnas insurance ipl credit_card vehicle_tax",
		catalog.Prepaid: "mobile electricity game data ewallet emoney mobile_international voucher game_close_amount",
	} {
		for code := range strings.FieldsSeq(list) {
			if got, ok := catalog.TypeOf(code); !ok || got.Kind != kind || got.Label == "" {
				t.Errorf("%s: %+v, want kind %s and a label", code, got, kind)
			}
		}
	}
}
