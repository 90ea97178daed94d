package identity

import (
	"context"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/identity/password"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// addressWait is the delay before a job reads the public address again. Without the
// setting, the program knows its address only after it listens.
const addressWait = time.Second

// Forgot is the input of ForgotPassword.
type Forgot struct {
	ClientID int64             `json:"clientId"`
	Username string            `json:"username"`
	Language language.Language `json:"language"`
	Address  string            `json:"-"`
}

// ForgotPassword mails a link for a new password to the user, if the user exists.
//
// The answer doesn't tell whether the user exists: for every name the request counts the
// try and enqueues a job, and only the job looks the user up. It returns
// fault.ErrThrottled after too many requests from an address. Too many for a name get no
// further mail and the same answer: whoever asks for another user must not learn, or
// prevent, anything.
func (s *Service) ForgotPassword(ctx context.Context, in Forgot) error {
	var fields []fault.Field

	if in.ClientID <= 0 {
		fields = append(fields, fault.Field{Field: "clientId", Message: msgClientIDMissing})
	}

	if in.Username == "" {
		fields = append(fields, fault.Field{Field: "username", Message: msgUsernameMissing})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	if !ValidUsername(in.Username) || in.ClientID == clientid.Provider { // a colleague resets passwords of staff
		in.Username = "-" // no user has this name, and it can be stored
	}

	ofAddress := []bucket{{name: "reset-address:" + callerNetwork(in.Address), limit: s.opt.ResetAddressTries}}
	ofAccount := []bucket{{name: "reset-of:" + accountName(in.ClientID, in.Username), limit: s.opt.ResetTries}}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.resets.recordTx(ctx, tx, ofAddress); err != nil {
			return err
		}

		_, err := s.resets.recordTx(ctx, tx, ofAccount)
		if fault.ErrThrottled.Is(err) {
			return nil // the mails of the hour are sent
		}

		if err != nil {
			return err
		}

		_, err = s.opt.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: ForgotKind, Args: in})

		return wrap(err, "enqueue a password reset")
	})
}

// mailResetLink handles the jobs of ForgotPassword.
func (s *Service) mailResetLink(ctx context.Context, j job.Job) error {
	var in Forgot
	if err := j.Decode(&in); err != nil {
		return err
	}

	if s.opt.PublicURL() == "" {
		return job.Snooze(addressWait)
	}

	err := s.ChangeUser(ctx, UserRef{ClientID: in.ClientID, Username: in.Username}, func(tx *db.Tx, u User) error {
		if !u.Active {
			return fault.ErrNotFound.New()
		}

		c, err := scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, u.ClientID))
		if err != nil {
			return err
		}

		if !c.Active {
			return fault.ErrNotFound.New()
		}

		url, until, err := s.links.CreateTx(ctx, tx, emaillink.Link{
			Purpose: emaillink.Password, ClientID: u.ClientID, UserID: u.ID, Detail: emaillink.Detail{Language: u.reads(in.Language)},
		})
		if err != nil {
			return err
		}

		m := mailResetPassword(u.reads(in.Language), u, url)
		m.Until = until

		return s.notify(ctx, tx, m, u.Email)
	})
	if fault.ErrNotFound.Is(err) {
		return nil // no such user
	}

	return err
}

// confirmPassword gives the user of a link a new one-time password.
func (s *Service) confirmPassword(ctx context.Context, by Self, l emaillink.Link, page string) error {
	own, err := s.secrets(ctx, by.Principal)
	if err != nil {
		return linkGone(err)
	}

	made := password.Make()

	hash, err := s.hasher.HashNext(ctx, own.hash, made)
	if err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, l.ClientID, l.UserID)
		if err != nil {
			return linkGone(err)
		}

		if err := s.links.UseTx(ctx, tx, l, page); err != nil {
			return err
		}

		if err := s.ReplacePasswordTx(ctx, tx, u, hash, OneTimePassword); err != nil {
			return err
		}

		n, err := EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())
		if err != nil {
			return err
		}

		err = s.recordSelf(ctx, tx, by, "user.password-reset", Subject("user", u.ID), map[string]any{"sessionsEnded": n})
		if err != nil {
			return err
		}

		m := mailNewPassword(u.reads(l.Detail.Language), u, made, s.signInURL())
		m.Until = s.clk.Now().Add(OneTimePassword)

		return s.notify(ctx, tx, m, u.Email)
	})
}

func (s *Service) signInURL() secret.Text { return secret.Text(s.opt.PublicURL() + "/external/login") }
