-- +goose Up

-- Links that were mailed. The token itself is in the mail alone; a link serves
-- its purpose once, until it expires.
CREATE TABLE one_time_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('password', 'pin', 'email', 'finance-email')),
    client_id  BIGINT NOT NULL REFERENCES clients (id),
    user_id    BIGINT NOT NULL REFERENCES users (id),
    detail     TEXT NOT NULL DEFAULT '{}', -- JSON: the new address, the language
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT -- used, or made void
);
CREATE INDEX one_time_links_user ON one_time_links (user_id) WHERE ended_at IS NULL;
CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);
