package books_test

import "testing"

const soundSandbox = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO clients (id, sandbox_of, code, name, legal_name, email_finance, created_at) VALUES (1000000001, 1, 'sandbox/1/1', 'Toko', 'PT Toko', '', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 100, 1, 1), (2, 1000000001, 'level_1', 50, 1, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'bank_clearing', NULL, 'a', 1), (2, 1, 1000000001, 'topup', 50, 0, 50, 'sandbox', NULL, 'a', 1)`

// What the database doesn't refuse, the books find.
func TestVerifyNamesFaultsOfSandboxes(t *testing.T) {
	t.Parallel()

	findEach(t, soundSandbox, []planted{
		{"money from nowhere", "UPDATE wallets SET balance = 51 WHERE id = 2", "accounts of sandboxes sum to zero"},
		{"money of a client in a sandbox", "UPDATE wallets SET balance = 90 WHERE id = 1; UPDATE wallets SET balance = 60 WHERE id = 2", "accounts of sandboxes sum to zero"},
	})
}
