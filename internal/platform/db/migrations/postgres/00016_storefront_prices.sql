-- +goose Up
-- How a client prices what its shop sells. Without a row its prices are the recommended ones.
CREATE TABLE storefront_pricing (
    client_id     BIGINT NOT NULL PRIMARY KEY REFERENCES clients (id),
    version       BIGINT NOT NULL CHECK (version > 0), -- counts the changes of this table and the next
    pricing_type  TEXT NOT NULL CHECK (pricing_type IN ('recommended', 'percent', 'margin', 'price')),
    value         BIGINT NOT NULL CHECK (value >= 0), -- percent: hundredths of a per cent; margin, price: whole rupiah
    was_set       BOOLEAN NOT NULL, -- the client chose for all SKUs
    updated_at    BIGINT NOT NULL,
    CHECK (pricing_type <> 'percent' OR value <= 10000)
);

-- SKUs that are priced in their own way.
CREATE TABLE storefront_prices (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    pricing_type TEXT NOT NULL CHECK (pricing_type IN ('recommended', 'percent', 'margin', 'price')),
    value        BIGINT NOT NULL CHECK (value >= 0),
    updated_at   BIGINT NOT NULL,
    CHECK (pricing_type <> 'percent' OR value <= 10000),
    PRIMARY KEY (client_id, product_code)
);

-- SKUs that a shop doesn't sell, because their committed price is below the net price.
CREATE TABLE storefront_off (
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    product_code TEXT NOT NULL REFERENCES products (code),
    since        BIGINT NOT NULL,
    PRIMARY KEY (client_id, product_code)
);
