package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

// Credentials is the input of SignIn. Address is the caller's IP address, which the
// throttle counts by. Device is the user agent of the browser. KnownDevice is the token
// that an earlier sign-in gave this browser, if any.
type Credentials struct {
	ClientID int64
	Username string
	Password secret.Text
	Address  string
	Device   string

	KnownDevice secret.Text
}

// SignedIn is the result of SignIn. Device is the token that makes the browser known: it
// goes into a cookie that only sign-ins read. It grants nothing.
type SignedIn struct {
	Token  string
	Device secret.Text
}

func (c *Credentials) validate() error {
	var fields []fault.Field

	if c.ClientID <= 0 {
		fields = append(fields, fault.Field{Field: "clientId", Message: msgClientIDMissing})
	}

	if c.Username == "" {
		fields = append(fields, fault.Field{Field: "username", Message: msgUsernameMissing})
	}

	if c.Password == "" {
		fields = append(fields, fault.Field{Field: "password", Message: msgPasswordMissing})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	// No user has such a name or password. They are replaced by texts that can be stored
	// and compared, so that they are refused like any wrong credentials.
	if !ValidUsername(c.Username) {
		c.Username = "-"
	}

	if len(c.Password) > password.MaxLength {
		c.Password = "-"
	}

	return nil
}

// account is what a sign-in needs of a user. The zero value stands for a user that
// doesn't exist.
type account struct {
	userID    int64
	hash      string
	active    bool // user and client are active
	expired   bool
	changedAt time.Time
	endsAt    sql.NullInt64 // expiry of a password that the system made
}

// serves reports whether the password may still open a session.
func (a account) serves(now time.Time) bool {
	return a.active && (!a.endsAt.Valid || clock.Micros(now) < a.endsAt.Int64)
}

// SignIn checks credentials and opens a session.
//
// All wrong credentials cost the same work and return ErrInvalidCredentials, so that
// nobody learns which accounts exist. Too many failures return fault.ErrThrottled; those of
// others don't count for a browser or network from which the user signed in before. An
// expired password returns ErrPasswordExpired with the token of a restricted session.
func (s *Service) SignIn(ctx context.Context, c Credentials) (SignedIn, error) {
	if err := c.validate(); err != nil {
		return SignedIn{}, err
	}

	var who account

	in, err := s.signIn(ctx, c, &who)
	s.logSignIn(ctx, c, who, err)

	return in, err
}

// signIn sets who as soon as the account is known.
func (s *Service) signIn(ctx context.Context, c Credentials, who *account) (SignedIn, error) {
	by, err := s.originOf(ctx, c)
	if err != nil {
		return SignedIn{}, err
	}

	buckets := s.signInBuckets(c, by)

	// A throttled caller must not fill the queue.
	if err := s.throttle.refuse(ctx, s.db.Reader(), s.clk.Now(), buckets); err != nil {
		return SignedIn{}, err
	}

	// Tries are counted after the queue. Counted before it, many good sign-ins from one
	// address would throttle each other.
	leave, err := s.signIns.Enter(ctx, turnOf(c, by))
	if err != nil {
		return SignedIn{}, err
	}
	defer leave()

	try, err := s.throttle.record(ctx, buckets)
	if err != nil {
		return SignedIn{}, err
	}

	a, err := s.account(ctx, c.ClientID, c.Username)
	if err != nil {
		return SignedIn{}, s.withdraw(ctx, try, err)
	}

	*who = a

	match, rehash, err := s.hasher.Matches(ctx, a.hash, c.Password)
	if err != nil {
		return SignedIn{}, s.withdraw(ctx, try, err)
	}

	if !match || !a.serves(s.clk.Now()) {
		return SignedIn{}, ErrInvalidCredentials.New()
	}

	return s.open(ctx, c, by, a, rehash, try)
}

// withdraw deletes a try whose secret was not compared.
func (s *Service) withdraw(ctx context.Context, try tryIDs, cause error) error {
	ctx, cancel := detachContext(ctx)
	defer cancel()

	err := s.db.Tx(ctx, func(tx *db.Tx) error { return s.throttle.forget(ctx, tx, try) })

	return errors.Join(cause, err)
}

func (s *Service) account(ctx context.Context, clientID int64, username string) (account, error) {
	var (
		a         account
		changedAt int64
	)

	err := s.db.Reader().QueryRow(ctx, `
		SELECT u.id, u.password_hash, u.active AND c.active, u.password_expired, u.password_changed_at, u.password_ends_at
		FROM users u JOIN clients c ON c.id = u.client_id
		WHERE u.client_id = $1 AND lower(u.username) = $2 AND u.deleted_at IS NULL`,
		clientID, strings.ToLower(username)).Scan(&a.userID, &a.hash, &a.active, &a.expired, &changedAt, &a.endsAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account{}, nil
	}

	if err != nil {
		return account{}, fmt.Errorf("find an account: %w", err)
	}

	a.changedAt = clock.FromMicros(changedAt)

	return a, nil
}

// passwordExpired reports whether a password must be changed, because it is flagged or
// older than PasswordMaxAge.
func (s *Service) passwordExpired(flagged bool, changedAt, now time.Time) bool {
	return flagged || s.opt.PasswordMaxAge > 0 && now.Sub(changedAt) >= s.opt.PasswordMaxAge
}

// open makes the session of a user whose password was right.
func (s *Service) open(ctx context.Context, c Credentials, by origin, a account, rehash string, try tryIDs) (SignedIn, error) {
	made := session{id: ids.Token(), clientID: c.ClientID, userID: a.userID, scope: FullScope}

	var out SignedIn

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := s.throttle.forget(ctx, tx, try); err != nil {
			return err
		}

		if err := s.lockAccount(ctx, tx, c.ClientID, &a); err != nil {
			return err
		}

		now := s.clk.Now()
		expires := now.Add(s.opt.SessionMax)

		if made.scope = FullScope; s.passwordExpired(a.expired, a.changedAt, now) {
			made.scope = RestrictedScope
			expires = now.Add(min(restrictedMax, s.opt.SessionMax))
		}

		if err := s.insertSession(ctx, tx, made, c, now, expires); err != nil {
			return err
		}

		if err := s.recordSignIn(ctx, tx, made, rehash, now); err != nil {
			return err
		}

		var err error

		if out.Device, err = s.rememberTx(ctx, tx, c, by, a.userID, now); err != nil {
			return err
		}

		out.Token, err = s.tokens.make(made, now, expires)

		return err
	})
	if err != nil {
		return SignedIn{}, err
	}

	if made.scope == RestrictedScope {
		return SignedIn{}, passwordExpired(out.Token)
	}

	return out, nil
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

