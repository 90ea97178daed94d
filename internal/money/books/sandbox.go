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
			"a row is posted against the account of sandboxes exactly when its wallet is of one",
			`SELECT 'wallet ' || wallet_id || ' row ' || seq FROM wallet_history WHERE (contra = 'sandbox') <> (client_id >= {sandbox})`,
		},
		{
			"an order is sent to the supplier of sandboxes exactly when it is of one",
			`SELECT 'order ' || order_id FROM order_attempts WHERE (supplier = 'sandbox') <> (client_id >= {sandbox})`,
		},
	}
}
