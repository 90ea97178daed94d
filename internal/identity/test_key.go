package identity

import (
	"context"

	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// MakeTestKey makes a key of the sandbox of the caller's client and returns its secret, which nobody can read again. The first one makes the
// sandbox, which fill completes in the same transaction. Errors: ErrForbidden, ErrKeyLimit.
func (s *Service) MakeTestKey(ctx context.Context, by Self, fill FillSandbox) (APIKey, secret.Text, error) {
	p := by.Principal
	if err := p.Require(APIKeyManage); err != nil {
		return APIKey{}, "", err
	}

	key := makeKey(testPrefix)

	var made APIKey

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		sandbox, err := s.openSandboxTx(ctx, tx, by.author(), p.ClientID, fill)
		if err != nil {
			return err
		}

		if made, err = s.StoreKeyTx(ctx, tx, by.author(), NewKey{ClientID: sandbox.ID, Maker: p.UserID, Key: key}); err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, made, true)
	})
	if err != nil {
		return APIKey{}, "", err
	}

	return made, key, nil
}

// TestKeys returns the keys of a client's sandbox, ordered by slot.
func (s *Service) TestKeys(ctx context.Context, clientID int64) ([]APIKey, error) {
	sandbox, found, err := sandboxOf(ctx, s.db.Reader(), clientID)
	if err != nil || !found {
		return nil, err
	}

	return apiKeys(ctx, s.db.Reader(), sandbox)
}
