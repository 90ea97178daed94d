-- +goose Up
-- The period whose invoice is less by a credit note, since the invoice that it corrects was paid already. That invoice shows the VAT.
ALTER TABLE credit_notes ADD COLUMN period_id BIGINT CHECK (period_id IS NULL OR vat = 0);
CREATE INDEX credit_notes_period ON credit_notes (period_id) WHERE period_id IS NOT NULL;

-- Files that are being stored: a row from before a file is written until the transaction that refers to it. What a crash leaves
-- is deleted with its row.
CREATE TABLE invoice_uploads (
    file_key   TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);
