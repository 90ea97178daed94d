package sheets

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/db"
)

func skuKey(k catalog.SKU) string { return k.ProductCode + "/" + k.Supplier }

func skuSheet() sheet[catalog.SKU] {
	return sheet[catalog.SKU]{
		columns: []string{"product_code", "supplier", "sku", "preference", "cost", activeColumn},
		key:     skuKey,
		parse: func(c *cells) catalog.SKU {
			return catalog.SKU{
				ProductCode: c.code(), Supplier: c.supplier(), Code: c.requiredText(maxSKU),
				Preference: c.number(maxPreference), Cost: c.requiredAmount(), Active: c.flag(),
			}
		},
		open: func(ctx context.Context, tx *db.Tx) (state[catalog.SKU], error) {
			products, err := catalog.ReadProducts(ctx, tx)
			if err != nil {
				return state[catalog.SKU]{}, fmt.Errorf("read products: %w", err)
			}

			skus, err := catalog.ReadSKUs(ctx, tx)
			if err != nil {
				return state[catalog.SKU]{}, fmt.Errorf("read SKUs: %w", err)
			}

			byCode := indexed(products, func(p catalog.Product) string { return p.Code })
			existing := indexed(skus, skuKey)

			return state[catalog.SKU]{
				existing: existing,
				same:     func(a, b catalog.SKU) bool { return a == b },
				together: func(rows map[string]catalog.SKU) map[string]error { return preferenceClashes(existing, rows) },
				write: func(ctx context.Context, tx *db.Tx, _ time.Time, rows []catalog.SKU) error {
					return catalog.StoreSKUsTx(ctx, tx, rows)
				},
				change: func(k catalog.SKU) (catalog.PriceChange, bool) {
					old, known := existing[skuKey(k)]

					return catalog.PriceChange{ProductCode: k.ProductCode, Supplier: k.Supplier, Amount: &k.Cost, Before: &old.Cost}, known && old.Cost != k.Cost
				},
				check: func(k catalog.SKU) (catalog.SKU, error) {
					if _, ok := byCode[k.ProductCode]; !ok {
						return k, errProduct
					}

					return k, nil
				},
			}, nil
		},
	}
}

// preferenceClashes finds rows with a preference that another supplier of the
// product has after the whole import. Two suppliers may change places in one file.
func preferenceClashes(existing, rows map[string]catalog.SKU) map[string]error {
	type place struct {
		product    string
		preference int64
	}

	taken := map[place]string{}
	clashes := map[string]error{}

	claim := func(k catalog.SKU) {
		at := place{k.ProductCode, k.Preference}

		other, clash := taken[at]
		if !clash {
			taken[at] = k.Supplier

			return
		}

		err := fmt.Errorf("preference %d of this product is given to both %s and %s", k.Preference, min(other, k.Supplier), max(other, k.Supplier)) // a reason for people

		for _, supplier := range []string{other, k.Supplier} {
			clashes[k.ProductCode+"/"+supplier] = err
		}
	}

	final := maps.Clone(existing)
	maps.Copy(final, rows)

	for _, key := range slices.Sorted(maps.Keys(final)) { // sorted: the same file gives the same report
		claim(final[key])
	}

	return clashes
}
