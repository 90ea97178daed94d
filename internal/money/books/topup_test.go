package books_test

import "testing"

// soundTopups is a small set of valid top-ups: a payment of a virtual account with a fee, a matched transfer, one that
// staff assigned, one that was returned, one in suspense, and an open order.
const soundTopups = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 151596, 4, 1);
INSERT INTO banks (id, code, short_code, name) VALUES (1, 'BBCA', 'bca', 'BCA');
INSERT INTO bank_accounts (id, bank_id, account_no, name, status, created_at) VALUES (1, 1, '12345', 'PT', 'active', 1);
INSERT INTO payment_channels (id, bank_id, prefix, status, minimum_topup, fee, created_at) VALUES (1, 1, '807', 'active', 10000, 500, 1);
INSERT INTO virtual_accounts (id, client_id, wallet_id, wallet_type, channel_id, account_no, created_at) VALUES (1, 1, 1, 'level_1', 1, '8071', 1);
INSERT INTO va_payments (bank_code, payment_request_id, virtual_account_id, client_id, wallet_id, account_no, amount, fee, reference, posting_key, paid_at, received_at)
VALUES ('BBCA', 'p', 1, 1, 1, '8071', 100000, 500, 'r', 'va/BBCA/p', 1, 1);
INSERT INTO topup_orders (id, client_id, wallet_id, wallet_type, bank_account_id, nominal, code, amount, reference, status, created_by, created_at, expires_at, ended_at)
VALUES (1, 1, 1, 'level_1', 1, 50000, 7, 50007, '00031', 'done', 'u', 1, 9, 2), (2, 1, 1, 'level_1', 1, 50000, 8, 50008, '00032', 'pending', 'u', 1, 9, NULL);
INSERT INTO unique_codes (bank_account_id, code, order_id) VALUES (1, 7, NULL), (1, 8, 2);
INSERT INTO bank_transfers (id, bank_code, account_no, mutation_id, bank_account_id, amount, description, booked_at, received_at, status, why, order_id, client_id, wallet_id, wallet_type, posting_key, settled_at)
VALUES (1, 'BBCA', '12345', 'a', 1, 50007, '', 1, 1, 'credited', 'matched', 1, 1, 1, 'level_1', 'transfer/1', 2),
	(2, 'BBCA', '12345', 'b', 1, 2089, '', 1, 1, 'credited', 'unmatched', NULL, 1, 1, 'level_1', 'transfer/2', 2),
	(3, 'BBCA', '12345', 'c', 1, 300, '', 1, 1, 'returned', 'unmatched', NULL, NULL, NULL, NULL, NULL, 2),
	(4, 'BBCA', '12345', 'd', 1, 400, '', 1, 1, 'suspense', 'unmatched', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO suspense_entries (transfer_id, entry, debit, credit, amount, actor, created_at)
VALUES (2, 'held', 'bank_clearing', 'suspense', 2089, 's', 1), (2, 'assigned', 'suspense', 'bank_clearing', 2089, 's', 1),
	(3, 'held', 'bank_clearing', 'suspense', 300, 's', 1), (3, 'returned', 'suspense', 'bank_returns', 300, 's', 1),
	(4, 'held', 'bank_clearing', 'suspense', 400, 's', 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup_va', 100000, 0, 100000, 'bank_clearing', NULL, 'va/BBCA/p', 1), (1, 2, 1, 'topup_fee', -500, 100000, 99500, 'fees', NULL, 'va/BBCA/p/topup_fee', 1),
	(1, 3, 1, 'topup', 50007, 99500, 149507, 'bank_clearing', NULL, 'transfer/1', 1), (1, 4, 1, 'topup', 2089, 149507, 151596, 'bank_clearing', NULL, 'transfer/2', 1)`

// The faults are planted with the constraints that refuse them removed.
func TestVerifyNamesFaultsOfTopups(t *testing.T) {
	t.Parallel()

	const credit = `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
		VALUES (1, 5, 1, 'topup', 5, 151596, 151601, 'bank_clearing', 'transfer/9', 1); UPDATE wallets SET balance = 151601, seq = 5`

	faults := []planted{
		{"a payment that was not credited", `INSERT INTO va_payments (bank_code, payment_request_id, virtual_account_id, client_id, wallet_id, account_no, amount, fee, reference, posting_key, paid_at, received_at)
			VALUES ('BBCA', 'q', 1, 1, 1, '8071', 100000, 0, 'r', 'va/BBCA/q', 1, 1)`, "payment of a virtual account"},
		{"a payment without its fee", `INSERT INTO va_payments (bank_code, payment_request_id, virtual_account_id, client_id, wallet_id, account_no, amount, fee, reference, posting_key, paid_at, received_at)
			VALUES ('BBCA', 'q', 1, 1, 1, '8071', 100000, 1, 'r', 'transfer/1', 1, 1)`, "payment of a virtual account"},
		{"a transfer that was not credited", "UPDATE bank_transfers SET status = 'credited', client_id = 1, wallet_id = 1, wallet_type = 'level_1', posting_key = 'transfer/4', settled_at = 1 WHERE id = 4", "transfer that was credited"},
		{"a credit without a transfer", credit, "belongs to a payment or a transfer"},
		{"money from nowhere", credit, "credited + in suspense + returned"},
		{"money in no account", `INSERT INTO bank_transfers (id, bank_code, account_no, mutation_id, amount, description, booked_at, received_at, status, why)
			VALUES (5, 'BBCA', '12345', 'e', 7, '', 1, 1, 'suspense', 'unmatched')`, "suspense account holds"},
		{"a return that is not entered", "UPDATE bank_transfers SET status = 'returned', settled_at = 1 WHERE id = 4", "suspense account holds"},
		{"two open top-ups", `DROP INDEX topup_orders_open; DROP INDEX topup_orders_total; INSERT INTO topup_orders
				(id, client_id, wallet_id, wallet_type, bank_account_id, nominal, code, amount, reference, status, created_by, created_at, expires_at)
			VALUES (3, 1, 1, 'level_1', 1, 50000, 8, 50008, '00033', 'pending', 'u', 1, 9)`, "one of a client"},
		{"done without a transfer", "UPDATE topup_orders SET status = 'done', ended_at = 1 WHERE id = 2", "done exactly when"},
		{"a code of an ended top-up", "UPDATE topup_orders SET status = 'expired', ended_at = 1 WHERE id = 2", "code is taken exactly"},
		{"a number of another wallet", "UPDATE virtual_accounts SET wallet_type = 'level_2'", "the type of their wallet"},
		{"a request for no wallet", `INSERT INTO topup_requests (id, client_id, wallet_id, wallet_type, amount, note, created_by, created_at)
			VALUES (1, 1, 9, 'level_1', 1, '', 'u', 1)`, "the type of their wallet"},
		{"an open top-up without its code", "UPDATE unique_codes SET order_id = NULL", "code is taken exactly"},
	}

	findEach(t, soundTopups, faults)
}
