package launch

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

const (
	// shopOrdersNode is the node in the ids of the demo's past orders of shoppers. Running nodes take the lowest numbers.
	shopOrdersNode = 25
	// maxShopOrders is the most of them, the newest.
	maxShopOrders = 20_000

	// How long before its order on the wallet a shopper's order was made, and how long its price was kept.
	paidAfter    = 75 * time.Second
	priceKept    = 15 * time.Minute
	paymentTaken = 24 * time.Hour
)

// pastOrder is an order on the wallet of the demo's main client.
type pastOrder struct {
	id, price, created, updated int64
	product, destination        string
	serial                      string
}

// seedShopOrders makes orders of shoppers from the successful orders of games in the demo's history, unless there are some.
func (a seeder) seedShopOrders(ctx context.Context) error {
	known := 0
	if err := a.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM storefront_orders WHERE client_id = $1", int64(demo.MainClient)).Scan(&known); err != nil {
		return fmt.Errorf("count orders of the demo's shop: %w", err)
	}

	if known > 0 {
		return nil
	}

	rows, err := a.DB.Reader().Query(ctx, `SELECT o.id, o.price, o.created_at, o.updated_at, o.product_code, o.destination_no, COALESCE(o.serial_number, '')
		FROM orders o JOIN products p ON p.code = o.product_code WHERE o.client_id = $1 AND o.status = $2 AND p.operator_type = 'game'
		ORDER BY o.id DESC LIMIT $3`, int64(demo.MainClient), int64(order.Success), maxShopOrders)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (o pastOrder, err error) {
		return o, row.Scan(&o.id, &o.price, &o.created, &o.updated, &o.product, &o.destination, &o.serial)
	})
	if err != nil {
		return fmt.Errorf("past orders of the demo: %w", err)
	}

	skus, err := a.Shops.OnSale(ctx, demo.MainClient)
	if err != nil {
		return fmt.Errorf("SKUs of the demo's shop: %w", err)
	}

	byCode := map[string]storefront.SKU{}
	for _, k := range skus {
		byCode[k.Product.Code] = k
	}

	generator, err := ids.NewGenerator(shopOrdersNode)
	if err != nil {
		return fmt.Errorf("ids of the demo's shop: %w", err)
	}

	_, err = a.DB.Copy(ctx, "storefront_orders", []string{
		"id", "client_id", "token", "operator_code", "operator_name", "operator_type", "product_code", "product_name", "denomination", "destination_no",
		"price", "net_price", "status", "order_id", "serial_number", "created_at", "price_until", "payable_until", "paid_at", "placed_at", "ended_at",
	}, func(yield func([]any) bool) {
		for i := range list {
			o := list[len(list)-1-i] // the oldest first, as ids are

			k, ok := byCode[o.product]
			if ok && !yield(shopOrderRow(generator, o, k)) {
				return
			}
		}
	})
	if err != nil {
		return fmt.Errorf("orders of the demo's shop: %w", err)
	}

	return nil
}

func shopOrderRow(generator *ids.Generator, o pastOrder, k storefront.SKU) []any {
	made := clock.FromMicros(o.created).Add(-paidAfter)
	price := storefront.Pricing{Type: storefront.Percentage, Value: shopMargin}.Price(money.Rupiah(o.price), 0)

	return []any{
		generator.Next(made), int64(demo.MainClient), ids.Token(), k.Operator.Code, k.Operator.Name, k.Operator.Type, k.Product.Code, k.Product.Name,
		k.Denomination(), o.destination, int64(price), o.price, "success", o.id, o.serial,
		clock.Micros(made), clock.Micros(made.Add(priceKept)), clock.Micros(made.Add(paymentTaken)), o.created, o.created, o.updated,
	}
}
