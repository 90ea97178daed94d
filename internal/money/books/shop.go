package books

// unread is the condition that a consumer has not read an event about the end of order o yet, so that what it keeps may differ from the
// order.
func unread(consumer string) string {
	return `EXISTS (SELECT 1 FROM events e, event_positions p WHERE p.name = '` + consumer + `' AND (e.seq IS NULL OR e.seq > p.position)
		AND e.client_id = o.client_id AND e.subject = CAST(o.id AS TEXT) AND e.kind IN ('order.succeeded', 'order.failed', 'order.reversed'))`
}

// shopChecks are the invariants of storefront orders and their orders on wallets.
func shopChecks() []check {
	return []check{
		{
			"a storefront order ends as its order on the wallet does",
			`SELECT 'storefront order ' || f.id
			FROM storefront_orders f JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_id
			WHERE ((f.status = 'success' AND o.status <> 4) OR (f.status = 'failed' AND o.status <> 3) OR (f.status = 'processing' AND o.status <> 5))
				AND NOT ` + unread("checkout"),
		},
		{
			"the order on the wallet of a storefront order is for its destination and product, and costs what it keeps",
			`SELECT 'storefront order ' || f.id
			FROM storefront_orders f LEFT JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_id
			WHERE f.order_id IS NOT NULL AND (o.id IS NULL OR o.destination_no <> f.destination_no OR o.product_code <> f.product_code OR o.price <> f.net_price)`,
		},
	}
}
