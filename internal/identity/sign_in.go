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
