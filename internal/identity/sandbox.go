package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// sandboxesADay is how often a client can begin its sandbox anew within a day: each one stays in the database.
const sandboxesADay = 50

// FillSandbox gives a new sandbox what other packages own, such as its wallets, in the transaction that makes it.
type FillSandbox func(ctx context.Context, tx *db.Tx, sandbox Client) error

// IsSandbox reports whether the principal acts in a sandbox.
func (p *Principal) IsSandbox() bool { return clientid.IsSandbox(p.ClientID) }

// Sandbox returns the id of a client's sandbox, and false without one.
func (s *Service) Sandbox(ctx context.Context, clientID int64) (int64, bool, error) {
	return sandboxOf(ctx, s.db.Reader(), clientID)
}

func sandboxOf(ctx context.Context, q db.Querier, clientID int64) (id int64, found bool, err error) {
	err = q.QueryRow(ctx, `SELECT id FROM clients WHERE sandbox_of = $1 AND active`, clientid.Live(clientID)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}

	return id, err == nil, wrap(err, "find a sandbox")
}

// openSandboxTx returns the sandbox of a client, and makes it if there is none.
func (s *Service) openSandboxTx(ctx context.Context, tx *db.Tx, by By, clientID int64, fill FillSandbox) (Client, error) {
	// Only the transaction that holds the client's row may make a sandbox.
	live, err := s.LockClientTx(ctx, tx, clientID)
	if err != nil {
		return Client{}, err
	}

	id, found, err := sandboxOf(ctx, tx, clientID)
	if err != nil {
		return Client{}, err
	}

	if found {
		return s.ClientTx(ctx, tx, id)
	}

	return s.addSandboxTx(ctx, tx, by, live, fill)
}

// addSandboxTx makes the next sandbox of a client, whose row is locked and who has none that is active. It has the client's name, zone and
// language; the code is none that a shop could have, and there is no finance address, so that nobody gets mails about money that is not real.
func (s *Service) addSandboxTx(ctx context.Context, tx *db.Tx, by By, live Client, fill FillSandbox) (Client, error) {
	var last, today int64

	now := s.clk.Now()

	err := tx.QueryRow(ctx, `SELECT COALESCE(MAX(id), 0), COALESCE(SUM(CASE WHEN created_at > $2 THEN 1 ELSE 0 END), 0) FROM clients WHERE sandbox_of = $1`,
		live.ID, clock.Micros(now.Add(-24*time.Hour))).Scan(&last, &today)
	if err != nil {
		return Client{}, wrap(err, "find the last sandbox")
	}

	if today >= sandboxesADay {
		return Client{}, fault.Throttled(time.Hour)
	}

	number := clientid.Number(last) + 1
	if number > clientid.MaxSandboxes {
		return Client{}, fmt.Errorf("client %d has had %d sandboxes", live.ID, number-1) //nolint:err113 // nobody handles it
	}

	c := live
	c.ID, c.Code, c.EmailFinance, c.CreatedAt = clientid.Sandbox(live.ID, number), fmt.Sprintf("sandbox/%d/%d", live.ID, number), "", now
	c.Active = true

	features, err := c.Features.Encode()
	if err != nil {
		return Client{}, err
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO clients (id, sandbox_of, code, name, legal_name, email_finance, time_zone, language, tax_number, features, duplicate_minutes, active, created_at)
		SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, duplicate_minutes, TRUE, $11 FROM clients WHERE id = $2`,
		c.ID, live.ID, c.Code, c.Name, c.LegalName, c.EmailFinance, c.TimeZone, string(c.Language), db.NullText(c.TaxNumber), features, clock.Micros(c.CreatedAt))
	if err != nil {
		return Client{}, wrap(err, "make a sandbox")
	}

	if err := fill(ctx, tx, c); err != nil {
		return Client{}, err
	}

	return c, s.record(ctx, tx, by, Entry{Client: live.ID, Action: "sandbox.create", Subject: Subject("sandbox", c.ID)})
}

// ResetSandbox replaces the sandbox by a new one, which fill completes. Its keys serve the new one from then on. What the
// old one has is kept and seen by nobody, since money and history are never deleted. Errors: fault.ErrNotFound if it is none, or was replaced already,
// fault.ErrThrottled after sandboxesADay of them within a day.
func (s *Service) ResetSandbox(ctx context.Context, by By, sandboxID int64, fill FillSandbox) (Client, error) {
	var made Client

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		live, err := s.LockClientTx(ctx, tx, clientid.Live(sandboxID))
		if err != nil {
			return err
		}

		old, found, err := sandboxOf(ctx, tx, live.ID)
		if err != nil {
			return err
		}

		if !found || old != sandboxID { // another reset was first
			return fault.ErrNotFound.New()
		}

		if _, err := tx.Exec(ctx, `UPDATE clients SET active = FALSE WHERE id = $1`, old); err != nil {
			return wrap(err, "end a sandbox")
		}

		if made, err = s.addSandboxTx(ctx, tx, by, live, fill); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `UPDATE api_keys SET client_id = $1 WHERE client_id = $2`, made.ID, old)

		return wrap(err, "move the keys of a sandbox")
	})

	return made, err
}

// EnterSandbox lets the principal of a request act in the sandbox of its client.
func (p *Principal) EnterSandbox(sandboxID int64) { p.ClientID = sandboxID }
