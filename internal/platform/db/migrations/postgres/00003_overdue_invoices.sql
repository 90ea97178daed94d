-- +goose Up

-- Whether the event that an invoice is overdue was recorded. So far it was recorded with the last reminder.
ALTER TABLE invoice_states ADD COLUMN overdue_recorded BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE invoice_states SET overdue_recorded = TRUE
    WHERE EXISTS (SELECT 1 FROM invoice_mails m WHERE m.invoice_id = invoice_states.invoice_id AND m.mail = 'overdue');
CREATE INDEX invoice_states_overdue ON invoice_states (due_at) WHERE paid_at IS NULL AND NOT overdue_recorded;
