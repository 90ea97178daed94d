package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clientid"
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
	// Remembered is the token of a browser that skips the second step, if any.
	Remembered secret.Text
	// Staff is set at the portal of staff, where ClientID is the provider's. Elsewhere nobody of the provider can sign in.
	Staff bool
}

// SignedIn is the result of SignIn, FinishSignIn and SignInByPasskey.
type SignedIn struct {
	// Token is that of the session; with Next it serves the second step alone.
	Token string
	// Next has what the second step takes; empty for a session that is open.
	Next []StepMethod
	// SetUp means that the session serves the set-up of a second factor alone, which the client demands.
	SetUp bool
	// RememberDays is how long the browser may skip the second step, with Next; 0: never.
	RememberDays int64
	// Username is the user's name, of a sign-in by a passkey alone.
	Username string
	// Device makes the browser known: it goes into a cookie that only sign-ins read. It grants nothing.
	Device secret.Text
	// Remembered makes the browser skip the second step from now on; empty if it shall not.
	Remembered secret.Text
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
// expired password returns ErrPasswordExpired with the token of a restricted session. For a
// user with a second factor it is the first step, which FinishSignIn follows, unless the
// browser is remembered.
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

	a, err := s.account(ctx, c)
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

func (s *Service) account(ctx context.Context, c Credentials) (account, error) {
	if c.Staff != (c.ClientID == clientid.Provider) {
		return account{}, nil
	}

	var (
		a         account
		changedAt int64
	)

	err := s.db.Reader().QueryRow(ctx, `
		SELECT u.id, u.password_hash, u.active AND c.active, u.password_expired, u.password_changed_at, u.password_ends_at
		FROM users u JOIN clients c ON c.id = u.client_id
		WHERE u.client_id = $1 AND lower(u.username) = $2 AND u.deleted_at IS NULL`,
		c.ClientID, strings.ToLower(c.Username)).Scan(&a.userID, &a.hash, &a.active, &a.expired, &changedAt, &a.endsAt)
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

		if !has.any() && c.Staff {
			return ErrFactorMissing.New()
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
		WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND (scope = 'second_factor') = $6 AND id NOT IN (
			SELECT id FROM sessions
			WHERE client_id = $2 AND user_id = $3 AND ended_at IS NULL AND expires_at > $1 AND last_used_at > $4 AND (scope = 'second_factor') = $6
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
