package sheets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/db"
)

// activeColumn is a column of most files.
const activeColumn = "active"

var (
	errOperator = errors.New("operator does not exist; import operators first")
	errProduct  = errors.New("product_code does not exist; import products first")
	errClient   = errors.New("client_id does not exist")
	errPrice    = errors.New("price must be above zero for a prepaid product")
	errBounds   = errors.New("min_amount must not be above max_amount")
)

func productSheet() sheet[catalog.Product] {
	key := func(p catalog.Product) string { return p.Code }

	return sheet[catalog.Product]{
		columns: []string{
			"code", "name", "description", "operator", "wallet_type", "price", "recommended_price",
			"min_amount", "max_amount", activeColumn, "problem",
		},
		key: key,
		parse: func(c *cells) catalog.Product {
			return catalog.Product{
				Code: c.code(), Name: c.requiredText(maxName), Description: c.text(maxDescription), OperatorCode: c.code(),
				WalletType: c.oneOf(catalog.WalletTypes()), Price: c.requiredAmount(), RecommendedPrice: c.optionalAmount(),
				MinAmount: c.optionalAmount(), MaxAmount: c.optionalAmount(), Active: c.flag(), Problem: c.flag(),
			}
		},
		open: func(ctx context.Context, tx *db.Tx) (state[catalog.Product], error) {
			operators, err := catalog.ReadOperators(ctx, tx)
			if err != nil {
				return state[catalog.Product]{}, fmt.Errorf("read operators: %w", err)
			}

			products, err := catalog.ReadProducts(ctx, tx)
			if err != nil {
				return state[catalog.Product]{}, fmt.Errorf("read products: %w", err)
			}

			byCode := indexed(operators, func(o catalog.Operator) string { return o.Code })
			existing := indexed(products, key)

			return state[catalog.Product]{
				existing: existing,
				change: func(p catalog.Product) (catalog.PriceChange, bool) {
					old, known := existing[p.Code]

					return catalog.PriceChange{ProductCode: p.Code, Amount: &p.Price, Before: &old.Price}, known && old.Price != p.Price
				},
				check: func(p catalog.Product) (catalog.Product, error) { return completeProduct(p, byCode) },
				same:  sameProduct,
				write: func(ctx context.Context, tx *db.Tx, now time.Time, rows []catalog.Product) error {
					for _, p := range rows {
						p.UpdatedAt = now
						if err := catalog.StoreProductTx(ctx, tx, p, existing[p.Code].Problem); err != nil {
							return fmt.Errorf("store product %s: %w", p.Code, err)
						}
					}

					return nil
				},
			}, nil
		},
	}
}

// completeProduct adds the values that follow from the product's operator and checks the
// columns against each other.
func completeProduct(p catalog.Product, operators map[string]catalog.Operator) (catalog.Product, error) {
	o, ok := operators[p.OperatorCode]
	if !ok {
		return p, errOperator
	}

	t, ok := catalog.TypeOf(o.Type)
	if !ok {
		return p, fmt.Errorf("operator %s has the unknown type %s", o.Code, o.Type) // a reason for people
	}

	p.OperatorName, p.OperatorType, p.Kind = o.Name, o.Type, t.Kind

	if p.Kind == catalog.Prepaid && p.Price == 0 {
		return p, errPrice
	}

	if p.MaxAmount != 0 && p.MinAmount > p.MaxAmount {
		return p, errBounds
	}

	return p, nil
}

// sameProduct reports whether a row of a file leaves a product as it is. The file has neither the reason of a problem nor a
// cut-off.
func sameProduct(old, row catalog.Product) bool {
	changed := old
	changed.Name, changed.Description = row.Name, row.Description
	changed.OperatorCode, changed.OperatorName, changed.OperatorType, changed.Kind = row.OperatorCode, row.OperatorName, row.OperatorType, row.Kind
	changed.WalletType, changed.Price, changed.RecommendedPrice = row.WalletType, row.Price, row.RecommendedPrice
	changed.MinAmount, changed.MaxAmount, changed.Active, changed.Problem = row.MinAmount, row.MaxAmount, row.Active, row.Problem

	return changed == old
}
