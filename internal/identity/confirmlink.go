package identity

import (
	"context"
	"database/sql"
	"errors"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// linkOwner is who an e-mailed link belongs to.
type linkOwner struct{ email, emailFinance string }

// linkOwner reads whose link it is. A link of a user or client that was closed
// is emaillink.ErrInvalid.
func (s *Service) linkOwner(ctx context.Context, q db.Querier, l emaillink.Link) (linkOwner, error) {
	var owner linkOwner

	err := q.QueryRow(ctx, `
		SELECT u.email, c.email_finance FROM users u JOIN clients c ON c.id = u.client_id
		WHERE u.id = $1 AND u.client_id = $2 AND u.active AND u.deleted_at IS NULL AND c.active`,
		l.UserID, l.ClientID).Scan(&owner.email, &owner.emailFinance)
	if errors.Is(err, sql.ErrNoRows) {
		return linkOwner{}, emaillink.ErrInvalid.New()
	}

	return owner, wrap(err, "find the owner of a link")
}

// LinkServes is nil while a link can be confirmed, else emaillink.ErrInvalid. It
// changes nothing, since mail scanners open links too.
func (s *Service) LinkServes(ctx context.Context, purpose emaillink.Purpose, token string) error {
	_, err := s.findLink(ctx, purpose, token)

	return err
}

// findLink gives a link that can be confirmed, or emaillink.ErrInvalid, whatever
// is wrong with it.
func (s *Service) findLink(ctx context.Context, purpose emaillink.Purpose, token string) (emaillink.Link, error) {
	l, err := s.links.Find(ctx, purpose, token)
	if err != nil {
		return emaillink.Link{}, err
	}

	_, err = s.linkOwner(ctx, s.db.Reader(), l)

	return l, err
}

// endLinks ends the open links of a user: those of some purposes, or all.
func (s *Service) endLinks(ctx context.Context, tx *db.Tx, u User, purposes ...emaillink.Purpose) error {
	return s.links.EndTx(ctx, tx, u.ClientID, u.ID, purposes...)
}

// Confirmation is a press of the button on the page of a link.
type Confirmation struct {
	Purpose emaillink.Purpose
	Token   string
	// Page is the random id of the page, if it has one. A second press of the
	// button on the same page gets the answer of the first.
	Page    string
	Address string
}

// ConfirmLink does what an e-mailed link is for, once. A link that was used,
// has expired, was replaced or made up, is for another purpose or belongs to a
// closed user is emaillink.ErrInvalid.
func (s *Service) ConfirmLink(ctx context.Context, c Confirmation) error {
	l, err := s.findLink(ctx, c.Purpose, c.Token)
	if err == nil {
		err = s.confirm(ctx, l, c)
	}

	if !emaillink.ErrInvalid.Is(err) {
		return err
	}

	again, failure := s.links.UsedBy(ctx, c.Purpose, c.Token, c.Page)

	switch {
	case failure != nil:
		return failure
	case again:
		return nil
	default:
		return err
	}
}

// linkGone maps a missing user or client to emaillink.ErrInvalid. Other errors
// pass through: a failing database says nothing about a link.
func linkGone(err error) error {
	if fault.ErrNotFound.Is(err) || ErrUnauthorized.Is(err) {
		return emaillink.ErrInvalid.Wrap(err)
	}

	return err
}

func (s *Service) confirm(ctx context.Context, l emaillink.Link, c Confirmation) error {
	by := Self{Principal: Principal{ClientID: l.ClientID, UserID: l.UserID}, Address: c.Address, Language: l.Detail.Language}

	switch l.Purpose {
	case emaillink.Password:
		return s.confirmPassword(ctx, by, l, c.Page)
	case emaillink.PIN:
		return s.confirmPIN(ctx, by, l, c.Page)
	case emaillink.Email, emaillink.FinanceEmail:
		return s.confirmEmail(ctx, by, l, c.Page)
	default:
		return emaillink.ErrInvalid.New()
	}
}
