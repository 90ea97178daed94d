-- +goose Up
-- Orders of shoppers. The order on the client's wallet is another row: order_id.
CREATE TABLE storefront_orders (
    id             INTEGER NOT NULL PRIMARY KEY,
    client_id      BIGINT NOT NULL REFERENCES clients (id),
    token          TEXT NOT NULL UNIQUE, -- of the shopper's link; can't be guessed
    operator_code  TEXT NOT NULL,
    operator_name  TEXT NOT NULL,
    operator_type  TEXT NOT NULL,
    product_code   TEXT NOT NULL,
    product_name   TEXT NOT NULL,
    denomination   TEXT NOT NULL, -- the part of the product's name that tells its value
    destination_no TEXT NOT NULL,
    price          BIGINT NOT NULL CHECK (price > 0), -- what the shopper pays
    net_price      BIGINT NOT NULL CHECK (net_price > 0 AND net_price <= price), -- what the client pays
    status         TEXT NOT NULL CHECK (status IN ('waiting', 'paid', 'processing', 'success', 'failed')),
    paid_late      BOOLEAN NOT NULL DEFAULT FALSE, -- after price_until
    short_since    BIGINT, -- the wallet was too short to place it
    order_id       BIGINT, -- of the order on the client's wallet
    serial_number  TEXT NOT NULL DEFAULT '',
    reason         TEXT NOT NULL DEFAULT '', -- code of the text that says why it failed
    created_at     BIGINT NOT NULL,
    price_until    BIGINT NOT NULL CHECK (price_until > created_at),
    payable_until  BIGINT NOT NULL CHECK (payable_until >= price_until),
    paid_at        BIGINT,
    placed_at      BIGINT,
    ended_at       BIGINT,
    CHECK ((status = 'waiting') = (paid_at IS NULL) OR status = 'failed'),
    CHECK (status NOT IN ('processing', 'success') OR order_id IS NOT NULL),
    CHECK ((order_id IS NULL) = (placed_at IS NULL)),
    CHECK ((status IN ('success', 'failed')) = (ended_at IS NOT NULL)),
    CHECK (short_since IS NULL OR paid_at IS NOT NULL)
);
CREATE INDEX storefront_orders_client ON storefront_orders (client_id, id);
CREATE INDEX storefront_orders_paid ON storefront_orders (client_id, paid_at) WHERE status = 'paid';
CREATE INDEX storefront_orders_processing ON storefront_orders (placed_at) WHERE status = 'processing';
CREATE INDEX storefront_orders_delivered ON storefront_orders (client_id, ended_at) WHERE status = 'success';
CREATE INDEX storefront_orders_unpaid ON storefront_orders (payable_until) WHERE status = 'waiting';

-- Counts the changes of the key that signs payment links.
ALTER TABLE storefronts ADD COLUMN payment_key BIGINT NOT NULL DEFAULT 1;