func (s *Service) insertSession(ctx context.Context, tx *db.Tx, made session, c Credentials, now, expires time.Time) error {
	idle, err := s.clientIdleLimit(ctx, tx, made.clientID)
	if err != nil {
		return err
	}

	// Keeps the newest valid sessions beside the new one.
	_, err = tx.Exec(ctx, `
		UPDATE sessions SET ended_at = $1, displaced = expires_at > $1 AND last_used_at > $4
		WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND id NOT IN (
			SELECT id FROM sessions
			WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND expires_at > $1 AND last_used_at > $4
			ORDER BY created_at DESC, id DESC LIMIT $5)`,
		clock.Micros(now), made.clientID, made.userID, clock.Micros(now.Add(-idle)), s.opt.SessionsPerUser-1)
	if err != nil {
		return fmt.Errorf("end the oldest session: %w", err)
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO sessions (id, client_id, user_id, scope, method, device, address, created_at, last_used_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
		made.id, made.clientID, made.userID, string(made.scope), string(PasswordMethod), storable(c.Device), storable(c.Address), clock.Micros(now),
		clock.Micros(expires))
	if err != nil {
		return fmt.Errorf("make a session: %w", err)
	}

	return nil
}

func (s *Service) recordSignIn(ctx context.Context, tx *db.Tx, made session, rehash string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE users SET last_used_at = $1 WHERE id = $2 AND client_id = $3`,
		clock.Micros(now), made.userID, made.clientID)
	if err != nil {
		return fmt.Errorf("record a sign-in: %w", err)
	}

	if rehash == "" {
		return nil
	}

	_, err = tx.Exec(ctx, `UPDATE users SET password_hash = $1 WHERE id = $2 AND client_id = $3`, rehash, made.userID, made.clientID)
	if err != nil {
		return fmt.Errorf("store a new hash: %w", err)
	}

	return nil
}
