package identity

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"loket/internal/identity/factor"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

const (
	// maxApps is how many authenticator apps a user may have.
	maxApps = 2
	// unconfirmedKept is how long an app may wait for its first code.
	unconfirmedKept = time.Hour
	// factorIssuer is how apps call the account.
	factorIssuer = "Loket"
)

// AuthenticatorApp is an app of a user that gives codes.
type AuthenticatorApp struct {
	ID         string
	CreatedAt  time.Time
	LastUsedAt time.Time
}

// NewApp is an app that waits for its first code. Nobody can read the secret again.
type NewApp struct {
	ID     string
	Secret secret.Text // as people type it
	URI    secret.Text // as a QR code has it
}

// appPlace names the row of an app, for the encryption of its secret.
func appPlace(clientID, userID int64, id string) string {
	return "app " + strconv.FormatInt(clientID, idBase) + "/" + strconv.FormatInt(userID, idBase) + "/" + id
}

// MakeApp makes the secret of another app. It is no factor before ConfirmApp; a new one replaces one that waits. Error: ErrFactorLimit.
func (s *Service) MakeApp(ctx context.Context, by Self) (NewApp, error) {
	p := by.Principal
	shared := factor.NewSecret()
	made := NewApp{
		ID: ids.Token(), Secret: factor.SecretText(shared),
		URI: factor.URI(shared, factorIssuer, accountName(p.ClientID, p.Username)),
	}
	sealed := s.sealer.Seal(shared, appPlace(p.ClientID, p.UserID, made.ID))

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.lockUser(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		apps, err := confirmedApps(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if len(apps) >= maxApps {
			return ErrFactorLimit.New()
		}

		_, err = tx.Exec(ctx, `DELETE FROM authenticator_apps WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NULL`, p.ClientID, p.UserID)
		if err != nil {
			return wrap(err, "replace an app that waits")
		}

		_, err = tx.Exec(ctx, `
			INSERT INTO authenticator_apps (id, client_id, user_id, secret, key_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			made.ID, p.ClientID, p.UserID, sealed.Text, sealed.KeyID, clock.Micros(s.clk.Now()))

		return wrap(err, "store an app")
	})
	if err != nil {
		return NewApp{}, err
	}

	return made, nil
}

// GiveAppTx gives a user an app with a known secret, which is a factor at once. It is for demo data: nobody else may know another's secret.
func (s *Service) GiveAppTx(ctx context.Context, tx *db.Tx, u User, shared []byte) error {
	id := ids.Token()
	sealed := s.sealer.Seal(shared, appPlace(u.ClientID, u.ID, id))

	_, err := tx.Exec(ctx, `
		INSERT INTO authenticator_apps (id, client_id, user_id, secret, key_id, created_at, confirmed_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
		id, u.ClientID, u.ID, sealed.Text, sealed.KeyID, clock.Micros(s.clk.Now()))

	return wrap(err, "give a user an app")
}

// ConfirmApp makes an app a factor by its first code, which can't be used again. The first factor brings recovery codes, which nobody
// can read again; for a further one the list is empty. Remembered browsers are forgotten. Errors: fault.ErrNotFound, ErrInvalidCode,
// fault.ErrThrottled.
func (s *Service) ConfirmApp(ctx context.Context, by Self, id, code string) ([]secret.Text, error) {
	p := by.Principal

	try, err := s.throttle.record(ctx, s.factorBuckets(p, by.Address))
	if err != nil {
		return nil, err
	}

	// Hashed before the transaction, since each takes its time. They are for a first factor.
	codes, err := s.newCodes(ctx, p)
	if err != nil {
		return nil, s.withdraw(ctx, try, err)
	}

	var out []secret.Text

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		first, err := s.confirmAppTx(ctx, tx, p, id, code)
		if err != nil {
			return err
		}

		if first {
			if err := s.replaceCodesTx(ctx, tx, p, codes); err != nil {
				return err
			}

			out = codes.texts()
		}

		if err := s.throttle.forget(ctx, tx, try); err != nil {
			return err
		}

		return s.addedFactorTx(ctx, tx, by, u, appAdded)
	})

	return out, err
}

// confirmAppTx confirms an app whose code was given. It reports whether it is the user's first factor.
func (s *Service) confirmAppTx(ctx context.Context, tx *db.Tx, p Principal, id, code string) (first bool, err error) {
	now := s.clk.Now()

	apps, err := confirmedApps(ctx, tx, p.ClientID, p.UserID)
	if err != nil {
		return false, err
	}

	if len(apps) >= maxApps {
		return false, ErrFactorLimit.New()
	}

	has, err := s.factorsOf(ctx, tx, p.ClientID, p.UserID)
	if err != nil {
		return false, err
	}

	var sealed factor.Ciphertext

	err = tx.QueryRow(ctx, `
		SELECT secret, key_id FROM authenticator_apps
		WHERE id = $1 AND client_id = $2 AND user_id = $3 AND confirmed_at IS NULL AND created_at > $4`,
		id, p.ClientID, p.UserID, clock.Micros(now.Add(-unconfirmedKept))).Scan(&sealed.Text, &sealed.KeyID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, fault.ErrNotFound.New()
	}

	if err != nil {
		return false, wrap(err, "find an app that waits")
	}

	shared, err := s.sealer.Open(sealed, appPlace(p.ClientID, p.UserID, id))
	if err != nil {
		return false, err
	}

	step, ok := factor.Match(shared, code, now)
	if !ok {
		return false, ErrInvalidCode.New()
	}

	_, err = tx.Exec(ctx, `UPDATE authenticator_apps SET confirmed_at = $1, last_step = $2 WHERE id = $3 AND client_id = $4 AND user_id = $5`,
		clock.Micros(now), step, id, p.ClientID, p.UserID)

	return !has.any(), wrap(err, "confirm an app")
}

// useAppCodeTx reports whether a code is that of an app of the user, and marks its step as used: a code counts once, on all nodes.
func (s *Service) useAppCodeTx(ctx context.Context, tx *db.Tx, clientID, userID int64, code string) (bool, error) {
	now := s.clk.Now()

	apps, err := confirmedApps(ctx, tx, clientID, userID)
	if err != nil {
		return false, err
	}

	for _, a := range apps {
		shared, err := s.sealer.Open(a.sealed, appPlace(clientID, userID, a.id))
		if err != nil {
			return false, err
		}

		step, ok := factor.Match(shared, code, now)
		if !ok {
			continue
		}

		n, err := tx.Exec(ctx, `
			UPDATE authenticator_apps SET last_step = $1, last_used_at = $2
			WHERE id = $3 AND client_id = $4 AND user_id = $5 AND last_step < $1`,
			step, clock.Micros(now), a.id, clientID, userID)
		if err != nil {
			return false, wrap(err, "use a code")
		}

		if n > 0 {
			return true, nil
		}
	}

	return false, nil
}

// confirmedApp is an app that is a factor.
type confirmedApp struct {
	id     string
	sealed factor.Ciphertext
}

func confirmedApps(ctx context.Context, q db.Querier, clientID, userID int64) ([]confirmedApp, error) {
	rows, err := q.Query(ctx, `
		SELECT id, secret, key_id FROM authenticator_apps
		WHERE client_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL ORDER BY created_at, id`, clientID, userID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (a confirmedApp, err error) {
		return a, row.Scan(&a.id, &a.sealed.Text, &a.sealed.KeyID)
	})

	return list, wrap(err, "read the apps of a user")
}
