package staff

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// MakeAPIKey makes a key of a client and returns its secret, which nobody can read again.
// It returns identity.ErrKeyLimit when the client has two keys.
func (s *Service) MakeAPIKey(ctx context.Context, by identity.By, clientID int64) (identity.APIKey, secret.Text, error) {
	key := identity.MakeKey()
	made, err := s.storeKey(ctx, by, clientID, key)

	return made, key, err
}

// AddKnownAPIKey stores a key with a given secret, for benchmarks whose clients know their keys.
func (s *Service) AddKnownAPIKey(ctx context.Context, by identity.By, clientID int64, key secret.Text) (identity.APIKey, error) {
	if err := identity.CheckKey(key); err != nil {
		return identity.APIKey{}, err
	}

	return s.storeKey(ctx, by, clientID, key)
}

func (s *Service) storeKey(ctx context.Context, by identity.By, clientID int64, key secret.Text) (identity.APIKey, error) {
	if err := by.Check(nil); err != nil {
		return identity.APIKey{}, err
	}

	var made identity.APIKey

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		made, err = s.identity.StoreKeyTx(ctx, tx, by, identity.NewKey{ClientID: clientID, Key: key})

		return err
	})

	return made, err
}

// RevokeAPIKey deletes a key. When it returns, no node accepts the key any more. It
// returns ErrNotFound when the client has no such key.
func (s *Service) RevokeAPIKey(ctx context.Context, by identity.By, clientID, keyID int64) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error { return s.identity.RevokeKeyTx(ctx, tx, by, clientID, keyID) })
}
