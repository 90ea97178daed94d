package books

// settlementChecks are the invariants of limits and periods.
func settlementChecks() []check {
	return []check{
		{
			"limit = balance + used",
			`SELECT 'settlement ' || s.id
			FROM settlements s
			LEFT JOIN (SELECT client_id, settlement_id, SUM(CASE WHEN contra = 'granted' THEN amount ELSE 0 END) AS granted,
					SUM(CASE WHEN contra = 'granted' THEN 0 ELSE -amount END) AS used
				FROM settlement_history GROUP BY client_id, settlement_id) h ON h.client_id = s.client_id AND h.settlement_id = s.id
			WHERE s.credit_limit <> COALESCE(h.granted, 0) OR s.credit_limit <> s.balance + COALESCE(h.used, 0) OR s.credit_limit > s.max_limit`,
		},
		{
			"periods follow one another without gaps, and one is open",
			`SELECT 'settlement ' || settlement_id || ' period ' || number FROM (
				SELECT id, settlement_id, number, starts_at, first_seq, credit_before, closed_at,
					LAG(number, 1, 0) OVER w AS previous, LAG(ends_at, 1, starts_at) OVER w AS ended, LAG(last_seq, 1, 0) OVER w AS last,
					LAG(credit_after, 1, 0) OVER w AS credit, LEAD(number) OVER w AS next
				FROM settlement_periods WINDOW w AS (PARTITION BY client_id, settlement_id ORDER BY number)) p
			LEFT JOIN (SELECT period_id, SUM(amount) AS amount FROM credit_notes GROUP BY period_id) n ON n.period_id = p.id
			WHERE number <> previous + 1 OR starts_at <> ended OR first_seq <> COALESCE(last, -1) + 1 OR credit_before <> credit + COALESCE(n.amount, 0)
				OR (closed_at IS NULL) <> (next IS NULL)
			UNION ALL
			SELECT 'settlement ' || id FROM settlements s WHERE NOT EXISTS (
				SELECT 1 FROM settlement_periods p WHERE p.client_id = s.client_id AND p.settlement_id = s.id)`,
		},
		{
			"a closed period has the rows of its time",
			`SELECT 'settlement ' || p.settlement_id || ' period ' || p.number
			FROM settlement_periods p
			JOIN settlement_history h ON h.client_id = p.client_id AND h.settlement_id = p.settlement_id AND h.seq >= p.first_seq AND (p.last_seq IS NULL OR h.seq <= p.last_seq)
			WHERE h.created_at < p.starts_at OR (p.last_seq IS NOT NULL AND h.created_at >= p.ends_at)
			GROUP BY p.client_id, p.settlement_id, p.number`,
		},
		{
			"a closed period has used what its orders took, and credits what was refunded of earlier ones",
			`SELECT 'settlement ' || p.settlement_id || ' period ' || p.number
			FROM settlement_periods p
			LEFT JOIN (
				SELECT p.client_id, p.id, SUM(CASE WHEN h.action = 'payment' THEN -h.amount WHEN o.seq >= p.first_seq THEN -h.amount ELSE 0 END) AS used,
					SUM(CASE WHEN h.action = 'refund' AND o.seq < p.first_seq THEN h.amount ELSE 0 END) AS refunded
				FROM settlement_periods p
				JOIN settlement_history h ON h.client_id = p.client_id AND h.settlement_id = p.settlement_id AND h.seq BETWEEN p.first_seq AND p.last_seq
				LEFT JOIN settlement_history o ON o.client_id = h.client_id AND o.order_id = h.order_id AND o.action = 'payment' AND h.action = 'refund'
				WHERE h.action IN ('payment', 'refund') GROUP BY p.client_id, p.id) c ON c.client_id = p.client_id AND c.id = p.id
			WHERE p.closed_at IS NOT NULL AND (p.used <> COALESCE(c.used, 0) OR p.refunded <> COALESCE(c.refunded, 0)
				OR (p.credit_after > 0 AND p.credit_before + p.refunded - p.credit_after <> p.used))`,
		},
	}
}
