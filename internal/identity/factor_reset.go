package identity

import (
	"context"
	"database/sql"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
)

const (
	// FactorResetWait is how long after the start of a reset the factors of a user are removed.
	FactorResetWait = 24 * time.Hour
	// StaffResetWait is FactorResetWait of a reset that staff start (factor_reset_staff.go).
	StaffResetWait = 72 * time.Hour
	// factorResetKind jobs remove the factors of a user once the wait is over.
	factorResetKind = "identity.factor-reset"
)

// factorReset is the input of such a job.
type factorReset struct {
	ClientID int64 `json:"clientId"`
	UserID   int64 `json:"userId"`
	At       int64 `json:"at"` // when it is due; a reset that was cancelled or started anew is another one
}

// StartFactorReset begins the removal of all second factors of a colleague who lost them. It takes effect after FactorResetWait unless somebody
// cancels it: a root user, or the colleague by the link in the mail. While one runs, it changes nothing. Errors: ErrForbidden for who isn't a
// root user, fault.ErrNotFound, ErrFactorReset for oneself, an inactive user and one without a second factor.
func (s *Service) StartFactorReset(ctx context.Context, by Self, userID int64) (until time.Time, err error) {
	p := by.Principal
	if !p.IsRoot() {
		return until, ErrForbidden.New()
	}

	if userID == p.UserID {
		return until, ErrFactorReset.Msg(msgResetSelf)
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.LockUserTx(ctx, tx, p.ClientID, userID)
		if err == nil {
			until, err = s.startFactorResetTx(ctx, tx, u, resetStart{
				mailsAs: by, tells: resetStarted, lasts: FactorResetWait, recordedAs: by.author(), noted: map[string]any{},
			})
		}

		return err
	})

	return until, err
}

func (s *Service) hasFactorToReset(ctx context.Context, tx *db.Tx, u User) error {
	has, err := s.factorsOf(ctx, tx, u.ClientID, u.ID)
	if err == nil && (!u.Active || !has.any()) {
		err = ErrFactorReset.Msg(msgResetNothing)
	}

	return err
}

// resetStart is who starts a reset of factors, how long it waits, and what is told of it.
type resetStart struct {
	mailsAs    Self // in whose language and zone the mails are
	tells      resetNews
	lasts      time.Duration
	recordedAs By
	noted      map[string]any // in the audit log
}

func (s *Service) startFactorResetTx(ctx context.Context, tx *db.Tx, u User, in resetStart) (time.Time, error) {
	if err := s.hasFactorToReset(ctx, tx, u); err != nil {
		return time.Time{}, err
	}

	if at, err := resetDue(ctx, tx, u); err != nil || at != 0 {
		return clock.FromMicros(at), err
	}

	until := s.clk.Now().Add(in.lasts)

	if _, err := tx.Exec(ctx, `UPDATE users SET factor_reset_at = $1 WHERE id = $2 AND client_id = $3`, clock.Micros(until), u.ID, u.ClientID); err != nil {
		return time.Time{}, wrap(err, "start a reset of factors")
	}

	_, err := s.opt.Jobs.EnqueueTx(ctx, tx, job.Request{
		Kind: factorResetKind, Args: factorReset{ClientID: u.ClientID, UserID: u.ID, At: clock.Micros(until)}, RunAt: until,
	})
	if err != nil {
		return time.Time{}, wrap(err, "plan a reset of factors")
	}

	url, _, err := s.links.CreateTx(ctx, tx, emaillink.Link{
		Purpose: emaillink.FactorReset, ClientID: u.ClientID, UserID: u.ID, Detail: emaillink.Detail{Language: u.reads(in.mailsAs.Language)}, Lasts: in.lasts,
	})
	if err != nil {
		return time.Time{}, err
	}

	if err := s.tellOfReset(ctx, tx, in.mailsAs, u, in.tells, until, url); err != nil {
		return time.Time{}, err
	}

	in.noted["until"] = until

	return until, s.record(ctx, tx, in.recordedAs, Entry{Client: u.ClientID, Action: "user.factor-reset", Subject: Subject("user", u.ID), Detail: in.noted})
}

// CancelFactorReset ends the wait for a reset; without one it changes nothing. Errors: ErrForbidden for who isn't a root user, fault.ErrNotFound.
func (s *Service) CancelFactorReset(ctx context.Context, by Self, userID int64) error {
	if !by.Principal.IsRoot() {
		return ErrForbidden.New()
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, by.Principal.ClientID, userID)
		if err != nil {
			return err
		}

		return s.cancelResetTx(ctx, tx, by, u)
	})
}

// confirmNoReset is the link in the mail to the person: it cancels.
func (s *Service) confirmNoReset(ctx context.Context, by Self, l emaillink.Link, page string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, l.ClientID, l.UserID)
		if err != nil {
			return linkGone(err)
		}

		if err := s.links.UseTx(ctx, tx, l, page); err != nil {
			return err
		}

		return s.cancelResetTx(ctx, tx, by, u)
	})
}

