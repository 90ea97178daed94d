package identity

import (
	"context"
	"errors"
	"fmt"

	"loket/internal/identity/emaillink"
	"loket/internal/identity/password"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// PINChange is the input of ChangePIN.
type PINChange struct {
	Current secret.Text
	New     secret.Text
	Repeat  secret.Text
}

func (in *PINChange) validate() error {
	var fields []fault.Field

	if in.Current == "" {
		fields = append(fields, fault.Field{Field: "pin", Message: msgPINMissing})
	}

	if err := password.CheckPIN("newPin", in.New); err != nil {
		fields = append(fields, fault.From(err).Fields...)
	}

	// Said before the current PIN is checked: it tells nothing that the input doesn't.
	if in.New != "" && in.New == in.Current {
		fields = append(fields, fault.Field{Field: "newPin", Message: msgPINSame})
	}

	if in.New != in.Repeat {
		fields = append(fields, fault.Field{Field: "confirmPin", Message: msgPINsDiffer})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// ChangePIN changes the PIN of a root user who knows the current one. It returns
// ErrInvalidPIN, ErrPINLocked or ErrPINNotSet as VerifyPIN does, and counts the try in
// the same way.
func (s *Service) ChangePIN(ctx context.Context, by Self, in PINChange) error {
	p := by.Principal
	if !p.IsRoot() {
		return ErrForbidden.New()
	}

	if err := in.validate(); err != nil {
		return err
	}

	state, match, err := s.tryPIN(ctx, p.ClientID, p.UserID, in.Current)
	if err != nil {
		return err
	}

	if !match {
		return s.wrongPIN(ctx, p.ClientID, p.UserID, state)
	}

	if err := s.replacePIN(ctx, by, in.New, state.hash); err != nil {
		// The PIN was right, so this failure must not count towards the lock.
		return errors.Join(err, s.rightPIN(ctx, p.ClientID, p.UserID, state.hash))
	}

	return nil
}

// replacePIN stores a new PIN if the current one still has the hash old.
func (s *Service) replacePIN(ctx context.Context, by Self, next secret.Text, old string) error {
	hash, err := s.hasher.For(by.Principal.UserID).HashPIN(ctx, next)
	if err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, by.Principal.ClientID, by.Principal.UserID)
		if err != nil {
			return err
		}

		n, err := storePIN(ctx, tx, u, hash, old)
		if err != nil {
			return err
		}

		if n == 0 {
			return ErrInvalidPIN.New() // the PIN was reset since
		}

		return s.pinChanged(ctx, tx, by, u, "user.pin")
	})
}

// storePIN sets a PIN and resets the failures. Unless old is empty, the current hash must
// be old.
func storePIN(ctx context.Context, tx *db.Tx, u User, hash, old string) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE users SET pin_hash = $1, pin_failures = 0, pin_failures_total = 0, pin_locked_until = NULL
		WHERE id = $2 AND client_id = $3 AND deleted_at IS NULL AND ($4 = '' OR pin_hash = $4)`, hash, u.ID, u.ClientID, old)
	if err != nil {
		return 0, fmt.Errorf("set a PIN: %w", err)
	}

	return n, nil
}

func (s *Service) pinChanged(ctx context.Context, tx *db.Tx, by Self, u User, action string) error {
	// An open link would replace the new PIN.
	if err := s.EndLinksTx(ctx, tx, u, emaillink.PIN); err != nil {
		return err
	}

	if err := s.recordSelf(ctx, tx, by, action, Subject("user", u.ID), nil); err != nil {
		return err
	}

	return s.notify(ctx, tx, s.noticePIN(by.in(u.reads(by.Language)), u), u.Email)
}

// RequestPIN mails a root user the link for a first PIN, or for one that replaces a
// forgotten PIN.
func (s *Service) RequestPIN(ctx context.Context, by Self) error {
	p := by.Principal
	if !p.IsRoot() {
		return ErrForbidden.New()
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		return s.mailPINLink(ctx, tx, by, u, mailResetPIN)
	})
}

// mailPINLink mails a user the link for a new PIN.
func (s *Service) mailPINLink(ctx context.Context, tx *db.Tx, by Self, u User, write func(l language.Language, u User, url secret.Text) mail.Message) error {
	if _, err := s.resets.recordTx(ctx, tx, []bucket{{name: "reset-pin:" + Subject("user", u.ID), limit: s.opt.ResetTries}}); err != nil {
		return err
	}

	url, until, err := s.links.CreateTx(ctx, tx, emaillink.Link{
		Purpose: emaillink.PIN, ClientID: u.ClientID, UserID: u.ID, Detail: emaillink.Detail{Language: u.reads(by.Language)},
	})
	if err != nil {
		return err
	}

	m := write(u.reads(by.Language), u, url)
	m.Until = until

	return s.notify(ctx, tx, m, u.Email)
}

// confirmPIN gives the user of a link a new random PIN.
func (s *Service) confirmPIN(ctx context.Context, by Self, l emaillink.Link, page string) error {
	pin := password.MakePIN()

	hash, err := s.hasher.For(l.UserID).HashPIN(ctx, pin)
	if err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, l.ClientID, l.UserID)
		if err != nil {
			return linkGone(err)
		}

		switch able, err := s.mayHavePIN(ctx, tx, u); {
		case err != nil:
			return err
		case !able:
			return emaillink.ErrInvalid.New()
		}

		if err := s.links.UseTx(ctx, tx, l, page); err != nil {
			return err
		}

		if _, err := storePIN(ctx, tx, u, hash, ""); err != nil {
			return err
		}

		if err := s.EndLinksTx(ctx, tx, u, emaillink.PIN); err != nil {
			return err
		}

		if err := s.recordSelf(ctx, tx, by, "user.pin-reset", Subject("user", u.ID), nil); err != nil {
			return err
		}

		return s.notify(ctx, tx, mailNewPIN(u.reads(l.Detail.Language), u, pin), u.Email)
	})
}

// wrongPIN returns ErrInvalidPIN. If this try locked the PIN, it also mails the owner.
func (s *Service) wrongPIN(ctx context.Context, clientID, userID int64, state pinState) error {
	wrong := ErrInvalidPIN.New()
	wrong.TriesLeft = new(state.triesLeft())

	if state.failures < pinLockAfter && state.total < pinDisable {
		return wrong
	}

	c, err := s.Client(ctx, clientID)
	if err != nil {
		return err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, clientID, userID)
		if err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticePINLocked(u, c, state.total >= pinDisable), u.Email)
	})
	if err != nil {
		return err
	}

	return wrong
}
