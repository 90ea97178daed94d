package checkout

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// SKUSales is what was delivered of a SKU.
type SKUSales struct {
	OperatorCode, ProductCode string
	Orders                    int64
	GMV                       money.Rupiah // sum of the prices
	Margin                    money.Rupiah // GMV less the net prices that the orders keep
}

// DeliveredSales sums the orders of a client that were delivered from a moment until before another, by SKU. A sum changes when staff reverse the order of one: the event of its failure says when it was delivered.
func DeliveredSales(ctx context.Context, q db.Querier, clientID int64, from, until time.Time) ([]SKUSales, error) {
	rows, err := q.Query(ctx, `SELECT operator_code, product_code, COUNT(*), CAST(SUM(price) AS BIGINT), CAST(SUM(price - net_price) AS BIGINT)
		FROM storefront_orders WHERE client_id = $1 AND status = 'success' AND ended_at >= $2 AND ended_at < $3 GROUP BY operator_code, product_code`,
		clientID, clock.Micros(from), clock.Micros(until))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (s SKUSales, err error) {
		return s, row.Scan(&s.OperatorCode, &s.ProductCode, &s.Orders, &s.GMV, &s.Margin)
	})
	if err != nil {
		return nil, fmt.Errorf("orders delivered to shoppers of client %d: %w", clientID, err)
	}

	return list, nil
}
