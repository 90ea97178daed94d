package pricelist

import (
	"math/rand/v2"
	"testing"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

func product(sku string, cost, least money.Rupiah) offer {
	return offer{SKU: catalog.SKU{ProductCode: "P", Code: sku, Supplier: "a", Cost: cost, Active: true}, least: least}
}

// What leaves a margin is applied; what leaves none, or jumps, waits; a price that was listed before is no change.
func TestJudgeOfAPrice(t *testing.T) {
	t.Parallel()

	const cost, least, jump = 1000, 1100, 20

	listed := func(price money.Rupiah) map[string]row {
		return map[string]row{"s": {name: "S", price: price, state: rowActive}}
	}

	for name, one := range map[string]struct {
		before, list map[string]row
		want         []Change // State and Cause of a price
	}{
		"the same":                         {listed(1000), listed(1000), nil},
		"a rise with margin":               {listed(1000), listed(1100), []Change{{State: Applied}}},
		"a rise above the price":           {listed(1000), listed(1101), []Change{{State: Waiting, Cause: Below}}},
		"a fall":                           {listed(1000), listed(800), []Change{{State: Applied}}},
		"a fall that jumps":                {listed(1000), listed(799), []Change{{State: Waiting, Cause: Jump}}},
		"a rise that jumps":                {listed(1000), listed(1201), []Change{{State: Waiting, Cause: Jump}}},
		"zero":                             {listed(1000), listed(0), []Change{{State: Waiting, Cause: Jump}}},
		"left before":                      {listed(1101), listed(1101), nil},
		"another price after one was left": {listed(1101), listed(1050), []Change{{State: Applied}}},
		"back to the cost":                 {listed(1101), listed(1000), []Change{{State: Noted}}},
		"the first list":                   {nil, listed(1050), nil},
		"off":                              {listed(1000), map[string]row{"s": {price: 900, state: rowInactive}}, nil},
		"on again":                         {map[string]row{"s": {price: 1050, state: rowInactive}}, listed(1050), []Change{{State: Applied}}},
	} {
		got := judge(one.before, one.list, []offer{product("s", cost, least)}, jump)
		if len(got) != len(one.want) {
			t.Errorf("%s: got %+v", name, got)

			continue
		}

		for i, c := range got {
			if c.Kind != KindPrice || c.Product != "P" || c.State != one.want[i].State || c.Cause != one.want[i].Cause || c.Before != cost {
				t.Errorf("%s: got %+v", name, c)
			}
		}
	}
}

func TestNewAndGoneCodes(t *testing.T) {
	t.Parallel()

	active := row{price: 1, state: rowActive}
	before := map[string]row{"a": active, "b": active, "back": {state: rowGone}, "old": {state: rowGone}}
	got := judge(before, map[string]row{"a": active, "c": active, "back": active}, []offer{product("b", 1, 1)}, 20)

	if len(got) != 3 || got[0].Kind != KindGone || got[0].SKU != "b" || got[0].Product != "P" || got[1].Kind != KindNew || got[1].SKU != "back" || got[2].SKU != "c" {
		t.Errorf("got %+v", got)
	}

	if list := map[string]row{"a": active}; shrank(before, list) || !shrank(before, nil) || shrank(nil, nil) {
		t.Error("one of two codes is missing, or both, or none was there")
	}
}

// Whatever is listed: what is applied leaves a margin and is no jump, and nothing else differs from the recorded cost unless it waits.
func TestAppliedPricesLeaveAMargin(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(1, 2))

	for range 20_000 {
		cost, price := money.Rupiah(random.Int64N(2_000)), money.Rupiah(random.Int64N(2_000))
		least, jump := money.Rupiah(random.Int64N(2_000)), 1+random.Int64N(50)
		list := map[string]row{"s": {price: price, state: rowActive}}

		before := map[string]row{"s": {price: price + 1, state: rowActive}}

		c := judge(before, list, []offer{product("s", cost, least)}, jump)[0]
		off := max(price-cost, cost-price)

		switch c.State {
		case Applied:
			if price > cost && price > least || int64(off)*percent > int64(cost)*jump || price == 0 {
				t.Fatalf("cost %d, listed %d, least price %d, jump %d: applied", cost, price, least, jump)
			}
		case Noted:
			if price != cost {
				t.Fatalf("cost %d, listed %d: noted", cost, price)
			}
		case Waiting, Left, Outdated:
		}

		if again := judge(list, list, []offer{product("s", cost, least)}, jump); len(again) != 0 {
			t.Fatalf("the same list again: %+v", again)
		}
	}
}
