package identity

import (
	"context"
	"database/sql"
	"errors"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// linkOwner holds the current addresses of a link's user and client.
type linkOwner struct{ email, emailFinance string }

// linkOwner reads the addresses. It returns emaillink.ErrInvalid when the user or the
// client is deleted or inactive.
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

// LinkServes returns nil if the link can be confirmed, else emaillink.ErrInvalid. It
// changes nothing, because mail scanners open links too.
func (s *Service) LinkServes(ctx context.Context, purpose emaillink.Purpose, token string) error {
	_, err := s.findLink(ctx, purpose, token)

	return err
}

// findLink returns a link that can be confirmed, or emaillink.ErrInvalid for any reason.
func (s *Service) findLink(ctx context.Context, purpose emaillink.Purpose, token string) (emaillink.Link, error) {
	l, err := s.links.Find(ctx, purpose, token)
	if err != nil {
		return emaillink.Link{}, err
	}

	_, err = s.linkOwner(ctx, s.db.Reader(), l)

	return l, err
}

// EndLinksTx ends the user's open links for the given purposes, or for all if none is
// given.
func (s *Service) EndLinksTx(ctx context.Context, tx *db.Tx, u User, purposes ...emaillink.Purpose) error {
	return s.links.EndTx(ctx, tx, u.ClientID, u.ID, purposes...)
}

// Confirmation is the input of ConfirmLink: a press of the button on a link's page.
type Confirmation struct {
	Purpose emaillink.Purpose
	Token   string
	// Page is the random id of the page, if it has one. A second press on the same page
	// returns the answer of the first.
	Page    string
	Address string
}

// ConfirmLink carries out the purpose of a link. It does so once. It returns
// emaillink.ErrInvalid for a link that was used, replaced or never made, that has
// expired, that has another purpose, or whose user is closed.
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

// linkGone maps a missing user or client to emaillink.ErrInvalid. Other errors, such as
// an outage of the database, pass through.
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
	case emaillink.FactorReset:
		return s.confirmNoReset(ctx, by, l, c.Page)
	default:
		return emaillink.ErrInvalid.New()
	}
}
