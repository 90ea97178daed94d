-- +goose Up
-- What visitors of shops did, for 35 days. A session is a number without a person. Each row has one of analytics_days, which refers to the client.
CREATE TABLE analytics_events (
    client_id BIGINT NOT NULL,
    day       BIGINT NOT NULL, -- YYYYMMDD in the client's zone
    session   BIGINT NOT NULL, -- hash of the page's random text
    seq       BIGINT NOT NULL CHECK (seq BETWEEN 0 AND 499), -- within the session: what is sent twice is stored once
    kind      BIGINT NOT NULL CHECK (kind BETWEEN 1 AND 6),
    name      TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (client_id, day, session, seq)
);
CREATE UNIQUE INDEX analytics_events_once ON analytics_events (client_id, session, seq);

-- The days of each shop, and their figures.
CREATE TABLE analytics_days (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    day       BIGINT NOT NULL CHECK (day BETWEEN 20000101 AND 99991231), -- YYYYMMDD in the client's zone
    version   BIGINT NOT NULL DEFAULT 0, -- rises with each event of the day
    rolled    BIGINT NOT NULL DEFAULT -1, -- the version that the figures contain
    rolled_at BIGINT,
    sessions  BIGINT NOT NULL DEFAULT 0 CHECK (sessions >= 0),
    orders    BIGINT NOT NULL DEFAULT 0 CHECK (orders >= 0),
    gmv       BIGINT NOT NULL DEFAULT 0 CHECK (gmv >= 0), -- sum of the prices of delivered orders, whole rupiah
    margin    BIGINT NOT NULL DEFAULT 0 CHECK (margin BETWEEN 0 AND gmv), -- GMV less the net prices
    CHECK (rolled <= version),
    PRIMARY KEY (client_id, day)
);
CREATE INDEX analytics_days_due ON analytics_days (day) WHERE rolled < version;

-- Counts of a day, and their sums over a third of a month and a month. Ranges are read from the longest periods that fit.
CREATE TABLE analytics_counts (
    client_id BIGINT NOT NULL REFERENCES clients (id),
    metric    TEXT NOT NULL CHECK (metric IN ('component', 'banner', 'view', 'ignored', 'select', 'checkout', 'sale')),
    period    BIGINT NOT NULL CHECK (period BETWEEN 200001 AND 999912 OR period BETWEEN 2000011 AND 9999123 OR period BETWEEN 20000101 AND 99991231),
    -- YYYYMM; YYYYMM and 1 for the days 1 to 10, 2 to 20, 3 for the rest; YYYYMMDD
    name      TEXT NOT NULL,
    value     TEXT NOT NULL,
    count     BIGINT NOT NULL CHECK (count >= 0),
    PRIMARY KEY (client_id, metric, period, name, value)
);
