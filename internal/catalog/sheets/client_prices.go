package sheets

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/db"
)

// priceRow is a row of client prices; an empty price removes the client's price.
type priceRow struct {
	catalog.ClientPrice

	remove bool
}

func priceSheet(clientIDs []int64) sheet[priceRow] {
	key := func(p priceRow) string { return strconv.FormatInt(p.ClientID, 10) + "/" + p.ProductCode }

	return sheet[priceRow]{
		columns: []string{"client_id", "product_code", "price"},
		key:     key,
		parse: func(c *cells) priceRow {
			row := priceRow{ClientPrice: catalog.ClientPrice{ClientID: c.number(maxRupiah), ProductCode: c.code()}}

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
	products, err := catalog.ReadProducts(ctx, tx)
	if err != nil {
		return state[priceRow]{}, fmt.Errorf("read products: %w", err)
	}

	prices, err := catalog.ReadPrices(ctx, tx)
	if err != nil {
		return state[priceRow]{}, fmt.Errorf("read client prices: %w", err)
	}

	rows := make([]priceRow, len(prices))
	for i, p := range prices {
		rows[i] = priceRow{ClientPrice: p}
	}

	byCode := indexed(products, func(p catalog.Product) string { return p.Code })
	existing := indexed(rows, key)

	return state[priceRow]{
		existing: existing,
		change: func(p priceRow) (catalog.PriceChange, bool) {
			c := catalog.PriceChange{ProductCode: p.ProductCode, ClientID: p.ClientID}

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
			case !p.remove && product.Kind == catalog.Prepaid && p.Price == 0:
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
			err = catalog.DeletePriceTx(ctx, tx, p.ClientID, p.ProductCode)
		} else {
			err = catalog.StorePriceTx(ctx, tx, p.ClientPrice, now)
		}

		if err != nil {
			return fmt.Errorf("store the price of %s for client %d: %w", p.ProductCode, p.ClientID, err)
		}
	}

	return nil
}
