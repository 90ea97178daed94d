package identity

import (
	"context"
	"errors"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

// proofAge is how long a proof of who uses a session serves for calls that need one.
const proofAge = 5 * time.Minute

// Proof is the input of StepUp: a passkey, a code of an app, or the password of a user without a second factor.
type Proof struct {
	Passkey  []byte // what the browser answered, JSON
	Code     secret.Text
	Password secret.Text
	PIN      secret.Text // beside the password, by who wants to give it
}

// RequireProof returns ErrStepUpRequired, with the methods that serve, unless the caller's session was proved within the last five
// minutes: by a full sign-in, or by StepUp. A sign-in of a remembered browser is no proof. Who acts in a sandbox has the factors of its client.
func (s *Service) RequireProof(ctx context.Context, p *Principal) error {
	if s.clk.Now().Sub(p.ProvedAt) < proofAge {
		return nil
	}

	has, err := s.factorsOf(ctx, s.db.Reader(), clientid.Live(p.ClientID), p.UserID)
	if err != nil {
		return err
	}

	return stepUpRequired(has)
}

// RequireFactorProof is RequireProof for calls that take the password themselves: it asks users with a second factor alone.
func (s *Service) RequireFactorProof(ctx context.Context, p *Principal) error {
	if s.clk.Now().Sub(p.ProvedAt) < proofAge {
		return nil
	}

	has, err := s.factorsOf(ctx, s.db.Reader(), p.ClientID, p.UserID)
	if err != nil || !has.any() {
		return err
	}

	return stepUpRequired(has)
}

func stepUpRequired(has factorKinds) error {
	e := ErrStepUpRequired.New()

	for _, m := range has.methods() {
		e.Methods = append(e.Methods, string(m))
	}

	if !has.any() {
		e.Methods = []string{string(PasswordStep)}
	}

	return e
}

// StepUp proves who uses the session, and returns its new token: the one before serves no more. Tries are counted before they are
// compared. A recovery code is no proof. Errors: fault.ErrValidation without what is needed, ErrInvalidPasskey, ErrInvalidCode,
// ErrClientUnauthorized for a wrong password, those of VerifyPIN for a PIN that is given and wrong, fault.ErrThrottled, ErrUnauthorized when
// the session has ended.
func (s *Service) StepUp(ctx context.Context, by Self, given Proof) (string, error) {
	if len(given.Passkey) > 0 {
		return s.stepUpByPasskey(ctx, by, given.Passkey)
	}

	has, err := s.factorsOf(ctx, s.db.Reader(), by.Principal.ClientID, by.Principal.UserID)
	if err != nil {
		return "", err
	}

	if has.any() {
		return s.stepUpByCode(ctx, by, given.Code)
	}

	if given.Password == "" {
		return "", fault.InvalidField(fieldPassword, msgPasswordMissing)
	}

	if err := s.ConfirmPassword(ctx, by, given.Password); err != nil {
		return "", err
	}

	if given.PIN != "" {
		if err := s.VerifyPIN(ctx, by.Principal.ClientID, by.Principal.UserID, given.PIN); err != nil {
			return "", err
		}
	}

	return s.renew(ctx, by, func(tx *db.Tx) error {
		// A factor may have been added since: then the password is no proof any more.
		has, err := s.factorsOf(ctx, tx, by.Principal.ClientID, by.Principal.UserID)
		if err == nil && has.any() {
			err = stepUpRequired(has)
		}

		return err
	})
}

func (s *Service) stepUpByPasskey(ctx context.Context, by Self, answer []byte) (string, error) {
	used, err := s.checkPasskey(ctx, by, stepUpQuestion, answer)
	if err != nil {
		return "", err
	}

	return s.renew(ctx, by, func(tx *db.Tx) error {
		ok, err := s.usePasskeyTx(ctx, tx, used)
		if err == nil && !ok {
			err = ErrInvalidPasskey.New()
		}

		return err
	})
}

func (s *Service) stepUpByCode(ctx context.Context, by Self, code secret.Text) (string, error) {
	p := by.Principal

	if code == "" {
		return "", fault.InvalidField("code", msgCodeMissing)
	}

	try, err := s.throttle.record(ctx, s.factorBuckets(p, by.Address))
	if err != nil {
		return "", err
	}

	return s.renew(ctx, by, func(tx *db.Tx) error {
		ok, err := s.useAppCodeTx(ctx, tx, p.ClientID, p.UserID, appCode(code))
		if err != nil {
			return err
		}

		if !ok {
			return ErrInvalidCode.New()
		}

		return s.throttle.forget(ctx, tx, try)
	})
}

// renew gives the session another id, and with it another token, once prove has succeeded in the same transaction.
func (s *Service) renew(ctx context.Context, by Self, prove func(tx *db.Tx) error) (string, error) {
	p := by.Principal
	renewed := session{id: ids.Token(), clientID: p.ClientID, userID: p.UserID, scope: FullScope}

	var expires int64

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.lockUser(ctx, tx, p.ClientID, p.UserID); err != nil {
			return err
		}

		if err := prove(tx); err != nil {
			return err
		}

		n, err := tx.Exec(ctx, `
			UPDATE sessions SET id = $1, proved_at = $2, last_used_at = $2
			WHERE id = $3 AND client_id = $4 AND user_id = $5 AND scope = $6 AND ended_at IS NULL`,
			renewed.id, clock.Micros(s.clk.Now()), p.SessionID, p.ClientID, p.UserID, string(FullScope))
		if err != nil {
			return wrap(err, "renew a session")
		}

		if n == 0 {
			return ErrUnauthorized.Wrap(errors.New("the session has ended"))
		}

		return wrap(tx.QueryRow(ctx, `SELECT expires_at FROM sessions WHERE id = $1 AND client_id = $2`, renewed.id, p.ClientID).Scan(&expires),
			"read a renewed session")
	})
	if err != nil {
		return "", err
	}

	return s.tokens.make(renewed, s.clk.Now(), clock.FromMicros(expires))
}
