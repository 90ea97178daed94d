-- +goose Up
-- Changes of prices and costs: scheduled ones, and those that took effect. A row says what applies from a moment on.
CREATE TABLE price_changes (
    id           BIGINT NOT NULL PRIMARY KEY,
    product_code TEXT NOT NULL,
    client_id    BIGINT, -- NULL: the list price
    supplier     TEXT, -- NULL: a price; else the cost at this supplier
    amount       BIGINT CHECK (amount >= 0), -- NULL: the client's own price ends
    before       BIGINT, -- what it replaced when it took effect; NULL: a client had no own price
    effective_at BIGINT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('scheduled', 'applied', 'cancelled')),
    created_by   TEXT NOT NULL,
    reason       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    ended_at     BIGINT, -- applied or cancelled
    CHECK (client_id IS NULL OR supplier IS NULL),
    CHECK (amount IS NOT NULL OR client_id IS NOT NULL),
    CHECK ((ended_at IS NULL) = (status = 'scheduled'))
);
CREATE INDEX price_changes_due ON price_changes (effective_at, id) WHERE status = 'scheduled';
CREATE INDEX price_changes_product ON price_changes (product_code, effective_at, id);
-- One amount for one moment.
CREATE UNIQUE INDEX price_changes_list ON price_changes (product_code, effective_at)
    WHERE status = 'scheduled' AND client_id IS NULL AND supplier IS NULL;
CREATE UNIQUE INDEX price_changes_own ON price_changes (product_code, client_id, effective_at)
    WHERE status = 'scheduled' AND client_id IS NOT NULL;
CREATE UNIQUE INDEX price_changes_cost ON price_changes (product_code, supplier, effective_at)
    WHERE status = 'scheduled' AND supplier IS NOT NULL;
CREATE TRIGGER price_changes_ended BEFORE UPDATE ON price_changes
    FOR EACH ROW WHEN (OLD.status <> 'scheduled') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_changes_no_delete BEFORE DELETE ON price_changes
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER price_changes_no_truncate BEFORE TRUNCATE ON price_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
