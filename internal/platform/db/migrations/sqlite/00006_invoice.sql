-- +goose Up
-- VAT (PPN) that prices contain, by start date: points hundredths of a per cent of base_part/base_whole of the net price.
-- Without a row invoices show no VAT.
CREATE TABLE vat_rates (
    starts_at  BIGINT NOT NULL PRIMARY KEY,
    points     BIGINT NOT NULL CHECK (points BETWEEN 0 AND 10000),
    base_part  BIGINT NOT NULL CHECK (base_part BETWEEN 1 AND 1000),
    base_whole BIGINT NOT NULL CHECK (base_whole BETWEEN base_part AND 1000)
);

-- What a settlement used in one period. A row never changes: what happens to an invoice is in invoice_states, a mistake is
-- corrected by a credit note.
CREATE TABLE invoices (
    id            INTEGER NOT NULL PRIMARY KEY,
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    settlement_id BIGINT NOT NULL,
    period_id     BIGINT NOT NULL UNIQUE, -- a period is closed once
    entity        TEXT NOT NULL, -- code of the provider's legal entity
    year          BIGINT NOT NULL, -- of the issue, Asia/Jakarta
    number        BIGINT NOT NULL CHECK (number > 0), -- without gaps in entity and year
    invoice_no    TEXT NOT NULL UNIQUE,
    token         TEXT NOT NULL UNIQUE, -- name of its files in links
    period_from   BIGINT NOT NULL,
    period_to     BIGINT NOT NULL,
    issued_at     BIGINT NOT NULL,
    due_on        TEXT NOT NULL, -- YYYY-MM-DD, in the client's zone
    due_at        BIGINT NOT NULL, -- end of that day: overdue from then
    used          BIGINT NOT NULL CHECK (used >= 0),
    credited      BIGINT NOT NULL CHECK (credited BETWEEN 0 AND used),
    amount        BIGINT NOT NULL,
    vat_points    BIGINT NOT NULL CHECK (vat_points >= 0),
    vat_base      BIGINT NOT NULL CHECK (vat_base >= 0),
    vat           BIGINT NOT NULL CHECK (vat BETWEEN 0 AND amount), -- contained in the amount
    seller        TEXT NOT NULL, -- JSON, as they were at the issue
    buyer         TEXT NOT NULL, -- JSON
    bank_code     TEXT NOT NULL, -- account to pay to
    account_no    TEXT NOT NULL,
    account_name  TEXT NOT NULL,
    UNIQUE (entity, year, number),
    CHECK (amount = used - credited),
    CHECK (period_from < period_to)
);
CREATE INDEX invoices_client ON invoices (client_id, id);

-- What an invoice adds up: what was used, refunds of orders of earlier periods, credit that the period before left
-- (carried), and credit that is left for the next one. The orders themselves are rows of the settlement's history.
CREATE TABLE invoice_lines (
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    kind       TEXT NOT NULL CHECK (kind IN ('usage', 'refund', 'carried', 'left')),
    amount     BIGINT NOT NULL,
    PRIMARY KEY (invoice_id, kind),
    CHECK (CASE WHEN kind IN ('usage', 'left') THEN amount >= 0 ELSE amount < 0 END)
);

-- Files about invoices: proofs of payment from clients, formal tax invoices from staff. The newest of a kind counts.
CREATE TABLE invoice_files (
    id         INTEGER NOT NULL PRIMARY KEY,
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    client_id  BIGINT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('proof', 'formal')),
    file_key   TEXT NOT NULL UNIQUE,
    size       BIGINT NOT NULL CHECK (size > 0),
    sha256     TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX invoice_files_invoice ON invoice_files (invoice_id, id);

