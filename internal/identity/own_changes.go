package identity

import (
	"context"
	"slices"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// Jobs is the job queue.
type Jobs interface {
	Handle(kind string, opt job.KindOptions, fn func(ctx context.Context, j job.Job) error)
	EveryPurge(kind string, interval time.Duration, fn func(ctx context.Context) (int64, error))
	EnqueueTx(ctx context.Context, tx *db.Tx, r job.Request) (bool, error)
}

// Self is a user who changes their own data or those of their client.
type Self struct {
	Principal Principal
	Address   string
	// Language is that of the browser, for mails to users who chose none.
	Language language.Language
}

// in returns a copy of by for a mail in another language.
func (by Self) in(l language.Language) Self {
	by.Language = l

	return by
}

// reasonSelf is the reason that the audit log shows for changes by users themselves.
const reasonSelf = "dashboard"

func (by Self) author() By {
	return By{Actor: audit.User(by.Principal.UserID), Reason: reasonSelf, Address: by.Address}
}

// recordSelf writes the audit row of a user's own change.
func (s *Service) recordSelf(ctx context.Context, tx *db.Tx, by Self, action, about string, detail map[string]any) error {
	return s.record(ctx, tx, by.author(), Entry{Client: by.Principal.ClientID, Action: action, Subject: about, Detail: detail})
}

// LockUserTx locks a client and reads a user of it by id, for changes of staff. Error: fault.ErrNotFound.
func (s *Service) LockUserTx(ctx context.Context, tx *db.Tx, clientID, userID int64) (User, error) {
	if _, err := s.LockClientTx(ctx, tx, clientID); err != nil {
		return User{}, err
	}

	return s.lockUser(ctx, tx, clientID, userID)
}

// lockUser reads a user by id and locks the row.
func (s *Service) lockUser(ctx context.Context, tx *db.Tx, clientID, userID int64) (User, error) {
	u, err := scanUser(tx.QueryRow(ctx, `
		SELECT `+userColumns+` FROM users WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`+s.db.ForUpdate(), userID, clientID))
	if err != nil {
		return User{}, err
	}

	err = addRoleIDs(ctx, tx, &u)

	return u, err
}

// notify sends a mail to each of the addresses, once to each.
func (s *Service) notify(ctx context.Context, tx *db.Tx, m mail.Message, addresses ...string) error {
	slices.Sort(addresses)

	for _, to := range slices.Compact(addresses) {
		m.To = to
		if err := s.opt.Mail.Send(ctx, tx, m); err != nil {
			return wrap(err, "send a message")
		}
	}

	return nil
}

// emailLanguage returns the language of mails about one of a user's addresses. For the
// finance address it is the client's.
func (s *Service) emailLanguage(ctx context.Context, tx *db.Tx, by Self, u User, p emaillink.Purpose) (language.Language, error) {
	if p != emaillink.FinanceEmail {
		return u.reads(by.Language), nil
	}

	var l language.Language

	err := tx.QueryRow(ctx, `SELECT language FROM clients WHERE id = $1`, u.ClientID).Scan(&l)

	return l, wrap(err, "language of a client")
}
