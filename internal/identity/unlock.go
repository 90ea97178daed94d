package identity

import (
	"context"

	"loket/internal/platform/db"
)

// UnlockTx forgets the failed tries of a user, of sign-ins, codes and the own password, and ends a lock of the PIN. What 15 wrong PINs in all
// disable stays so until the PIN is reset.
func (s *Service) UnlockTx(ctx context.Context, tx *db.Tx, u User) error {
	account := accountName(u.ClientID, u.Username)

	for _, exact := range []string{"account:" + account, "own:" + account, "factor:" + Subject("user", u.ID)} {
		if _, err := tx.Exec(ctx, `DELETE FROM tries WHERE bucket = $1`, exact); err != nil {
			return wrap(err, "forget failed tries")
		}
	}

	// Those of browsers and networks from which the user signed in before have buckets of their own.
	for _, known := range []string{"account:" + account + "@", "device:" + account + "@"} {
		_, err := tx.Exec(ctx, `DELETE FROM tries WHERE substr(bucket, 1, $2) = $1`, known, int64(len([]rune(known))))
		if err != nil {
			return wrap(err, "forget failed tries of known browsers")
		}
	}

	_, err := tx.Exec(ctx, `UPDATE users SET pin_failures = 0, pin_locked_until = NULL WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID)

	return wrap(err, "unlock a PIN")
}

// UserByID returns a user of a client by the id. Error: fault.ErrNotFound.
func (s *Service) UserByID(ctx context.Context, clientID, userID int64) (User, error) {
	u, err := scanUser(s.db.Reader().QueryRow(ctx, `
		SELECT `+userColumns+` FROM users WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`, userID, clientID))
	if err != nil {
		return User{}, err
	}

	err = addRoleIDs(ctx, s.db.Reader(), &u)

	return u, err
}
