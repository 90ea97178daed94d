-- +goose Up
-- From where a user signed in lately: browsers by their cookie, and networks. Such callers are not refused because of
-- failures of others, and come first when many sign in.
CREATE TABLE sign_in_origins (
    user_id      BIGINT NOT NULL REFERENCES users (id),
    kind         TEXT NOT NULL CHECK (kind IN ('device', 'network')),
    value        TEXT NOT NULL, -- SHA-256 of a device's token; a network: 192.0.2.7, 2001:db8::/64
    client_id    BIGINT NOT NULL REFERENCES clients (id),
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, value)
);
CREATE INDEX sign_in_origins_old ON sign_in_origins (last_used_at);
CREATE INDEX sign_in_origins_value ON sign_in_origins (client_id, value);
