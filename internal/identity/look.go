package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/secret"
)

const (
	// LookTime is how long one of staff may look at the portal as a user sees it.
	LookTime = 15 * time.Minute
	// lookStartTime is how long the address of a look serves.
	lookStartTime = time.Minute
	// lookEndKind jobs write the end of a look that nobody ended.
	lookEndKind = "identity.look-end"
)

// Look is what a session of staff who look knows of them. It is zero in sessions of users.
type Look struct {
	By    string // username of staff
	Until time.Time
}

// Looks reports whether the caller is one of staff who looks at the portal as the user sees it. api.Access lets such a session read alone.
func (p *Principal) Looks() bool { return p.Look.By != "" }

// lookEnd is the input of such a job.
type lookEnd struct {
	ClientID int64  `json:"clientId"`
	Session  string `json:"session"`
}

// StartLook lets one of staff look at the portal as a user sees it, and returns the address that opens it: once, within a minute. An earlier look
// of the same person ends. The audit log has begin and end. Errors: fault.ErrValidation without a reason, ErrNoLook for a user who can't sign in.
func (s *Service) StartLook(ctx context.Context, by By, looker string, clientID, userID int64) (secret.Text, error) {
	if err := by.Check(nil); err != nil {
		return "", err
	}

	now := s.clk.Now()
	made := session{id: ids.Token(), clientID: clientID, userID: userID, scope: LookStartScope}

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.LockClientTx(ctx, tx, clientID)
		if err != nil {
			return err
		}

		u, err := s.lockUser(ctx, tx, clientID, userID)
		if err != nil {
			return err
		}

		if !c.Active || !u.Active {
			return ErrNoLook.New()
		}

		if err := s.EndLooksTx(ctx, tx, looker, "another look"); err != nil {
			return err
		}

		return s.insertLookTx(ctx, tx, by, looker, made, u, now)
	})
	if err != nil {
		return "", err
	}

	token, err := s.tokens.make(made, now, now.Add(lookStartTime))

	return secret.Text(s.opt.PublicURL() + "/external/look#" + token), err
}

func (s *Service) insertLookTx(ctx context.Context, tx *db.Tx, by By, looker string, made session, u User, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO sessions (id, client_id, user_id, scope, method, looker, proved_at, created_at, last_used_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $7, $8)`,
		made.id, made.clientID, made.userID, string(made.scope), string(StaffMethod), looker, clock.Micros(now), clock.Micros(now.Add(lookStartTime)))
	if err != nil {
		return wrap(err, "start a look")
	}

	_, err = s.opt.Jobs.EnqueueTx(ctx, tx, job.Request{
		Kind: lookEndKind, Args: lookEnd{ClientID: made.clientID, Session: made.id}, RunAt: now.Add(lookStartTime + LookTime),
	})
	if err != nil {
		return wrap(err, "plan the end of a look")
	}

	return s.record(ctx, tx, by, Entry{
		Client: made.clientID, Action: "client.look", Subject: lookSubject(made.id), Detail: map[string]any{"user": u.Username},
	})
}

func lookSubject(sessionID string) string { return "look:" + sessionID }

// OpenedLook is the session of a look.
type OpenedLook struct {
	Token    string
	Username string // of the user as whom staff look
}

// OpenLook exchanges the token of StartLook for the one of the look. It serves from the caller's network address alone. Error: ErrUnauthorized.
func (s *Service) OpenLook(ctx context.Context, token secret.Text, address, device string) (out OpenedLook, err error) {
	claimed, err := s.tokens.read(token.Reveal())
	if err == nil && claimed.scope != LookStartScope {
		err = errors.New("the token starts no look")
	}

	if err != nil {
		return out, ErrUnauthorized.Wrap(err)
	}

	now := s.clk.Now()
	until := now.Add(LookTime)

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE sessions SET scope = $1, address = $2, device = $3, last_used_at = $4, expires_at = $5
			WHERE id = $6 AND client_id = $7 AND user_id = $8 AND scope = $9 AND ended_at IS NULL AND expires_at > $4`,
			string(LookScope), storable(address), storable(device), clock.Micros(now), clock.Micros(until),
			claimed.id, claimed.clientID, claimed.userID, string(LookStartScope))
		if err == nil && n == 0 {
			err = ErrUnauthorized.Wrap(errors.New("the look was opened before, or has ended"))
		}

		if err != nil {
			return err
		}

		return tx.QueryRow(ctx, `SELECT username FROM users WHERE id = $1 AND client_id = $2`, claimed.userID, claimed.clientID).Scan(&out.Username)
	})
	if err != nil {
		return out, wrap(err, "open a look")
	}

	claimed.scope = LookScope
	out.Token, err = s.tokens.make(claimed, now, until)

	return out, err
}

// EndLooksTx ends what one of staff looks at: by a sign-out, with the account or the role, or for another look. how is for the audit log.
func (s *Service) EndLooksTx(ctx context.Context, tx *db.Tx, looker, how string) error {
	rows, err := tx.Query(ctx, `UPDATE sessions SET ended_at = $1 WHERE looker = $2 AND ended_at IS NULL AND expires_at > $1 RETURNING id, client_id`,
		clock.Micros(s.clk.Now()), looker)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (l lookEnd, err error) { return l, row.Scan(&l.Session, &l.ClientID) })
	if err != nil {
		return wrap(err, "end looks")
	}

	for _, l := range list {
		if err := s.recordLookEnd(ctx, tx, l, looker, how); err != nil {
			return err
		}
	}

	return nil
}

func (s *Service) recordLookEnd(ctx context.Context, tx *db.Tx, l lookEnd, looker, how string) error {
	return audit.Write(ctx, tx, s.clk.Now(), audit.Entry{
		Actor: audit.Staff(looker), Client: l.ClientID, Action: "client.look-end", Subject: lookSubject(l.Session), Detail: map[string]any{"how": how},
	})
}

// endLook writes the end of a look that its time ended, or the sessions of its user. A repeat changes nothing.
func (s *Service) endLook(ctx context.Context, j job.Job) error {
	var in lookEnd
	if err := j.Decode(&in); err != nil {
		return err
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		var looker string

		err := tx.QueryRow(ctx, `SELECT looker FROM sessions WHERE id = $1 AND client_id = $2`+s.db.ForUpdate(), in.Session, in.ClientID).Scan(&looker)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}

		if err != nil {
			return wrap(err, "find a look")
		}

		written, err := audit.List(ctx, tx, audit.Query{Client: in.ClientID, Action: "client.look-end", Subject: lookSubject(in.Session), Limit: 1})
		if err != nil || len(written) > 0 {
			return err
		}

		return s.recordLookEnd(ctx, tx, in, looker, "time")
	})
}

// lookOf is who looks by a session, and until when.
func lookOf(row sessionRow) Look {
	if row.scope != LookScope {
		return Look{}
	}

	return Look{By: row.looker, Until: clock.FromMicros(row.expires)}
}

// RequireReader returns ErrLookOnly for staff who look, unless the call reads what they may see.
func (p *Principal) RequireReader(reads bool) error {
	if p.Looks() && !reads {
		return ErrLookOnly.New()
	}

	return nil
}
