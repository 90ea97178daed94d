package routing

import (
	"context"
	"fmt"
	"math"
	"slices"

	"loket/internal/catalog"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// TryInput is an order that is only thought of.
type TryInput struct {
	ProductCode string
	ClientID    int64
	Destination string
	Hour        *int // of the day in Asia/Jakarta; nil: now
}

// Candidate is a supplier that may be tried.
type Candidate struct {
	catalog.SKU
	Result

	// Percent is how many of such orders have it as the first one.
	Percent int
	// Answers reports whether it takes purchases now. One that doesn't is passed over while another one does.
	Answers bool
}

// Why says why a supplier gets no such order.
type Why string

// The reasons.
const (
	NotSold       Why = "not_sold"       // it doesn't sell the product
	NotInRule     Why = "not_in_rule"    // the rule doesn't use it
	TooDear       Why = "too_dear"       // it would be bought at too great a loss
	NotConfigured Why = "not_configured" // the settings don't have it
	SwitchedOff   Why = "excluded"       // the system switched it off, since too much of it failed
	InTrial       Why = "trial"          // the same, and some orders try it again
)

// LeftOut is a supplier that gets no such order.
type LeftOut struct {
	Supplier string
	Cost     money.Rupiah // recorded; 0 of one that doesn't sell the product
	Why      Why
}

// TryResult is what the rules say of it.
type TryResult struct {
	Position   int // of the rule, from 0; -1 for the preference of the catalogue
	Rule       *Rule
	Price      money.Rupiah // what the client pays; of a bill our fee alone
	Hour       int
	Candidates []Candidate // the first one is tried first
	LeftOut    []LeftOut
}

// Try says which suppliers an order would get by the rules of now. Errors: fault.ErrValidation.
func (s *Service) Try(ctx context.Context, in TryInput) (TryResult, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return TryResult{}, fmt.Errorf("read the catalogue: %w", err)
	}

	p, known := snap.Product(in.ProductCode)

	switch {
	case !known:
		return TryResult{}, fault.InvalidField("productCode", msgProduct)
	case in.Hour != nil && (*in.Hour < 0 || *in.Hour >= hours):
		return TryResult{}, fault.InvalidField("hour", msgHour)
	}

	out := TryResult{Price: snap.Price(in.ClientID, p), Hour: s.hour()}
	if in.Hour != nil {
		out.Hour = *in.Hour
	}

	t, skus := s.table.Load(), snap.SKUs(p.Code)
	purchase := Purchase{ClientID: in.ClientID, Product: p.Code, Group: p.OperatorType, Kind: p.Kind, Destination: in.Destination, Price: out.Price}

	var list []catalog.SKU

	out.Position, list = t.route(purchase, skus, out.Hour, s.opt, noDraw)
	if out.Position != noRule {
		rule := t.list.Rules[out.Position]
		out.Rule = &rule
	}

	list = slices.DeleteFunc(slices.Clone(list), func(sku catalog.SKU) bool { return !s.configured(sku.Supplier) })
	percents := out.percents(list, s.opt.Others)

	for i, sku := range list {
		guard, _ := s.deps.Suppliers.Get(sku.Supplier)
		out.Candidates = append(out.Candidates, Candidate{
			SKU: sku, Result: t.results[ResultKey{sku.Supplier, p.OperatorType}], Percent: percents[i], Answers: guard.Answers(supplier.Purchase),
		})
	}

	out.LeftOut = s.leftOut(out, t.exclusions, p.Code, skus)

	return out, nil
}

func (s *Service) configured(code string) bool {
	_, is := s.deps.Suppliers.Get(code)

	return is
}

// leftOut are the suppliers that are no candidates, those that sell the product first.
func (s *Service) leftOut(r TryResult, e Exclusions, product string, skus []catalog.SKU) []LeftOut {
	var out []LeftOut

	for _, sku := range skus {
		one := LeftOut{sku.Supplier, sku.Cost, TooDear}

		switch {
		case slices.ContainsFunc(r.Candidates, func(c Candidate) bool { return c.Supplier == sku.Supplier }):
			continue
		case !s.configured(sku.Supplier):
			one.Why = NotConfigured
		case r.Rule != nil && !r.Rule.has(sku.Supplier):
			one.Why = NotInRule
		case e.of(sku, product).Off:
			one.Why = SwitchedOff
		case e.of(sku, product).OneOf > 0:
			one.Why = InTrial
		}

		out = append(out, one)
	}

	for _, code := range s.deps.Suppliers.Codes() {
		if code != supplier.Sandbox && !slices.ContainsFunc(skus, func(sku catalog.SKU) bool { return sku.Supplier == code }) {
			out = append(out, LeftOut{Supplier: code, Why: NotSold})
		}
	}

	return out
}

// percents are how many percent of the orders each of some SKUs is the first one for.
func (r TryResult) percents(skus []catalog.SKU, others int) []int {
	const whole = 100

	out := make([]int, len(skus))
	if len(skus) == 0 {
		return out
	}

	if r.Rule != nil && r.Rule.Strategy == Shares {
		if weights, total := r.Rule.weights(skus); total > 0 {
			for i, weight := range weights {
				out[i] = int(math.Round(whole * float64(weight) / float64(total)))
			}

			return out
		}
	}

	out[0] = whole

	if r.Rule != nil && r.Rule.Strategy == Success && len(skus) > 1 {
		out[0] = whole - others

		for i := range out[1:] {
			out[i+1] = int(math.Round(float64(others) / float64(len(skus)-1)))
		}
	}

	return out
}