-- Where an invoice stands. The status only moves forward.
CREATE TABLE invoice_states (
    invoice_id    BIGINT NOT NULL PRIMARY KEY REFERENCES invoices (id),
    client_id     BIGINT NOT NULL,
    settlement_id BIGINT NOT NULL,
    status        TEXT NOT NULL CHECK (status IN ('unpaid', 'pending', 'paid', 'done')),
    due_at        BIGINT NOT NULL, -- copy of the invoice's, for the index
    transfer_on   TEXT, -- YYYY-MM-DD, as the client says
    proof_id      BIGINT REFERENCES invoice_files (id),
    formal_id     BIGINT REFERENCES invoice_files (id),
    remind_at     BIGINT, -- when the next mail is due
    paid_at       BIGINT,
    done_at       BIGINT,
    CHECK ((paid_at IS NULL) = (status IN ('unpaid', 'pending'))),
    CHECK ((done_at IS NULL) = (status <> 'done')),
    CHECK (status <> 'pending' OR proof_id IS NOT NULL),
    CHECK (remind_at IS NULL OR status IN ('unpaid', 'pending'))
);
CREATE INDEX invoice_states_open ON invoice_states (settlement_id, due_at) WHERE paid_at IS NULL;
CREATE INDEX invoice_states_remind ON invoice_states (remind_at) WHERE remind_at IS NOT NULL;

-- Corrections of invoices, with numbers of their own without gaps.
CREATE TABLE credit_notes (
    id         INTEGER NOT NULL PRIMARY KEY,
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    client_id  BIGINT NOT NULL,
    entity     TEXT NOT NULL,
    year       BIGINT NOT NULL,
    number     BIGINT NOT NULL CHECK (number > 0),
    note_no    TEXT NOT NULL UNIQUE,
    token      TEXT NOT NULL UNIQUE,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    vat        BIGINT NOT NULL CHECK (vat BETWEEN 0 AND amount),
    reason     TEXT NOT NULL, -- the client reads it
    created_by TEXT NOT NULL,
    issued_at  BIGINT NOT NULL,
    UNIQUE (entity, year, number)
);
CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id, id);

-- The mails about an invoice, each sent once.
CREATE TABLE invoice_mails (
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    mail       TEXT NOT NULL CHECK (mail IN ('issued', 'before', 'due', 'overdue')),
    sent_at    BIGINT NOT NULL,
    PRIMARY KEY (invoice_id, mail)
);

-- +goose StatementBegin
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoice_lines is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_lines_no_delete BEFORE DELETE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoice_lines is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_files_no_update BEFORE UPDATE ON invoice_files
BEGIN
    SELECT RAISE(ABORT, 'invoice_files is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_files_no_delete BEFORE DELETE ON invoice_files
BEGIN
    SELECT RAISE(ABORT, 'invoice_files is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_update BEFORE UPDATE ON credit_notes
BEGIN
    SELECT RAISE(ABORT, 'credit_notes is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER credit_notes_no_delete BEFORE DELETE ON credit_notes
BEGIN
    SELECT RAISE(ABORT, 'credit_notes is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_mails_no_update BEFORE UPDATE ON invoice_mails
BEGIN
    SELECT RAISE(ABORT, 'invoice_mails is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_mails_no_delete BEFORE DELETE ON invoice_mails
BEGIN
    SELECT RAISE(ABORT, 'invoice_mails is append-only');
END;
-- +goose StatementEnd
-- The status moves forward, and what was paid stays as it was paid.
-- +goose StatementBegin
CREATE TRIGGER invoice_states_forward BEFORE UPDATE ON invoice_states
WHEN CASE NEW.status WHEN 'unpaid' THEN 0 WHEN 'pending' THEN 1 WHEN 'paid' THEN 2 ELSE 3 END < CASE OLD.status WHEN 'unpaid' THEN 0 WHEN 'pending' THEN 1 WHEN 'paid' THEN 2 ELSE 3 END
    OR (NEW.status = 'done' AND OLD.status NOT IN ('paid', 'done'))
    OR NEW.invoice_id <> OLD.invoice_id OR NEW.client_id <> OLD.client_id OR NEW.settlement_id <> OLD.settlement_id OR NEW.due_at <> OLD.due_at
BEGIN
    SELECT RAISE(ABORT, 'the status of an invoice moves forward');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_states_paid_once BEFORE UPDATE ON invoice_states
WHEN OLD.paid_at IS NOT NULL
    AND (NEW.paid_at <> OLD.paid_at OR COALESCE(NEW.proof_id, 0) <> COALESCE(OLD.proof_id, 0) OR COALESCE(NEW.transfer_on, '') <> COALESCE(OLD.transfer_on, ''))
BEGIN
    SELECT RAISE(ABORT, 'an invoice is paid once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER invoice_states_no_delete BEFORE DELETE ON invoice_states
BEGIN
    SELECT RAISE(ABORT, 'invoice_states is not deleted');
END;
-- +goose StatementEnd
