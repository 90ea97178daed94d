-- +goose Up

-- -------------------------------------------------------------------- banks --

CREATE TABLE banks (
    id            INTEGER NOT NULL PRIMARY KEY,
    code          TEXT NOT NULL UNIQUE, -- BBCA
    short_code    TEXT NOT NULL UNIQUE, -- bca
    name          TEXT NOT NULL,
    transfer_code TEXT NOT NULL DEFAULT '', -- 014, what other banks ask for
    logo          TEXT NOT NULL DEFAULT '',
    note_en       TEXT NOT NULL DEFAULT '',
    note_id       TEXT NOT NULL DEFAULT ''
);

-- The provider's own accounts, to which clients transfer unique amounts. An account with a problem takes no new
-- order; open ones are still matched.
CREATE TABLE bank_accounts (
    id         INTEGER NOT NULL PRIMARY KEY,
    bank_id    BIGINT NOT NULL REFERENCES banks (id),
    account_no TEXT NOT NULL,
    name       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('active', 'problem', 'inactive')),
    created_at BIGINT NOT NULL,
    UNIQUE (bank_id, account_no)
);

-- How virtual accounts of one bank work. A fee and the highest tax always fit into the smallest payment.
CREATE TABLE payment_channels (
    id            INTEGER NOT NULL PRIMARY KEY,
    bank_id       BIGINT NOT NULL UNIQUE REFERENCES banks (id),
    prefix        TEXT NOT NULL UNIQUE, -- company code, the first digits of every number
    status        TEXT NOT NULL CHECK (status IN ('active', 'problem', 'inactive')),
    minimum_topup BIGINT NOT NULL CHECK (minimum_topup > 0),
    fee           BIGINT NOT NULL DEFAULT 0 CHECK (fee >= 0),
    created_at    BIGINT NOT NULL,
    CHECK (fee * 2 <= minimum_topup)
);

-- One number for each wallet and channel.
CREATE TABLE virtual_accounts (
    id         INTEGER NOT NULL PRIMARY KEY,
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    wallet_id  BIGINT NOT NULL REFERENCES wallets (id),
    channel_id BIGINT NOT NULL REFERENCES payment_channels (id),
    account_no TEXT NOT NULL,
    active     BOOLEAN NOT NULL DEFAULT TRUE,
    created_at BIGINT NOT NULL,
    UNIQUE (wallet_id, channel_id),
    UNIQUE (channel_id, account_no)
);
CREATE INDEX virtual_accounts_client ON virtual_accounts (client_id, wallet_id);

-- Steps of paying, for one way of one bank: ATM, mobile banking.
CREATE TABLE bank_tutorials (
    bank_id    BIGINT NOT NULL REFERENCES banks (id),
    place      BIGINT NOT NULL CHECK (place > 0),
    label_en   TEXT NOT NULL,
    label_id   TEXT NOT NULL,
    steps_en   TEXT NOT NULL, -- JSON list
    steps_id   TEXT NOT NULL, -- JSON list
    checked_on TEXT NOT NULL, -- YYYY-MM-DD: when staff last compared it with the bank
    PRIMARY KEY (bank_id, place)
);

-- ------------------------------------------------------------------- top-up --

-- A transfer that a client announced: the last three digits of its amount make it unique.
CREATE TABLE topup_orders (
    id              INTEGER NOT NULL PRIMARY KEY,
    client_id       BIGINT NOT NULL REFERENCES clients (id),
    wallet_id       BIGINT NOT NULL,
    bank_account_id BIGINT NOT NULL REFERENCES bank_accounts (id),
    nominal         BIGINT NOT NULL CHECK (nominal > 0 AND nominal % 1000 = 0),
    code            BIGINT NOT NULL CHECK (code BETWEEN 1 AND 999),
    amount          BIGINT NOT NULL,
    reference       TEXT NOT NULL UNIQUE, -- of the credit; starts with 0003
    status          TEXT NOT NULL CHECK (status IN ('pending', 'cancelled', 'expired', 'done')),
    created_by      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL,
    ended_at        BIGINT,
    CHECK (amount = nominal + code),
    CHECK ((ended_at IS NULL) = (status = 'pending')),
    CHECK (expires_at > created_at)
);
CREATE INDEX topup_orders_client ON topup_orders (client_id, id);
CREATE INDEX topup_orders_expiry ON topup_orders (expires_at) WHERE status = 'pending';
-- A client has one open order, and an amount means one open order at an account.
CREATE UNIQUE INDEX topup_orders_open ON topup_orders (client_id) WHERE status = 'pending';
CREATE UNIQUE INDEX topup_orders_total ON topup_orders (bank_account_id, amount) WHERE status = 'pending';
-- Staff look up which ended order a transfer was meant for.
CREATE INDEX topup_orders_amount ON topup_orders (bank_account_id, amount, id);

