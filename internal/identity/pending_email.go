package identity

import (
	"context"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// PendingEmail is a change of an e-mail address whose link is not confirmed yet. It ends
// with the link.
type PendingEmail struct {
	Purpose     emaillink.Purpose // emaillink.Email or emaillink.FinanceEmail
	Address     string            // the new address
	RequestedAt time.Time
	ExpiresAt   time.Time

	from string
}

// PendingEmails lists the changes that wait for confirmation: a new main e-mail of the
// caller, and a new finance e-mail of the client, whichever user requested it.
func (s *Service) PendingEmails(ctx context.Context, p Principal) ([]PendingEmail, error) {
	if err := p.Require(EmailChange); err != nil {
		return nil, err
	}

	return s.pendingEmails(ctx, s.db.Reader(), p)
}

// pendingEmails leaves out changes whose link would be refused, because the old address
// has changed since or the user is closed.
func (s *Service) pendingEmails(ctx context.Context, q db.Querier, p Principal) ([]PendingEmail, error) {
	pending := []PendingEmail{}

	for _, purpose := range []emaillink.Purpose{emaillink.Email, emaillink.FinanceEmail} {
		links, err := s.links.Open(ctx, q, p.ClientID, purpose)
		if err != nil {
			return nil, err
		}

		for _, l := range links {
			if purpose == emaillink.Email && l.UserID != p.UserID {
				continue
			}

			owner, err := s.linkOwner(ctx, q, l)
			if emaillink.ErrInvalid.Is(err) {
				continue
			}

			if err != nil {
				return nil, err
			}

			current := owner.email
			if purpose == emaillink.FinanceEmail {
				current = owner.emailFinance
			}

			if l.Detail.From == current {
				pending = append(pending, PendingEmail{
					Purpose: purpose, Address: l.Detail.To, RequestedAt: l.CreatedAt, ExpiresAt: l.ExpiresAt, from: l.Detail.From,
				})
			}
		}
	}

	return pending, nil
}

// ResendEmailChange mails a new link for a pending change and ends the old link. It
// counts as a request for a change. It returns fault.ErrNotFound if no change is pending.
func (s *Service) ResendEmailChange(ctx context.Context, by Self, purpose emaillink.Purpose) error {
	return s.withPendingEmail(ctx, by, purpose, func(tx *db.Tx, u User, pending PendingEmail) error {
		if err := s.countEmailRequest(ctx, tx, u); err != nil {
			return err
		}

		return s.mailEmailLink(ctx, tx, by, u, pending, "user.email-resend")
	})
}

// CancelEmailChange ends the link of a pending change. It returns fault.ErrNotFound if no
// change is pending.
func (s *Service) CancelEmailChange(ctx context.Context, by Self, purpose emaillink.Purpose) error {
	return s.withPendingEmail(ctx, by, purpose, func(tx *db.Tx, u User, pending PendingEmail) error {
		if err := s.endEmailLinks(ctx, tx, u, purpose); err != nil {
			return err
		}

		return s.recordSelf(ctx, tx, by, "user.email-cancel", Subject("user", u.ID), pending.auditDetail())
	})
}

// withPendingEmail runs fn on a pending change. It locks the rows of the client and the
// caller, as a confirmation does.
func (s *Service) withPendingEmail(
	ctx context.Context, by Self, purpose emaillink.Purpose, fn func(tx *db.Tx, u User, pending PendingEmail) error,
) error {
	if err := by.Principal.Require(EmailChange); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.LockClientTx(ctx, tx, by.Principal.ClientID)
		if err != nil {
			return err
		}

		u, err := s.lockUser(ctx, tx, c.ID, by.Principal.UserID)
		if err != nil {
			return err
		}

		list, err := s.pendingEmails(ctx, tx, by.Principal)
		if err != nil {
			return err
		}

		for _, pending := range list {
			if pending.Purpose == purpose {
				return fn(tx, u, pending)
			}
		}

		return fault.ErrNotFound.New()
	})
}

func (p PendingEmail) auditDetail() map[string]any {
	return map[string]any{"which": string(p.Purpose), "to": p.Address}
}

// countEmailRequest counts a mail to an address that is not confirmed.
func (s *Service) countEmailRequest(ctx context.Context, tx *db.Tx, u User) error {
	_, err := s.resets.recordTx(ctx, tx, []bucket{{name: "email:" + Subject("user", u.ID), limit: emailTries}})

	return err
}

// mailEmailLink mails the link of a change to its new address and ends an earlier link.
// For the finance e-mail it ends the links of all users.
func (s *Service) mailEmailLink(ctx context.Context, tx *db.Tx, by Self, u User, change PendingEmail, action string) error {
	if err := s.endEmailLinks(ctx, tx, u, change.Purpose); err != nil {
		return err
	}

	lang, err := s.emailLanguage(ctx, tx, by, u, change.Purpose)
	if err != nil {
		return err
	}

	url, until, err := s.links.CreateTx(ctx, tx, emaillink.Link{
		Purpose: change.Purpose, ClientID: u.ClientID, UserID: u.ID,
		Detail: emaillink.Detail{Language: lang, From: change.from, To: change.Address},
	})
	if err != nil {
		return err
	}

	m := mailConfirmEmail(lang, u, change.Purpose, url)
	m.Until = until

	if err := s.notify(ctx, tx, m, change.Address); err != nil {
		return err
	}

	return s.recordSelf(ctx, tx, by, action, Subject("user", u.ID), change.auditDetail())
}

// endEmailLinks ends the open links for a user's main e-mail, or those of all users for
// the client's finance e-mail.
func (s *Service) endEmailLinks(ctx context.Context, tx *db.Tx, u User, purpose emaillink.Purpose) error {
	if purpose == emaillink.FinanceEmail {
		return s.links.EndTx(ctx, tx, u.ClientID, 0, purpose)
	}

	return s.EndLinksTx(ctx, tx, u, purpose)
}
