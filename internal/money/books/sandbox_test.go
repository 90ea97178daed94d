package books_test

import "testing"

const soundSandbox = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO clients (id, sandbox_of, code, name, legal_name, email_finance, created_at) VALUES (1000000001, 1, 'sandbox/1/1', 'Toko', 'PT Toko', '', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 100, 1, 1), (2, 1000000001, 'level_1', 50, 1, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'bank_clearing', NULL, 'a', 1), (2, 1, 1000000001, 'topup', 50, 0, 50, 'sandbox', NULL, 'a', 1);
INSERT INTO settlements (id, client_id, credit_limit, max_limit, balance, seq, changed_at, days, created_at)
VALUES (1, 1, 100, 200, 100, 1, 1, 1, 1), (2, 1000000001, 50, 200, 50, 1, 1, 1, 1);
INSERT INTO settlement_history (settlement_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'granted', NULL, 'limit/1', 1), (2, 1, 1000000001, 'topup', 50, 0, 50, 'granted', NULL, 'limit/1', 1);
INSERT INTO settlement_periods (id, settlement_id, client_id, number, starts_at, ends_at, first_seq, days, credit_limit, max_limit)
VALUES (1, 1, 1, 1, 1, 10, 1, 1, 100, 200), (2, 2, 1000000001, 1, 1, 10, 1, 1, 50, 200)`

// What the database doesn't refuse, the books find.
func TestVerifyNamesFaultsOfSandboxes(t *testing.T) {
	t.Parallel()

	findEach(t, soundSandbox, []planted{
		{"money from nowhere", "UPDATE wallets SET balance = 51 WHERE id = 2", "accounts of sandboxes sum to zero"},
		{"a limit of a client in a sandbox", "UPDATE settlements SET balance = 90 WHERE id = 1; UPDATE settlements SET balance = 60 WHERE id = 2", "limits of sandboxes sum to zero"},
		{"money of a client in a sandbox", "UPDATE wallets SET balance = 90 WHERE id = 1; UPDATE wallets SET balance = 60 WHERE id = 2", "accounts of sandboxes sum to zero"},
	})
}
