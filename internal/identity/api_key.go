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
	KeySettings

	ID        int64
	ClientID  int64
	Slot      int64 // 1 or 2; rolledSlot for one that another replaces soon
	LastFour  string
	CreatedAt time.Time
	// LastUsedAt is the zero time for a key that was never used.
	LastUsedAt   time.Time
	LastUsedFrom string   // network address
	State        KeyState // only in the lists of APIKeys and TestKeys
}

// KeyState says whether a key serves.
type KeyState string

// The states of a key that is not deleted.
const (
	KeyActive KeyState = "active"
	KeyRolled KeyState = "rolled" // another one replaces it; it serves until its end
	KeyEnded  KeyState = "ended"
)

func (k *APIKey) stateAt(now time.Time) KeyState {
	switch {
	case k.Ended(now):
		return KeyEnded
	case k.Rolled():
		return KeyRolled
	default:
		return KeyActive
	}
}

// Rolled reports whether another key has replaced this one, which serves until its end.
func (k *APIKey) Rolled() bool { return k.Slot == rolledSlot }

// Ended reports whether the key's end has come.
func (k *APIKey) Ended(now time.Time) bool { return !k.EndsAt.IsZero() && !now.Before(k.EndsAt) }

// Masked returns the form that lists show: lk_…1001, or lk_test_…1001 of a sandbox.
func (k *APIKey) Masked() string {
	if k.IsTest() {
		return testPrefix + "…" + k.LastFour
	}

	return keyPrefix + "…" + k.LastFour
}

// IsTest reports whether the key is one of a sandbox.
func (k *APIKey) IsTest() bool { return clientid.IsSandbox(k.ClientID) }

const (
	maxKeys    = 2
	rolledSlot = maxKeys + 1 // of a key that was rolled, until its end
	lastFour   = 4
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
			if k.refusal(s.clk.Now()) == nil {
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
	Settings KeySettings // without scopes: everything
}

// CheckKey refuses a text that can't be a key of a client, or looks like one of a sandbox, with fault.ErrValidation.
func CheckKey(key secret.Text) error {
	if text := key.Reveal(); !plausibleKey(text) || strings.HasPrefix(text, testPrefix) {
		return fault.InvalidField("apiKey", msgKeyForm)
	}

	return nil
}

// StoreKeyTx stores a new key of a client. Errors: ErrKeyLimit when the client has two live keys, ErrTaken for a secret that
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

	slot, err := s.takeSlotTx(ctx, tx, have)
	if err != nil {
		return APIKey{}, err
	}

	made, err := s.insertKeyTx(ctx, tx, in, slot)
	if err != nil {
		return APIKey{}, err
	}

	detail := made.detail()
	detail["lastFour"], detail["test"] = made.LastFour, made.IsTest()

	return made, s.record(ctx, tx, by, Entry{Client: clientid.Live(in.ClientID), Action: "key.create", Subject: Subject("key", made.ID), Detail: detail})
}

// takeSlotTx returns a slot that no key has. A key that has ended gives its own away when no other is left.
func (s *Service) takeSlotTx(ctx context.Context, tx *db.Tx, have []APIKey) (int64, error) {
	for slot := int64(1); slot <= maxKeys; slot++ {
		if !slices.ContainsFunc(have, func(k APIKey) bool { return k.Slot == slot }) {
			return slot, nil
		}
	}

	for i := range have {
		if k := &have[i]; !k.Rolled() && k.Ended(s.clk.Now()) {
			return k.Slot, s.deleteKeyTx(ctx, tx, k.ClientID, k.ID)
		}
	}

	return 0, ErrKeyLimit.New()
}

func (s *Service) insertKeyTx(ctx context.Context, tx *db.Tx, in NewKey, slot int64) (APIKey, error) {
	text := in.Key.Reveal()
	made := APIKey{KeySettings: in.Settings, ClientID: in.ClientID, LastFour: text[len(text)-lastFour:], Slot: slot, CreatedAt: s.clk.Now()}

	if made.Scopes == (ScopeSet{}) {
		made.Scopes = AllScopes()
	}

	var err error
	if made.ID, err = db.NextSequence(ctx, tx, "principals"); err != nil {
		return APIKey{}, wrap(err, "id of a key")
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO api_keys (id, client_id, slot, name, scopes, addresses, key_hash, last_four, created_by, created_at, ends_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		made.ID, in.ClientID, made.Slot, made.Name, made.Scopes.stored(), made.storedAddresses(), hashKey(text), made.LastFour, db.NullInt(in.Maker),
		clock.Micros(made.CreatedAt), db.NullMicros(made.EndsAt))
	if err != nil {
		return APIKey{}, TakenError(err, "apiKey", "make a key")
	}

	return made, nil
}

// RevokeKeyTx deletes a key; fault.ErrNotFound when the client has no such key.
func (s *Service) RevokeKeyTx(ctx context.Context, tx *db.Tx, by By, clientID, keyID int64) error {
	if err := s.deleteKeyTx(ctx, tx, clientID, keyID); err != nil {
		return err
	}

	return s.record(ctx, tx, by, Entry{Client: clientid.Live(clientID), Action: "key.revoke", Subject: Subject("key", keyID)})
}

func (s *Service) deleteKeyTx(ctx context.Context, tx *db.Tx, clientID, keyID int64) error {
	n, err := tx.Exec(ctx, `UPDATE api_keys SET deleted_at = $1 WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`,
		clock.Micros(s.clk.Now()), keyID, clientID)
	if err != nil {
		return wrap(err, "revoke a key")
	}

	if n == 0 {
		return fault.ErrNotFound.New()
	}

	return nil
}

// APIKeys returns the keys of a client, ordered by slot. One that has ended is among them until it is deleted or another takes its place, but
// not after a roll.
func (s *Service) APIKeys(ctx context.Context, clientID int64) ([]APIKey, error) {
	list, err := apiKeys(ctx, s.db.Reader(), clientID)
	now := s.clk.Now()

	for i := range list {
		list[i].State = list[i].stateAt(now)
	}

	return slices.DeleteFunc(list, func(k APIKey) bool { return k.Rolled() && k.State == KeyEnded }), err
}

func apiKeys(ctx context.Context, q db.Querier, clientID int64) ([]APIKey, error) {
	rows, err := q.Query(ctx, `
		SELECT id, client_id, slot, name, scopes, addresses, last_four, created_at, ends_at, last_used_at, last_used_from FROM api_keys
		WHERE client_id = $1 AND deleted_at IS NULL ORDER BY slot`, clientID)

	list, err := db.Collect(rows, err, scanKey)
	if err != nil {
		return nil, fmt.Errorf("list API keys: %w", err)
	}

	return list, nil
}

func scanKey(row *sql.Rows) (APIKey, error) {
	var (
		k                 APIKey
		scopes, addresses string
		createdAt         int64
		ends, lastUsed    sql.NullInt64
		from              sql.NullString
	)

	err := row.Scan(&k.ID, &k.ClientID, &k.Slot, &k.Name, &scopes, &addresses, &k.LastFour, &createdAt, &ends, &lastUsed, &from)
	if err != nil {
		return k, err //nolint:wrapcheck // the caller wraps it
	}

	k.CreatedAt, k.EndsAt, k.LastUsedAt, k.LastUsedFrom = clock.FromMicros(createdAt), timeOf(ends), timeOf(lastUsed), from.String

	if addresses != "" {
		k.Addresses, _ = parseAddresses(strings.Split(addresses, ","))
	}

	k.Scopes, err = storedScopes(scopes)

	return k, err
}
