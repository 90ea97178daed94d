package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// The limits of wrong PINs (docs/product/access.md#pin).
const (
	pinLockAfter = 5
	pinLockTime  = 30 * time.Minute
	pinDisable   = 15
)

// pinState decides whether a PIN may be tried.
type pinState struct {
	hash        string
	failures    int64 // since the last success or the end of the last lock
	total       int64 // since the PIN was set
	lockedUntil time.Time
}

// admit counts a try before the PIN is compared, or refuses it.
func (p *pinState) admit(now time.Time) error {
	switch {
	case p.hash == "":
		return ErrPINNotSet.New()
	case p.total >= pinDisable:
		return ErrPINLocked.Msg(msgPINDisabled)
	case now.Before(p.lockedUntil):
		e := ErrPINLocked.New()
		e.RetryAfter = p.lockedUntil.Sub(now)

		return e
	}

	if p.failures >= pinLockAfter { // the lock has ended
		p.failures, p.lockedUntil = 0, time.Time{}
	}

	p.failures++
	p.total++

	if p.failures >= pinLockAfter {
		p.lockedUntil = now.Add(pinLockTime) // a right PIN removes the lock
	}

	return nil
}

// triesLeft is how many tries there are before the PIN is locked.
func (p *pinState) triesLeft() int {
	return int(max(0, min(pinLockAfter-p.failures, pinDisable-p.total)))
}

// PINState is what a user may know about the own PIN before typing it.
type PINState struct {
	Set         bool
	TriesLeft   int
	LockedUntil time.Time // zero when it is not locked
	Disabled    bool      // locked until it is reset
}

// PINState tells whether a user has a PIN that can be tried now. It counts nothing. Who acts in a sandbox has the PIN of its client.
func (s *Service) PINState(ctx context.Context, clientID, userID int64) (PINState, error) {
	p, err := s.readPIN(ctx, s.db.Reader(), clientid.Live(clientID), userID, "")
	if err != nil || p.hash == "" {
		return PINState{}, err
	}

	out := PINState{Set: true, Disabled: p.total >= pinDisable}

	switch now := s.clk.Now(); {
	case now.Before(p.lockedUntil):
		out.LockedUntil = p.lockedUntil
	case p.failures >= pinLockAfter: // the lock has ended
		p.failures = 0

		fallthrough
	default:
		out.TriesLeft = p.triesLeft()
	}

	return out, nil
}

// VerifyPIN checks the PIN of a user. It returns nil, ErrInvalidPIN, ErrPINLocked or
// ErrPINNotSet. The try is committed before the PIN is compared, so neither parallel
// calls nor a crash allow an uncounted try. Who acts in a sandbox has the PIN of its client.
func (s *Service) VerifyPIN(ctx context.Context, clientID, userID int64, pin secret.Text) error {
	clientID = clientid.Live(clientID)

	state, match, err := s.tryPIN(ctx, clientID, userID, pin)
	if err != nil {
		return err
	}

	if !match {
		return s.wrongPIN(ctx, clientID, userID, state)
	}

	return s.rightPIN(ctx, clientID, userID, state.hash)
}

// rightPIN withdraws the try of a right PIN, even if the caller has left. Earlier
// failures stay in the total.
func (s *Service) rightPIN(ctx context.Context, clientID, userID int64, hash string) error {
	ctx, cancel := detachContext(ctx)
	defer cancel()

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE users SET pin_failures = 0, pin_locked_until = NULL, pin_failures_total = pin_failures_total - 1
			WHERE id = $1 AND client_id = $2 AND pin_hash = $3 AND pin_failures_total > 0`, userID, clientID, hash)
		if err != nil {
			return fmt.Errorf("withdraw the try of a right PIN: %w", err)
		}

		return nil
	})
}

// tryPIN counts a try and compares the PIN. It waits for its place at the hasher first,
// so a try that finds the queue full or whose caller leaves isn't counted.
func (s *Service) tryPIN(ctx context.Context, clientID, userID int64, pin secret.Text) (pinState, bool, error) {
	leave, err := s.hasher.For(userID).Turn(ctx)
	if err != nil {
		return pinState{}, false, err
	}
	defer leave()

	state, err := s.admitPIN(ctx, clientID, userID)
	if err != nil {
		return pinState{}, false, err
	}

	match, err := s.hasher.MatchesPIN(state.hash, pin)

	return state, match, err
}

func (s *Service) admitPIN(ctx context.Context, clientID, userID int64) (pinState, error) {
	var state pinState

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		if state, err = s.readPIN(ctx, tx, clientID, userID, s.db.ForUpdate()); err != nil {
			return err
		}

		if state.hash != "" {
			if err := s.hasher.UsablePIN(state.hash); err != nil {
				return err
			}
		}

		if err := state.admit(s.clk.Now()); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `
			UPDATE users SET pin_failures = $1, pin_failures_total = $2, pin_locked_until = $3
			WHERE id = $4 AND client_id = $5`,
			state.failures, state.total, db.NullMicros(state.lockedUntil), userID, clientID)
		if err != nil {
			return fmt.Errorf("count a PIN try: %w", err)
		}

		return nil
	})

	return state, err
}

func (s *Service) readPIN(ctx context.Context, q db.Querier, clientID, userID int64, lock string) (pinState, error) {
	var (
		state  pinState
		hash   sql.NullString
		locked sql.NullInt64
	)

	err := q.QueryRow(ctx, `
		SELECT pin_hash, pin_failures, pin_failures_total, pin_locked_until FROM users
		WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`+lock, userID, clientID).
		Scan(&hash, &state.failures, &state.total, &locked)
	if errors.Is(err, sql.ErrNoRows) {
		return pinState{}, fault.ErrNotFound.New()
	}

	if err != nil {
		return pinState{}, fmt.Errorf("read a PIN: %w", err)
	}

	state.hash = hash.String
	if locked.Valid {
		state.lockedUntil = clock.FromMicros(locked.Int64)
	}

	return state, nil
}

// SetPIN stores a new PIN and resets the failures. The caller checks who may do so.
func (s *Service) SetPIN(ctx context.Context, clientID, userID int64, pin secret.Text) error {
	if err := password.CheckPIN("newPin", pin); err != nil {
		return err
	}

	hash, err := s.hasher.For(userID).HashPIN(ctx, pin)
	if err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE users SET pin_hash = $1, pin_failures = 0, pin_failures_total = 0, pin_locked_until = NULL
			WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL`, hash, userID, clientID)
		if err != nil {
			return fmt.Errorf("set a PIN: %w", err)
		}

		if n == 0 {
			return fault.ErrNotFound.New()
		}

		return nil
	})
}
