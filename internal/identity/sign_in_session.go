package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// opening is a session that a sign-in opens.
type opening struct {
	from   Credentials
	by     origin
	method SignInMethod
	made   session
	out    SignedIn
}

func (o *opening) result() (SignedIn, error) {
	if o.made.scope == RestrictedScope {
		return SignedIn{}, passwordExpired(o.out.Token)
	}

	return o.out, nil
}

// open makes the session of a user whose password was right: that of the first step if the user has a second factor.
func (s *Service) open(ctx context.Context, c Credentials, by origin, a account, rehash string, try tryIDs) (SignedIn, error) {
	opened := opening{from: c, by: by, method: PasswordMethod}

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := s.throttle.forget(ctx, tx, try); err != nil {
			return err
		}

		if err := s.lockAccount(ctx, tx, c.ClientID, &a); err != nil {
			return err
		}

		if err := storeRehash(ctx, tx, c.ClientID, a.userID, rehash); err != nil {
			return err
		}

		has, err := s.factorsOf(ctx, tx, c.ClientID, a.userID)
		if err != nil {
			return err
		}

		if !has.any() {
			return s.openTx(ctx, tx, &opened, a)
		}

		remembered, err := s.isRemembered(ctx, tx, c.ClientID, a.userID, c.Remembered)
		if err != nil {
			return err
		}

		if !remembered {
			return s.openFirstStepTx(ctx, tx, &opened, a, has)
		}

		opened.method = RememberedMethod

		return s.openTx(ctx, tx, &opened, a)
	})
	if err != nil {
		return SignedIn{}, err
	}

	return opened.result()
}

// openTx opens the session of a user whose row is locked, and who has proved what a sign-in asks for.
func (s *Service) openTx(ctx context.Context, tx *db.Tx, o *opening, a account) error {
	now := s.clk.Now()
	expires := now.Add(s.opt.SessionMax)
	o.made = session{id: ids.Token(), clientID: o.from.ClientID, userID: a.userID, scope: FullScope}

	if s.passwordExpired(a.expired, a.changedAt, now) {
		o.made.scope = RestrictedScope
		expires = now.Add(min(restrictedMax, s.opt.SessionMax))
	}

	isNew, err := s.isNewBrowser(ctx, tx, o, a.userID)
	if err != nil {
		return err
	}

	if err := s.insertSession(ctx, tx, o, now, expires); err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE users SET last_used_at = $1 WHERE id = $2 AND client_id = $3`, clock.Micros(now), a.userID, o.from.ClientID)
	if err != nil {
		return fmt.Errorf("record a sign-in: %w", err)
	}

	if o.out.Device, err = s.rememberTx(ctx, tx, o.from, o.by, a.userID, now); err != nil {
		return err
	}

	if isNew {
		if err := s.tellOfNewBrowser(ctx, tx, o, a.userID); err != nil {
			return err
		}
	}

	if o.out.Token, err = s.tokens.make(o.made, now, expires); err != nil || o.made.scope != FullScope || o.method != PasswordMethod {
		return err
	}

	from, err := s.demandedFrom(ctx, tx, o.from.ClientID, a.userID)
	o.out.SetUp = !from.IsZero() && !now.Before(from)

	return err
}

// openFirstStepTx opens a session that serves the second step alone. It makes no browser known: the password alone is no sign-in.
func (s *Service) openFirstStepTx(ctx context.Context, tx *db.Tx, o *opening, a account, has factorKinds) error {
	now := s.clk.Now()
	expires := now.Add(secondStepMax)
	o.made = session{id: ids.Token(), clientID: o.from.ClientID, userID: a.userID, scope: SecondStepScope}

	left, err := codesLeft(ctx, tx, o.from.ClientID, a.userID)
	if err != nil {
		return err
	}

	if o.out.Next = has.methods(); left > 0 {
		o.out.Next = append(o.out.Next, RecoveryStep)
	}

	c, err := s.clientSecurity(ctx, tx, o.from.ClientID)
	if err != nil {
		return err
	}

	o.out.RememberDays = c.RememberDays

	if err := s.insertSession(ctx, tx, o, now, expires); err != nil {
		return err
	}

	o.out.Token, err = s.tokens.make(o.made, now, expires)

	return err
}

// lockAccount locks the user's row, so that sign-ins of a user count sessions one after
// the other. It refuses if the password changed or the account was closed since the hash
// was computed, and reads again whether the password has expired.
func (s *Service) lockAccount(ctx context.Context, tx *db.Tx, clientID int64, a *account) error {
	var (
		changedAt int64 // not the hash, which a concurrent sign-in may have renewed
		active    bool
	)

	err := tx.QueryRow(ctx, `
		SELECT password_changed_at, active, password_expired FROM users
		WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`+s.db.ForUpdate(), a.userID, clientID).Scan(&changedAt, &active, &a.expired)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (changedAt != clock.Micros(a.changedAt) || !active) {
		return ErrInvalidCredentials.New()
	}

	if err != nil {
		return fmt.Errorf("lock a user: %w", err)
	}

	return nil
}

func (s *Service) insertSession(ctx context.Context, tx *db.Tx, o *opening, now, expires time.Time) error {
	made := o.made

	idle, err := s.clientIdleLimit(ctx, tx, made.clientID)
	if err != nil {
		return err
	}

	// Keeps the newest valid sessions beside the new one. First steps have a count of their own: who knows the password alone must not
	// end the sessions of its owner.
	_, err = tx.Exec(ctx, `
		UPDATE sessions SET ended_at = $1, displaced = expires_at > $1 AND last_used_at > $4
		WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND looker IS NULL AND (scope = 'second_factor') = $6 AND id NOT IN (
			SELECT id FROM sessions
			WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND expires_at > $1 AND last_used_at > $4 AND looker IS NULL AND (scope = 'second_factor') = $6
			ORDER BY created_at DESC, id DESC LIMIT $5)`,
		clock.Micros(now), made.clientID, made.userID, clock.Micros(now.Add(-idle)), s.opt.SessionsPerUser-1, made.scope == SecondStepScope)
	if err != nil {
		return fmt.Errorf("end the oldest session: %w", err)
	}

	// A remembered browser skipped the second step, so its session is not proved.
	var proved int64
	if o.method != RememberedMethod {
		proved = clock.Micros(now)
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO sessions (id, client_id, user_id, scope, method, device, address, proved_at, created_at, last_used_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
		made.id, made.clientID, made.userID, string(made.scope), string(o.method), storable(o.from.Device), storable(o.from.Address), proved,
		clock.Micros(now), clock.Micros(expires))
	if err != nil {
		return fmt.Errorf("make a session: %w", err)
	}

	return nil
}

// storeRehash stores the hash of a password with the present parameters; nothing without one.
func storeRehash(ctx context.Context, tx *db.Tx, clientID, userID int64, rehash string) error {
	if rehash == "" {
		return nil
	}

	_, err := tx.Exec(ctx, `UPDATE users SET password_hash = $1 WHERE id = $2 AND client_id = $3`, rehash, userID, clientID)
	if err != nil {
		return fmt.Errorf("store a new hash: %w", err)
	}

	return nil
}
