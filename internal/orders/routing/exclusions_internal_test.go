package routing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// Whatever the rules say: what is off gets nothing; what is in a trial is the first one for its share of the orders and gets no other; the rest
// keeps its order. A rule by recent success sends its percent of others to none that is off.
func TestExclusionsHoldUnderAnyRule(t *testing.T) {
	t.Parallel()

	const tries = 20_000

	r := rand.New(rand.NewPCG(38, 2))
	suppliers := []string{"a", "b", "c", "d"}
	tried, inTrial := 0, 0

	for n := range tries {
		tab := &table{results: Results{}}
		if r.IntN(4) > 0 {
			tab.list.Rules = []Rule{anyRule(r, suppliers)}
		}

		skus := []catalog.SKU{}

		for i, at := range r.Perm(len(suppliers)) {
			skus = append(skus, catalog.SKU{Supplier: suppliers[at], Preference: int64(i), Cost: money.Rupiah(900 + 50*r.IntN(4))})
			tab.results[ResultKey{suppliers[at], "mobile"}] = Result{r.Int64N(30), r.Int64N(30)}
		}

		p := Purchase{ClientID: 1001, Product: "P", Group: "mobile", Destination: "0811", Kind: catalog.Prepaid, Price: 1000}
		drawn := pick(r.Int64())
		opt := Options{Others: 5}

		off, trial := SKUKey{suppliers[0], []string{"", "P"}[r.IntN(2)]}, SKUKey{suppliers[1], []string{"", "P"}[r.IntN(2)]}
		tab.exclusions = Exclusions{off: {Off: true}, trial: {OneOf: 4}, {suppliers[2], "Q"}: {Off: true}}
		at, got := tab.route(p, skus, 0, opt, drawn)

		// What the rule gives to a catalogue that has these SKUs alone.
		left := slices.DeleteFunc(slices.Clone(skus), func(sku catalog.SKU) bool {
			return sku.Supplier == off.Supplier || sku.Supplier == trial.Supplier && !slices.ContainsFunc(got, func(one catalog.SKU) bool { return one.Supplier == sku.Supplier })
		})
		plain := &table{list: tab.list, results: tab.results}
		plainAt, want := plain.route(p, left, 0, opt, drawn)

		if slices.ContainsFunc(got, func(sku catalog.SKU) bool { return sku.Supplier == off.Supplier }) {
			t.Fatalf("try %d: %s is off and in %v", n, off.Supplier, got)
		}

		_, without := plain.route(p, skus, 0, opt, drawn)
		if used := slices.ContainsFunc(without, func(sku catalog.SKU) bool { return sku.Supplier == trial.Supplier }); used {
			inTrial++
		}

		if i := slices.IndexFunc(got, func(sku catalog.SKU) bool { return sku.Supplier == trial.Supplier }); i >= 0 {
			tried++

			if i > 0 {
				t.Fatalf("try %d: the trial is at place %d of %v", n, i, got)
			}

			if j := slices.IndexFunc(want, func(sku catalog.SKU) bool { return sku.Supplier == trial.Supplier }); j > 0 {
				want = toFront(want, j)
			}
		}

		if len(left) > 0 && at == plainAt && !slices.Equal(got, want) {
			t.Fatalf("try %d: got %v, want %v by %+v", n, got, want, tab.list.Rules)
		}
	}

	if share := float64(tried) / float64(inTrial); share < 0.23 || share > 0.27 {
		t.Errorf("%d of %d orders tried it, want a quarter", tried, inTrial)
	}
}

// Inquiries have no order: which of them try a supplier follows from their number, so not all of them do, and not none.
func TestInquiriesHaveTheirPartOfATrial(t *testing.T) {
	t.Parallel()

	skus := []catalog.SKU{{Supplier: "a"}, {Supplier: "b"}}
	tab := &table{exclusions: Exclusions{{"a", "P"}: {OneOf: 5}}}
	tried := 0

	for n := range 1000 {
		p := Purchase{Product: "P", Destination: string(rune('a'+n%26)) + string(rune('a'+n/26))}
		if _, got := tab.route(p, skus, 0, Options{}, p.chance()); got[0].Supplier == "a" {
			tried++
		}
	}

	if tried < 150 || tried > 250 {
		t.Errorf("%d of 1000 inquiries tried it, want about 200", tried)
	}
}
