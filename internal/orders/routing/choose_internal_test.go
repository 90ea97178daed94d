package routing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/platform/clientid"
	"loket/internal/platform/money"
)

// plainRoute is what route must give, written without regard for speed.
func plainRoute(t *table, p Purchase, skus []catalog.SKU, hour int, opt Options, drawn int64) (int, []string) {
	cost, sells := map[string]money.Rupiah{}, map[string]bool{}
	preferred := []string{}

	for _, sku := range skus {
		cost[sku.Supplier], sells[sku.Supplier] = sku.Cost, true
		preferred = append(preferred, sku.Supplier)
	}

	for i, rule := range t.list.Rules {
		named := []string{}
		for _, one := range rule.Suppliers {
			named = append(named, one.Supplier)
		}

		if len(named) == 0 {
			named = preferred
		}

		used := slices.DeleteFunc(slices.Clone(named), func(code string) bool { return !sells[code] })
		if !plainlyMeets(rule, p, hour) || len(used) == 0 {
			continue
		}

		used = slices.DeleteFunc(used, func(code string) bool { return p.Kind == catalog.Prepaid && cost[code]-p.Price > opt.MaxLoss })
		before := func(a, b string) bool { return slices.Index(preferred, a) < slices.Index(preferred, b) }

		switch rule.Strategy {
		case Fixed:
		case Cheapest:
			used = plainSort(used, func(a, b string) bool { return cost[a] < cost[b] || cost[a] == cost[b] && before(a, b) })
		case Success:
			of := func(code string) Result { return t.results[ResultKey{code, p.Group}] }
			used = plainSort(used, func(a, b string) bool {
				switch {
				case of(a).LowerBound() != of(b).LowerBound():
					return of(a).LowerBound() > of(b).LowerBound()
				case of(a).Failed != of(b).Failed:
					return of(a).Failed < of(b).Failed
				}

				return before(a, b)
			})

			if len(used) > 1 && drawn%10_000 >= int64(10_000-100*opt.Others) {
				used = plainlyFirst(used, used[1:][drawn/10_000%int64(len(used)-1)])
			}
		case Shares:
			tickets := []string{}

			for _, one := range rule.Suppliers {
				if slices.Contains(used, one.Supplier) {
					tickets = append(tickets, slices.Repeat([]string{one.Supplier}, int(one.Weight))...)
				}
			}

			if len(tickets) > 0 {
				used = plainlyFirst(used, tickets[drawn%int64(len(tickets))])
			}
		}

		return i, used
	}

	return noRule, slices.DeleteFunc(preferred, func(code string) bool { return p.Kind == catalog.Prepaid && cost[code]-p.Price > opt.MaxLoss })
}

func plainlyMeets(r Rule, p Purchase, hour int) bool {
	open := map[int]bool{}
	for h := r.From; ; {
		open[h] = true

		if h = (h + 1) % 24; h == r.To {
			break
		}
	}

	begins := len(r.Prefixes) == 0
	for _, one := range r.Prefixes {
		begins = begins || strings.Index(p.Destination, one) == 0
	}

	return begins && (open[hour] || r.From == r.To) && (len(r.Groups) == 0 || slices.Contains(r.Groups, p.Group)) &&
		(len(r.Clients) == 0 || slices.Contains(r.Clients, p.ClientID))
}

// plainSort takes the best one out again and again.
func plainSort(list []string, better func(a, b string) bool) (out []string) {
	for list = slices.Clone(list); len(list) > 0; {
		best := list[0]
		for _, one := range list {
			if better(one, best) {
				best = one
			}
		}

		out = append(out, best)
		list = slices.DeleteFunc(list, func(one string) bool { return one == best })
	}

	return out
}

func plainlyFirst(list []string, one string) []string {
	return append([]string{one}, slices.DeleteFunc(slices.Clone(list), func(other string) bool { return other == one })...)
}

