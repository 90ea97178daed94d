package books

import "slices"

// checks are the invariants, each as a query for its violations.
func checks() []check { return slices.Concat(ofWallets(), ofOrders()) }

// ofWallets are the invariants of wallets and their histories.
func ofWallets() []check {
	return []check{
		{
			"a wallet's balance is the sum of its rows and its sequence their number",
			`SELECT 'wallet ' || w.id
			FROM wallets w
			LEFT JOIN (SELECT wallet_id, SUM(amount) AS total, COUNT(*) AS n, MAX(seq) AS last
				FROM wallet_history GROUP BY wallet_id) h ON h.wallet_id = w.id
			WHERE w.balance <> COALESCE(h.total, 0) OR w.seq <> COALESCE(h.n, 0) OR w.seq <> COALESCE(h.last, 0)`,
		},
		{
			"history belongs to a wallet of the same client",
			`SELECT DISTINCT 'wallet ' || h.wallet_id
			FROM wallet_history h LEFT JOIN wallets w ON w.id = h.wallet_id AND w.client_id = h.client_id
			WHERE w.id IS NULL`,
		},
		{
			"rows chain: each starts at the balance that the one before it left",
			`SELECT 'wallet ' || wallet_id || ' row ' || seq FROM (
				SELECT wallet_id, seq, balance_before,
					LAG(balance_after, 1, 0) OVER (PARTITION BY wallet_id ORDER BY seq) AS left_by,
					LAG(seq, 1, 0) OVER (PARTITION BY wallet_id ORDER BY seq) AS previous
				FROM wallet_history) c
			WHERE balance_before <> left_by OR seq <> previous + 1`,
		},
		{
			"rows of a wallet never go back in time",
			`SELECT 'wallet ' || wallet_id || ' row ' || seq FROM (SELECT wallet_id, seq, created_at, LAG(created_at, 1, created_at)
				OVER (PARTITION BY wallet_id ORDER BY seq) AS previous FROM wallet_history) c WHERE created_at < previous`,
		},
		{
			"no balance is below zero and every row adds up",
			`SELECT 'wallet ' || wallet_id || ' row ' || seq FROM wallet_history
			WHERE balance_after < 0 OR balance_after <> balance_before + amount`,
		},
		{
			"all accounts together sum to zero",
			`SELECT 'the trial balance, off by ' || off FROM (
				SELECT (SELECT COALESCE(SUM(balance), 0) FROM wallets)
					- (SELECT COALESCE(SUM(amount), 0) FROM wallet_history) AS off) t
			WHERE off <> 0`,
		},
	}
}

// ofOrders are the invariants of orders, their charges and their attempts.
func ofOrders() []check {
	return []check{
		{
			"an order is charged once, at its price, to its own wallet",
			`SELECT 'order ' || o.id
			FROM orders o LEFT JOIN wallet_history h ON h.order_id = o.id AND h.action = 'payment'
			WHERE o.payment_type = 'deposit'
				AND (h.order_id IS NULL OR h.amount <> -o.price OR h.wallet_id <> o.wallet_id OR h.client_id <> o.client_id)`,
		},
		{
			"an order is refunded exactly when it failed, with what was charged",
			`SELECT 'order ' || o.id
			FROM orders o LEFT JOIN wallet_history h ON h.order_id = o.id AND h.action = 'refund'
			WHERE o.payment_type = 'deposit' AND (
				(o.status = 3) <> o.refunded
				OR o.refunded <> (h.order_id IS NOT NULL)
				OR (h.order_id IS NOT NULL AND (h.amount <> o.price OR h.wallet_id <> o.wallet_id)))`,
		},
		{
			"every charge and refund belongs to an order",
			`SELECT 'order ' || h.order_id
			FROM wallet_history h LEFT JOIN orders o ON o.client_id = h.client_id AND o.id = h.order_id
			WHERE h.order_id IS NOT NULL AND o.id IS NULL`,
		},
		{
			"a supplier's success is a successful order, and an order succeeds by one attempt",
			`SELECT 'order ' || a.order_id
			FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.outcome = 'success' AND o.status <> 4
			AND NOT EXISTS (SELECT 1 FROM order_reviews r WHERE r.order_id = a.order_id AND r.kind IN ('reversal', 'late_success'))
			UNION ALL
			SELECT 'order ' || order_id FROM order_attempts
			WHERE outcome = 'success' GROUP BY order_id HAVING COUNT(*) > 1`,
		},
		{
			"no attempt follows one that the supplier may have executed",
			`SELECT 'order ' || a.order_id || ' attempt ' || a.number
			FROM order_attempts a JOIN order_attempts b ON b.order_id = a.order_id AND b.number = a.number + 1
			WHERE a.state <> 'answered' OR a.outcome <> 'failed_not_created'`,
		},
		{
			"a pending order waits, is in flight or under query, or has an open review",
			`SELECT 'order ' || o.id FROM orders o
			WHERE o.status = 5
				AND NOT EXISTS (SELECT 1 FROM order_attempts a
					WHERE a.order_id = o.id AND a.client_id = o.client_id AND (a.state = 'prepared' OR a.next_check_at IS NOT NULL))
				AND NOT EXISTS (SELECT 1 FROM order_reviews r
					WHERE r.order_id = o.id AND r.client_id = o.client_id AND r.resolved_at IS NULL)`,
		},
	}
}
