package db_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Whatever a program does, the database keeps the rows of sandboxes and of clients apart.
func TestDatabaseKeepsSandboxesApart(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		testkit.InsertClient(t, d, 7)

		insert := func(text string) error {
			return d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(t.Context(), text)

				return err
			})
		}

		const (
			sandbox = `INSERT INTO clients (sandbox_of, id, code, name, legal_name, email_finance, created_at) VALUES `
			row     = `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at) VALUES `
			attempt = `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at) VALUES `
			clock   = `UPDATE clients SET clock_ahead = 5 WHERE id = `
			invoice = `INSERT INTO invoices (id, client_id, settlement_id, period_id, entity, year, number, invoice_no, token, period_from, period_to, issued_at, due_on, due_at,
				used, credited, amount, vat_points, vat_base, vat, seller, buyer, bank_code, account_no, account_name) VALUES `
			amounts = `1, 2, 3, '2026-11-27', 4, 5, 0, 5, 0, 0, 0, '{}', '{}', '', '', '')`
			user    = `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, created_at) VALUES `
		)

		for _, good := range []string{
			sandbox + `(7, 1000000007, 'sandbox/7/1', 'n', 'n', '', 1)`,
			clock + `1000000007`, invoice + `(1, 7, 1, 1, 'LKT', 2026, 1, 'a', 'a', ` + amounts, invoice + `(2, 1000000007, 2, 2, 'TEST-1000000007', 2026, 1, 'b', 'b', ` + amounts,
			row + `(1, 1, 7, 'topup', 5, 0, 5, 'bank_clearing', 'a', 1)`, row + `(2, 1, 1000000007, 'topup', 5, 0, 5, 'sandbox', 'a', 1)`,
			attempt + `(1, 1, 7, 'a', 's', '1', 'prepared', 1)`, attempt + `(1, 1, 1000000007, 'sandbox', 's', '2', 'prepared', 1)`,
		} {
			testkit.Must(t, insert(good))
		}

		for _, bad := range []string{
			sandbox + `(7, 2000000007, 'sandbox/7/2', 'n', 'n', '', 1)`,    // a second one that is active
			sandbox + `(7, 1000000008, 'sandbox/8/1', 'n', 'n', '', 1)`,    // of another client
			sandbox + `(NULL, 1000000009, 'sandbox/9/1', 'n', 'n', '', 1)`, // of nobody
			sandbox + `(7, 8, 'eight', 'n', 'n', '', 1)`,                   // with the id of a client
			row + `(1, 2, 7, 'topup', 5, 5, 10, 'sandbox', 'b', 1)`, row + `(2, 2, 1000000007, 'topup', 5, 5, 10, 'sales', 'b', 1)`,
			attempt + `(1, 2, 7, 'sandbox', 's', '3', 'prepared', 1)`, attempt + `(1, 2, 1000000007, 'a', 's', '4', 'prepared', 1)`,
			attempt + `(1, 2, 1000000007, '', 's', '4', 'prepared', 1)`,
			clock + `7`, // a client's is the real one
			invoice + `(3, 7, 1, 3, 'TEST-7', 2026, 1, 'c', 'c', ` + amounts, invoice + `(4, 1000000007, 2, 4, 'LKT', 2026, 2, 'd', 'd', ` + amounts,
			user + `(9, 1000000007, 'u', 'u', 'u@example.com', 'x', 1, 1)`,
		} {
			if insert(bad) == nil {
				t.Errorf("the database takes %s", bad)
			}
		}
	})
}
