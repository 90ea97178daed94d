package books_test

import "testing"

// soundShop has storefront orders that were delivered, failed on the wallet, run, wait for their payment, and were given up.
const soundShop = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 70, 5, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'bank_clearing', NULL, 'a', 1), (1, 2, 1, 'payment', -10, 100, 90, 'sales', 11, NULL, 1),
	(1, 3, 1, 'payment', -10, 90, 80, 'sales', 12, NULL, 1), (1, 4, 1, 'refund', 10, 80, 90, 'sales', 12, NULL, 1),
	(1, 5, 1, 'payment', -20, 90, 70, 'sales', 13, NULL, 1);
INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, refunded, channel, input_hash, created_at, updated_at)
VALUES (11, 1, 'shop-1', 1, 'level_1', 'P', 'P', 'prepaid', '0811', 10, 4, FALSE, 'storefront', 1, 1, 1),
	(12, 1, 'shop-2', 1, 'level_1', 'P', 'P', 'prepaid', '0812', 10, 3, TRUE, 'storefront', 1, 1, 1),
	(13, 1, 'shop-3', 1, 'level_1', 'P', 'P', 'prepaid', '0813', 20, 5, FALSE, 'storefront', 1, 1, 1);
INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at)
VALUES (11, 1, 1, 'a', 's', '11-1', 'answered', 'success', 1), (12, 1, 1, 'a', 's', '12-1', 'answered', 'failed_created', 1),
	(13, 1, 1, 'a', 's', '13-1', 'prepared', NULL, 1);
INSERT INTO storefront_orders (id, client_id, token, operator_code, operator_name, operator_type, product_code, product_name, denomination, destination_no,
	price, net_price, status, order_id, created_at, price_until, payable_until, paid_at, placed_at, ended_at)
VALUES (1, 1, 'a', 'o', 'O', 'mobile', 'P', 'P', '1', '0811', 11, 10, 'success', 11, 1, 2, 3, 1, 1, 2),
	(2, 1, 'b', 'o', 'O', 'mobile', 'P', 'P', '1', '0812', 11, 10, 'failed', 12, 1, 2, 3, 1, 1, 2),
	(3, 1, 'c', 'o', 'O', 'mobile', 'P', 'P', '1', '0813', 22, 20, 'processing', 13, 1, 2, 3, 1, 1, NULL),
	(4, 1, 'd', 'o', 'O', 'mobile', 'P', 'P', '1', '0814', 11, 10, 'waiting', NULL, 1, 2, 3, NULL, NULL, NULL),
	(5, 1, 'e', 'o', 'O', 'mobile', 'P', 'P', '1', '0815', 11, 10, 'failed', NULL, 1, 2, 3, NULL, NULL, 2),
	(6, 1, 'f', 'o', 'O', 'mobile', 'P', 'P', '1', '0816', 11, 10, 'paid', NULL, 1, 2, 3, 1, NULL, NULL)`

func TestVerifyNamesFaultsOfShops(t *testing.T) {
	t.Parallel()

	const notPlaced = "UPDATE storefront_orders SET order_id = NULL, placed_at = NULL, ended_at = "

	findEach(t, soundShop, []planted{
		{"delivered, and the order failed", "UPDATE storefront_orders SET status = 'success' WHERE id = 2", "ends as its order on the wallet does: not so for storefront order 2"},
		{"failed, and the order was delivered", "UPDATE storefront_orders SET status = 'failed' WHERE id = 1", "ends as its order on the wallet does: not so for storefront order 1"},
		{"runs on after its order", "UPDATE storefront_orders SET status = 'processing', ended_at = NULL WHERE id = 1", "ends as its order on the wallet does: not so for storefront order 1"},
		{"another price than it keeps", "UPDATE storefront_orders SET net_price = 9 WHERE id = 1", "costs what it keeps: not so for storefront order 1"},
		{"an order for nobody's payment", notPlaced + "NULL, status = 'waiting', paid_at = NULL WHERE id = 1", "no order on the wallet: not so for storefront order 1"},
		{"an order that was given up", notPlaced + "2, status = 'failed' WHERE id = 3", "no order on the wallet: not so for storefront order 3"},
		{"a paid order of which nobody noted that it was placed and ended", notPlaced + "NULL, status = 'paid' WHERE id = 1", "no order on the wallet: not so for storefront order 1"},
	})
}