// The choice equals that of the plain model for any rules, and is never too dear.
func TestRouteIsWhatThePlainModelSays(t *testing.T) {
	t.Parallel()

	const tries, rulesAtMost, most = 20_000, 4, 5

	r := rand.New(rand.NewPCG(38, 1))
	suppliers := []string{"a", "b", "c", "d"}
	met := map[Strategy]int{}

	for n := range tries {
		opt := Options{MaxLoss: money.Rupiah(r.IntN(3) * 100), Others: 3 + r.IntN(3)}
		tab := &table{results: Results{}}

		for range r.IntN(rulesAtMost) {
			tab.list.Rules = append(tab.list.Rules, anyRule(r, suppliers))
		}

		for _, code := range suppliers {
			tab.results[ResultKey{code, "mobile"}] = Result{r.Int64N(30), r.Int64N(4)}
		}

		p := Purchase{
			ClientID: 1000 + r.Int64N(2), Group: []string{"mobile", "data"}[r.IntN(2)], Destination: []string{"0811", "0812"}[r.IntN(2)],
			Kind: []catalog.Kind{catalog.Prepaid, catalog.Prepaid, catalog.Postpaid}[r.IntN(3)], Price: 1000,
		}

		skus := []catalog.SKU{}
		for i, at := range r.Perm(len(suppliers))[:r.IntN(most)] {
			skus = append(skus, catalog.SKU{Supplier: suppliers[at], Preference: int64(i), Cost: money.Rupiah(900 + 50*r.IntN(8))})
		}

		given := slices.Clone(skus)
		hour, drawn := r.IntN(24), pick(r.Int64())

		at, got := tab.route(p, skus, hour, opt, drawn)
		wantAt, want := plainRoute(tab, p, skus, hour, opt, drawn)

		codes := []string{}
		for _, sku := range got {
			codes = append(codes, sku.Supplier)

			if p.Kind == catalog.Prepaid && sku.Cost > p.Price+opt.MaxLoss {
				t.Fatalf("try %d: %s costs %d", n, sku.Supplier, sku.Cost)
			}
		}

		if at != wantAt || !slices.Equal(codes, want) {
			t.Fatalf("try %d: rule %d gives %v, want rule %d with %v\n%+v\n%+v at %d, drawn %d\n%+v", n, at, codes, wantAt, want, p, tab.list.Rules, hour, drawn, skus)
		}

		if !slices.Equal(skus, given) {
			t.Fatalf("try %d: the catalogue's own list was changed", n)
		}

		if at >= 0 {
			met[tab.list.Rules[at].Strategy]++
		}
	}

	for _, one := range []Strategy{Fixed, Cheapest, Success, Shares} {
		if met[one] < tries/100 {
			t.Errorf("%s was met %d times only", one, met[one])
		}
	}
}

func anyRule(r *rand.Rand, suppliers []string) Rule {
	const weights = 4

	out := Rule{Strategy: []Strategy{Fixed, Cheapest, Success, Shares}[r.IntN(4)]}

	if r.IntN(2) == 0 {
		out.Groups = []string{"mobile"}
	}

	if r.IntN(3) == 0 {
		out.Clients = []int64{1001}
	}

	if r.IntN(3) == 0 {
		out.Prefixes = []string{"08", "0812"}[r.IntN(2):][:1]
	}

	if r.IntN(2) == 0 {
		out.From, out.To = r.IntN(24), r.IntN(24)
	}

	for _, at := range r.Perm(len(suppliers))[:r.IntN(len(suppliers))] {
		out.Suppliers = append(out.Suppliers, Share{suppliers[at], 1 + r.Int64N(weights)})
	}

	if len(out.Suppliers) == 0 && (out.Strategy == Fixed || out.Strategy == Shares) {
		out.Suppliers = []Share{{"a", 1}}
	}

	return out
}

// Shares and the orders for the other suppliers come out as they were set, over ids as orders have them.
func TestDrawsAreEven(t *testing.T) {
	t.Parallel()

	const orders, first = 100_000, 2_148_000_000_000_000_000

	skus := []catalog.SKU{{Supplier: "a"}, {Supplier: "b"}, {Supplier: "c"}}
	rule := Rule{Strategy: Shares, Suppliers: []Share{{"a", 70}, {"b", 20}, {"c", 10}}}
	byShare, byOthers := map[string]int{}, map[string]int{}

	for n := range int64(orders) {
		byShare[rule.share(skus, pick(first+n))[0].Supplier]++
		byOthers[others(skus, 4, pick(first+n))[0].Supplier]++
	}

	for _, one := range []struct {
		got, want int
		what      string
	}{
		{byShare["a"], 70_000, "a's share"},
		{byShare["b"], 20_000, "b's share"},
		{byShare["c"], 10_000, "c's share"},
		{byOthers["a"], 96_000, "the best"},
		{byOthers["b"], 2_000, "one other"},
		{byOthers["c"], 2_000, "the other"},
	} {
		if off := one.got - one.want; off < -600 || off > 600 {
			t.Errorf("%s: %d of %d orders, want about %d", one.what, one.got, orders, one.want)
		}
	}
}

func TestLowerBoundGrowsWithResults(t *testing.T) {
	t.Parallel()

	for _, one := range []struct {
		result Result
		want   string // computed by another program
	}{
		{Result{}, "0.0000"}, {Result{1, 0}, "0.2065"}, {Result{0, 5}, "0.0000"}, {Result{9, 1}, "0.5958"}, {Result{90, 10}, "0.8256"}, {Result{980, 20}, "0.9693"},
	} {
		if got := fmt.Sprintf("%.4f", one.result.LowerBound()); got != one.want {
			t.Errorf("%+v: %s, want %s", one.result, got, one.want)
		}
	}
}

// The supplier of sandboxes is left alone by every rule.
func TestSandboxesKeepTheirSupplier(t *testing.T) {
	t.Parallel()

	s := &Service{}
	s.table.Store(&table{list: List{Rules: []Rule{{Strategy: Fixed, Suppliers: []Share{{Supplier: "a"}}}}}})

	skus := []catalog.SKU{{Supplier: "sandbox", Cost: 100}}
	if got := s.Route(Purchase{ClientID: clientid.Sandbox(1001, 1), Kind: catalog.Prepaid}, skus); !slices.Equal(got, skus) {
		t.Errorf("a sandbox buys at %+v", got)
	}
}
