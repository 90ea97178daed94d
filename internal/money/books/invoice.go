package books

// invoiceChecks are the invariants of invoices.
func invoiceChecks() []check {
	return []check{
		{
			"numbers of invoices have no gap in an entity and year",
			`SELECT c.name FROM (
				SELECT 'invoice/' || entity || '/' || year AS name, MIN(number) AS first, MAX(number) AS last, COUNT(*) AS n
				FROM invoices GROUP BY entity, year) c LEFT JOIN sequences s ON s.name = c.name
			WHERE c.first <> 1 OR c.last <> c.n OR s.value IS NULL OR s.value <> c.last
			UNION ALL
			SELECT s.name FROM sequences s
			WHERE s.name LIKE 'invoice/%' AND NOT EXISTS (SELECT 1 FROM invoices i WHERE 'invoice/' || i.entity || '/' || i.year = s.name)`,
		},
		{
			"numbers of credit notes have no gap in an entity and year",
			`SELECT c.name FROM (
				SELECT 'credit-note/' || entity || '/' || year AS name, MIN(number) AS first, MAX(number) AS last, COUNT(*) AS n
				FROM credit_notes GROUP BY entity, year) c LEFT JOIN sequences s ON s.name = c.name
			WHERE c.first <> 1 OR c.last <> c.n OR s.value IS NULL OR s.value <> c.last`,
		},
		{
			"a period has one invoice",
			`SELECT 'period ' || period_id FROM invoices GROUP BY period_id HAVING COUNT(*) > 1`,
		},
		{
			"an invoice is what was used less credits, and so are its lines",
			`SELECT 'invoice ' || i.invoice_no
			FROM invoices i LEFT JOIN (
				SELECT invoice_id, SUM(amount) AS total, SUM(CASE WHEN kind = 'usage' THEN amount ELSE 0 END) AS used
				FROM invoice_lines GROUP BY invoice_id) l ON l.invoice_id = i.id
			WHERE i.amount <> i.used - i.credited OR COALESCE(l.total, -1) <> i.amount OR l.used <> i.used`,
		},
		{
			"an invoice has a state of the same client, and is not credited above its amount",
			`SELECT 'invoice ' || i.invoice_no
			FROM invoices i LEFT JOIN invoice_states s ON s.invoice_id = i.id AND s.client_id = i.client_id
				AND s.settlement_id = i.settlement_id AND s.due_at = i.due_at
			WHERE s.invoice_id IS NULL
				OR (SELECT COALESCE(SUM(n.amount), 0) FROM credit_notes n WHERE n.invoice_id = i.id AND n.client_id = i.client_id) > i.amount
			UNION ALL
			SELECT 'credit note ' || n.note_no FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id WHERE n.client_id <> i.client_id`,
		},
		{
			"an open invoice is not credited whole",
			`SELECT 'invoice ' || i.invoice_no
			FROM invoices i JOIN invoice_states s ON s.invoice_id = i.id
			WHERE s.paid_at IS NULL
				AND i.amount <= (SELECT COALESCE(SUM(n.amount), 0) FROM credit_notes n WHERE n.invoice_id = i.id)`,
		},
		{
			"files of an invoice belong to its client",
			`SELECT 'file ' || f.id FROM invoice_files f JOIN invoices i ON i.id = f.invoice_id
			WHERE f.client_id <> i.client_id
			UNION ALL
			SELECT 'invoice ' || s.invoice_id FROM invoice_states s JOIN invoice_files f ON f.id IN (s.proof_id, s.formal_id)
			WHERE f.invoice_id <> s.invoice_id OR f.kind <> CASE f.id WHEN s.proof_id THEN 'proof' ELSE 'formal' END`,
		},
	}
}

// invoicedPeriods are the invariants of invoices and the settlements that they are about.
func invoicedPeriods() []check {
	return []check{
		{
			"an invoice says what its closed period says, and every period that used something has one",
			`SELECT 'invoice ' || i.invoice_no
			FROM invoices i LEFT JOIN settlement_periods p ON p.client_id = i.client_id AND p.id = i.period_id
			WHERE i.settlement_id IN (SELECT s.id FROM settlements s)
				AND (p.closed_at IS NULL OR p.settlement_id <> i.settlement_id OR p.used <> i.used
					OR p.credit_before + p.refunded - p.credit_after <> i.credited)
			UNION ALL
			SELECT 'period ' || p.id
			FROM settlement_periods p LEFT JOIN invoices i ON i.client_id = p.client_id AND i.period_id = p.id
			WHERE p.closed_at IS NOT NULL AND p.used > 0 AND i.id IS NULL
				AND p.settlement_id IN (SELECT o.settlement_id FROM invoices o)`,
		},
		{
			"a credit note for a paid invoice lowers a later one of the same settlement",
			`SELECT 'credit note ' || n.note_no
			FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id JOIN invoice_states t ON t.invoice_id = i.id
			LEFT JOIN settlement_periods own ON own.client_id = i.client_id AND own.id = i.period_id
			LEFT JOIN settlement_periods p ON p.client_id = i.client_id AND p.id = n.period_id
			WHERE i.settlement_id IN (SELECT s.id FROM settlements s) AND n.period_id IS NOT NULL AND (t.paid_at IS NULL OR p.id IS NULL OR p.settlement_id <> i.settlement_id OR p.number <= own.number)`,
		},
		{
			"a limit is freed by what was paid or credited of its invoices",
			`SELECT 'settlement ' || s.id
			FROM settlements s
			JOIN (
				SELECT i.client_id, i.settlement_id, SUM(CASE WHEN t.paid_at IS NOT NULL THEN i.amount
					ELSE (SELECT COALESCE(SUM(n.amount), 0) FROM credit_notes n WHERE n.invoice_id = i.id) END
					+ (SELECT COALESCE(SUM(n.amount), 0) FROM credit_notes n WHERE n.invoice_id = i.id AND n.period_id IS NOT NULL)) AS paid
				FROM invoices i JOIN invoice_states t ON t.invoice_id = i.id GROUP BY i.client_id, i.settlement_id) c
				ON c.client_id = s.client_id AND c.settlement_id = s.id
			LEFT JOIN (
				SELECT client_id, settlement_id, SUM(amount) AS freed FROM settlement_history WHERE action = 'invoice_paid'
				GROUP BY client_id, settlement_id) h ON h.client_id = s.client_id AND h.settlement_id = s.id
			WHERE c.paid <> COALESCE(h.freed, 0)`,
		},
	}
}
