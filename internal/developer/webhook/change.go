package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/safetext"
	"loket/internal/platform/secret"
)

const (
	maxDescription = 200
	// MaxOverlap is the longest time in hours for which the secret before signs too, after a new one was made.
	MaxOverlap = 168
)

// By is who changes an endpoint.
type By struct {
	ClientID int64
	Actor    string
	Address  string
}

// Input is what a client sets of an endpoint. A nil field stays as it is.
type Input struct {
	URL         *string
	Description *string
	Types       *[]string // none: all
	Active      *bool
	// Ping has a new endpoint get an event of the type ping at once, so that its owner sees whether it works.
	Ping bool
}

// apply checks an input and sets it.
func (s *Service) apply(e *Endpoint, in Input) error {
	var fields []fault.Field

	if in.URL != nil {
		if e.URL = *in.URL; !validURL(e.URL, s.opt.AllowLocal) {
			fields = append(fields, fault.Field{Field: "url", Message: msgURL})
		}
	}

	if in.Description != nil {
		e.Description = *in.Description
		if utf8.RuneCountInString(e.Description) > maxDescription || !safetext.Storable(e.Description) {
			fields = append(fields, fault.Field{Field: "description", Message: msgDescription.With(maxDescription)})
		}
	}

	if in.Types != nil {
		e.Types = []clientevent.Type{}

		for _, text := range *in.Types {
			if t := clientevent.Type(text); !slices.Contains(clientevent.Types(), t) {
				fields = append(fields, fault.Field{Field: "events", Message: msgType.With(text)})
			} else if !slices.Contains(e.Types, t) {
				e.Types = append(e.Types, t)
			}
		}
	}

	if in.Active != nil && *in.Active != e.Active {
		e.Active, e.OffReason, e.OffAt = *in.Active, OffByUser, s.deps.Clock.Now()
		e.failures, e.failingSince, e.mails = 0, time.Time{}, 0 // mailed_at says nothing without mails

		if e.Active {
			e.OffReason, e.OffAt = "", time.Time{}
		}
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// Create makes an endpoint and returns it with its secret. Errors: fault.ErrValidation, ErrLimit.
func (s *Service) Create(ctx context.Context, by By, in Input) (Endpoint, secret.Text, error) {
	now := s.deps.Clock.Now()
	e := Endpoint{
		ID: s.deps.IDs.Next(now), ClientID: by.ClientID, Active: true, Types: []clientevent.Type{}, SecretAt: now, CreatedAt: now, salt: ids.Token(),
	}

	if in.URL == nil {
		in.URL = new(string)
	}

	if err := s.apply(&e, in); err != nil {
		return Endpoint{}, "", err
	}

	types, err := json.Marshal(e.Types)
	if err != nil {
		return Endpoint{}, "", fmt.Errorf("types of an endpoint: %w", err)
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := tx.Lock(ctx, fmt.Sprintf("webhooks/%d", by.ClientID)); err != nil {
			return err
		}

		var have int
		if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM webhook_endpoints WHERE client_id = $1 AND deleted_at IS NULL", by.ClientID).Scan(&have); err != nil {
			return err
		}

		if have >= MaxEndpoints {
			return ErrLimit.New()
		}

		_, err := tx.Exec(ctx, `INSERT INTO webhook_endpoints (client_id, id, url, description, types, salt, salt_at, active, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, TRUE, $7)`,
			e.ClientID, e.ID, e.URL, e.Description, string(types), e.salt, clock.Micros(now))
		if err != nil {
			return err
		}

		if in.Ping {
			if err := s.pingTx(ctx, tx, &e, now); err != nil {
				return err
			}
		}

		return s.auditTx(ctx, tx, by, e.ID, "webhook.create", map[string]any{"url": e.URL})
	})
	if err != nil {
		return Endpoint{}, "", fmt.Errorf("make a webhook endpoint: %w", err)
	}

	return e, secretOf(s.deps.Key, e.ClientID, e.ID, e.salt), nil
}

// Change changes an endpoint. Switched on again it gets what waits, and what happens from then on. Errors: fault.ErrNotFound, fault.ErrValidation.
func (s *Service) Change(ctx context.Context, by By, id int64, in Input) (Endpoint, error) {
	var e Endpoint

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if e, err = s.lockTx(ctx, tx, by.ClientID, id); err != nil {
			return err
		}

		before := e.Active
		if err := s.apply(&e, in); err != nil {
			return err
		}

		types, err := json.Marshal(e.Types)
		if err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `UPDATE webhook_endpoints SET url = $1, description = $2, types = $3, active = $4, off_reason = $5, off_at = $6,
				failures = $7, failing_since = $8, mails = $9 WHERE client_id = $10 AND id = $11`,
			e.URL, e.Description, string(types), e.Active, db.NullText(string(e.OffReason)), db.NullMicros(e.OffAt), e.failures,
			db.NullMicros(e.failingSince), e.mails, e.ClientID, e.ID)
		if err != nil {
			return err
		}

		if e.Active && !before {
			if err := s.setNextTx(ctx, tx, e.ClientID, e.ID); err != nil {
				return err
			}

			tx.Signal(due)
		}

		return s.auditTx(ctx, tx, by, id, "webhook.change", map[string]any{"url": e.URL, "active": e.Active})
	})
	if err != nil {
		return Endpoint{}, fmt.Errorf("change webhook endpoint %d: %w", id, err)
	}

	return e, nil
}

