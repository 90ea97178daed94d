package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"loket/internal/platform/db"
)

// activeColumn is a column of most files.
const activeColumn = "active"

func typeCodes() []string {
	all := OperatorTypes()
	codes := make([]string, 0, len(all))

	for _, t := range all {
		codes = append(codes, t.Code)
	}

	return codes
}

func indexed[T any](list []T, key func(T) string) map[string]T {
	m := make(map[string]T, len(list))
	for _, v := range list {
		m[key(v)] = v
	}

	return m
}

func operatorSheet() sheet[Operator] {
	key := func(o Operator) string { return o.Code }

	return sheet[Operator]{
		columns: []string{"code", "name", "type", activeColumn},
		key:     key,
		parse: func(c *cells) Operator {
			return Operator{Code: c.code(), Name: c.filled(maxName), Type: c.oneOf(typeCodes()), Active: c.flag()}
		},
		open: func(ctx context.Context, tx *db.Tx) (state[Operator], error) {
			list, err := readOperators(ctx, tx)
			if err != nil {
				return state[Operator]{}, fmt.Errorf("read operators: %w", err)
			}

			existing := indexed(list, key)

			return state[Operator]{
				existing: existing,
				same:     func(a, b Operator) bool { return a.Name == b.Name && a.Type == b.Type && a.Active == b.Active }, // parts have a file of their own
				check: func(o Operator) (Operator, error) {
					// The type decides how its products are charged and checked.
					if old, ok := existing[o.Code]; ok && old.Type != o.Type {
						return o, fmt.Errorf("type is %s and can't change; make a new operator", old.Type) // a reason for people
					}

					return o, nil
				},
				write: func(ctx context.Context, tx *db.Tx, _ time.Time, rows []Operator) error {
					for _, o := range rows {
						if err := upsertOperator(ctx, tx, o); err != nil {
							return fmt.Errorf("store operator %s: %w", o.Code, err)
						}
					}

					return nil
				},
			}, nil
		},
	}
}

var (
	errOperator = errors.New("operator does not exist; import operators first")
	errProduct  = errors.New("product_code does not exist; import products first")
	errClient   = errors.New("client_id does not exist")
	errPrice    = errors.New("price must be above zero for a prepaid product")
	errBounds   = errors.New("min_amount must not be above max_amount")
)

func productSheet() sheet[Product] {
	key := func(p Product) string { return p.Code }

	return sheet[Product]{
		columns: []string{
			"code", "name", "description", "operator", "wallet_type", "price", "recommended_price",
			"min_amount", "max_amount", activeColumn, "problem",
		},
		key: key,
		parse: func(c *cells) Product {
			return Product{
				Code: c.code(), Name: c.filled(maxName), Description: c.text(maxDescription), OperatorCode: c.code(),
				WalletType: c.oneOf(walletTypes()), Price: c.required(), RecommendedPrice: c.optional(),
				MinAmount: c.optional(), MaxAmount: c.optional(), Active: c.flag(), Problem: c.flag(),
			}
		},
		open: func(ctx context.Context, tx *db.Tx) (state[Product], error) {
			operators, err := readOperators(ctx, tx)
			if err != nil {
				return state[Product]{}, fmt.Errorf("read operators: %w", err)
			}

			products, err := readProducts(ctx, tx)
			if err != nil {
				return state[Product]{}, fmt.Errorf("read products: %w", err)
			}

			byCode := indexed(operators, func(o Operator) string { return o.Code })
			existing := indexed(products, key)

			return state[Product]{
				existing: existing,
				change: func(p Product) (Change, bool) {
					old, known := existing[p.Code]

					return Change{ProductCode: p.Code, Amount: &p.Price, Before: &old.Price}, known && old.Price != p.Price
				},
				check: func(p Product) (Product, error) { return completed(p, byCode) },
				same:  sameProduct,
				write: func(ctx context.Context, tx *db.Tx, now time.Time, rows []Product) error {
					for _, p := range rows {
						p.UpdatedAt = now
						if err := upsertProduct(ctx, tx, p); err != nil {
							return fmt.Errorf("store product %s: %w", p.Code, err)
						}
					}

					return nil
				},
			}, nil
		},
	}
}

