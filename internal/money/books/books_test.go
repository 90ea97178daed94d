package books_test

import (
	"errors"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/money/books"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// sound is a small set of valid books: a top-up, an order that succeeded, one that
// failed over and was refunded, and, of another wallet, pending orders: one waits, one is
// in flight, one is under query, and one waits for staff.
const sound = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (1, 1, 'level_1', 90, 4, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (1, 1, 1, 'topup', 100, 0, 100, 'bank_clearing', NULL, 'a', 1), (1, 2, 1, 'payment', -10, 100, 90, 'sales', 11, NULL, 1),
       (1, 3, 1, 'payment', -20, 90, 70, 'sales', 12, NULL, 1), (1, 4, 1, 'refund', 20, 70, 90, 'sales', 12, NULL, 1);
INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, refunded, channel, input_hash, created_at, updated_at)
VALUES (11, 1, 'r1', 1, 'level_1', 'P', 'P', 'prepaid', '0', 10, 4, FALSE, 'h2h', 1, 1, 1),
       (12, 1, 'r2', 1, 'level_1', 'P', 'P', 'prepaid', '0', 20, 3, TRUE, 'h2h', 1, 1, 1);
INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at)
VALUES (11, 1, 1, 'a', 's', '11-1', 'answered', 'success', 1), (12, 1, 1, 'a', 's', '12-1', 'answered', 'failed_not_created', 1),
       (12, 2, 1, 'b', 's', '12-2', 'answered', 'failed_created', 1);
INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES (2, 1, 'level_2', 6, 5, 1);
INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, created_at)
VALUES (2, 1, 1, 'topup', 10, 0, 10, 'bank_clearing', NULL, 'c', 1), (2, 2, 1, 'payment', -1, 10, 9, 'sales', 21, NULL, 1),
       (2, 3, 1, 'payment', -1, 9, 8, 'sales', 22, NULL, 1), (2, 4, 1, 'payment', -1, 8, 7, 'sales', 23, NULL, 1),
       (2, 5, 1, 'payment', -1, 7, 6, 'sales', 24, NULL, 1);
INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, channel, input_hash, created_at, updated_at)
VALUES (21, 1, 'waits', 2, 'level_2', 'P', 'P', 'prepaid', '0', 1, 5, 'h2h', 1, 1, 1), (22, 1, 'in flight', 2, 'level_2', 'P', 'P', 'prepaid', '0', 1, 5, 'h2h', 1, 1, 1),
       (23, 1, 'under query', 2, 'level_2', 'P', 'P', 'prepaid', '0', 1, 5, 'h2h', 1, 1, 1), (24, 1, 'for staff', 2, 'level_2', 'P', 'P', 'prepaid', '0', 1, 5, 'h2h', 1, 1, 1);
INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at, next_check_at)
VALUES (21, 1, 1, 'a', 's', '21-1', 'prepared', NULL, 1, NULL), (22, 1, 1, 'a', 's', '22-1', 'sending', NULL, 1, 9),
       (23, 1, 1, 'a', 's', '23-1', 'answered', 'pending', 1, 9), (24, 1, 1, 'a', 's', '24-1', 'answered', 'unknown', 1, NULL);
INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at) VALUES (24, 'unknown', 1, '', 1)`

func run(t *testing.T, d *db.DB, script string) {
	t.Helper()

	for statement := range strings.SplitSeq(script, ";") {
		testkit.Exec(t, d, statement)
	}
}

// Verify names each planted fault. Where a constraint refuses the obvious fault,
// the test writes wrong books that satisfy the constraint.
func TestVerifyFindsPlantedFaults(t *testing.T) {
	t.Parallel()

	faults := []planted{
		{"a balance that no row explains", "UPDATE wallets SET balance = 91", "sum of its rows"},
		{"a lost row", "UPDATE wallets SET seq = 5", "sum of its rows"},
		{"a gap", `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
			VALUES (1, 6, 1, 'topup', 5, 90, 95, 'sales', 'b', 1); UPDATE wallets SET balance = 95, seq = 6`, "rows chain"},
		{"a row that starts elsewhere", `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
			VALUES (1, 5, 1, 'topup', 5, 80, 85, 'sales', 'b', 1); UPDATE wallets SET balance = 95, seq = 5`, "rows chain"},
		{"a row earlier than the one before it", `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
			VALUES (1, 5, 1, 'topup', 5, 90, 95, 'sales', 'b', 0); UPDATE wallets SET balance = 95, seq = 5`, "back in time"},
		{"a row of nobody's wallet", `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
			VALUES (9, 1, 1, 'topup', 5, 0, 5, 'sales', 'b', 1)`, "trial balance"},
		{"an order that was not charged", `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price, status, channel, input_hash, created_at, updated_at)
			VALUES (13, 1, 'r3', 1, 'level_1', 'P', 'P', 'prepaid', '0', 10, 5, 'h2h', 1, 1, 1)`, "charged once"},
		{"a charge of another price", "UPDATE orders SET price = 11 WHERE id = 11", "charged once"},
		{"a charge without an order", "DELETE FROM orders WHERE id = 11", "belongs to an order"},
		{"a failed order without its refund", "UPDATE orders SET status = 3 WHERE id = 11", "refunded exactly when"},
		{"a refund of what did not fail", "UPDATE orders SET status = 4, refunded = FALSE WHERE id = 12", "refunded exactly when"},
		{"delivered and refunded", "UPDATE order_attempts SET outcome = 'success' WHERE reference = '12-2'", "supplier's success"},
		{"delivered twice", `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, outcome, prepared_at)
			VALUES (11, 2, 1, 'b', 's', '11-2', 'answered', 'success', 1)`, "supplier's success"},
		{"sent elsewhere though it may have been executed", "UPDATE order_attempts SET outcome = 'unknown' WHERE reference = '12-1'", "no attempt follows"},
		{"a pending order without an attempt", "DELETE FROM order_attempts WHERE order_id = 21", "a pending order waits, is in flight or under query, or has an open review: not so for order 21"},
		{"a call that nobody asks about", "UPDATE order_attempts SET next_check_at = NULL WHERE order_id = 22", "not so for order 22"},
		{"an open outcome that nobody asks about", "UPDATE order_attempts SET next_check_at = NULL WHERE order_id = 23", "not so for order 23"},
		{"an order whose review was closed", "UPDATE order_reviews SET resolved_at = 2 WHERE order_id = 24", "not so for order 24"},
		{"a failed attempt that neither ended its order nor was followed", "UPDATE order_attempts SET state = 'answered', outcome = 'failed_not_created' WHERE order_id = 21", "not so for order 21"},
	}

	findEach(t, sound, faults)
}

// planted is a fault in sound books, and a part of the sentence that names it.
type planted struct{ name, plant, want string }

// findEach proves that sound books pass, and that each fault in them is named.
func findEach(t *testing.T, sound string, faults []planted) {
	t.Helper()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		run(t, d, sound)
		testkit.ProveBooks(t, d)

		for _, f := range faults {
			t.Run(f.name, func(t *testing.T) {
				if all := strings.Join(problemsOf(t, d, f.plant), "\n"); !strings.Contains(all, f.want) {
					t.Errorf("not found; the report says: %q", all)
				}
			})
		}
	})
}

var errUndo = errors.New("undo")

// problemsOf are those of the books with a fault, which is planted in a transaction that is rolled back: a database for each would take
// minutes.
func problemsOf(t *testing.T, d *db.DB, plant string) []string {
	t.Helper()

	var report books.Report

	err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		for statement := range strings.SplitSeq(plant, ";") {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}

		if report, err = books.VerifyIn(t.Context(), tx); err != nil {
			return err
		}

		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Fatal(err)
	}

	return report.Problems
}
