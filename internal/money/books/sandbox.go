package books

// sandboxChecks are the invariants of sandboxes: their money and orders never meet real ones.
func sandboxChecks() []check {
	return []check{
		{
			"the accounts of sandboxes sum to zero by themselves",
			`SELECT 'the sandboxes, off by ' || off FROM (
				SELECT (SELECT COALESCE(SUM(balance), 0) FROM wallets WHERE client_id >= {sandbox})
					- (SELECT COALESCE(SUM(amount), 0) FROM wallet_history WHERE contra = 'sandbox') AS off) t
			WHERE off <> 0`,
		},
		{
			"the limits of sandboxes sum to zero by themselves",
			`SELECT 'the limits of sandboxes, off by ' || off FROM (
				SELECT (SELECT COALESCE(SUM(balance), 0) FROM settlements WHERE client_id >= {sandbox})
					- (SELECT COALESCE(SUM(amount), 0) FROM settlement_history WHERE client_id >= {sandbox}) AS off) t
			WHERE off <> 0`,
		},
		{
			"an invoice of a sandbox has a number of its own series, and no other has one of these",
			`SELECT 'invoice ' || invoice_no FROM invoices WHERE (entity LIKE 'TEST-%') <> (client_id >= {sandbox})`,
		},
		{
			"a row is posted against the account of sandboxes exactly when its wallet is of one",
			`SELECT 'wallet ' || wallet_id || ' row ' || seq FROM wallet_history WHERE (contra = 'sandbox') <> (client_id >= {sandbox})`,
		},
		{
			"an order is sent to the supplier of sandboxes exactly when it is of one",
			`SELECT 'order ' || order_id FROM order_attempts WHERE (supplier = 'sandbox') <> (client_id >= {sandbox})`,
		},
	}
}
