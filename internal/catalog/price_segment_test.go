package catalog_test

import (
	"testing"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// mustJoin puts a client into a segment as the preview says.
func (f fixture) mustJoin(t *testing.T, client int64, segment string) catalog.RulePreview {
	t.Helper()

	change := catalog.SegmentChange{ClientID: client, Segment: segment}

	preview, err := f.PreviewSegment(t.Context(), change)
	testkit.Must(t, err)

	done, err := f.ChangeSegment(t.Context(), change, preview.Tag, catalogtest.By())
	testkit.Must(t, err)

	return done
}

// A rule of a segment gives own prices to its clients, below those of a client's own rule and above the list prices. They follow when the client
// joins or leaves, and when the rule changes; prices by hand stay.
func TestSegmentsGivePrices(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		testkit.Exec(t, d, "INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1002, 'other', 'Toko', 'PT Toko', 'f@example.com', 1)")
		f.mustChange(t, catalog.RuleChange{PriceRule: mobile()})

		gold := catalog.PriceRule{Segment: " Gold ", Fixed: 50, Step: 1}
		if done := f.mustChange(t, catalog.RuleChange{PriceRule: gold}); len(done.Effects) != 0 {
			t.Errorf("a rule of a segment without clients: %+v", done.Effects)
		}

		preview, err := f.PreviewSegment(t.Context(), catalog.SegmentChange{ClientID: 1001, Segment: "gold"})
		testkit.Must(t, err)

		if len(preview.Effects) != 2 || preview.Effects[0].ClientID != 1001 || preview.Applied {
			t.Fatalf("%+v", preview)
		}

		f.expectPrices(t, "previewed", 10200, 10200, 20100)

		if _, err := f.ChangeSegment(t.Context(), catalog.SegmentChange{ClientID: 1001, Segment: "Gold"}, "another", catalogtest.By()); !catalog.ErrPreview.Is(err) {
			t.Errorf("another preview: %v", err)
		}

		f.mustJoin(t, 1001, "gold")
		f.expectPrices(t, "in the segment", 10200, 10150, 20100)

		if list, err := f.Segments(t.Context()); err != nil || len(list) != 1 || list[0] != (catalog.Segment{Name: "Gold", Clients: 1, Rules: 1}) {
			t.Errorf("%+v, %v", list, err)
		}

		// The client's rule for all products goes before the segment's for one.
		own := catalog.RuleChange{PriceRule: catalog.PriceRule{ClientID: 1001, Fixed: 30, Step: 1}}
		f.mustChange(t, own)
		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{Segment: "GOLD", ProductCode: "TSEL10", Fixed: 70, Step: 1}})
		f.expectPrices(t, "with a rule of its own", 10200, 10130, 20100)

		own.Remove = true
		f.mustChange(t, own)
		f.expectPrices(t, "the segment's rule for the product", 10200, 10170, 20100)

		f.mustJoin(t, 1002, "Gold")
		f.expectPrices(t, "both clients", 10170, 10170, 20050)
		f.mustJoin(t, 1001, "Silver")
		f.expectPrices(t, "another segment", 10170, 10200, 20050)
		f.mustJoin(t, 1002, "")
		f.expectPrices(t, "no segment", 10200, 10200, 20100)

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'catalog.segment' AND reason = 'test'"); n != 4 {
			t.Errorf("%d entries in the audit log", n)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM client_prices"); n != 0 {
			t.Errorf("%d own prices are left", n)
		}
	})
}

// Own prices by hand stay until a rule of the segment ends them.
func TestSegmentsLeavePricesByHand(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{Segment: "Gold", Fixed: 50, Step: 1}})
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10190\n")

		if done := f.mustJoin(t, 1001, "Gold"); done.Held != 1 || len(done.Effects) != 1 {
			t.Errorf("%+v", done)
		}

		f.expectPrices(t, "held", 10250, 10190, 20150)

		gold := catalog.RuleChange{PriceRule: catalog.PriceRule{Segment: "Gold", Fixed: 60, Step: 1}, EndHand: true}
		if done := f.mustChange(t, gold); done.Held != 1 || len(done.Effects) != 2 {
			t.Errorf("%+v", done)
		}

		f.expectPrices(t, "by the rule", 10250, 10160, 20150)
	})
}

// A segment that leads to prices below cost waits for another person, who decides about the segment of then.
func TestSegmentBelowCostWaits(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		asked := f.mustChange(t, catalog.RuleChange{PriceRule: catalog.PriceRule{Segment: "Gift", ProductCode: "TSEL10", Fixed: -50, MinMargin: -50, Step: 1}})
		testkit.Must(t, f.DecideRule(t.Context(), approval.Decision{ID: asked.Waiting.ID, Approve: true, Actor: "staff:citra"}))

		joins := f.mustJoin(t, 1001, "Gift")
		if joins.Waiting == nil || joins.Applied || !joins.Effects[0].Below {
			t.Fatalf("%+v", joins)
		}

		f.expectPrices(t, "asked for", 10250, 10250, 20150)

		decision := approval.Decision{ID: joins.Waiting.ID, Approve: true, Actor: "staff:budi"}
		if err := f.DecideSegment(t.Context(), decision); !approval.ErrSamePerson.Is(err) {
			t.Errorf("the same person: %v", err)
		}

		f.mustJoin(t, 1001, "Silver")

		decision.Actor = "staff:citra"
		if err := f.DecideSegment(t.Context(), decision); !approval.ErrChanged.Is(err) {
			t.Errorf("after another segment: %v", err)
		}

		decision.ID = f.mustJoin(t, 1001, "Gift").Waiting.ID
		testkit.Must(t, f.DecideSegment(t.Context(), decision))
		f.expectPrices(t, "approved", 10250, 10050, 20150)

		for name, change := range map[string]catalog.RuleChange{
			"a client and a segment": {PriceRule: catalog.PriceRule{ClientID: 1001, Segment: "Gold", Step: 1}},
			"a control character":    {PriceRule: catalog.PriceRule{Segment: "Go\x00ld", Step: 1}},
		} {
			if _, err := f.PreviewRule(t.Context(), change); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