func (s *Service) cancelResetTx(ctx context.Context, tx *db.Tx, by Self, u User) error {
	return s.stopResetTx(ctx, tx, by, by.author(), u)
}

func (s *Service) stopResetTx(ctx context.Context, tx *db.Tx, mails Self, by By, u User) error {
	at, err := resetDue(ctx, tx, u)
	if err != nil || at == 0 {
		return err
	}

	if err := s.endResetTx(ctx, tx, u); err != nil {
		return err
	}

	if err := s.tellOfReset(ctx, tx, mails, u, resetCancelled, clock.FromMicros(at), ""); err != nil {
		return err
	}

	return s.record(ctx, tx, by, Entry{Client: u.ClientID, Action: "user.factor-reset-cancel", Subject: Subject("user", u.ID)})
}

// endResetTx ends a reset that waits, with its link.
func (s *Service) endResetTx(ctx context.Context, tx *db.Tx, u User) error {
	if _, err := tx.Exec(ctx, `UPDATE users SET factor_reset_at = NULL WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID); err != nil {
		return wrap(err, "end a reset of factors")
	}

	return s.EndLinksTx(ctx, tx, u, emaillink.FactorReset)
}

// resetDue is when the factors of a user are removed, in microseconds; 0 without a reset.
func resetDue(ctx context.Context, q db.Querier, u User) (int64, error) {
	var at sql.NullInt64

	err := q.QueryRow(ctx, `SELECT factor_reset_at FROM users WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID).Scan(&at)

	return at.Int64, wrap(err, "look for a reset of factors")
}

// resetFactors removes the second factors of a user whose reset is due, ends the sessions, and mails about it. A repeat changes nothing.
func (s *Service) resetFactors(ctx context.Context, j job.Job) error {
	var in factorReset
	if err := j.Decode(&in); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, in.ClientID, in.UserID)
		if fault.ErrNotFound.Is(err) {
			return nil
		}

		if err != nil {
			return err
		}

		at, err := resetDue(ctx, tx, u)
		if err != nil || at != in.At || s.clk.Now().Before(clock.FromMicros(at)) {
			return err
		}

		if err := s.deleteFactorsTx(ctx, tx, u); err != nil {
			return err
		}

		c, err := s.ClientTx(ctx, tx, u.ClientID)
		if err != nil {
			return err
		}

		if err := s.tellOfReset(ctx, tx, c.mails(), u, resetDone, clock.FromMicros(at), ""); err != nil {
			return err
		}

		return s.record(ctx, tx, By{Actor: audit.System, Reason: "reset of second factors"}, Entry{
			Client: u.ClientID, Action: "user.factor-reset-done", Subject: Subject("user", u.ID),
		})
	})
}

// deleteFactorsTx deletes all second factors of a user with what belongs to them, and ends the sessions.
func (s *Service) deleteFactorsTx(ctx context.Context, tx *db.Tx, u User) error {
	for _, statement := range []string{
		`DELETE FROM passkeys WHERE client_id = $1 AND user_id = $2`, `DELETE FROM authenticator_apps WHERE client_id = $1 AND user_id = $2`,
	} {
		if _, err := tx.Exec(ctx, statement, u.ClientID, u.ID); err != nil {
			return wrap(err, "reset the factors of a user")
		}
	}

	if err := s.forgetFactorsTx(ctx, tx, u.ClientID, u.ID); err != nil {
		return err
	}

	if err := forgetBrowsersTx(ctx, tx, u.ClientID, u.ID); err != nil {
		return err
	}

	if err := s.endResetTx(ctx, tx, u); err != nil {
		return err
	}

	_, err := EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())

	return err
}

// FactorState is what root users see of the second factors of a user.
type FactorState struct {
	Has     bool
	ResetAt time.Time // when they are removed; zero if no reset waits
}

// FactorStates returns those of some users of a client, by user id.
func (s *Service) FactorStates(ctx context.Context, clientID int64, userIDs []int64) (map[int64]FactorState, error) {
	out := map[int64]FactorState{}
	if len(userIDs) == 0 {
		return out, nil
	}

	places, args := padded(userIDs, clientID, s.passkeyDomain())

	rows, err := s.db.Reader().Query(ctx, `
		SELECT u.id, u.factor_reset_at, EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id AND k.client_id = $1 AND ($2 = '' OR k.domain = $2))
			OR EXISTS (SELECT 1 FROM authenticator_apps a WHERE a.user_id = u.id AND a.client_id = $1 AND a.confirmed_at IS NOT NULL)
		FROM users u WHERE u.client_id = $1 AND u.id IN (`+places+`)`, args...)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) {
		var (
			state FactorState
			at    sql.NullInt64
		)

		err = row.Scan(&id, &at, &state.Has)
		if at.Valid {
			state.ResetAt = clock.FromMicros(at.Int64)
		}

		out[id] = state

		return id, err
	})

	return out, wrap(err, "find who has a second factor")
}
