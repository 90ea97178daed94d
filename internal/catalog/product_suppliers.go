package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// SupplierChoice is a supplier of a product in its place.
type SupplierChoice struct {
	Supplier string
	Active   bool
}

// SetSuppliers sets in which order the suppliers of a product are tried, and which ones sell it. The list names each supplier of the product
// once. An order is refused that would sell the product below the cost of its first supplier. Errors: fault.ErrNotFound, fault.ErrValidation.
func (s *Service) SetSuppliers(ctx context.Context, code string, list []SupplierChoice, by By) ([]SKU, error) {
	var after []SKU

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		before, err := readSKUsOf(ctx, tx, code)
		if err != nil {
			return err
		}

		if len(before) == 0 {
			return fault.ErrNotFound.New()
		}

		if after, err = chosen(before, list); err != nil || slices.Equal(before, after) {
			return err
		}

		scheduled, err := ReadScheduledPrices(ctx, tx)
		if err != nil {
			return err
		}

		p, err := readPlan(ctx, tx, scheduled)
		if err != nil {
			return err
		}

		if !p.anyBelow(code, before, now) && p.anyBelow(code, after, now) {
			return fault.InvalidField("suppliers", msgBelowCost)
		}

		if err := StoreSKUsTx(ctx, tx, after); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "catalog.suppliers", Subject: "products " + code, Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"suppliers": map[string]any{"before": orderText(before), "after": orderText(after)}},
		})
	})
	if err != nil {
		return nil, fmt.Errorf("suppliers of %s: %w", code, err)
	}

	return after, nil
}

// chosen are the SKUs in the order of a list that names each of them once.
func chosen(before []SKU, list []SupplierChoice) ([]SKU, error) {
	after := []SKU{}

	for i, choice := range list {
		at := slices.IndexFunc(before, func(k SKU) bool { return k.Supplier == choice.Supplier })
		if at < 0 || slices.ContainsFunc(after, func(k SKU) bool { return k.Supplier == choice.Supplier }) {
			return nil, fault.InvalidField("suppliers", msgSuppliers)
		}

		k := before[at]
		k.Preference, k.Active = int64(i)+1, choice.Active
		after = append(after, k)
	}

	if len(after) != len(before) {
		return nil, fault.InvalidField("suppliers", msgSuppliers)
	}

	return after, nil
}

// anyBelow reports whether a prepaid product with these SKUs costs more than a client pays, now or after a scheduled change.
func (p plan) anyBelow(code string, skus []SKU, now time.Time) bool {
	active := slices.DeleteFunc(slices.Clone(skus), func(k SKU) bool { return !k.Active })
	if len(active) == 0 {
		return false
	}

	p.skus[code] = active

	return p.sellsBelow(PriceChange{ProductCode: code, Supplier: active[0].Supplier, EffectiveAt: now})
}

// orderText lists the suppliers in their order, for the audit log: digiflazz-a, digiflazz-b (off).
func orderText(skus []SKU) string {
	names := make([]string, len(skus))

	for i, k := range skus {
		names[i] = k.Supplier
		if !k.Active {
			names[i] += " (off)"
		}
	}

	return strings.Join(names, ", ")
}

// SKUsOf returns the SKUs of a product, inactive ones too, the preferred one first.
func (s *Service) SKUsOf(ctx context.Context, code string) ([]SKU, error) {
	if err := s.applyPast(ctx); err != nil {
		return nil, err
	}

	return readSKUsOf(ctx, s.db.Reader(), code)
}
