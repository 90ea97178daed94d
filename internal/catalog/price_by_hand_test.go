package catalog_test

import (
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// mustSet sets a price by hand that is not below cost.
func (f fixture) mustSet(t *testing.T, c catalog.PriceChange, until time.Time) {
	t.Helper()

	waiting, err := f.SetPrice(t.Context(), c, until, catalogtest.By())
	testkit.Must(t, err)

	if waiting != nil {
		t.Fatalf("%+v waits", c)
	}
}

// A price by hand ends at its time: what held before holds again, or the rule's price. Rules and costs don't touch it meanwhile.
func TestPriceByHandEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		now := f.Clock.Now()

		f.mustSet(t, catalog.PriceChange{ProductCode: "TSEL10", Amount: new(money.Rupiah(10_300))}, now.Add(time.Hour))
		f.mustSet(t, catalog.PriceChange{ProductCode: "TSEL20", Amount: new(money.Rupiah(20_300))}, now.Add(2*time.Hour))
		f.mustSet(t, catalog.PriceChange{ProductCode: "TSEL10", ClientID: 1001, Amount: new(money.Rupiah(10_220)), EffectiveAt: now.Add(30 * time.Minute)}, now.Add(90*time.Minute))
		f.expectPrices(t, "begun", 10300, 10300, 20300)

		f.Clock.Advance(30 * time.Minute)
		f.expectPrices(t, "the client's", 10300, 10220, 20300)

		f.Clock.Advance(30 * time.Minute)
		f.expectPrices(t, "the first one ended", 10250, 10220, 20300)

		f.mustChange(t, catalog.RuleChange{PriceRule: mobile()})
		f.expectPrices(t, "a rule", 10200, 10220, 20300)

		f.Clock.Advance(30 * time.Minute)
		f.expectPrices(t, "the client's ended", 10200, 10200, 20300)

		f.Clock.Advance(30 * time.Minute)
		f.expectPrices(t, "the rule's holds", 10200, 10200, 20100)

		list, err := f.History(t.Context(), 1001, "TSEL20")
		testkit.Must(t, err)

		if len(list) != 2 || list[0].Cause != catalog.CauseEnd || *list[0].Before != 20300 || *list[0].Amount != 20100 || list[1].Cause != catalog.CauseHand {
			t.Errorf("%+v", list)
		}
	})
}

// Another price by hand, or the end of the first one, cancels its end to come; so does its own cancellation.
func TestEndOfAPriceByHandGoesWithIt(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		now := f.Clock.Now()
		ten, ends := catalog.PriceChange{ProductCode: "TSEL10"}, now.Add(time.Hour)
		at := func(amount money.Rupiah) catalog.PriceChange {
			c := ten
			c.Amount = &amount

			return c
		}
		expectComing := func(when string, want int) {
			t.Helper()

			coming, err := f.ScheduledChanges(t.Context())
			testkit.Must(t, err)

			if len(coming) != want {
				t.Errorf("%s: %+v is to come, want %d", when, coming, want)
			}
		}

		f.mustSet(t, at(10_300), ends)
		expectComing("with an end", 1)

		f.Clock.Advance(time.Minute)
		f.mustSet(t, at(10_400), time.Time{})
		expectComing("another price", 0)
		f.Clock.Advance(2 * time.Hour)
		f.expectPrices(t, "after the end of the first", 10400, 10400, 20150)

		f.mustChange(t, catalog.RuleChange{PriceRule: mobile()})
		f.mustSet(t, ten, time.Time{})
		f.expectPrices(t, "ended by staff", 10200, 10200, 20100)

		if _, err := f.SetPrice(t.Context(), ten, time.Time{}, catalogtest.By()); !fault.ErrNotFound.Is(err) {
			t.Errorf("ended again: %v", err)
		}

		later := at(10_500)
		later.EffectiveAt = f.Clock.Now().Add(time.Hour)
		f.mustSet(t, later, later.EffectiveAt.Add(time.Hour))
		expectComing("later", 2)

		coming, err := f.ScheduledChanges(t.Context())
		testkit.Must(t, err)

		_, err = f.CancelChange(t.Context(), coming[0].ID, catalogtest.By())
		testkit.Must(t, err)
		expectComing("cancelled", 0)

		if _, err := f.SetPrice(t.Context(), at(10_500), f.Clock.Now(), catalogtest.By()); !fault.ErrValidation.Is(err) {
			t.Errorf("an end that is not later: %v", err)
		}
	})
}

// A price below cost with an end waits with it for another person.
func TestPriceBelowCostEnds(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := withTwoProducts(t, d)
		from := f.Clock.Now().Add(time.Hour)

		waiting, err := f.SetPrice(t.Context(), catalog.PriceChange{ProductCode: "TSEL10", Amount: new(money.Rupiah(9_000)), EffectiveAt: from}, from.Add(time.Hour), catalogtest.By())
		testkit.Must(t, err)

		if waiting == nil {
			t.Fatal("nothing waits")
		}

		_, err = f.DecidePrices(t.Context(), approval.Decision{ID: waiting.ID, Approve: true, Actor: "staff:citra"})
		testkit.Must(t, err)

		f.Clock.Advance(time.Hour)
		f.expectPrices(t, "approved", 9000, 9000, 20150)
		f.Clock.Advance(time.Hour)
		f.expectPrices(t, "ended", 10250, 10250, 20150)
	})
}
