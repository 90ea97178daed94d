package identity

import (
	"context"
	"database/sql"
	"errors"

	"loket/internal/identity/factor"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// fewCodes is from how few recovery codes on their user is asked for a new set.
const fewCodes = 3

// codeSet is a new set of recovery codes with the hashes of what is secret in them.
type codeSet struct {
	codes  []factor.RecoveryCode
	hashes []string
}

func (c codeSet) texts() []secret.Text {
	out := make([]secret.Text, len(c.codes))
	for i, code := range c.codes {
		out[i] = code.Text()
	}

	return out
}

// newCodes makes a set. It hashes, so call it outside of transactions.
func (s *Service) newCodes(ctx context.Context, p Principal) (codeSet, error) {
	out := codeSet{codes: factor.NewRecoveryCodes()}

	for _, code := range out.codes {
		hash, err := s.hasher.For(p.UserID).Hash(ctx, code.Rest)
		if err != nil {
			return codeSet{}, err
		}

		out.hashes = append(out.hashes, hash)
	}

	return out, nil
}

// replaceCodesTx stores a set in place of the one before.
func (s *Service) replaceCodesTx(ctx context.Context, tx *db.Tx, p Principal, set codeSet) error {
	if err := deleteCodesTx(ctx, tx, p.ClientID, p.UserID); err != nil {
		return err
	}

	for i, code := range set.codes {
		_, err := tx.Exec(ctx, `INSERT INTO recovery_codes (user_id, lookup, client_id, hash, created_at) VALUES ($1, $2, $3, $4, $5)`,
			p.UserID, code.Lookup, p.ClientID, set.hashes[i], clock.Micros(s.clk.Now()))
		if err != nil {
			return wrap(err, "store a recovery code")
		}
	}

	return nil
}

func deleteCodesTx(ctx context.Context, tx *db.Tx, clientID, userID int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = $1 AND client_id = $2`, userID, clientID)

	return wrap(err, "delete the recovery codes of a user")
}

// MakeRecoveryCodes makes a new set, which ends the one before. Nobody can read it again. Error: ErrNoFactor without a second factor.
func (s *Service) MakeRecoveryCodes(ctx context.Context, by Self) ([]secret.Text, error) {
	p := by.Principal

	set, err := s.newCodes(ctx, p)
	if err != nil {
		return nil, err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		has, err := s.factorsOf(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if !has.any() {
			return ErrNoFactor.New()
		}

		if err := s.replaceCodesTx(ctx, tx, p, set); err != nil {
			return err
		}

		if err := s.recordSelf(ctx, tx, by, "user.recovery-codes", Subject("user", p.UserID), nil); err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticeFactor(by.in(u.reads(by.Language)), u, codesReplaced), u.Email)
	})
	if err != nil {
		return nil, err
	}

	return set.texts(), nil
}

// recoveryHash returns the hash of a code by its lookup; empty for a code that doesn't exist or was used.
func recoveryHash(ctx context.Context, q db.Querier, clientID, userID int64, lookup string) (string, error) {
	var hash string

	err := q.QueryRow(ctx, `SELECT hash FROM recovery_codes WHERE user_id = $1 AND lookup = $2 AND client_id = $3 AND used_at IS NULL`,
		userID, lookup, clientID).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}

	return hash, wrap(err, "find a recovery code")
}

// useRecoveryCodeTx marks a code as used, and reports whether it was unused until now.
func (s *Service) useRecoveryCodeTx(ctx context.Context, tx *db.Tx, clientID, userID int64, lookup, hash string) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND lookup = $3 AND client_id = $4 AND hash = $5 AND used_at IS NULL`,
		clock.Micros(s.clk.Now()), userID, lookup, clientID, hash)

	return n > 0, wrap(err, "use a recovery code")
}

func codesLeft(ctx context.Context, q db.Querier, clientID, userID int64) (int64, error) {
	var n int64

	err := q.QueryRow(ctx, `SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND client_id = $2 AND used_at IS NULL`, userID, clientID).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}

	return n, wrap(err, "count the recovery codes of a user")
}