-- The codes of an account. A code is taken by one open order, and rests for a day after its end.
CREATE TABLE unique_codes (
    bank_account_id BIGINT NOT NULL REFERENCES bank_accounts (id),
    code            BIGINT NOT NULL CHECK (code BETWEEN 1 AND 999),
    order_id        BIGINT, -- the open order that has it
    free_at         BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (bank_account_id, code)
);
CREATE INDEX unique_codes_free ON unique_codes (bank_account_id, free_at, code) WHERE order_id IS NULL;
CREATE UNIQUE INDEX unique_codes_order ON unique_codes (order_id) WHERE order_id IS NOT NULL;

-- Payments of virtual accounts, credited in the transaction that stores them. The key makes a payment request
-- credited once, for ever.
CREATE TABLE va_payments (
    bank_code          TEXT NOT NULL,
    payment_request_id TEXT NOT NULL,
    virtual_account_id BIGINT NOT NULL REFERENCES virtual_accounts (id),
    client_id          BIGINT NOT NULL,
    wallet_id          BIGINT NOT NULL,
    account_no         TEXT NOT NULL,
    amount             BIGINT NOT NULL CHECK (amount > 0),
    fee                BIGINT NOT NULL CHECK (fee >= 0 AND fee < amount),
    reference          TEXT NOT NULL,
    posting_key        TEXT NOT NULL,
    paid_at            BIGINT NOT NULL,
    received_at        BIGINT NOT NULL,
    PRIMARY KEY (bank_code, payment_request_id)
);
CREATE UNIQUE INDEX va_payments_posting ON va_payments (client_id, posting_key);
CREATE INDEX va_payments_received ON va_payments (received_at);

-- Money that a bank reported on one of our accounts. It is credited to the order that it pays, or held in suspense
-- until staff assign it to a wallet or return it.
CREATE TABLE bank_transfers (
    id              INTEGER NOT NULL PRIMARY KEY,
    bank_code       TEXT NOT NULL, -- as reported, with account number and mutation id the key of the money
    account_no      TEXT NOT NULL,
    mutation_id     TEXT NOT NULL,
    bank_account_id BIGINT REFERENCES bank_accounts (id), -- NULL: none of ours
    amount          BIGINT NOT NULL CHECK (amount > 0),
    description     TEXT NOT NULL,
    booked_at       BIGINT NOT NULL,
    received_at     BIGINT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('credited', 'suspense', 'returned')),
    why             TEXT NOT NULL CHECK (why IN ('matched', 'late', 'unmatched', 'unknown_account', 'wallet_inactive')),
    order_id        BIGINT REFERENCES topup_orders (id), -- the order that it paid, or was probably meant for
    client_id       BIGINT, -- whom it was credited to
    wallet_id       BIGINT,
    posting_key     TEXT,
    settled_at      BIGINT,
    UNIQUE (bank_code, account_no, mutation_id),
    CHECK ((status = 'credited') = (posting_key IS NOT NULL)),
    CHECK ((posting_key IS NULL) = (wallet_id IS NULL)),
    CHECK ((posting_key IS NULL) = (client_id IS NULL)),
    CHECK ((settled_at IS NULL) = (status = 'suspense'))
);
CREATE INDEX bank_transfers_suspense ON bank_transfers (id) WHERE status = 'suspense';
CREATE INDEX bank_transfers_received ON bank_transfers (received_at);
CREATE UNIQUE INDEX bank_transfers_posting ON bank_transfers (client_id, posting_key) WHERE posting_key IS NOT NULL;
-- An order is paid by one transfer.
CREATE UNIQUE INDEX bank_transfers_order ON bank_transfers (order_id) WHERE why = 'matched';