// Delete ends an endpoint: nothing more is sent to it. Its log stays as long as others. Errors: fault.ErrNotFound.
func (s *Service) Delete(ctx context.Context, by By, id int64) error {
	now := clock.Micros(s.deps.Clock.Now())

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.lockTx(ctx, tx, by.ClientID, id); err != nil {
			return err
		}

		_, err := tx.Exec(ctx, `UPDATE webhook_endpoints SET active = FALSE, off_reason = 'user', off_at = $1, deleted_at = $1, old_salt = NULL, old_until = NULL
			WHERE client_id = $2 AND id = $3`, now, by.ClientID, id)
		if err != nil {
			return err
		}

		return s.auditTx(ctx, tx, by, id, "webhook.delete", nil)
	})
	if err != nil {
		return fmt.Errorf("delete webhook endpoint %d: %w", id, err)
	}

	return nil
}

// Roll gives an endpoint a new secret and returns it. The one before signs too for some hours, 0 to MaxOverlap. Errors: fault.ErrNotFound,
// fault.ErrValidation.
func (s *Service) Roll(ctx context.Context, by By, id int64, hours int) (Endpoint, secret.Text, error) {
	if hours < 0 || hours > MaxOverlap {
		return Endpoint{}, "", fault.InvalidField("overlapHours", msgOverlap.With(MaxOverlap))
	}

	var e Endpoint

	now := s.deps.Clock.Now()

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if e, err = s.lockTx(ctx, tx, by.ClientID, id); err != nil {
			return err
		}

		e.old, e.OldUntil = "", time.Time{}
		if hours > 0 {
			e.old, e.OldUntil = e.salt, now.Add(time.Duration(hours)*time.Hour)
		}

		e.salt, e.SecretAt = ids.Token(), now

		_, err = tx.Exec(ctx, "UPDATE webhook_endpoints SET salt = $1, salt_at = $2, old_salt = $3, old_until = $4 WHERE client_id = $5 AND id = $6",
			e.salt, clock.Micros(now), db.NullText(e.old), db.NullMicros(e.OldUntil), e.ClientID, e.ID)
		if err != nil {
			return err
		}

		return s.auditTx(ctx, tx, by, id, "webhook.roll", map[string]any{"overlapHours": hours})
	})
	if err != nil {
		return Endpoint{}, "", fmt.Errorf("roll the secret of webhook endpoint %d: %w", id, err)
	}

	return e, secretOf(s.deps.Key, e.ClientID, e.ID, e.salt), nil
}

// Reveal returns the secret of an endpoint that signs now, and notes who read it. Error: fault.ErrNotFound.
func (s *Service) Reveal(ctx context.Context, by By, id int64) (secret.Text, error) {
	var e Endpoint

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if e, err = s.lockTx(ctx, tx, by.ClientID, id); err != nil {
			return err
		}

		return s.auditTx(ctx, tx, by, id, "webhook.reveal", nil)
	})
	if err != nil {
		return "", fmt.Errorf("show the secret of webhook endpoint %d: %w", id, err)
	}

	return secretOf(s.deps.Key, e.ClientID, e.ID, e.salt), nil
}

// List returns the endpoints of a client, the oldest first.
func (s *Service) List(ctx context.Context, clientID int64) ([]Endpoint, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.client_id = $1 AND e.deleted_at IS NULL ORDER BY e.id", clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Endpoint, error) { return scanEndpoint(row) })
	if err != nil {
		return nil, fmt.Errorf("webhook endpoints: %w", err)
	}

	return list, nil
}

// lockTx finds an endpoint of a client that was not deleted and locks it, or fault.ErrNotFound.
func (s *Service) lockTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Endpoint, error) {
	e, err := s.lockRowTx(ctx, tx, clientID, id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && e.deleted {
		return Endpoint{}, noEndpoint()
	}

	return e, err
}

// lockRowTx locks an endpoint, also one that was deleted.
func (s *Service) lockRowTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Endpoint, error) {
	return scanEndpoint(tx.QueryRow(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.client_id = $1 AND e.id = $2"+s.deps.DB.ForUpdate(), clientID, id))
}

func (s *Service) auditTx(ctx context.Context, tx *db.Tx, by By, id int64, action string, detail map[string]any) error {
	return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: action, Subject: "webhook:" + strconv.FormatInt(id, 10), Address: by.Address, Detail: detail,
	})
}
