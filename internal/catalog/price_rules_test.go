package catalog_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// withTwoProducts also sells TSEL20, at a cost of 20,000.
func withTwoProducts(t *testing.T, d *db.DB) fixture {
	t.Helper()

	f := newFixture(t, d)
	f.Fill(t)
	f.MustImport(t, sheets.SKUTable, strings.Replace(catalogtest.SKUs, "20000,false", "20000,true", 1))

	return f
}

// mustChange carries out a change of the rules as its preview says.
func (f fixture) mustChange(t *testing.T, change catalog.RuleChange) catalog.RulePreview {
	t.Helper()

	preview, err := f.PreviewRule(t.Context(), change)
	testkit.Must(t, err)

	done, err := f.ChangeRule(t.Context(), change, preview.Tag, catalogtest.By())
	testkit.Must(t, err)

	if len(done.Effects) != len(preview.Effects) || done.Held != preview.Held {
		t.Fatalf("%+v differs from its preview %+v", done, preview)
	}

	return done
}

// mobile is a rule for the list prices of phone credit: cost and 100, in steps of 25.
func mobile() catalog.PriceRule {
	return catalog.PriceRule{OperatorType: "mobile", Fixed: 100, Step: 25}
}

// expectPrices compares what client 1002 and client 1001 pay for TSEL10, and client 1002 for TSEL20.
func (f fixture) expectPrices(t *testing.T, when string, want ...money.Rupiah) {
	t.Helper()

	snap, err := f.Snapshot(t.Context())
	testkit.Must(t, err)

	ten, _ := snap.Product("TSEL10")
	twenty, _ := snap.Product("TSEL20")

	if got := []money.Rupiah{snap.Price(1002, ten), snap.Price(1001, ten), snap.Price(1002, twenty)}; got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("%s: %v, want %v", when, got, want)
	}
}

// A preview changes nothing; the rule changes list prices at once, with their history. The more special rule wins, one of a client gives own
// prices, and without it they end.
func TestRulesGivePrices(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)

		preview, err := f.PreviewRule(t.Context(), catalog.RuleChange{PriceRule: mobile()})
		testkit.Must(t, err)

		if len(preview.Effects) != 2 || preview.Applied || preview.Held != 0 {
			t.Fatalf("%+v", preview)
		}

		if e := preview.Effects[0]; e.ProductCode != "TSEL10" || *e.Before != 10250 || *e.After != 10200 || e.Cost != 10100 || e.Below || preview.Effects[1].ProductCode != "TSEL20" {
			t.Errorf("the greatest change first: %+v", preview.Effects)
		}

		f.expectPrices(t, "previewed", 10250, 10250, 20150)

		if _, err := f.ChangeRule(t.Context(), catalog.RuleChange{PriceRule: mobile()}, "another", catalogtest.By()); !catalog.ErrPreview.Is(err) {
			t.Errorf("another preview: %v", err)
		}

		f.mustChange(t, catalog.RuleChange{PriceRule: mobile()})
		f.expectPrices(t, "by category", 10200, 10200, 20100)

		list, err := f.History(t.Context(), 1001, "TSEL10")
		testkit.Must(t, err)

		if len(list) != 1 || *list[0].Before != 10250 || *list[0].Amount != 10200 || list[0].Cause != catalog.CauseRule || list[0].CreatedBy != "staff:budi" || list[0].Reason != "test" {
			t.Errorf("history: %+v", list)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM events WHERE kind = 'price.changed'"); n != 2 {
			t.Errorf("%d events", n)
		}

		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{ProductCode: "TSEL20", BasisPoints: 100, Step: 1}})
		f.expectPrices(t, "by product", 10200, 10200, 20200)

		own := catalog.RuleChange{PriceRule: catalog.PriceRule{ClientID: 1001, Fixed: 30, Step: 1}}
		if done := f.mustChange(t, own); len(done.Effects) != 2 {
			t.Errorf("a client's rule: %+v", done.Effects)
		}

		f.expectPrices(t, "by client", 10200, 10130, 20200)

		own.Remove = true
		f.mustChange(t, own)
		f.expectPrices(t, "without the client's rule", 10200, 10200, 20200)

		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{ProductCode: "TSEL20"}, Remove: true})
		f.expectPrices(t, "without the product's rule", 10200, 10200, 20100)

		f.mustChange(t, catalog.RuleChange{PriceRule: mobile(), Remove: true})
		f.expectPrices(t, "without rules", 10200, 10200, 20100)

		if _, err := f.PreviewRule(t.Context(), catalog.RuleChange{PriceRule: mobile(), Remove: true}); !fault.ErrNotFound.Is(err) {
			t.Errorf("removed again: %v", err)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'catalog.rule' AND actor = 'staff:budi' AND reason = 'test'"); n != 6 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

// A cost changes at its moment, by a list, or by another order of suppliers: the price follows it, and needs no second person.
func TestPricesFollowCosts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		f.mustChange(t, catalog.RuleChange{PriceRule: mobile()})
		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{ProductCode: "TSEL10", ClientID: 1001, Fixed: 10, Step: 1}})
		f.expectPrices(t, "at first", 10200, 10110, 20100)

		report := f.MustSchedule(t, "2026-11-21 15:00,TSEL10,,digiflazz-a,10500\n")
		if !report.Applied || report.Below() != 0 || report.Previews[0].MarginAfter != 10 {
			t.Fatalf("%+v", report)
		}

		f.Clock.Advance(time.Hour)
		f.expectPrices(t, "after the cost rose", 10600, 10510, 20100)

		_, err := f.SetSuppliers(t.Context(), "TSEL10", []catalog.SupplierChoice{{Supplier: "digiflazz-b", Active: true}, {Supplier: "digiflazz-a", Active: true}}, catalogtest.By())
		testkit.Must(t, err)
		f.expectPrices(t, "with the other supplier first", 10250, 10160, 20100)

		testkit.Must(t, f.Edit(t.Context(), func(tx *db.Tx, now time.Time, _ int64) error {
			return catalog.SetCostsTx(t.Context(), tx, now, "digiflazz-b", map[string]money.Rupiah{"TSEL10": 10160}, catalogtest.By())
		}))
		f.expectPrices(t, "after a list", 10275, 10170, 20100)

		f.MustImport(t, sheets.ProductTable, strings.Replace(catalogtest.Products, "10250", "10990", 1))
		f.expectPrices(t, "after an import of products", 10275, 10170, 20100)
	})
}

