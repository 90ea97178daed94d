package catalog

import (
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// PriceRule says how the prices of prepaid products follow from their recorded cost at the preferred supplier. It is for all products, or for
// those of an operator type, of an operator, or for one product: at most one of the three codes is set.
type PriceRule struct {
	ID           int64  `json:"id"`
	OperatorType string `json:"operatorType"`
	OperatorCode string `json:"operatorCode"`
	ProductCode  string `json:"productCode"`
	// ClientID is whose own prices follow, and Segment those of whose clients. At most one is set; with neither the list prices follow.
	ClientID int64  `json:"clientId"`
	Segment  string `json:"segment"`

	Fixed       money.Rupiah `json:"fixed"`       // added to the cost; may be negative
	BasisPoints int64        `json:"basisPoints"` // of the cost, added, rounded up to a rupiah; 100 are 1 %
	Step        money.Rupiah `json:"step"`        // the price is rounded up to a multiple of it
	MinMargin   money.Rupiah `json:"minMargin"`   // the least that the price is above the cost; may be negative

	ChangedBy string    `json:"-"`
	Reason    string    `json:"-"`
	ChangedAt time.Time `json:"-"`
}

const (
	wholeInBasisPoints = 10_000

	maxFixed money.Rupiah = 1_000_000_000
	maxStep  money.Rupiah = 1_000_000
)

// PriceFor is the price at a cost above zero: the cost, the fixed amount and the percentage, at least the cost and the margin, rounded up to
// the step. A higher cost never gives a lower price.
func (r PriceRule) PriceFor(cost money.Rupiah) money.Rupiah {
	percentage := divideUp(int64(cost)*r.BasisPoints, wholeInBasisPoints)
	price := max(int64(cost+r.Fixed)+percentage, int64(cost+r.MinMargin), 1)

	return money.Rupiah(divideUp(price, int64(r.Step))) * r.Step
}

// divideUp divides a number that is not negative, and rounds up.
func divideUp(n, by int64) int64 { return (n + by - 1) / by }

// belowCost reports whether the rule may give a price below the cost.
func (r PriceRule) belowCost() bool { return r.Fixed < 0 && r.MinMargin < 0 }

// covers reports whether the rule is for a product.
func (r PriceRule) covers(p *Product) bool {
	return (r.OperatorType == "" || r.OperatorType == p.OperatorType) && (r.OperatorCode == "" || r.OperatorCode == p.OperatorCode) &&
		(r.ProductCode == "" || r.ProductCode == p.Code)
}

// rank is greater the more special a rule is among those of a client, those of a segment, or those for list prices.
func (r PriceRule) rank() int {
	switch {
	case r.ProductCode != "":
		return 3
	case r.OperatorCode != "":
		return 2
	case r.OperatorType != "":
		return 1
	}

	return 0
}

// sameReach reports whether two rules are for the same products and prices: then one replaces the other.
func (r PriceRule) sameReach(other PriceRule) bool {
	return r.OperatorType == other.OperatorType && r.OperatorCode == other.OperatorCode && r.ProductCode == other.ProductCode &&
		r.ClientID == other.ClientID && r.Segment == other.Segment
}

// check refuses what a rule can't have, and codes that are not in the catalogue.
func (r PriceRule) check(operators []Operator, products map[string]Product) error {
	set := 0

	for _, code := range []string{r.OperatorType, r.OperatorCode, r.ProductCode} {
		if code != "" {
			set++
		}
	}

	typeOrOperator := r.OperatorType == "" && r.OperatorCode == ""
	for _, o := range operators {
		typeOrOperator = typeOrOperator || o.Type == r.OperatorType || o.Code == r.OperatorCode
	}

	switch {
	case r.ClientID != 0 && r.Segment != "":
		return fault.InvalidField("segment", msgRuleSegment)
	case !segmentFits(r.Segment):
		return fault.InvalidField("segment", msgName.With(maxSegment))
	case set > 1:
		return fault.InvalidField("productCode", msgRuleReach)
	case !typeOrOperator:
		return fault.ErrNotFound.New()
	case r.ProductCode != "" && products[r.ProductCode].Kind != Prepaid:
		return fault.InvalidField("productCode", msgRulePrepaid)
	case r.Fixed < -maxFixed || r.Fixed > maxFixed:
		return fault.InvalidField("fixed", msgRuleAmount)
	case r.MinMargin < -maxFixed || r.MinMargin > maxFixed:
		return fault.InvalidField("minMargin", msgRuleAmount)
	case r.BasisPoints < 0 || r.BasisPoints > wholeInBasisPoints:
		return fault.InvalidField("basisPoints", msgRuleAmount)
	case r.Step < 1 || r.Step > maxStep:
		return fault.InvalidField("step", msgRuleAmount)
	}

	return nil
}

// priceRules are all rules.
type priceRules []PriceRule

// of is the rule for the price of a product among those of a client, those of a segment, or with neither those for list prices. The most special
// one wins: that for the product, then its operator, its operator type, and all products. nil without one.
func (list priceRules) of(p *Product, client int64, segment string) *PriceRule {
	var found *PriceRule

	for i := range list {
		if r := &list[i]; r.ClientID == client && r.Segment == segment && r.covers(p) && (found == nil || r.rank() > found.rank()) {
			found = r
		}
	}

	return found
}

// with is the list with a rule, which replaces that of the same reach. It also returns the replaced one; nil without one.
func (list priceRules) with(r PriceRule) (priceRules, *PriceRule) {
	out, before := list.without(r)

	return append(out, r), before
}

// without is the list without the rule of the same reach, and that rule; nil without one.
func (list priceRules) without(r PriceRule) (out priceRules, before *PriceRule) {
	for _, other := range list {
		if other.sameReach(r) {
			before = &other

			continue
		}

		out = append(out, other)
	}

	return out, before
}