-- What happened to money that matched nothing, in double entry, never changed or deleted: held moves it to suspense,
-- assigned gives it back to the bank account for a wallet's credit, returned sends it away.
CREATE TABLE suspense_entries (
    transfer_id BIGINT NOT NULL REFERENCES bank_transfers (id),
    entry       TEXT NOT NULL CHECK (entry IN ('held', 'assigned', 'returned')),
    debit       TEXT NOT NULL,
    credit      TEXT NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    actor       TEXT NOT NULL,
    reason      TEXT NOT NULL DEFAULT '',
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (transfer_id, entry),
    CHECK (debit = CASE entry WHEN 'held' THEN 'bank_clearing' ELSE 'suspense' END),
    CHECK (credit = CASE entry WHEN 'held' THEN 'suspense' WHEN 'assigned' THEN 'bank_clearing' ELSE 'bank_returns' END)
);
-- Money leaves suspense once.
CREATE UNIQUE INDEX suspense_entries_end ON suspense_entries (transfer_id) WHERE entry <> 'held';

-- What clients asked staff for: a top-up by hand.
CREATE TABLE topup_requests (
    id         INTEGER NOT NULL PRIMARY KEY,
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    wallet_id  BIGINT NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    note       TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at  BIGINT
);
CREATE INDEX topup_requests_client ON topup_requests (client_id, created_at);
CREATE INDEX topup_requests_open ON topup_requests (id) WHERE closed_at IS NULL;

-- ----------------------------------------------- approvals and idempotency --

-- What a member of staff asked for that needs the approval of another one.
CREATE TABLE approvals (
    id           INTEGER NOT NULL PRIMARY KEY,
    kind         TEXT NOT NULL, -- wallet.adjust
    request_key  TEXT NOT NULL,
    client_id    BIGINT,
    input        TEXT NOT NULL, -- JSON
    status       TEXT NOT NULL CHECK (status IN ('waiting', 'approved', 'rejected')),
    requested_by TEXT NOT NULL,
    reason       TEXT NOT NULL,
    requested_at BIGINT NOT NULL,
    decided_by   TEXT,
    decision     TEXT NOT NULL DEFAULT '', -- reason of the second person
    decided_at   BIGINT,
    UNIQUE (kind, request_key),
    CHECK (decided_by <> requested_by),
    CHECK ((decided_by IS NULL) = (status = 'waiting')),
    CHECK ((decided_at IS NULL) = (status = 'waiting'))
);
CREATE INDEX approvals_waiting ON approvals (id) WHERE status = 'waiting';

-- Accepted answers of calls with an Idempotency-Key, stored in the transaction of the call.
CREATE TABLE idempotency_keys (
    client_id   BIGINT NOT NULL,
    call        TEXT NOT NULL, -- id of the operation
    request_key TEXT NOT NULL,
    input_hash  TEXT NOT NULL,
    answer      TEXT NOT NULL, -- JSON
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (client_id, call, request_key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- +goose StatementBegin
CREATE TRIGGER va_payments_no_update BEFORE UPDATE ON va_payments
BEGIN
    SELECT RAISE(ABORT, 'va_payments is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER va_payments_no_delete BEFORE DELETE ON va_payments
BEGIN
    SELECT RAISE(ABORT, 'va_payments is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER suspense_entries_no_update BEFORE UPDATE ON suspense_entries
BEGIN
    SELECT RAISE(ABORT, 'suspense_entries is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER suspense_entries_no_delete BEFORE DELETE ON suspense_entries
BEGIN
    SELECT RAISE(ABORT, 'suspense_entries is append-only');
END;
-- +goose StatementEnd
-- What the bank reported never changes, and money that left suspense never comes back.
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_no_update BEFORE UPDATE OF id, bank_code, account_no, mutation_id, amount, booked_at, received_at ON bank_transfers
BEGIN
    SELECT RAISE(ABORT, 'what a bank reported is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_settled_once BEFORE UPDATE ON bank_transfers WHEN OLD.status <> 'suspense'
BEGIN
    SELECT RAISE(ABORT, 'a transfer is settled once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_transfers_no_delete BEFORE DELETE ON bank_transfers
BEGIN
    SELECT RAISE(ABORT, 'bank_transfers is append-only');
END;
-- +goose StatementEnd
-- An order ends once, and its amounts never change.
-- +goose StatementBegin
CREATE TRIGGER topup_orders_end_once BEFORE UPDATE ON topup_orders
WHEN OLD.status <> 'pending' OR NEW.amount <> OLD.amount OR NEW.client_id <> OLD.client_id OR NEW.wallet_id <> OLD.wallet_id
BEGIN
    SELECT RAISE(ABORT, 'a top-up order ends once');
END;
-- +goose StatementEnd
