package identity

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/platform/secret"
)

const (
	fieldPassword = "password"

	// reuseTries is how many new passwords a user may check in an hour. Without a limit,
	// somebody with a stolen session could guess the current password.
	reuseTries = 60

	// OneTimePassword is how long the password works that replaces a forgotten one.
	OneTimePassword = 24 * time.Hour
	// FirstPassword is how long the password of a new user works.
	FirstPassword = 7 * 24 * time.Hour
)

// secrets is what the checks of a user's password need.
type secrets struct {
	id       int64
	clientID int64
	hash     string
	names    []string
}

func (s *Service) secrets(ctx context.Context, p Principal) (secrets, error) {
	var username, fullName, email string

	own := secrets{id: p.UserID, clientID: p.ClientID}

	err := s.db.Reader().QueryRow(ctx, `
		SELECT password_hash, username, full_name, email FROM users WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`,
		p.UserID, p.ClientID).Scan(&own.hash, &username, &fullName, &email)
	if errors.Is(err, sql.ErrNoRows) {
		return secrets{}, ErrUnauthorized.New()
	}

	if err != nil {
		return secrets{}, wrap(err, "read a password")
	}

	local, _, _ := strings.Cut(email, "@")
	own.names = append(strings.Fields(fullName), username, local)

	return own, nil
}

// ValidatePassword returns nil if the user may choose the password, or a ValidationError
// whose first field message is for display.
func (s *Service) ValidatePassword(ctx context.Context, p Principal, password secret.Text) error {
	own, err := s.secrets(ctx, p)
	if err != nil {
		return err
	}

	return s.checkNewPassword(ctx, own, password)
}

// checkNewPassword checks every rule: form, names, common passwords, past passwords. The
// check of past passwords hashes, so it comes last.
func (s *Service) checkNewPassword(ctx context.Context, own secrets, chosen secret.Text) error {
	if err := password.Check(chosen.Reveal(), own.names...); err != nil {
		return err
	}

	_, err := s.throttle.record(ctx, []bucket{{name: "reuse:" + Subject("user", own.id), limit: reuseTries}})
	if err != nil {
		return err
	}

	rows, err := s.db.Reader().Query(ctx, `
		SELECT p.password_hash FROM past_passwords p JOIN users u ON u.id = p.user_id WHERE p.user_id = $1 AND u.client_id = $2`,
		own.id, own.clientID)

	past, err := db.Collect(rows, err, func(row *sql.Rows) (string, error) {
		var hash string

		return hash, row.Scan(&hash)
	})
	if err != nil {
		return wrap(err, "read past passwords")
	}

	used, err := s.hasher.For(own.id).UsedBefore(ctx, append(past, own.hash), chosen)
	if err != nil {
		return err
	}

	if used {
		return fault.InvalidField(fieldPassword, msgPasswordUsed)
	}

	return nil
}

// checkCurrentPassword reports whether the password is the user's own. As at sign-in, the
// try is counted before the comparison and withdrawn if the password is right.
func (s *Service) checkCurrentPassword(ctx context.Context, by Self, own secrets, given secret.Text) (bool, error) {
	if len(given) > password.MaxLength {
		given = "-" // no user has this password
	}

	buckets := s.ownBuckets(by.Principal)
	if err := s.throttle.refuse(ctx, s.db.Reader(), s.clk.Now(), buckets); err != nil {
		return false, err
	}

	leave, err := s.signIns.Enter(ctx, limiter.Caller[string]{Key: "user:" + strconv.FormatInt(own.id, idBase), First: true})
	if err != nil {
		return false, err
	}
	defer leave()

	try, err := s.throttle.record(ctx, buckets)
	if err != nil {
		return false, err
	}

	match, _, err := s.hasher.For(own.id).Matches(ctx, own.hash, given)
	if err != nil {
		return false, s.withdraw(ctx, try, err)
	}

	if !match {
		return false, nil
	}

	return true, s.withdraw(ctx, try, nil)
}

// ConfirmPassword returns nil if the password is the caller's own. Tries count as at sign-in. Errors: ErrPasswordNeeded without one,
// ErrClientUnauthorized for a wrong one, fault.ErrThrottled.
func (s *Service) ConfirmPassword(ctx context.Context, by Self, given secret.Text) error {
	if given == "" {
		return ErrPasswordNeeded.New()
	}

	own, err := s.secrets(ctx, by.Principal)
	if err != nil {
		return err
	}

	match, err := s.checkCurrentPassword(ctx, by, own, given)
	if err == nil && !match {
		err = ErrClientUnauthorized.New()
	}

	return err
}

