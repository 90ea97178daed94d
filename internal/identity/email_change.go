package identity

import (
	"context"
	"strings"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// emailTries is how many changes of e-mail a user may request in an hour. Sending a link
// again counts too.
const emailTries = 5

// NewEmails is the input of ChangeEmail.
type NewEmails struct {
	Username     string // must be the caller's own
	Email        string
	EmailFinance string
	Password     secret.Text
}

func (in *NewEmails) validate() error {
	var fields []fault.Field

	if !ValidEmail(in.Email) {
		fields = append(fields, fault.Field{Field: "email", Message: msgEmailInvalid})
	}

	if !ValidEmail(in.EmailFinance) {
		fields = append(fields, fault.Field{Field: "emailFinance", Message: msgFinanceEmailInvalid})
	}

	if in.Password == "" {
		fields = append(fields, fault.Field{Field: fieldPassword, Message: msgPasswordRequired})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// ChangeEmail requests another main or finance e-mail. Each new address gets a link and
// replaces the old one when the link is confirmed. The old address gets a notice at once.
// A wrong password returns ErrClientUnauthorized.
func (s *Service) ChangeEmail(ctx context.Context, by Self, in NewEmails) error {
	if err := by.Principal.Require(EmailChange); err != nil {
		return err
	}

	if err := in.validate(); err != nil {
		return err
	}

	if !strings.EqualFold(in.Username, by.Principal.Username) {
		return fault.ErrNotFound.New()
	}

	if err := s.ConfirmPassword(ctx, by, in.Password); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error { return s.askEmail(ctx, tx, by, in) })
}

func (s *Service) askEmail(ctx context.Context, tx *db.Tx, by Self, in NewEmails) error {
	c, err := s.LockClientTx(ctx, tx, by.Principal.ClientID)
	if err != nil {
		return err
	}

	u, err := s.lockUser(ctx, tx, c.ID, by.Principal.UserID)
	if err != nil {
		return err
	}

	if in.Email == u.Email && in.EmailFinance == c.EmailFinance {
		return fault.InvalidField("email", msgEmailsUnchanged)
	}

	if err := s.countEmailRequest(ctx, tx, u); err != nil {
		return err
	}

	if in.Email != u.Email {
		if err := s.offerEmail(ctx, tx, by, u, PendingEmail{Purpose: emaillink.Email, Address: in.Email, from: u.Email}); err != nil {
			return err
		}
	}

	if in.EmailFinance != c.EmailFinance {
		return s.offerEmail(ctx, tx, by, u, PendingEmail{Purpose: emaillink.FinanceEmail, Address: in.EmailFinance, from: c.EmailFinance})
	}

	return nil
}

// offerEmail sends the link to the new address and a notice to the old one.
func (s *Service) offerEmail(ctx context.Context, tx *db.Tx, by Self, u User, change PendingEmail) error {
	if err := s.mailEmailLink(ctx, tx, by, u, change, "user.email-request"); err != nil {
		return err
	}

	l, err := s.emailLanguage(ctx, tx, by, u, change.Purpose)
	if err != nil {
		return err
	}

	return s.notify(ctx, tx, s.noticeEmailAsked(by.in(l), u, change.Purpose, change.Address), change.from)
}

// confirmEmail replaces the old address of a link by the new one, unless the old one has
// changed since.
func (s *Service) confirmEmail(ctx context.Context, by Self, l emaillink.Link, page string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.LockClientTx(ctx, tx, l.ClientID)
		if err != nil {
			return linkGone(err)
		}

		by.Principal.TimeZone = c.TimeZone

		u, err := s.lockUser(ctx, tx, l.ClientID, l.UserID)
		if err != nil {
			return linkGone(err)
		}

		if err := s.links.UseTx(ctx, tx, l, page); err != nil {
			return err
		}

		n, err := s.storeEmail(ctx, tx, l)
		if err != nil {
			return wrap(err, "change an e-mail")
		}

		if n == 0 {
			return emaillink.ErrInvalid.New()
		}

		about, action := Subject("user", u.ID), "user.email"
		if l.Purpose == emaillink.FinanceEmail {
			about, action = Subject("client", l.ClientID), "client.email-finance"
		} else if err := s.EndLinksTx(ctx, tx, u, emaillink.Password, emaillink.PIN); err != nil { // links in the old mailbox are no longer trusted
			return err
		}

		err = s.recordSelf(ctx, tx, by, action, about, map[string]any{"from": l.Detail.From, "to": l.Detail.To})
		if err != nil {
			return err
		}

		lang, err := s.emailLanguage(ctx, tx, by, u, l.Purpose)
		if err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticeEmailChanged(by.in(lang), u, l.Purpose, l.Detail.To), l.Detail.From, l.Detail.To)
	})
}

func (s *Service) storeEmail(ctx context.Context, tx *db.Tx, l emaillink.Link) (int64, error) {
	if l.Purpose == emaillink.FinanceEmail {
		return tx.Exec(ctx, `UPDATE clients SET email_finance = $1 WHERE id = $2 AND email_finance = $3`,
			l.Detail.To, l.ClientID, l.Detail.From)
	}

	return tx.Exec(ctx, `UPDATE users SET email = $1 WHERE id = $2 AND client_id = $3 AND email = $4`,
		l.Detail.To, l.UserID, l.ClientID, l.Detail.From)
}
