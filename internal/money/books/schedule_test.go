package books_test

import "testing"

// soundSchedule is a small set of valid scheduled orders: one that is done with a line of each end, one that runs, and two
// runs of a series.
const soundSchedule = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 70, 5, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'bank_clearing', NULL, 'a', 1), (1, 2, 1, 'payment', -10, 100, 90, 'sales', 11, NULL, 1),
	(1, 3, 1, 'payment', -10, 90, 80, 'sales', 12, NULL, 1), (1, 4, 1, 'refund', 10, 80, 90, 'sales', 12, NULL, 1),
	(1, 5, 1, 'payment', -20, 90, 70, 'sales', 13, NULL, 1);
INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, refunded, channel, input_hash, created_at, updated_at)
VALUES (11, 1, 'A-1', 1, 'level_1', 'P', 'P', 'prepaid', '0811', 10, 4, FALSE, 'portal', 1, 1, 1),
	(12, 1, 'A-2', 1, 'level_1', 'P', 'P', 'prepaid', '0812', 10, 3, TRUE, 'portal', 1, 1, 1),
	(13, 1, 'B-1', 1, 'level_1', 'Q', 'Q', 'prepaid', '0811', 20, 5, FALSE, 'portal', 1, 1, 1);
INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at)
VALUES (11, 1, 1, 'a', 's', '11-1', 'answered', 'success', 1), (12, 1, 1, 'a', 's', '12-1', 'answered', 'failed_created', 1),
	(13, 1, 1, 'a', 's', '13-1', 'prepared', NULL, 1);
INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity, unit_price, status,
	immediate, scheduled_at, repeats, ends_at, series_id, run, token, executed_at, ended_at, waiting, pending, success, failed, error, canceled, charged, created_at)
VALUES (1, 1, 1, 'Payday', 'P', 'P', 'mobile', 'level_1', 'prepaid', 5, 10, 'done', TRUE, 1, FALSE, NULL, NULL, 0, 'A', 1, 2, 0, 0, 1, 2, 1, 1, 10, 1),
	(2, 1, 1, 'Fleet', 'Q', 'Q', 'mobile', 'level_1', 'prepaid', 3, 20, 'scheduled', TRUE, 1, FALSE, NULL, NULL, 0, 'B', 1, NULL, 2, 1, 0, 0, 0, 0, 20, 1),
	(3, 1, 1, 'Office', 'P', 'P', 'mobile', 'level_1', 'prepaid', 1, 10, 'canceled', FALSE, 5, TRUE, 99, 3, 0, 'C', NULL, 6, 0, 0, 0, 0, 0, 1, 0, 1),
	(4, 1, 1, 'Office', 'P', 'P', 'mobile', 'level_1', 'prepaid', 1, 10, 'scheduled', FALSE, 9, TRUE, 99, 3, 1, 'D', NULL, NULL, 1, 0, 0, 0, 0, 0, 0, 1);
INSERT INTO scheduled_lines (scheduled_order_id, line, client_id, destination_no, state, order_id, price, reason_code, updated_at)
VALUES (1, 1, 1, '0811', 'success', 11, 10, '', 1), (1, 2, 1, '0812', 'failed', 12, 10, '', 1), (1, 3, 1, '0813', 'failed', NULL, 0, 'InsufficientBalanceError', 1),
	(1, 4, 1, '0814', 'error', NULL, 0, 'BillError', 1), (1, 5, 1, '0815', 'canceled', NULL, 0, '', 1),
	(2, 1, 1, '0811', 'pending', 13, 20, '', 1), (2, 2, 1, '0812', 'placing', NULL, 0, '', 1), (2, 3, 1, '0813', 'waiting', NULL, 0, '', 1),
	(3, 1, 1, '0811', 'canceled', NULL, 0, '', 1), (4, 1, 1, '0811', 'waiting', NULL, 0, '', 1)`

// anOrder is a paid order of client 1 with a reference.
func anOrder(ref, destination string) string {
	return `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, created_at)
			VALUES (1, 6, 1, 'payment', -20, 70, 50, 'sales', 14, 1); UPDATE wallets SET balance = 50, seq = 6;
		INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, channel, input_hash, created_at, updated_at)
			VALUES (14, 1, '` + ref + `', 1, 'level_1', 'Q', 'Q', 'prepaid', '` + destination + `', 20, 4, 'portal', 1, 1, 1);
		INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at)
			VALUES (14, 1, 1, 'a', 's', '14-1', 'answered', 'success', 1)`
}

func TestVerifyNamesFaultsOfScheduledOrders(t *testing.T) {
	t.Parallel()

	findEach(t, soundSchedule, []planted{
		{"a lost line", "DELETE FROM scheduled_lines WHERE scheduled_order_id = 2 AND line = 2", "has its lines"},
		{"done with a line that runs", "UPDATE scheduled_lines SET state = 'waiting' WHERE scheduled_order_id = 1 AND line = 4", "only if all its lines have"},
		{"ended with another count", "UPDATE scheduled_orders SET success = 2, failed = 1 WHERE id = 1", "only if all its lines have"},
		{"an order of another destination", "UPDATE scheduled_lines SET destination_no = '0899' WHERE order_id = 11", "the order of a line"},
		{"an order that another line placed", "UPDATE orders SET client_ref = 'A-9' WHERE id = 11", "the order of a line"},
		{"another charge than the line says", "UPDATE scheduled_lines SET price = 9 WHERE order_id = 11", "the order of a line"},
		{"an order before the line is marked", anOrder("B-3", "0813"), "not placed has no order: not so for scheduled order 2 line 3"},
		{"a refused line that has an order", anOrder("A-3", "0813"), "not placed has no order: not so for scheduled order 1 line 3"},
		{"a failed line of an order that runs", "UPDATE scheduled_lines SET state = 'failed' WHERE order_id = 13", "the end of its order"},
		{"a paid line of an order that failed", "UPDATE scheduled_lines SET state = 'success' WHERE order_id = 12", "the end of its order"},
		{"a pending line of an order that has ended", "UPDATE scheduled_lines SET state = 'pending' WHERE order_id = 11", "ends when its order does: not so for scheduled order 1 line 1"},
		{"a pending line of an order that failed", "UPDATE scheduled_lines SET state = 'pending' WHERE order_id = 12", "ends when its order does: not so for scheduled order 1 line 2"},
		{"a line of which nobody noted that its order was placed and ended", anOrder("B-2", "0812"), "ends when its order does: not so for scheduled order 2 line 2"},
		{"a charge that no line has", "UPDATE scheduled_orders SET charged = 11 WHERE id = 1", "the sum of its lines"},
		{"a price that nobody confirmed", "UPDATE scheduled_orders SET unit_price = 9 WHERE id = 1", "more than was confirmed"},
		{"a month that was left out", "UPDATE scheduled_orders SET run = 2 WHERE id = 4", "follow one another"},
		{"a run before the one before it", "UPDATE scheduled_orders SET scheduled_at = 4 WHERE id = 4", "follow one another"},
	})
}
