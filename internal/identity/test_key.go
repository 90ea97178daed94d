package identity

import (
	"context"

	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// MakeTestKey makes a key of the sandbox of the caller's client and returns its secret, which nobody can read again. The first one makes the
// sandbox, which fill completes in the same transaction. Errors: ErrForbidden, fault.ErrValidation, ErrKeyLimit.
func (s *Service) MakeTestKey(ctx context.Context, by Self, in KeyInput, fill FillSandbox) (APIKey, secret.Text, error) {
	p := by.Principal
	if err := p.Require(APIKeyManage); err != nil {
		return APIKey{}, "", err
	}

	settings, err := in.check(s.clk.Now())
	if err != nil {
		return APIKey{}, "", err
	}

	key := MakeTestKey()

	var made APIKey

	err = s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		if made, err = s.addTestKeyTx(ctx, tx, by.author(), NewKey{ClientID: p.ClientID, Maker: p.UserID, Key: key, Settings: settings}, fill); err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, &made, keyMade)
	})
	if err != nil {
		return APIKey{}, "", err
	}

	return made, key, nil
}

// AddKnownTestKey stores a test key with a given secret: that of the demo, which documents name, or the first one of a new deployment, which
// has no user yet who could make one. Error: ErrKeyLimit.
func (s *Service) AddKnownTestKey(ctx context.Context, by By, in NewKey, fill FillSandbox) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := s.addTestKeyTx(ctx, tx, by, in, fill)

		return err
	})
}

// addTestKeyTx stores a key for the sandbox of a client, which the first one opens.
func (s *Service) addTestKeyTx(ctx context.Context, tx *db.Tx, by By, in NewKey, fill FillSandbox) (APIKey, error) {
	sandbox, err := s.openSandboxTx(ctx, tx, by, in.ClientID, fill)
	if err != nil {
		return APIKey{}, err
	}

	in.ClientID = sandbox.ID

	return s.StoreKeyTx(ctx, tx, by, in)
}

// TestKeys returns the keys of a client's sandbox, ordered by slot.
func (s *Service) TestKeys(ctx context.Context, clientID int64) ([]APIKey, error) {
	sandbox, found, err := sandboxOf(ctx, s.db.Reader(), clientID)
	if err != nil || !found {
		return nil, err
	}

	return s.APIKeys(ctx, sandbox)
}
