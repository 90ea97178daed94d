-- +goose Up
-- Paying later. A settlement is a client's limit: the balance is what is left of it, and what was used stays used until
-- the invoice about it is paid.
CREATE TABLE settlements (
    id           BIGINT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL UNIQUE REFERENCES clients (id),
    active       BOOLEAN NOT NULL DEFAULT TRUE,
    able_topup   BOOLEAN NOT NULL DEFAULT FALSE, -- whether the client may raise the limit up to max_limit
    credit_limit BIGINT NOT NULL DEFAULT 0 CHECK (credit_limit >= 0),
    max_limit    BIGINT NOT NULL CHECK (max_limit >= 0),
    balance      BIGINT NOT NULL DEFAULT 0 CHECK (balance >= 0), -- credit_limit - used
    seq          BIGINT NOT NULL DEFAULT 0, -- number of the last history row
    changed_at   BIGINT NOT NULL DEFAULT 0, -- time of the last history row or close; the next row is never earlier
    blocked_at   BIGINT, -- from then on an overdue invoice stops new orders; NULL is never
    days         BIGINT NOT NULL CHECK (days BETWEEN 1 AND 127), -- a period ends when such a day begins: Monday 1 ... Sunday 64
    due_days     BIGINT NOT NULL DEFAULT 14 CHECK (due_days BETWEEN 1 AND 365), -- of an invoice, after the close
    created_at   BIGINT NOT NULL,
    CHECK (credit_limit <= max_limit)
) WITH (fillfactor = 50);

-- One row per change of a balance, never changed or deleted, in double entry as wallet_history.
CREATE TABLE settlement_history (
    settlement_id  BIGINT NOT NULL,
    seq            BIGINT NOT NULL CHECK (seq > 0),
    client_id      BIGINT NOT NULL,
    action         TEXT NOT NULL CHECK (action IN ('topup', 'payment', 'refund', 'limit_lowered', 'invoice_paid')),
    amount         BIGINT NOT NULL CHECK (amount <> 0),
    balance_before BIGINT NOT NULL CHECK (balance_before >= 0),
    balance_after  BIGINT NOT NULL CHECK (balance_after >= 0),
    contra         TEXT NOT NULL,
    order_id       BIGINT, -- of a payment or refund
    posting_key    TEXT,   -- of anything else: the same key of a client posts once
    reference      TEXT NOT NULL DEFAULT '',
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (settlement_id, seq),
    CHECK (balance_after = balance_before + amount),
    CHECK ((action IN ('payment', 'limit_lowered')) = (amount < 0)),
    CHECK (contra = CASE action WHEN 'payment' THEN 'sales' WHEN 'refund' THEN 'sales' WHEN 'invoice_paid' THEN 'receivable' ELSE 'granted' END),
    CHECK ((order_id IS NULL) = (action NOT IN ('payment', 'refund'))),
    CHECK ((order_id IS NULL) <> (posting_key IS NULL))
);
CREATE UNIQUE INDEX settlement_history_order ON settlement_history (order_id, action) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX settlement_history_key ON settlement_history (client_id, posting_key) WHERE posting_key IS NOT NULL;
CREATE INDEX settlement_history_action ON settlement_history (settlement_id, action, seq) WHERE action <> 'payment';

-- The periods of a settlement follow one another without gaps, in time and in rows of history. A closed one never changes.
CREATE TABLE settlement_periods (
    id            BIGINT NOT NULL PRIMARY KEY,
    settlement_id BIGINT NOT NULL REFERENCES settlements (id),
    client_id     BIGINT NOT NULL,
    number        BIGINT NOT NULL CHECK (number > 0), -- 1.. of the settlement
    starts_at     BIGINT NOT NULL,
    ends_at       BIGINT NOT NULL, -- the first moment after it
    first_seq     BIGINT NOT NULL CHECK (first_seq > 0), -- rows of history from here
    last_seq      BIGINT, -- to here; first_seq - 1 for none; NULL while it is open
    days          BIGINT NOT NULL CHECK (days BETWEEN 1 AND 127),
    credit_limit  BIGINT NOT NULL,
    max_limit     BIGINT NOT NULL,
    used          BIGINT NOT NULL DEFAULT 0 CHECK (used >= 0), -- orders of the period, less those refunded in it
    refunded      BIGINT NOT NULL DEFAULT 0 CHECK (refunded >= 0), -- refunds, in the period, of orders of closed ones
    credit_before BIGINT NOT NULL DEFAULT 0 CHECK (credit_before >= 0), -- left by the period before
    credit_after  BIGINT NOT NULL DEFAULT 0 CHECK (credit_after >= 0), -- left for the next one
    closed_at     BIGINT,
    UNIQUE (settlement_id, number),
    CHECK (ends_at > starts_at),
    CHECK ((last_seq IS NULL) = (closed_at IS NULL)),
    CHECK (last_seq IS NULL OR last_seq >= first_seq - 1),
    CHECK (closed_at IS NULL OR closed_at >= ends_at),
    CHECK (closed_at IS NULL OR credit_before + refunded - credit_after BETWEEN 0 AND used) -- what the invoice is less than used
);
CREATE UNIQUE INDEX settlement_periods_open ON settlement_periods (settlement_id) WHERE closed_at IS NULL;
CREATE INDEX settlement_periods_due ON settlement_periods (ends_at) WHERE closed_at IS NULL;

CREATE TRIGGER settlement_history_append_only BEFORE UPDATE OR DELETE ON settlement_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_history_no_truncate BEFORE TRUNCATE ON settlement_history
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_periods_closed BEFORE UPDATE ON settlement_periods
    FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_periods_no_delete BEFORE DELETE ON settlement_periods
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
