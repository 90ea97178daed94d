package order

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// SKUCost is a SKU that was sold below cost, or whose recorded cost is out of date.
type SKUCost struct {
	ProductCode string
	Supplier    string
	SKU         string
	Sold        int64        // successful orders for which the supplier took more than the client paid
	Loss        money.Rupiah // the difference, over all of them
	Refused     int64        // attempts that the supplier refused for its price
	Recorded    money.Rupiah // cost in the catalogue; 0 when the SKU is not in it
	Last        money.Rupiah // the supplier's price in the newest success; 0 when there was none
}

// BelowCost lists the SKUs with sales below cost, with refusals for the price, or with a last price above the
// recorded cost; the greatest loss first. It reads all attempts of the orders since a moment.
func (s *Service) BelowCost(ctx context.Context, since time.Time) ([]SKUCost, error) {
	first, _ := ids.Range(since, since)

	// The price of a bill contains the bill, so it is not compared with a recorded cost.
	rows, err := s.deps.DB.Reader().Query(ctx, `
		WITH sums AS (
			SELECT a.client_id, o.product_code, o.kind, a.supplier, a.sku,
				SUM(CASE WHEN o.status = $3 AND a.outcome = 'success' AND a.cost > o.price THEN 1 ELSE 0 END) AS sold,
				SUM(CASE WHEN o.status = $3 AND a.outcome = 'success' AND a.cost > o.price THEN a.cost - o.price ELSE 0 END) AS loss,
				SUM(CASE WHEN a.code = $2 THEN 1 ELSE 0 END) AS refused,
				MAX(CASE WHEN a.outcome = 'success' AND a.cost > 0 THEN a.order_id END) AS newest
			FROM clients c JOIN order_attempts a ON a.client_id = c.id JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE c.sandbox_of IS NULL AND a.order_id >= $1 AND a.outcome IN ('success', 'failed_not_created')
			GROUP BY a.client_id, o.product_code, o.kind, a.supplier, a.sku
		), costs AS (
			SELECT s.product_code, s.kind, s.supplier, s.sku, s.sold, s.loss, s.refused, s.newest, l.cost
			FROM sums s LEFT JOIN order_attempts l ON l.client_id = s.client_id AND l.order_id = s.newest AND l.outcome = 'success'
		), by_age AS (
			SELECT c.product_code, c.kind, c.supplier, c.sku, c.sold, c.loss, c.refused, c.cost, ROW_NUMBER() OVER (PARTITION BY product_code, kind, supplier, sku ORDER BY COALESCE(newest, 0) DESC) AS place FROM costs c
		), all_clients AS (
			SELECT product_code, kind, supplier, sku, SUM(sold) AS sold, SUM(loss) AS loss, SUM(refused) AS refused,
				MAX(CASE WHEN place = 1 THEN cost END) AS cost
			FROM by_age GROUP BY product_code, kind, supplier, sku
		)
		SELECT s.product_code, s.supplier, s.sku, CAST(s.sold AS BIGINT), CAST(s.loss AS BIGINT), CAST(s.refused AS BIGINT), COALESCE(k.cost, 0), COALESCE(s.cost, 0)
		FROM all_clients s
		LEFT JOIN product_skus k ON k.product_code = s.product_code AND k.supplier = s.supplier AND k.sku = s.sku
		WHERE s.sold > 0 OR s.refused > 0 OR (s.kind = 'prepaid' AND s.cost > k.cost)
		ORDER BY s.loss DESC, s.refused DESC, s.product_code, s.supplier`, first, supplier.CodePriceAbove, int64(Success))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c SKUCost, err error) {
		return c, row.Scan(&c.ProductCode, &c.Supplier, &c.SKU, &c.Sold, &c.Loss, &c.Refused, &c.Recorded, &c.Last)
	})
	if err != nil {
		return nil, fmt.Errorf("sales below cost: %w", err)
	}

	return list, nil
}
