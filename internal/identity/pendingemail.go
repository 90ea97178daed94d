package identity

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// PendingEmail is a change of an e-mail address whose link nobody has confirmed
// yet. It ends with the link.
type PendingEmail struct {
	Purpose     Purpose // EmailLink or FinanceEmailLink
	Address     string  // the new one
	RequestedAt time.Time
	ExpiresAt   time.Time

	from string
}

// PendingEmails lists what waits to be confirmed: a new main e-mail of the
// caller, and a new finance e-mail of the client, whichever of its users asked
// for it.
func (s *Service) PendingEmails(ctx context.Context, p Principal) ([]PendingEmail, error) {
	if err := p.Require(EmailChange); err != nil {
		return nil, err
	}

	return s.pendingEmails(ctx, s.db.Reader(), p)
}

// pendingEmails leaves a change out whose link would be refused: the address
// that it was to replace is another one by now, or its user was closed.
func (s *Service) pendingEmails(ctx context.Context, q db.Querier, p Principal) ([]PendingEmail, error) {
	type candidate struct {
		PendingEmail

		current string
	}

	rows, err := q.Query(ctx, `
		SELECT l.purpose, l.detail, l.created_at, l.expires_at, CASE WHEN l.purpose = 'email' THEN u.email ELSE c.email_finance END
		FROM one_time_links l
		JOIN users u ON u.id = l.user_id AND u.client_id = l.client_id
		JOIN clients c ON c.id = l.client_id
		WHERE l.client_id = $1 AND l.ended_at IS NULL AND l.expires_at > $2 AND u.active AND u.deleted_at IS NULL
			AND (l.purpose = 'email' AND l.user_id = $3 OR l.purpose = 'finance-email')
		ORDER BY l.purpose`, p.ClientID, clock.Micros(s.clk.Now()), p.UserID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (candidate, error) {
		var (
			c                candidate
			text             string
			detail           linkDetail
			created, expires int64
		)

		if err := row.Scan(&c.Purpose, &text, &created, &expires, &c.current); err != nil {
			return c, err
		}

		if err := json.Unmarshal([]byte(text), &detail); err != nil {
			return c, fmt.Errorf("read a link: %w", err)
		}

		c.from, c.Address = detail.From, detail.To
		c.RequestedAt, c.ExpiresAt = clock.FromMicros(created), clock.FromMicros(expires)

		return c, nil
	})
	if err != nil {
		return nil, wrap(err, "find pending changes of e-mail")
	}

	pending := []PendingEmail{}

	for _, c := range list {
		if c.from == c.current {
			pending = append(pending, c.PendingEmail)
		}
	}

	return pending, nil
}

// ResendEmailChange mails a new link for a pending change; the link before it
// ends. It counts as another request for a change. Without a pending change it
// is fault.ErrNotFound.
func (s *Service) ResendEmailChange(ctx context.Context, by Self, purpose Purpose) error {
	return s.withPendingEmail(ctx, by, purpose, func(tx *db.Tx, u User, pending PendingEmail) error {
		if err := s.countEmailRequest(ctx, tx, u); err != nil {
			return err
		}

		return s.mailEmailLink(ctx, tx, by, u, pending, "user.email-resend")
	})
}

// CancelEmailChange ends the link of a pending change. Without a pending change
// it is fault.ErrNotFound.
func (s *Service) CancelEmailChange(ctx context.Context, by Self, purpose Purpose) error {
	return s.withPendingEmail(ctx, by, purpose, func(tx *db.Tx, u User, pending PendingEmail) error {
		if err := s.endEmailLinks(ctx, tx, u, purpose); err != nil {
			return err
		}

		return s.recordSelf(ctx, tx, by, "user.email-cancel", subject("user", u.ID), pending.auditDetail())
	})
}

// withPendingEmail runs fn on a pending change, with the client's and the
// caller's rows locked, as a confirmation has them.
func (s *Service) withPendingEmail(
	ctx context.Context, by Self, purpose Purpose, fn func(tx *db.Tx, u User, pending PendingEmail) error,
) error {
	if err := by.Principal.Require(EmailChange); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.lockClient(ctx, tx, by.Principal.ClientID)
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

// countEmailRequest counts a mail to an address that nobody proved.
func (s *Service) countEmailRequest(ctx context.Context, tx *db.Tx, u User) error {
	_, err := s.resets.recordTx(ctx, tx, []bucket{{name: "email:" + subject("user", u.ID), limit: emailTries}})

	return err
}

// mailEmailLink mails the link of a change to its new address, in the place of
// an earlier one; of the finance e-mail whoever asked for that.
func (s *Service) mailEmailLink(ctx context.Context, tx *db.Tx, by Self, u User, change PendingEmail, action string) error {
	if err := s.endEmailLinks(ctx, tx, u, change.Purpose); err != nil {
		return err
	}

	url, until, err := s.makeLink(ctx, tx, link{
		purpose: change.Purpose, clientID: u.ClientID, userID: u.ID,
		detail: linkDetail{Language: by.Language, From: change.from, To: change.Address},
	})
	if err != nil {
		return err
	}

	m := mailConfirmEmail(by.Language, u, change.Purpose, url)
	m.Until = until

	if err := s.notify(ctx, tx, m, change.Address); err != nil {
		return err
	}

	return s.recordSelf(ctx, tx, by, action, subject("user", u.ID), change.auditDetail())
}

// endEmailLinks ends the open links of a user's main e-mail, or of the client's
// finance e-mail.
func (s *Service) endEmailLinks(ctx context.Context, tx *db.Tx, u User, purpose Purpose) error {
	_, err := tx.Exec(ctx, `
		UPDATE one_time_links SET ended_at = $1
		WHERE client_id = $2 AND purpose = $3 AND ended_at IS NULL AND (user_id = $4 OR purpose = 'finance-email')`,
		clock.Micros(s.clk.Now()), u.ClientID, string(purpose), u.ID)

	return wrap(err, "end the links of an e-mail")
}
