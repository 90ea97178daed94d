-- before
INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1, 'toko', 'Toko', 'PT Toko', 'f@example.com', 1);
INSERT INTO invoices (id, client_id, settlement_id, period_id, entity, year, number, invoice_no, token, period_from, period_to, issued_at, due_on, due_at,
	used, credited, amount, vat_points, vat_base, vat, seller, buyer, bank_code, account_no, account_name)
	VALUES (1, 1, 1, 1, 'LKT', 2026, 1, 'a', 'a', 1, 2, 2, '2026-12-05', 9, 1000, 0, 1000, 0, 0, 0, '{}', '{}', '', '', ''),
	(2, 1, 1, 2, 'LKT', 2026, 2, 'b', 'b', 2, 3, 3, '2026-12-05', 9, 1000, 0, 1000, 0, 0, 0, '{}', '{}', '', '', '');
INSERT INTO invoice_states (invoice_id, client_id, settlement_id, status, due_at) VALUES (1, 1, 1, 'unpaid', 9), (2, 1, 1, 'unpaid', 9);
INSERT INTO invoice_mails (invoice_id, mail, sent_at) VALUES (1, 'due', 8), (1, 'overdue', 10), (2, 'due', 8);
-- after
SELECT overdue_recorded AND due_at = 9 FROM invoice_states WHERE invoice_id = 1;
SELECT NOT overdue_recorded FROM invoice_states WHERE invoice_id = 2;
SELECT COUNT(*) = 3 FROM invoice_mails;