// A price by hand stays whatever rules say, until its rule takes it over.
func TestRulesLeavePricesByHand(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10190\n")
		f.mustSet(t, catalog.PriceChange{ProductCode: "TSEL20", Amount: new(money.Rupiah(20_400))}, time.Time{})
		f.expectPrices(t, "by hand", 10250, 10190, 20400)

		if done := f.mustChange(t, catalog.RuleChange{PriceRule: mobile()}); done.Held != 1 || len(done.Effects) != 1 {
			t.Errorf("%+v", done)
		}

		own := catalog.RuleChange{PriceRule: catalog.PriceRule{ClientID: 1001, Fixed: 30, Step: 1}}
		if done := f.mustChange(t, own); done.Held != 1 || len(done.Effects) != 1 {
			t.Errorf("%+v", done)
		}

		f.expectPrices(t, "held", 10200, 10190, 20400)

		f.mustChange(t, catalog.RuleChange{PriceRule: mobile(), EndHand: true})

		own.EndHand = true
		f.mustChange(t, own)
		f.expectPrices(t, "by rules", 10200, 10130, 20100)
	})
}

// A rule that may give prices below cost waits for another person, who decides about the costs of then.
func TestRuleBelowCostWaits(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		gift := catalog.RuleChange{PriceRule: catalog.PriceRule{ProductCode: "TSEL10", Fixed: -50, MinMargin: -50, Step: 1}}

		asked := f.mustChange(t, gift)
		if asked.Waiting == nil || asked.Applied || !asked.Effects[0].Below {
			t.Fatalf("%+v", asked)
		}

		f.expectPrices(t, "asked for", 10250, 10250, 20150)

		d1 := approval.Decision{ID: asked.Waiting.ID, Approve: true, Actor: "staff:budi"}
		if err := f.DecideRule(t.Context(), d1); !approval.ErrSamePerson.Is(err) {
			t.Errorf("the same person: %v", err)
		}

		// The same reach changes meanwhile.
		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{ProductCode: "TSEL10", Fixed: 50, Step: 1}})

		d1.Actor = "staff:citra"
		if err := f.DecideRule(t.Context(), d1); !approval.ErrChanged.Is(err) {
			t.Errorf("after another rule: %v", err)
		}

		d1.ID = f.mustChange(t, gift).Waiting.ID
		testkit.Must(t, f.DecideRule(t.Context(), d1))
		f.expectPrices(t, "approved", 10050, 10050, 20150)

		gift.Remove = true
		if done := f.mustChange(t, gift); !done.Applied {
			t.Errorf("removed: %+v", done)
		}
	})
}

func TestRulesThatCantBe(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)

		for name, c := range map[string]struct {
			rule catalog.PriceRule
			want fault.Definition
		}{
			"two reaches":      {catalog.PriceRule{OperatorType: "mobile", ProductCode: "TSEL10", Step: 1}, fault.ErrValidation},
			"no such category": {catalog.PriceRule{OperatorType: "ships", Step: 1}, fault.ErrNotFound},
			"no such operator": {catalog.PriceRule{OperatorCode: "X", Step: 1}, fault.ErrNotFound},
			"no such product":  {catalog.PriceRule{ProductCode: "X", Step: 1}, fault.ErrValidation},
			"a bill":           {catalog.PriceRule{ProductCode: "PDAMSBY", Step: 1}, fault.ErrValidation},
			"no step":          {catalog.PriceRule{}, fault.ErrValidation},
			"too much":         {catalog.PriceRule{Step: 1, BasisPoints: 10_001}, fault.ErrValidation},
		} {
			if _, err := f.PreviewRule(t.Context(), catalog.RuleChange{PriceRule: c.rule}); !c.want.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
