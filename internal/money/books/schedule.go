package books

// scheduleChecks are the invariants of scheduled orders, their lines and series.
func scheduleChecks() []check {
	return []check{
		{
			"a scheduled order has its lines, numbered from 1",
			`SELECT 'scheduled order ' || s.id
			FROM scheduled_orders s
			LEFT JOIN (SELECT scheduled_order_id, client_id, COUNT(*) AS n, MAX(line) AS last FROM scheduled_lines
				GROUP BY scheduled_order_id, client_id) l ON l.scheduled_order_id = s.id AND l.client_id = s.client_id
			WHERE (s.quantity <> COALESCE(l.n, 0) OR s.quantity <> COALESCE(l.last, 0))
				AND (s.swept_at IS NULL OR s.quantity <> s.canceled OR l.n IS NOT NULL)`,
		},
		{
			"a scheduled order has ended only if all its lines have, and counts them",
			`SELECT 'scheduled order ' || s.id
			FROM scheduled_orders s
			JOIN (SELECT client_id, scheduled_order_id,
					SUM(CASE WHEN state IN ('waiting', 'placing', 'pending') THEN 1 ELSE 0 END) AS open,
					SUM(CASE WHEN state = 'success' THEN 1 ELSE 0 END) AS success, SUM(CASE WHEN state = 'failed' THEN 1 ELSE 0 END) AS failed,
					SUM(CASE WHEN state = 'error' THEN 1 ELSE 0 END) AS error, SUM(CASE WHEN state = 'canceled' THEN 1 ELSE 0 END) AS canceled
				FROM scheduled_lines GROUP BY client_id, scheduled_order_id) l ON l.client_id = s.client_id AND l.scheduled_order_id = s.id
			WHERE (s.status = 'done' OR s.ended_at IS NOT NULL)
				AND (l.open > 0 OR s.success <> l.success OR s.failed <> l.failed OR s.error <> l.error OR s.canceled <> l.canceled)`,
		},
		{
			"the order of a line is for its destination and product, of its client, with its reference",
			`SELECT 'scheduled order ' || l.scheduled_order_id || ' line ' || l.line
			FROM scheduled_lines l JOIN scheduled_orders s ON s.client_id = l.client_id AND s.id = l.scheduled_order_id
			LEFT JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id
			WHERE l.order_id IS NOT NULL
				AND (o.id IS NULL OR o.destination_no <> l.destination_no OR o.product_code <> s.product_code
					OR o.client_ref <> s.token || '-' || CAST(l.line AS TEXT) OR o.price <> l.price)`,
		},
		{
			"a line that was not placed has no order",
			`SELECT 'scheduled order ' || l.scheduled_order_id || ' line ' || l.line
			FROM scheduled_lines l JOIN scheduled_orders s ON s.client_id = l.client_id AND s.id = l.scheduled_order_id
			JOIN orders o ON o.client_id = l.client_id AND o.client_ref = s.token || '-' || CAST(l.line AS TEXT)
			WHERE l.order_id IS NULL AND (l.state IN ('waiting', 'canceled') OR s.ended_at IS NOT NULL)`,
		},
		{
			"a line that ended has the end of its order",
			`SELECT 'scheduled order ' || l.scheduled_order_id || ' line ' || l.line
			FROM scheduled_lines l JOIN orders o ON o.client_id = l.client_id AND o.id = l.order_id
			WHERE (l.state IN ('failed', 'error') AND o.status <> {failed})
				OR (l.state = 'success' AND o.status <> {success} AND NOT ` + unread("schedule") + `)`,
		},
		{
			"a line ends when its order does",
			`SELECT 'scheduled order ' || l.scheduled_order_id || ' line ' || l.line
			FROM scheduled_lines l JOIN scheduled_orders s ON s.client_id = l.client_id AND s.id = l.scheduled_order_id
			JOIN orders o ON o.client_id = l.client_id AND o.client_ref = s.token || '-' || CAST(l.line AS TEXT)
			WHERE l.state IN ('placing', 'pending') AND o.status <> {pending} AND NOT ` + unread("schedule"),
		},
		{
			"what a scheduled order that ended has charged is the sum of its lines",
			`SELECT 'scheduled order ' || s.id
			FROM scheduled_orders s
			JOIN (SELECT client_id, scheduled_order_id, SUM(CASE WHEN state IN ('pending', 'success') THEN price ELSE 0 END) AS price
				FROM scheduled_lines GROUP BY client_id, scheduled_order_id) l ON l.client_id = s.client_id AND l.scheduled_order_id = s.id
			WHERE s.ended_at IS NOT NULL AND s.charged <> l.price`,
		},
		{
			"an immediate order never charges a line more than was confirmed",
			`SELECT 'scheduled order ' || l.scheduled_order_id || ' line ' || l.line
			FROM scheduled_lines l JOIN scheduled_orders s ON s.client_id = l.client_id AND s.id = l.scheduled_order_id
			WHERE s.immediate AND s.kind <> 'postpaid' AND l.price > s.unit_price`,
		},
		{
			"the runs of a series follow one another",
			`SELECT 'series ' || series_id || ' run ' || run FROM (
				SELECT series_id, run, scheduled_at, LAG(run, 1, -1) OVER w AS previous, LAG(scheduled_at, 1, 0) OVER w AS before
				FROM scheduled_orders WHERE series_id IS NOT NULL WINDOW w AS (PARTITION BY client_id, series_id ORDER BY run)) r
			WHERE run <> previous + 1 OR scheduled_at <= before`,
		},
	}
}
