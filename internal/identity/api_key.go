package identity

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// APIKey is an API key of a client without its secret.
type APIKey struct {
	ID        int64
	ClientID  int64
	Slot      int64 // 1 or 2
	LastFour  string
	CreatedAt time.Time
	// LastUsedAt is the zero time for a key that was never used.
	LastUsedAt time.Time
}

// Masked returns the form that lists show: lk_…1001, or lk_test_…1001 of a sandbox.
func (k APIKey) Masked() string {
	if k.IsTest() {
		return testPrefix + "…" + k.LastFour
	}

	return keyPrefix + "…" + k.LastFour
}

// IsTest reports whether the key is one of a sandbox.
func (k APIKey) IsTest() bool { return clientid.IsSandbox(k.ClientID) }

const (
	maxKeys  = 2
	lastFour = 4
)

// HasAPIKey reports whether any of the keys is valid here. A real deployment refuses to
// start while a key of the demo is.
func (s *Service) HasAPIKey(ctx context.Context, keys ...secret.Text) (bool, error) {
	for _, key := range keys {
		found, err := s.findKeys(ctx, []string{hashKey(key.Reveal())})
		if err != nil {
			return false, err
		}

		for _, k := range found {
			if !k.deleted {
				return true, nil
			}
		}
	}

	return false, nil
}

// NewKey is the input of StoreKeyTx.
type NewKey struct {
	ClientID int64
	Maker    int64 // user id; 0 for a key that staff make
	Key      secret.Text
}

// CheckKey refuses a text that can't be a key of a client, or looks like one of a sandbox, with fault.ErrValidation.
func CheckKey(key secret.Text) error {
	if text := key.Reveal(); !plausibleKey(text) || strings.HasPrefix(text, testPrefix) {
		return fault.InvalidField("apiKey", msgKeyForm)
	}

	return nil
}

// StoreKeyTx stores a new key of a client. Errors: ErrKeyLimit when the client has two keys, ErrTaken for a secret that
// another key has, fault.ErrNotFound without such a client.
func (s *Service) StoreKeyTx(ctx context.Context, tx *db.Tx, by By, in NewKey) (APIKey, error) {
	// Only the transaction that holds the client's row may take a slot.
	if _, err := s.LockClientTx(ctx, tx, in.ClientID); err != nil {
		return APIKey{}, err
	}

	have, err := apiKeys(ctx, tx, in.ClientID)
	if err != nil {
		return APIKey{}, err
	}

	if len(have) >= maxKeys {
		return APIKey{}, ErrKeyLimit.New()
	}

	text := in.Key.Reveal()
	made := APIKey{ClientID: in.ClientID, LastFour: text[len(text)-lastFour:], Slot: 1, CreatedAt: s.clk.Now()}

	if slices.ContainsFunc(have, func(k APIKey) bool { return k.Slot == 1 }) {
		made.Slot = 2
	}

	if made.ID, err = db.NextSequence(ctx, tx, "principals"); err != nil {
		return APIKey{}, wrap(err, "id of a key")
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO api_keys (id, client_id, slot, key_hash, last_four, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		made.ID, in.ClientID, made.Slot, hashKey(text), made.LastFour, db.NullInt(in.Maker),
		clock.Micros(made.CreatedAt))
	if err != nil {
		return APIKey{}, TakenError(err, "apiKey", "make a key")
	}

	return made, s.record(ctx, tx, by, Entry{
		Client: clientid.Live(in.ClientID), Action: "key.create", Subject: Subject("key", made.ID), Detail: map[string]any{"lastFour": made.LastFour, "test": made.IsTest()},
	})
}

// RevokeKeyTx deletes a key; fault.ErrNotFound when the client has no such key.
func (s *Service) RevokeKeyTx(ctx context.Context, tx *db.Tx, by By, clientID, keyID int64) error {
	n, err := tx.Exec(ctx, `UPDATE api_keys SET deleted_at = $1 WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`,
		clock.Micros(s.clk.Now()), keyID, clientID)
	if err != nil {
		return wrap(err, "revoke a key")
	}

	if n == 0 {
		return fault.ErrNotFound.New()
	}

	return s.record(ctx, tx, by, Entry{Client: clientid.Live(clientID), Action: "key.revoke", Subject: Subject("key", keyID)})
}

// APIKeys returns the keys of a client, ordered by slot.
func (s *Service) APIKeys(ctx context.Context, clientID int64) ([]APIKey, error) {
	return apiKeys(ctx, s.db.Reader(), clientID)
}

func apiKeys(ctx context.Context, q db.Querier, clientID int64) ([]APIKey, error) {
	rows, err := q.Query(ctx, `
		SELECT id, client_id, slot, last_four, created_at, last_used_at FROM api_keys
		WHERE client_id = $1 AND deleted_at IS NULL ORDER BY slot`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (APIKey, error) {
		var (
			k         APIKey
			createdAt int64
			lastUsed  sql.NullInt64
		)

		err := row.Scan(&k.ID, &k.ClientID, &k.Slot, &k.LastFour, &createdAt, &lastUsed)
		k.CreatedAt = clock.FromMicros(createdAt)

		if lastUsed.Valid {
			k.LastUsedAt = clock.FromMicros(lastUsed.Int64)
		}

		return k, err
	})
	if err != nil {
		return nil, fmt.Errorf("list API keys: %w", err)
	}

	return list, nil
}
