package books

// shopChecks are the invariants of storefront orders and their orders on wallets.
func shopChecks() []check {
	return []check{
		{
			"a storefront order ends as its order on the wallet does",
			`SELECT 'storefront order ' || f.id
			FROM storefront_orders f JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_id
			WHERE ((f.status = 'success' AND o.status <> {success}) OR (f.status = 'failed' AND o.status <> {failed})
					OR (f.status = 'processing' AND o.status <> {pending}))
				AND NOT ` + unread("checkout"),
		},
		{
			"the order on the wallet of a storefront order is for its destination and product, and costs what it keeps",
			`SELECT 'storefront order ' || f.id
			FROM storefront_orders f LEFT JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_id
			WHERE f.order_id IS NOT NULL AND (o.id IS NULL OR o.destination_no <> f.destination_no OR o.product_code <> f.product_code OR o.price <> f.net_price)`,
		},
		{
			"a storefront order that was not paid, or was given up, has no order on the wallet",
			`SELECT 'storefront order ' || f.id
			FROM storefront_orders f JOIN orders o ON o.client_id = f.client_id AND o.client_ref = 'shop-' || f.id AND o.channel = 'storefront'
			WHERE f.order_id IS NULL AND (f.status IN ('waiting', 'failed') OR (o.status <> {pending} AND NOT ` + unread("checkout") + `))`,
		},
	}
}
