-- +goose Up

-- Whether a newer sign-in ended the session, because a user has only so many. Its holder is told so.
ALTER TABLE sessions ADD COLUMN displaced BOOLEAN NOT NULL DEFAULT FALSE;
