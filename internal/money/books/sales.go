package books

const (
	// uncountedSales are events about orders that the roll-up of sales has not counted yet.
	uncountedSales = `(SELECT e.client_id, e.kind, e.subject FROM events e, event_positions p
			WHERE p.name = 'sales' AND (e.seq IS NULL OR e.seq > p.position) AND e.kind IN ('order.succeeded', 'order.costed')
		UNION ALL SELECT f.client_id, f.kind, f.subject FROM event_failures f WHERE f.consumer = 'sales')`

	// leftOut are the clients whose refund or late cost was not counted yet. Both are seldom, so all of such a client is left out.
	leftOut = `(SELECT l.client_id FROM ` + uncountedSales + ` l WHERE l.kind = 'order.costed')`

	// countedSale is the condition that an order o is among the sales. A database whose program never counted any has none.
	countedSale = `o.status = {success} AND o.client_id < {sandbox} AND (EXISTS (SELECT 1 FROM event_positions WHERE name = 'sales') OR EXISTS (SELECT 1 FROM sales_days))
		AND o.client_id NOT IN ` + leftOut + `
		AND (o.client_id, CAST(o.id AS TEXT)) NOT IN (SELECT u.client_id, u.subject FROM ` + uncountedSales + ` u)`
)

// salesChecks compare the roll-up of sales with orders and their attempts, and its two tables with each other.
func salesChecks() []check {
	return []check{
		{
			"the sales of all days equal the delivered orders, and their costs the attempts that delivered them, by client and product",
			`SELECT 'client ' || s.client_id || ', ' || s.product_code || ': ' || CAST(SUM(s.orders) AS BIGINT) || ' orders, '
				|| CAST(SUM(s.amount) AS BIGINT) || ' sold and ' || CAST(SUM(s.cost) AS BIGINT) || ' cost too many'
			FROM (
				SELECT d.client_id, d.product_code, d.orders - d.refunds AS orders, d.amount - d.refunded AS amount, d.cost - d.refunded_cost AS cost
				FROM sales_days d WHERE d.client_id NOT IN ` + leftOut + `
				UNION ALL
				SELECT o.client_id, o.product_code, -1, -o.price, 0 FROM orders o WHERE ` + countedSale + `
				UNION ALL
				SELECT o.client_id, o.product_code, 0, 0, -a.cost
				FROM orders o JOIN order_attempts a ON a.client_id = o.client_id AND a.order_id = o.id
				WHERE a.outcome = 'success' AND ` + countedSale + `
			) s
			GROUP BY s.client_id, s.product_code HAVING SUM(s.orders) <> 0 OR SUM(s.amount) <> 0 OR SUM(s.cost) <> 0`,
		},
		{
			"the sales of all clients equal the sums of each client's",
			`SELECT 'day ' || CAST(s.day AS TEXT) || ', ' || s.product_code || ' of ' || CASE s.supplier WHEN '' THEN 'no supplier' ELSE s.supplier END || ': '
				|| CAST(SUM(s.orders) AS BIGINT) || ' orders, ' || CAST(SUM(s.amount) AS BIGINT) || ' sold and ' || CAST(SUM(s.cost) AS BIGINT) || ' cost too many'
			FROM (
				SELECT t.day, t.product_code, t.supplier, t.orders, t.amount, t.cost, t.uncosted, t.below_cost, t.loss, t.failed, t.refunds, t.refunded, t.refunded_cost
				FROM sales_totals t
				UNION ALL
				SELECT d.day, d.product_code, d.supplier, -SUM(d.orders), -SUM(d.amount), -SUM(d.cost), -SUM(d.uncosted), -SUM(d.below_cost), -SUM(d.loss),
					-SUM(d.failed), -SUM(d.refunds), -SUM(d.refunded), -SUM(d.refunded_cost)
				FROM sales_days d GROUP BY d.day, d.product_code, d.supplier
			) s
			GROUP BY s.day, s.product_code, s.supplier
			HAVING SUM(s.orders) <> 0 OR SUM(s.amount) <> 0 OR SUM(s.cost) <> 0 OR SUM(s.uncosted) <> 0 OR SUM(s.below_cost) <> 0 OR SUM(s.loss) <> 0
				OR SUM(s.failed) <> 0 OR SUM(s.refunds) <> 0 OR SUM(s.refunded) <> 0 OR SUM(s.refunded_cost) <> 0`,
		},
	}
}
