-- +goose Up
-- The shop of a client: what its staff edit, and what shoppers see.
CREATE TABLE storefronts (
    id           INTEGER NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL UNIQUE REFERENCES clients (id),
    version      BIGINT NOT NULL CHECK (version > 0), -- counts the changes: nobody overwrites what they have not seen
    config       TEXT NOT NULL, -- JSON: what is edited
    published    TEXT, -- JSON: what shoppers see; NULL before the first publication
    is_published BOOLEAN NOT NULL DEFAULT FALSE,
    published_at BIGINT,
    -- Version of the catalogue at which its prices were last compared with net prices; 0: its prices changed since.
    prices_checked BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    CHECK (published IS NOT NULL OR NOT is_published),
    CHECK ((published IS NULL) = (published_at IS NULL))
);

-- Uploaded pictures. Each is a few files, whose names begin with the token.
CREATE TABLE storefront_images (
    token        TEXT NOT NULL PRIMARY KEY,
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    width        BIGINT NOT NULL CHECK (width > 0),
    height       BIGINT NOT NULL CHECK (height > 0),
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    unused_since BIGINT, -- NULL while the shop has it
    deleting     BOOLEAN NOT NULL DEFAULT FALSE -- its files are being deleted: no shop may take it
);
CREATE INDEX storefront_images_client ON storefront_images (client_id);
CREATE INDEX storefront_images_unused ON storefront_images (unused_since) WHERE unused_since IS NOT NULL;

-- The operators that staff assigned to the shop of a client. Without any, the shop may have all.
CREATE TABLE storefront_operators (
    client_id     BIGINT NOT NULL REFERENCES clients (id),
    operator_code TEXT NOT NULL REFERENCES operators (code),
    PRIMARY KEY (client_id, operator_code)
);
