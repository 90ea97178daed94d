package catalog

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"loket/internal/platform/money"
)

// A price by rule is at least what the rule adds up to and at least its margin above the cost, a multiple of the step and the least one that is.
// A higher cost never gives a lower price.
func TestPriceByRule(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(1, 2)) // the same in each run

	for range 20_000 {
		r := PriceRule{
			Fixed: money.Rupiah(random.Int64N(4_000) - 2_000), BasisPoints: random.Int64N(wholeInBasisPoints + 1),
			Step: money.Rupiah(1 + random.Int64N(500)), MinMargin: money.Rupiah(random.Int64N(2_000) - 500),
		}
		cost := money.Rupiah(1 + random.Int64N(1_000_000))
		price := r.PriceFor(cost)

		// 10,000 times what the rule adds up to, without a division.
		sum := int64(cost+r.Fixed)*wholeInBasisPoints + int64(cost)*r.BasisPoints

		switch least := price - r.Step; {
		case price < cost+r.MinMargin, int64(price)*wholeInBasisPoints < sum, price < 1:
			t.Fatalf("%+v at %d: %d is too little", r, cost, price)
		case price%r.Step != 0:
			t.Fatalf("%+v at %d: %d is no multiple of the step", r, cost, price)
		case least >= cost+r.MinMargin && int64(least)*wholeInBasisPoints >= sum && least >= 1:
			t.Fatalf("%+v at %d: %d, and %d is enough", r, cost, price, least)
		}

		if higher := cost + money.Rupiah(random.Int64N(1_000)); r.PriceFor(higher) < price {
			t.Fatalf("%+v: %d at %d, %d at %d", r, price, cost, r.PriceFor(higher), higher)
		}

		if !r.belowCost() && price < cost {
			t.Fatalf("%+v at %d: %d is below the cost", r, cost, price)
		}
	}
}

func TestPricesByRuleOfKnownCosts(t *testing.T) {
	t.Parallel()

	for _, c := range []struct {
		rule       PriceRule
		cost, want money.Rupiah
	}{
		{PriceRule{Fixed: 100, Step: 1}, 10_100, 10_200},
		{PriceRule{Fixed: 100, Step: 25}, 10_110, 10_225},
		{PriceRule{BasisPoints: 150, Step: 1}, 10_101, 10_253}, // 151.515 are 152
		{PriceRule{Fixed: 50, BasisPoints: 100, Step: 500}, 10_000, 10_500},
		{PriceRule{Fixed: -200, MinMargin: 10, Step: 1}, 10_000, 10_010},
		{PriceRule{Fixed: -200, MinMargin: -100, Step: 1}, 10_000, 9_900},
		{PriceRule{Fixed: -900_000, MinMargin: -900_000, Step: 1}, 10_000, 1},
	} {
		if got := c.rule.PriceFor(c.cost); got != c.want {
			t.Errorf("%+v at %d: %d, want %d", c.rule, c.cost, got, c.want)
		}
	}
}

// A rule of the client wins, then one of its segment; for the list price those with neither alone hold. Of these the one for the product wins, then
// that for its operator, its category, and all products.
func TestMostSpecialRuleWins(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(3, 4)) // the same in each run

	types, segments := []string{"mobile", "game"}, []string{"Gold", "Silver"}
	code := func(kind string) string { return fmt.Sprintf("%s%d", kind, random.IntN(3)) }

	for range 5_000 {
		rules := priceRules{}

		for id := range random.Int64N(12) {
			r := PriceRule{ID: id + 1, Step: 1}

			switch random.IntN(3) {
			case 0:
				r.ClientID = 1 + random.Int64N(2)
			case 1:
				r.Segment = segments[random.IntN(2)]
			}

			switch random.IntN(4) {
			case 0:
				r.ProductCode = code("P")
			case 1:
				r.OperatorCode = code("O")
			case 2:
				r.OperatorType = types[random.IntN(2)]
			}

			rules, _ = rules.with(r)
		}

		p := Product{Code: code("P"), OperatorCode: code("O"), OperatorType: types[random.IntN(2)]}
		client := random.Int64N(3)

		in := plan{rules: rules, segments: map[int64]string{1: "Gold"}}

		if got, want := in.ruleFor(&p, client), ruleByHand(in, p, client); got == nil && want != 0 || got != nil && got.ID != want {
			t.Fatalf("%+v for %d of %+v: got %+v, want %d", p, client, rules, got, want)
		}
	}
}

// ruleByHand looks for each reach in turn.
func ruleByHand(in plan, p Product, client int64) int64 {
	whose := []PriceRule{{ClientID: client}}
	if in.segments[client] != "" {
		whose = append(whose, PriceRule{Segment: in.segments[client]})
	}

	for _, of := range whose {
		for _, want := range []PriceRule{{ProductCode: p.Code}, {OperatorCode: p.OperatorCode}, {OperatorType: p.OperatorType}, {}} {
			want.ClientID, want.Segment = of.ClientID, of.Segment

			for _, r := range in.rules {
				if r.sameReach(want) {
					return r.ID
				}
			}
		}
	}

	return 0
}
