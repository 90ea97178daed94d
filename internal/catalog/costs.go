package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// SetCostsTx records what products cost at a supplier from now on, by product, and keeps the changes in the history. It leaves out what the
// supplier doesn't sell, or has this cost already. A cost above a price is a fact that no second person decides: nothing is bought at a
// supplier that costs too much. Call it in Edit.
func SetCostsTx(ctx context.Context, tx *db.Tx, now time.Time, supplier string, costs map[string]money.Rupiah, by By) error {
	for _, product := range slices.Sorted(maps.Keys(costs)) {
		amount := costs[product]
		c := PriceChange{
			ProductCode: product, Supplier: supplier, Amount: &amount, EffectiveAt: now, Status: Applied, Cause: CauseImport, CreatedBy: by.Actor, Reason: by.Reason, CreatedAt: now,
		}

		before, err := current(ctx, tx, c)
		if err != nil {
			return fmt.Errorf("cost of %s: %w", c.subject(), err)
		}

		if before == nil || *before == amount {
			continue
		}

		_, err = tx.Exec(ctx, `UPDATE product_skus SET cost = $1 WHERE product_code = $2 AND supplier = $3`, int64(amount), product, supplier)
		if err != nil {
			return fmt.Errorf("cost of %s: %w", c.subject(), err)
		}

		c.Before = before
		if _, err := insertChange(ctx, tx, c); err != nil {
			return err
		}
	}

	return nil
}

// ClientPricesOf are the prices that clients have of their own for a product, by client.
func (s *Snapshot) ClientPricesOf(code string) map[int64]money.Rupiah {
	out := map[int64]money.Rupiah{}

	for client := range s.own.byClient {
		if price, ok := s.own.of(client, code); ok {
			out[client] = price
		}
	}

	return out
}