// ReplacePasswordTx stores a new hash for a user whose row is locked. It keeps the old hash
// in the history, ends the user's open links and forgets remembered browsers. A password that the system made is valid
// for the given time and must be changed at the next sign-in; serves is 0 for one that
// the user chose.
func (s *Service) ReplacePasswordTx(ctx context.Context, tx *db.Tx, u User, hash string, serves time.Duration) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO past_passwords (user_id, password_hash, set_at)
		SELECT id, password_hash, password_changed_at FROM users WHERE id = $1 AND client_id = $2
		ON CONFLICT (user_id, set_at) DO NOTHING`, u.ID, u.ClientID)
	if err != nil {
		return wrap(err, "store the past password")
	}

	// password_changed_at is part of the key of past_passwords, so it must grow with each
	// change.
	_, err = tx.Exec(ctx, `
		UPDATE users SET password_hash = $1, password_expired = $2, password_ends_at = $3,
			password_changed_at = CASE WHEN password_changed_at >= $4 THEN password_changed_at + 1 ELSE $4 END
		WHERE id = $5 AND client_id = $6`, hash, serves > 0, s.endOf(serves), clock.Micros(s.clk.Now()), u.ID, u.ClientID)
	if err != nil {
		return wrap(err, "set a password")
	}

	if err := forgetBrowsersTx(ctx, tx, u.ClientID, u.ID); err != nil {
		return err
	}

	return s.EndLinksTx(ctx, tx, u)
}

// endOf returns when a password stops working that is valid for the given time, or NULL
// for 0.
func (s *Service) endOf(serves time.Duration) sql.NullInt64 {
	if serves == 0 {
		return sql.NullInt64{}
	}

	return db.NullMicros(s.clk.Now().Add(serves))
}

// swapPassword is ReplacePasswordTx for a change by the user. own is what the checks read.
// It returns ErrUnauthorized when the password or the session has changed since.
func (s *Service) swapPassword(ctx context.Context, tx *db.Tx, by Self, own secrets, hash string) (User, error) {
	p := by.Principal

	u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
	if fault.ErrNotFound.Is(err) {
		return User{}, ErrUnauthorized.Wrap(err)
	}

	if err != nil {
		return User{}, err
	}

	var unchanged bool

	err = tx.QueryRow(ctx, `
		SELECT EXISTS (
			SELECT 1 FROM users u JOIN sessions s ON s.user_id = u.id AND s.client_id = u.client_id
			WHERE u.id = $1 AND u.client_id = $2 AND u.password_hash = $3 AND s.id = $4 AND s.ended_at IS NULL)`,
		p.UserID, p.ClientID, own.hash, p.SessionID).Scan(&unchanged)
	if err != nil {
		return User{}, wrap(err, "read the password again")
	}

	if !unchanged {
		return User{}, ErrUnauthorized.Wrap(errors.New("password or session changed meanwhile"))
	}

	return u, s.ReplacePasswordTx(ctx, tx, u, hash, 0)
}

// PasswordChange is the input of ChangePassword.
type PasswordChange struct {
	Old    secret.Text
	New    secret.Text
	Repeat secret.Text
}

// ChangePassword changes the caller's own password and ends the other sessions. Every
// refusal is a ValidationError, also that of a wrong old password: 401 would mean that
// the session has ended.
func (s *Service) ChangePassword(ctx context.Context, by Self, in PasswordChange) error {
	var fields []fault.Field

	if in.Old == "" {
		fields = append(fields, fault.Field{Field: "oldPassword", Message: msgPasswordMissing})
	}

	if in.New != in.Repeat {
		fields = append(fields, fault.Field{Field: "repassword", Message: msgPasswordsDiffer})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	own, err := s.secrets(ctx, by.Principal)
	if err != nil {
		return err
	}

	match, err := s.checkCurrentPassword(ctx, by, own, in.Old)
	if err != nil {
		return err
	}

	if !match {
		return fault.InvalidField("oldPassword", msgPasswordWrong)
	}

	if err := s.checkNewPassword(ctx, own, in.New); err != nil {
		return err
	}

	hash, err := s.hasher.For(own.id).HashNext(ctx, own.hash, in.New)
	if err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.swapPassword(ctx, tx, by, own, hash)
		if err != nil {
			return err
		}

		ended, err := s.endOtherSessionsTx(ctx, tx, by.Principal)
		if err != nil {
			return err
		}

		return s.passwordChanged(ctx, tx, by, u, int64(len(ended)))
	})
}

// ForcePassword changes an expired password by the restricted session of the sign-in, and
// ends every session of the user. It returns the token of that session, which is no
// longer valid.
func (s *Service) ForcePassword(ctx context.Context, by Self, password, repeat secret.Text) (string, error) {
	p := by.Principal

	if p.Kind != SessionKind || p.Scope != RestrictedScope {
		return "", ErrForbidden.New()
	}

	if password != repeat {
		return "", fault.InvalidField("rePassword", msgForcedPasswordsDiffer)
	}

	own, err := s.secrets(ctx, p)
	if err != nil {
		return "", err
	}

	if err := s.checkNewPassword(ctx, own, password); err != nil {
		return "", err
	}

	hash, err := s.hasher.For(own.id).HashNext(ctx, own.hash, password)
	if err != nil {
		return "", err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.swapPassword(ctx, tx, by, own, hash)
		if err != nil {
			return err
		}

		n, err := EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())
		if err != nil {
			return err
		}

		return s.passwordChanged(ctx, tx, by, u, n)
	})
	if err != nil {
		return "", err
	}

	now := s.clk.Now()

	return s.tokens.make(session{id: p.SessionID, clientID: p.ClientID, userID: p.UserID, scope: RestrictedScope}, now, now.Add(restrictedMax))
}

func (s *Service) passwordChanged(ctx context.Context, tx *db.Tx, by Self, u User, ended int64) error {
	if err := s.recordSelf(ctx, tx, by, "user.password", Subject("user", u.ID), map[string]any{"sessionsEnded": ended}); err != nil {
		return err
	}

	return s.notify(ctx, tx, s.noticePassword(by.in(u.reads(by.Language)), u), u.Email)
}
