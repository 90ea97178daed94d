-- +goose Up
-- What suppliers and banks told us by themselves, stored before it is answered and applied.
CREATE TABLE inbox_notices (
    id          TEXT NOT NULL PRIMARY KEY,
    source      TEXT NOT NULL, -- supplier:CODE or bank:CODE
    digest      TEXT NOT NULL, -- of the body: a repeat is stored once
    subject     TEXT NOT NULL, -- our reference at the supplier, or the account at the bank
    body        TEXT NOT NULL, -- as received
    content     TEXT NOT NULL, -- what it says, in a form that we know
    in_turn     BOOLEAN NOT NULL, -- applied after earlier ones about its subject
    received_at BIGINT NOT NULL,
    due_at      BIGINT NOT NULL, -- next try
    applied_at  BIGINT,
    result      TEXT NOT NULL DEFAULT '',
    attempts    BIGINT NOT NULL DEFAULT 0, -- failed ones
    UNIQUE (source, digest)
);
-- Applied notices are deleted when they are old enough.
CREATE INDEX inbox_notices_received ON inbox_notices (received_at);
CREATE INDEX inbox_notices_waiting ON inbox_notices (due_at) WHERE applied_at IS NULL;
CREATE INDEX inbox_notices_turn ON inbox_notices (subject, source, received_at) WHERE applied_at IS NULL AND in_turn;

INSERT INTO inbox_notices (id, source, digest, subject, body, content, in_turn, received_at, due_at, applied_at, result)
    SELECT id, 'supplier:' || supplier, digest, reference, body, answer, FALSE, received_at, received_at, applied_at, result FROM supplier_notices;
DROP TABLE supplier_notices;

-- The job that deletes old notices has another name.
DELETE FROM job_schedules WHERE name = 'order.purgenotices';
DELETE FROM jobs WHERE kind = 'order.purgenotices';

-- The first answer to each external id of a bank, which is unique within a day (SNAP BI).
CREATE TABLE bank_requests (
    bank        TEXT NOT NULL, -- connection
    service     TEXT NOT NULL, -- 24 inquiry, 25 payment
    day         TEXT NOT NULL, -- YYYY-MM-DD, Asia/Jakarta
    external_id TEXT NOT NULL,
    request_id  TEXT NOT NULL,
    status      BIGINT NOT NULL,
    answer      TEXT NOT NULL, -- JSON
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (bank, service, day, external_id)
);
CREATE INDEX bank_requests_created ON bank_requests (created_at);

-- Lines of the statements of our accounts, which staff import. Banks give lines no id: equal lines of a day are counted.
CREATE TABLE bank_statement_lines (
    bank_code   TEXT NOT NULL,
    account_no  TEXT NOT NULL,
    day         TEXT NOT NULL, -- YYYY-MM-DD, of the booking
    credit      BOOLEAN NOT NULL, -- money came in
    amount      BIGINT NOT NULL CHECK (amount > 0),
    description TEXT NOT NULL,
    occurrence  BIGINT NOT NULL, -- among equal lines of the day, from 1
    source      TEXT NOT NULL,   -- file and line, for staff
    imported_by TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    PRIMARY KEY (bank_code, account_no, day, credit, amount, description, occurrence)
);
