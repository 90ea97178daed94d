package books_test

import "testing"

// soundInvoices are a paid invoice with a credit and an open one with a credit note.
const soundInvoices = `
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1), (2, 'b', 'B', 'B', 'f@example.com', 1);
INSERT INTO sequences (name, value) VALUES ('invoice/LKT/2026', 2), ('credit-note/LKT/2026', 1);
INSERT INTO invoices (id, client_id, settlement_id, period_id, entity, year, number, invoice_no, token, period_from, period_to, issued_at, due_on, due_at,
	used, credited, amount, vat_points, vat_base, vat, seller, buyer, bank_code, account_no, account_name)
VALUES (1, 1, 1, 1, 'LKT', 2026, 1, 'a', 'a', 1, 2, 2, '2026-12-05', 9, 1000, 100, 900, 0, 0, 0, '{}', '{}', '', '', ''),
	(2, 1, 1, 2, 'LKT', 2026, 2, 'b', 'b', 2, 3, 3, '2026-12-05', 9, 1000, 0, 1000, 0, 0, 0, '{}', '{}', '', '', '');
INSERT INTO invoice_lines (invoice_id, kind, amount) VALUES (1, 'usage', 1000), (1, 'carried', -60), (1, 'refund', -50), (1, 'left', 10), (2, 'usage', 1000);
INSERT INTO invoice_states (invoice_id, client_id, settlement_id, status, due_at, paid_at) VALUES (1, 1, 1, 'paid', 9, 4), (2, 1, 1, 'unpaid', 9, NULL);
INSERT INTO credit_notes (id, invoice_id, client_id, entity, year, number, note_no, token, amount, vat, reason, created_by, issued_at)
VALUES (1, 2, 1, 'LKT', 2026, 1, 'c', 'c', 400, 0, 'r', 's', 4)`

func TestVerifyNamesFaultsOfInvoices(t *testing.T) {
	t.Parallel()

	findEach(t, soundInvoices, []planted{
		{"a number that is lost", "UPDATE sequences SET value = 3 WHERE name = 'invoice/LKT/2026'", "numbers of invoices have no gap"},
		{"a number of nothing", "INSERT INTO sequences (name, value) VALUES ('invoice/LKT/2025', 1)", "numbers of invoices have no gap"},
		{"a number of a credit note that is lost", "UPDATE sequences SET value = 2 WHERE name = 'credit-note/LKT/2026'", "numbers of credit notes have no gap"},
		{"a line too much", "INSERT INTO invoice_lines (invoice_id, kind, amount) VALUES (2, 'left', 5)", "so are its lines"},
		{"credited above the amount", `INSERT INTO credit_notes (id, invoice_id, client_id, entity, year, number, note_no, token, amount, vat, reason, created_by, issued_at)
			VALUES (2, 2, 1, 'LKT', 2026, 2, 'd', 'd', 601, 0, 'r', 's', 4); UPDATE sequences SET value = 2 WHERE name = 'credit-note/LKT/2026'`, "not credited above"},
		{"open and credited whole", `INSERT INTO credit_notes (id, invoice_id, client_id, entity, year, number, note_no, token, amount, vat, reason, created_by, issued_at)
			VALUES (2, 2, 1, 'LKT', 2026, 2, 'd', 'd', 600, 0, 'r', 's', 4); UPDATE sequences SET value = 2 WHERE name = 'credit-note/LKT/2026'`, "an open invoice is not credited whole"},
		{"a file of another client", `INSERT INTO invoice_files (id, invoice_id, client_id, kind, file_key, size, sha256, created_by, created_at)
			VALUES (1, 1, 2, 'proof', 'k', 1, '', 's', 4)`, "files of an invoice belong"},
	})
}
