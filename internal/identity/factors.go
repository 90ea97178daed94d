package identity

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// factorTries is how many wrong codes a user may give within the throttle's window (docs/product/access.md#security).
const factorTries = 5

// Factors is what a user has besides the password.
type Factors struct {
	Passkeys          []Passkey
	Apps              []AuthenticatorApp
	RecoveryCodesLeft int64
	Browsers          []RememberedBrowser
}

// Factors lists the factors of the caller.
func (s *Service) Factors(ctx context.Context, p Principal) (Factors, error) {
	keys, err := s.passkeys(ctx, s.db.Reader(), p)
	if err != nil {
		return Factors{}, err
	}

	apps, err := s.apps(ctx, p)
	if err != nil {
		return Factors{}, err
	}

	left, err := codesLeft(ctx, s.db.Reader(), p.ClientID, p.UserID)
	if err != nil {
		return Factors{}, err
	}

	browsers, err := s.rememberedBrowsers(ctx, p)

	return Factors{Passkeys: keys, Apps: apps, RecoveryCodesLeft: left, Browsers: browsers}, err
}

func (s *Service) apps(ctx context.Context, p Principal) ([]AuthenticatorApp, error) {
	rows, err := s.db.Reader().Query(ctx, `
		SELECT id, created_at, last_used_at FROM authenticator_apps
		WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL ORDER BY created_at, id`, p.ClientID, p.UserID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (AuthenticatorApp, error) {
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

	return list, wrap(err, "list authenticator apps")
}

// factorKinds are the kinds of second factors that a user has.
type factorKinds struct{ passkeys, apps bool }

func (k factorKinds) any() bool { return k.passkeys || k.apps }

// methods are the ways to prove who one is by these factors, the strongest first.
func (k factorKinds) methods() []StepMethod {
	var list []StepMethod

	if k.passkeys {
		list = append(list, PasskeyStep)
	}

	if k.apps {
		list = append(list, AppStep)
	}

	return list
}

// factorsOf returns the kinds of factors that serve now; with any, a sign-in of the user has a second step. To decide by it, lock the
// user's row: who adds or removes a factor holds that lock. Passkeys of another domain are none, since no browser shows them; while the
// address of the program is unknown, all count.
func (s *Service) factorsOf(ctx context.Context, q db.Querier, clientID, userID int64) (factorKinds, error) {
	var k factorKinds

	err := q.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1 AND client_id = $2 AND ($3 = '' OR domain = $3)),
			EXISTS (SELECT 1 FROM authenticator_apps WHERE user_id = $1 AND client_id = $2 AND confirmed_at IS NOT NULL)`,
		userID, clientID, s.passkeyDomain()).Scan(&k.passkeys, &k.apps)

	return k, wrap(err, "look for a second factor")
}

// addedFactorTx tells of another factor of a user, with which the session goes on. Remembered browsers are forgotten, and so are the proofs
// of the user's other sessions.
func (s *Service) addedFactorTx(ctx context.Context, tx *db.Tx, by Self, u User, change factorChange) error {
	if err := forgetBrowsersTx(ctx, tx, u.ClientID, u.ID); err != nil {
		return err
	}

	// Who can add a factor has not lost them all.
	if err := s.cancelResetTx(ctx, tx, by, u); err != nil {
		return err
	}

	// Whoever else knows the password may have proved it a moment ago, or have an app that waits for its first code. Neither serves from now on.
	_, err := tx.Exec(ctx, `UPDATE sessions SET proved_at = 0 WHERE client_id = $1 AND user_id = $2 AND id <> $3 AND ended_at IS NULL`,
		u.ClientID, u.ID, by.Principal.SessionID)
	if err != nil {
		return wrap(err, "end the proofs of other sessions")
	}

	_, err = tx.Exec(ctx, `DELETE FROM authenticator_apps WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NULL`, u.ClientID, u.ID)
	if err != nil {
		return wrap(err, "end apps that wait")
	}

	_, err = tx.Exec(ctx, `UPDATE sessions SET method = $1 WHERE id = $2 AND client_id = $3 AND user_id = $4 AND method = $5`,
		change.kind(), by.Principal.SessionID, u.ClientID, u.ID, string(PasswordMethod))
	if err != nil {
		return wrap(err, "note the factor of a session")
	}

	if err := s.recordSelf(ctx, tx, by, "user.factor-add", Subject("user", u.ID), map[string]any{"kind": change.kind()}); err != nil {
		return err
	}

	return s.notify(ctx, tx, s.noticeFactor(by.in(u.reads(by.Language)), u, change), u.Email)
}

// DemandedFrom is when a second factor is demanded of the caller, who has none; zero if it is not.
func (s *Service) DemandedFrom(ctx context.Context, p Principal) (time.Time, error) {
	return s.demandedFrom(ctx, s.db.Reader(), p.ClientID, p.UserID)
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

		change, err := deleteFactorTx(ctx, tx, p, id)
		if err != nil {
			return err
		}

		has, err := s.factorsOf(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if !has.any() {
			if err := s.forgetFactorsTx(ctx, tx, p.ClientID, p.UserID); err != nil {
				return err
			}
		}

		if err := forgetBrowsersTx(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		detail := map[string]any{"kind": change.kind(), "last": !has.any()}
		if err := s.recordSelf(ctx, tx, by, "user.factor-remove", Subject("user", p.UserID), detail); err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticeFactor(by.in(u.reads(by.Language)), u, change), u.Email)
	})
}

// forgetFactorsTx deletes what belongs to the factors of a user who has none any more. Their sessions have none either: where one is
// demanded, they serve its set-up alone.
func (s *Service) forgetFactorsTx(ctx context.Context, tx *db.Tx, clientID, userID int64) error {
	if err := deleteCodesTx(ctx, tx, clientID, userID); err != nil {
		return err
	}

	_, err := tx.Exec(ctx, `UPDATE sessions SET method = $1 WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND scope = $4`,
		string(PasswordMethod), clientID, userID, string(FullScope))

	return wrap(err, "forget the factors of sessions")
}

// deleteFactorTx deletes an app or a passkey, and says which.
func deleteFactorTx(ctx context.Context, tx *db.Tx, p Principal, id string) (factorChange, error) {
	n, err := tx.Exec(ctx, `DELETE FROM authenticator_apps WHERE id = $1 AND client_id = $2 AND user_id = $3 AND confirmed_at IS NOT NULL`,
		id, p.ClientID, p.UserID)
	if err != nil || n > 0 {
		return appRemoved, wrap(err, "remove an app")
	}

	n, err = tx.Exec(ctx, `DELETE FROM passkeys WHERE id = $1 AND client_id = $2 AND user_id = $3`, id, p.ClientID, p.UserID)
	if err == nil && n == 0 {
		return 0, fault.ErrNotFound.New()
	}

	return passkeyRemoved, wrap(err, "remove a passkey")
}

// factorBuckets count the codes of a user, in sorted order. There is one bucket for every use of a code, and none of its own for known
// browsers: more buckets would be more guesses.
func (s *Service) factorBuckets(p Principal, address string) []bucket {
	return []bucket{
		{name: "address:" + callerNetwork(address), limit: s.opt.AddressTries},
		{name: "factor:" + Subject("user", p.UserID), limit: factorTries},
	}
}
