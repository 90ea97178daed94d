package identity

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// firstClient is one below the first id that is given automatically.
const firstClient = 1000

const clientColumns = `id, code, name, legal_name, email_finance, time_zone, language, tax_number, features, active, created_at`

// NewClient is the input of CreateClient.
type NewClient struct {
	ID           int64 // 0: the next free one from 1001
	Code         string
	Name         string
	LegalName    string // empty: Name
	EmailFinance string
	TimeZone     string            // empty: Asia/Jakarta
	Language     language.Language // empty: English
	TaxNumber    string
	Features     []Feature
}

// CreateClient makes a client without users and wallets.
func (s *Service) CreateClient(ctx context.Context, by Staff, in NewClient) (Client, error) {
	c := Client{
		ID: in.ID, Code: in.Code, Name: in.Name, LegalName: in.LegalName, EmailFinance: in.EmailFinance, TimeZone: in.TimeZone,
		Language: cmp.Or(in.Language, language.English), TaxNumber: in.TaxNumber, Features: MakeFeatures(in.Features...), Active: true,
	}
	set(&c.LegalName, c.Name)
	set(&c.TimeZone, clock.DefaultZone)

	fields := append(c.validate(), unknownFeatures(in.Features)...)
	if c.ID < 0 {
		fields = append(fields, fault.Field{Field: "id", Message: msgIDForm})
	}

	if err := by.check(fields); err != nil {
		return Client{}, err
	}

	features, err := c.Features.encode()
	if err != nil {
		return Client{}, err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		c.CreatedAt = s.clk.Now()
		if c.ID, err = clientID(ctx, tx, in.ID); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `
			INSERT INTO clients (`+clientColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			c.ID, c.Code, c.Name, c.LegalName, c.EmailFinance, c.TimeZone, string(c.Language), nullText(c.TaxNumber), features, c.Active, clock.Micros(c.CreatedAt))
		if err != nil {
			return taken(err, "code", "make a client")
		}

		return s.record(ctx, tx, by, entry{
			client: c.ID, action: "client.create", subject: subject("client", c.ID),
			detail: map[string]any{"code": c.Code, "features": c.Features.List()},
		})
	})

	return c, err
}

// clientID returns the next free id, or the wanted one after moving the sequence past it.
func clientID(ctx context.Context, tx *db.Tx, wanted int64) (int64, error) {
	if wanted == 0 {
		n, err := db.NextSequence(ctx, tx, "clients")

		return firstClient + n, wrap(err, "id of a client")
	}

	if wanted > firstClient {
		if err := db.RaiseSequence(ctx, tx, "clients", wanted-firstClient); err != nil {
			return 0, wrap(err, "id of a client")
		}
	}

	return wanted, nil
}

// ClientChange is the input of UpdateClient. Nil leaves a value as it is.
type ClientChange struct {
	ID           int64
	Code         *string
	Name         *string
	LegalName    *string
	EmailFinance *string
	TimeZone     *string
	Language     *language.Language
	TaxNumber    *string
	Features     *[]Feature
	Active       *bool
}

// UpdateClient changes a client. Deactivating one ends the sessions of all its users; its
// keys are refused while it is inactive.
func (s *Service) UpdateClient(ctx context.Context, by Staff, in ClientChange) (Client, error) {
	if err := by.check(nil); err != nil {
		return Client{}, err
	}

	var c Client

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		if c, err = s.lockClient(ctx, tx, in.ID); err != nil {
			return err
		}

		changed := in.apply(&c)
		if in.Features != nil {
			if fields := unknownFeatures(*in.Features); fields != nil {
				return fault.ErrValidation.With(fields...)
			}
		}

		if fields := c.validate(); fields != nil {
			return fault.ErrValidation.With(fields...)
		}

		if err := s.storeClient(ctx, tx, c); err != nil {
			return err
		}

		return s.record(ctx, tx, by, entry{client: c.ID, action: "client.update", subject: subject("client", c.ID), detail: changed})
	})

	return c, err
}

