package identity

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

// APIKey is an API key of a client without its secret, which MakeAPIKey and MakeOwnKey
// return once.
type APIKey struct {
	ID        int64
	ClientID  int64
	Slot      int64 // 1 or 2
	LastFour  string
	CreatedAt time.Time
	// LastUsedAt is the zero time for a key that was never used.
	LastUsedAt time.Time
}

// Masked returns the form that lists show: lk_…1001.
func (k APIKey) Masked() string { return keyPrefix + "…" + k.LastFour }

const (
	maxKeys  = 2
	lastFour = 4
)

// MakeAPIKey makes a key of a client and returns its secret, which nobody can read again.
// It returns ErrKeyLimit when the client has two keys.
func (s *Service) MakeAPIKey(ctx context.Context, by Staff, clientID int64) (APIKey, secret.Text, error) {
	key := secret.Text(keyPrefix + ids.Token())
	made, err := s.storeKey(ctx, by, clientID, key)

	return made, key, err
}

// AddKnownAPIKey stores a key with a given secret. Only the demo uses it, because its
// documents name its keys.
func (s *Service) AddKnownAPIKey(ctx context.Context, by Staff, clientID int64, key secret.Text) (APIKey, error) {
	if !plausibleKey(key.Reveal()) {
		return APIKey{}, fault.InvalidField("apiKey", msgKeyForm)
	}

	return s.storeKey(ctx, by, clientID, key)
}

// HasAPIKey reports whether any of the keys is valid here. A real deployment refuses to
// start while a key of the demo is.
func (s *Service) HasAPIKey(ctx context.Context, keys ...secret.Text) (bool, error) {
	for _, key := range keys {
		found, err := s.findKeys(ctx, []string{hashKey(key.Reveal())})
		if err != nil || len(found) > 0 {
			return len(found) > 0, err
		}
	}

	return false, nil
}

func (s *Service) storeKey(ctx context.Context, by Staff, clientID int64, key secret.Text) (APIKey, error) {
	if err := by.check(nil); err != nil {
		return APIKey{}, err
	}

	var made APIKey

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		made, err = s.storeKeyTx(ctx, tx, by, newKey{clientID: clientID, key: key})

		return err
	})

	return made, err
}

// newKey is the input of storeKeyTx. maker is zero for a key that staff make.
type newKey struct {
	clientID int64
	maker    int64
	key      secret.Text
}

func (s *Service) storeKeyTx(ctx context.Context, tx *db.Tx, by Staff, in newKey) (APIKey, error) {
	// Only the transaction that holds the client's row may take a slot.
	if _, err := s.lockClient(ctx, tx, in.clientID); err != nil {
		return APIKey{}, err
	}

	have, err := apiKeys(ctx, tx, in.clientID)
	if err != nil {
		return APIKey{}, err
	}

	if len(have) >= maxKeys {
		return APIKey{}, ErrKeyLimit.New()
	}

	text := in.key.Reveal()
	made := APIKey{ClientID: in.clientID, LastFour: text[len(text)-lastFour:], Slot: 1, CreatedAt: s.clk.Now()}

	if slices.ContainsFunc(have, func(k APIKey) bool { return k.Slot == 1 }) {
		made.Slot = 2
	}

	if made.ID, err = db.NextSequence(ctx, tx, "principals"); err != nil {
		return APIKey{}, wrap(err, "id of a key")
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO api_keys (id, client_id, slot, key_hash, last_four, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		made.ID, in.clientID, made.Slot, hashKey(text), made.LastFour, sql.NullInt64{Int64: in.maker, Valid: in.maker != 0},
		clock.Micros(made.CreatedAt))
	if err != nil {
		return APIKey{}, taken(err, "apiKey", "make a key")
	}

	return made, s.record(ctx, tx, by, entry{
		client: in.clientID, action: "key.create", subject: subject("key", made.ID), detail: map[string]any{"lastFour": made.LastFour},
	})
}

// RevokeAPIKey deletes a key. When it returns, no node accepts the key any more. It
// returns ErrNotFound when the client has no such key.
func (s *Service) RevokeAPIKey(ctx context.Context, by Staff, clientID, keyID int64) error {
	if err := by.check(nil); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error { return s.revokeKeyTx(ctx, tx, by, clientID, keyID) })
}

func (s *Service) revokeKeyTx(ctx context.Context, tx *db.Tx, by Staff, clientID, keyID int64) error {
	n, err := tx.Exec(ctx, `UPDATE api_keys SET deleted_at = $1 WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`,
		clock.Micros(s.clk.Now()), keyID, clientID)
	if err != nil {
		return wrap(err, "revoke a key")
	}

	if n == 0 {
		return fault.ErrNotFound.New()
	}

	return s.record(ctx, tx, by, entry{client: clientID, action: "key.revoke", subject: subject("key", keyID)})
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
