package books

// topupChecks are the invariants of money that banks reported.
func topupChecks() []check {
	return []check{
		{
			"a payment of a virtual account is credited once, whole, and its fee is taken once",
			`SELECT 'payment ' || p.bank_code || ' ' || p.payment_request_id
			FROM va_payments p
			LEFT JOIN wallet_history h ON h.client_id = p.client_id AND h.posting_key = p.posting_key
			LEFT JOIN wallet_history f ON f.client_id = p.client_id AND f.posting_key = p.posting_key || '/topup_fee'
			WHERE h.wallet_id IS NULL OR h.wallet_id <> p.wallet_id OR h.action <> 'topup_va' OR h.amount <> p.amount
				OR COALESCE(-f.amount, 0) <> p.fee OR COALESCE(f.wallet_id, p.wallet_id) <> p.wallet_id`,
		},
		{
			"a transfer that was credited is in its wallet, once and whole",
			`SELECT 'transfer ' || t.id
			FROM bank_transfers t LEFT JOIN wallet_history h ON h.client_id = t.client_id AND h.posting_key = t.posting_key
			WHERE t.status = 'credited'
				AND (h.wallet_id IS NULL OR h.wallet_id <> t.wallet_id OR h.action <> 'topup' OR h.amount <> t.amount)`,
		},
		{
			"a credit of a bank belongs to a payment or a transfer",
			`SELECT 'wallet ' || h.wallet_id || ' row ' || h.seq
			FROM wallet_history h
			LEFT JOIN va_payments p ON p.client_id = h.client_id AND p.posting_key = h.posting_key
			LEFT JOIN bank_transfers t ON t.client_id = h.client_id AND t.posting_key = h.posting_key
			WHERE (h.posting_key LIKE 'va/%' AND h.action = 'topup_va' AND p.client_id IS NULL)
				OR (h.posting_key LIKE 'transfer/%' AND h.action = 'topup' AND t.client_id IS NULL)`,
		},
		{
			"money received from banks = credited + in suspense + returned",
			`SELECT 'the sum, off by ' || off FROM (SELECT
				(SELECT COALESCE(SUM(amount), 0) FROM va_payments) + (SELECT COALESCE(SUM(amount), 0) FROM bank_transfers)
				- (SELECT COALESCE(SUM(amount), 0) FROM wallet_history
					WHERE (posting_key LIKE 'va/%' AND action = 'topup_va') OR (posting_key LIKE 'transfer/%' AND action = 'topup'))
				- (SELECT COALESCE(SUM(CASE WHEN credit = 'suspense' THEN amount ELSE -amount END), 0) FROM suspense_entries)
				- (SELECT COALESCE(SUM(amount), 0) FROM suspense_entries WHERE credit = 'bank_returns') AS off) s
			WHERE off <> 0`,
		},
		{
			"the suspense account holds exactly what matched nothing and was not settled",
			`SELECT 'transfer ' || t.id
			FROM bank_transfers t
			LEFT JOIN suspense_entries i ON i.transfer_id = t.id AND i.entry = 'held'
			LEFT JOIN suspense_entries o ON o.transfer_id = t.id AND o.entry <> 'held'
			WHERE (t.why = 'matched') <> (i.transfer_id IS NULL)
				OR (t.why = 'matched' AND t.status <> 'credited')
				OR COALESCE(i.amount, t.amount) <> t.amount OR COALESCE(o.amount, t.amount) <> t.amount
				OR (i.transfer_id IS NULL AND o.transfer_id IS NOT NULL)
				OR (t.why <> 'matched' AND COALESCE(o.entry, 'held')
					<> CASE t.status WHEN 'credited' THEN 'assigned' WHEN 'returned' THEN 'returned' ELSE 'held' END)`,
		},
		{
			"open top-ups: one of a client, one of an account and amount",
			`SELECT 'client ' || client_id FROM topup_orders WHERE status = 'pending' GROUP BY client_id HAVING COUNT(*) > 1
			UNION ALL
			SELECT 'account ' || bank_account_id || ' amount ' || amount
			FROM topup_orders WHERE status = 'pending' GROUP BY bank_account_id, amount HAVING COUNT(*) > 1`,
		},
		{
			"a top-up is done exactly when a transfer for it was credited",
			`SELECT 'top-up ' || o.id
			FROM topup_orders o
			WHERE o.status = 'done' AND NOT EXISTS (SELECT 1 FROM bank_transfers t
				WHERE t.order_id = o.id AND t.status = 'credited' AND t.wallet_id = o.wallet_id)
			UNION ALL
			SELECT 'top-up ' || o.id
			FROM bank_transfers t JOIN topup_orders o ON o.id = t.order_id
			WHERE t.why = 'matched' AND (o.status <> 'done' OR o.amount <> t.amount OR o.bank_account_id <> t.bank_account_id
				OR o.client_id <> t.client_id OR o.wallet_id <> t.wallet_id)`,
		},
		{
			"a code is taken exactly while its top-up is open",
			`SELECT 'top-up ' || o.id
			FROM topup_orders o LEFT JOIN unique_codes c
				ON c.bank_account_id = o.bank_account_id AND c.code = o.code AND c.order_id = o.id
			WHERE (o.status = 'pending') <> (c.code IS NOT NULL)
			UNION ALL
			SELECT 'code ' || c.code || ' of account ' || c.bank_account_id
			FROM unique_codes c WHERE c.order_id IS NOT NULL
				AND NOT EXISTS (SELECT 1 FROM topup_orders o WHERE o.id = c.order_id AND o.status = 'pending')`,
		},
	}
}

// walletsOfBanks are the invariants of what banks' tables copy from wallets.
func walletsOfBanks() []check {
	return []check{
		{
			"top-ups and numbers name the type of their wallet",
			ofWallet("virtual_accounts", "'number ' || t.account_no") + " UNION ALL " +
				ofWallet("topup_orders", "'top-up ' || t.id") + " UNION ALL " +
				ofWallet("topup_requests", "'request ' || t.id") + " UNION ALL " +
				ofWallet("bank_transfers", "'transfer ' || t.id"),
		},
	}
}

// ofWallet finds rows of a table whose wallet is not there, or has another type than they say.
func ofWallet(table, name string) string {
	return "SELECT " + name + " FROM " + table + ` t LEFT JOIN wallets w ON w.client_id = t.client_id AND w.id = t.wallet_id
		WHERE t.wallet_id IS NOT NULL AND (w.id IS NULL OR w.type <> t.wallet_type)`
}