func (s *Service) storeClient(ctx context.Context, tx *db.Tx, c Client) error {
	features, err := c.Features.encode()
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `
		UPDATE clients SET code = $1, name = $2, legal_name = $3, email_finance = $4, time_zone = $5, language = $6, tax_number = $7, features = $8,
			active = $9
		WHERE id = $10`,
		c.Code, c.Name, c.LegalName, c.EmailFinance, c.TimeZone, string(c.Language), nullText(c.TaxNumber), features, c.Active, c.ID)
	if err != nil {
		return taken(err, "code", "change a client")
	}

	if c.Active {
		return nil
	}

	_, err = tx.Exec(ctx, `UPDATE sessions SET ended_at = $1 WHERE client_id = $2 AND ended_at IS NULL`, clock.Micros(s.clk.Now()), c.ID)

	return wrap(err, "end a client's sessions")
}

// apply changes c and returns the changed values for the audit log.
func (in *ClientChange) apply(c *Client) map[string]any {
	changed := map[string]any{}

	change(changed, "code", &c.Code, in.Code)
	change(changed, "name", &c.Name, in.Name)
	change(changed, "legalName", &c.LegalName, in.LegalName)
	change(changed, "emailFinance", &c.EmailFinance, in.EmailFinance)
	change(changed, "timeZone", &c.TimeZone, in.TimeZone)
	change(changed, "language", &c.Language, in.Language)
	change(changed, "taxNumber", &c.TaxNumber, in.TaxNumber)
	change(changed, "active", &c.Active, in.Active)

	if in.Features != nil {
		c.Features = MakeFeatures(*in.Features...)
		changed["features"] = c.Features.List()
	}

	return changed
}

func change[T comparable](changed map[string]any, name string, value, to *T) {
	if to != nil && *to != *value {
		*value = *to
		changed[name] = *to
	}
}

// Client returns a client by id, or ErrNotFound.
func (s *Service) Client(ctx context.Context, id int64) (Client, error) {
	return scanClient(s.db.Reader().QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, id))
}

// ClientTx is Client within a transaction.
func (s *Service) ClientTx(ctx context.Context, tx *db.Tx, id int64) (Client, error) {
	return scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, id))
}

func (s *Service) lockClient(ctx context.Context, tx *db.Tx, id int64) (Client, error) {
	return scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`+s.db.ForUpdate(), id))
}

// Clients lists all clients, ordered by id.
func (s *Service) Clients(ctx context.Context) ([]Client, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT `+clientColumns+` FROM clients ORDER BY id`)

	return db.Collect(rows, err, func(row *sql.Rows) (Client, error) { return scanClient(row) })
}

type scanner interface{ Scan(dest ...any) error }

func scanClient(row scanner) (Client, error) {
	var (
		c         Client
		tax       sql.NullString
		features  string
		createdAt int64
	)

	err := row.Scan(&c.ID, &c.Code, &c.Name, &c.LegalName, &c.EmailFinance, &c.TimeZone, &c.Language, &tax, &features, &c.Active, &createdAt)
	if errors.Is(err, sql.ErrNoRows) {
		return Client{}, fault.ErrNotFound.New()
	}

	if err != nil {
		return Client{}, fmt.Errorf("read a client: %w", err)
	}

	c.TaxNumber = tax.String
	c.CreatedAt = clock.FromMicros(createdAt)
	c.Features, err = decodeFeatures(features)

	return c, err
}

func unknownFeatures(list []Feature) []fault.Field {
	for _, f := range list {
		if !MakeFeatures(f).Has(f) {
			return []fault.Field{{Field: "features", Message: msgNoFeature.With(string(f))}}
		}
	}

	return nil
}

func nullText(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }

// wrap adds what was being done to an error; nil stays nil.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("%s: %w", doing, err)
}
