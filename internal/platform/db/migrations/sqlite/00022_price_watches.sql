-- +goose Up
-- Products whose price a client wants to be told about before it changes.
CREATE TABLE price_watches (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);
CREATE INDEX price_watches_product ON price_watches (product_code);

-- What clients were told, once each.
CREATE TABLE price_watch_mails (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    change_id BIGINT NOT NULL REFERENCES price_changes (id),
    mail      TEXT NOT NULL CHECK (mail IN ('change', 'withdrawn')),
    sent_at   BIGINT NOT NULL,
    PRIMARY KEY (client_id, change_id, mail)
);
