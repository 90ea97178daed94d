package identity

import (
	"context"
	"database/sql"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// factorTries is how many wrong codes a user may give within the throttle's window (docs/product/access.md#security).
const factorTries = 5

// Factors is what a user has besides the password.
type Factors struct {
	Apps              []AuthenticatorApp
	RecoveryCodesLeft int64
	Browsers          []RememberedBrowser
}

// Factors lists the factors of the caller.
func (s *Service) Factors(ctx context.Context, p Principal) (Factors, error) {
	rows, err := s.db.Reader().Query(ctx, `
		SELECT id, created_at, last_used_at FROM authenticator_apps
		WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL ORDER BY created_at, id`, p.ClientID, p.UserID)

	apps, err := db.Collect(rows, err, func(row *sql.Rows) (AuthenticatorApp, error) {
		var (
			a       AuthenticatorApp
			created int64
			used    sql.NullInt64
		)

		err := row.Scan(&a.ID, &created, &used)
		a.CreatedAt = clock.FromMicros(created)

		if used.Valid {
			a.LastUsedAt = clock.FromMicros(used.Int64)
		}

		return a, err
	})
	if err != nil {
		return Factors{}, wrap(err, "list factors")
	}

	left, err := codesLeft(ctx, s.db.Reader(), p.ClientID, p.UserID)
	if err != nil {
		return Factors{}, err
	}

	browsers, err := s.rememberedBrowsers(ctx, p)

	return Factors{Apps: apps, RecoveryCodesLeft: left, Browsers: browsers}, err
}

// hasFactor reports whether a sign-in of the user has a second step. To decide by it, lock the user's row: who adds or removes a factor
// holds that lock.
func hasFactor(ctx context.Context, q db.Querier, clientID, userID int64) (bool, error) {
	var has bool

	err := q.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM authenticator_apps WHERE user_id = $1 AND client_id = $2 AND confirmed_at IS NOT NULL)`,
		userID, clientID).Scan(&has)

	return has, wrap(err, "look for a second factor")
}

// RemoveFactor removes a factor of the caller. The last one takes the recovery codes with it. Remembered browsers are forgotten. Error:
// fault.ErrNotFound.
func (s *Service) RemoveFactor(ctx context.Context, by Self, id string) error {
	p := by.Principal

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		n, err := tx.Exec(ctx, `DELETE FROM authenticator_apps WHERE id = $1 AND client_id = $2 AND user_id = $3 AND confirmed_at IS NOT NULL`,
			id, p.ClientID, p.UserID)
		if err != nil {
			return wrap(err, "remove a factor")
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		has, err := hasFactor(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if !has {
			if err := deleteCodesTx(ctx, tx, p.ClientID, p.UserID); err != nil {
				return err
			}
		}

		if err := forgetBrowsersTx(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		if err := s.recordSelf(ctx, tx, by, "user.factor-remove", Subject("user", p.UserID), map[string]any{"kind": "app", "last": !has}); err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticeFactor(by.in(u.reads(by.Language)), u, factorRemoved), u.Email)
	})
}

// factorBuckets count the codes of a user, in sorted order. There is one bucket for every use of a code, and none of its own for known
// browsers: more buckets would be more guesses.
func (s *Service) factorBuckets(p Principal, address string) []bucket {
	return []bucket{
		{name: "address:" + callerNetwork(address), limit: s.opt.AddressTries},
		{name: "factor:" + Subject("user", p.UserID), limit: factorTries},
	}
}
