package books_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/money/books"
	"loket/internal/platform/db"
)

// soundSettlement is a limit with two closed periods and an open one: an order that was invoiced, one that was refunded in its
// period, and one that was refunded after its period, which is a credit of the second one.
const soundSettlement = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO settlements (id, client_id, credit_limit, max_limit, balance, seq, changed_at, days, created_at) VALUES (1, 1, 1000, 2000, 940, 8, 25, 1, 1);
INSERT INTO settlement_history (settlement_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 1000, 0, 1000, 'granted', NULL, 'limit/1', 1), (1, 2, 1, 'payment', -10, 1000, 990, 'sales', 11, NULL, 2),
	(1, 3, 1, 'payment', -20, 990, 970, 'sales', 12, NULL, 3), (1, 4, 1, 'refund', 20, 970, 990, 'sales', 12, NULL, 4),
	(1, 5, 1, 'payment', -40, 990, 950, 'sales', 13, NULL, 5), (1, 6, 1, 'refund', 40, 950, 990, 'sales', 13, NULL, 11),
	(1, 7, 1, 'payment', -60, 990, 930, 'sales', 14, NULL, 12), (1, 8, 1, 'invoice_paid', 10, 930, 940, 'receivable', NULL, 'invoice/1', 25);
INSERT INTO settlement_periods (id, settlement_id, client_id, number, starts_at, ends_at, first_seq, last_seq, days, credit_limit, max_limit, used, refunded, closed_at)
VALUES (1, 1, 1, 1, 1, 10, 1, 5, 1, 1000, 2000, 50, 0, 10), (2, 1, 1, 2, 10, 20, 6, 7, 1, 1000, 2000, 60, 40, 20),
	(3, 1, 1, 3, 20, 30, 8, NULL, 1, 1000, 2000, 0, 0, NULL);
INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, refunded, payment_type, channel, input_hash, created_at, updated_at)
VALUES (11, 1, 'r1', 0, 'level_1', 'P', 'P', 'prepaid', '0', 10, 4, FALSE, 'settlement', 'h2h', 1, 1, 1),
	(12, 1, 'r2', 0, 'level_1', 'P', 'P', 'prepaid', '0', 20, 3, TRUE, 'settlement', 'h2h', 1, 1, 1),
	(13, 1, 'r3', 0, 'level_1', 'P', 'P', 'prepaid', '0', 40, 3, TRUE, 'settlement', 'h2h', 1, 1, 1),
	(14, 1, 'r4', 0, 'level_1', 'P', 'P', 'prepaid', '0', 60, 4, FALSE, 'settlement', 'h2h', 1, 1, 1)`

// The faults are planted with the constraints that refuse them removed.
func TestVerifyNamesFaultsOfSettlements(t *testing.T) {
	t.Parallel()

	findEach(t, soundSettlement, []planted{
		{"a limit that nobody granted", "UPDATE settlements SET credit_limit = 1001", "limit = balance + used"},
		{"a balance without a row", "UPDATE settlements SET balance = 941", "a settlement's balance is the sum"},
		{"an order that no limit paid", `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, refunded, payment_type, channel, input_hash, created_at, updated_at)
			VALUES (15, 1, 'r5', 0, 'level_1', 'P', 'P', 'prepaid', '0', 10, 4, FALSE, 'settlement', 'h2h', 1, 1, 1)`, "to its own settlement"},
		{"an order that a limit paid, and a wallet should have", "UPDATE orders SET payment_type = 'deposit' WHERE id = 11", "every charge and refund belongs to an order"},
		{"a failed order whose limit is not free", "UPDATE orders SET status = 3, refunded = TRUE WHERE id = 11", "refunded exactly when it failed"},
		{"a credit from nowhere", "UPDATE settlement_periods SET credit_before = 5 WHERE id = 3", "periods follow one another"},
		{"no open period", "UPDATE settlement_periods SET closed_at = 30, last_seq = 8 WHERE id = 3", "periods follow one another"},
	})
}

// A closed period never changes, so these books are wrong from the begin.
func TestVerifyNamesFaultsOfPeriods(t *testing.T) {
	t.Parallel()

	first := "(1, 1, 1, 1, 1, 10, 1, 5, 1, 1000, 2000, 50, 0, 10)"
	second := "(2, 1, 1, 2, 10, 20, 6, 7, 1, 1000, 2000, 60, 40, 20)"

	for _, f := range []struct{ name, old, wrong, want string }{
		{"a close that counts an order twice", first, "(1, 1, 1, 1, 1, 10, 1, 5, 1, 1000, 2000, 60, 0, 10)", "has used what its orders took"},
		{"a refund in the wrong period", first, "(1, 1, 1, 1, 1, 10, 1, 5, 1, 1000, 2000, 10, 0, 10)", "has used what its orders took"},
		{"a late refund that is no credit", second, "(2, 1, 1, 2, 10, 20, 6, 7, 1, 1000, 2000, 60, 0, 20)", "has used what its orders took"},
		{"an order in two periods", second, "(2, 1, 1, 2, 10, 20, 5, 7, 1, 1000, 2000, 60, 40, 20)", "periods follow one another"},
		{"an order of another time", first, "(1, 1, 1, 1, 1, 5, 1, 5, 1, 1000, 2000, 50, 0, 10)", "has the rows of its time"},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				run(t, d, strings.Replace(soundSettlement, f.old, f.wrong, 1))

				report, err := books.Verify(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}

				if all := strings.Join(report.Problems, "\n"); !strings.Contains(all, f.want) {
					t.Errorf("not found; the report says: %q", all)
				}
			})
		})
	}
}