// completed adds the values that follow from the product's operator and checks the
// columns against each other.
func completed(p Product, operators map[string]Operator) (Product, error) {
	o, ok := operators[p.OperatorCode]
	if !ok {
		return p, errOperator
	}

	t, ok := TypeOf(o.Type)
	if !ok {
		return p, fmt.Errorf("operator %s has the unknown type %s", o.Code, o.Type) // a reason for people
	}

	p.OperatorName, p.OperatorType, p.Kind = o.Name, o.Type, t.Kind

	if p.Kind == Prepaid && p.Price == 0 {
		return p, errPrice
	}

	if p.MaxAmount != 0 && p.MinAmount > p.MaxAmount {
		return p, errBounds
	}

	return p, nil
}

func sameProduct(a, b Product) bool {
	a.UpdatedAt, b.UpdatedAt = time.Time{}, time.Time{}

	return a == b
}

// priceRow is a row of client prices; an empty price removes the client's price.
type priceRow struct {
	ClientPrice

	remove bool
}

func priceSheet(clientIDs []int64) sheet[priceRow] {
	key := func(p priceRow) string { return strconv.FormatInt(p.ClientID, 10) + "/" + p.ProductCode }

	return sheet[priceRow]{
		columns: []string{"client_id", "product_code", "price"},
		key:     key,
		parse: func(c *cells) priceRow {
			row := priceRow{ClientPrice: ClientPrice{ClientID: c.number(maxRupiah), ProductCode: c.code()}}

			price, given := c.amount()
			row.Price, row.remove = price, !given

			return row
		},
		open: func(ctx context.Context, tx *db.Tx) (state[priceRow], error) {
			return openPrices(ctx, tx, key, clientIDs)
		},
	}
}

func openPrices(ctx context.Context, tx *db.Tx, key func(priceRow) string, clientIDs []int64) (state[priceRow], error) {
	products, err := readProducts(ctx, tx)
	if err != nil {
		return state[priceRow]{}, fmt.Errorf("read products: %w", err)
	}

	prices, err := readPrices(ctx, tx)
	if err != nil {
		return state[priceRow]{}, fmt.Errorf("read client prices: %w", err)
	}

	rows := make([]priceRow, len(prices))
	for i, p := range prices {
		rows[i] = priceRow{ClientPrice: p}
	}

	byCode := indexed(products, func(p Product) string { return p.Code })
	existing := indexed(rows, key)

	return state[priceRow]{
		existing: existing,
		change: func(p priceRow) (Change, bool) {
			c := Change{ProductCode: p.ProductCode, ClientID: p.ClientID}

			if !p.remove {
				c.Amount = &p.Price
			}

			if old, known := existing[key(p)]; known {
				c.Before = &old.Price
			}

			return c, true
		},
		same:    func(a, b priceRow) bool { return a == b },
		removes: func(p priceRow) bool { return p.remove },
		check: func(p priceRow) (priceRow, error) {
			product, ok := byCode[p.ProductCode]

			switch {
			case !slices.Contains(clientIDs, p.ClientID):
				return p, errClient
			case !ok:
				return p, errProduct
			case !p.remove && product.Kind == Prepaid && p.Price == 0:
				return p, errPrice
			}

			return p, nil
		},
		write: writePrices,
	}, nil
}

func writePrices(ctx context.Context, tx *db.Tx, now time.Time, rows []priceRow) error {
	for _, p := range rows {
		var err error

		if p.remove {
			err = deletePrice(ctx, tx, p.ClientID, p.ProductCode)
		} else {
			err = upsertPrice(ctx, tx, p.ClientPrice, now.UnixMicro())
		}

		if err != nil {
			return fmt.Errorf("store the price of %s for client %d: %w", p.ProductCode, p.ClientID, err)
		}
	}

	return nil
}
