package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const clientColumns = `id, code, name, legal_name, email_finance, time_zone, language, tax_number, features, active, created_at`

// Client returns a client by id, or ErrNotFound.
func (s *Service) Client(ctx context.Context, id int64) (Client, error) {
	return scanClient(s.db.Reader().QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, id))
}

// ClientTx is Client within a transaction.
func (s *Service) ClientTx(ctx context.Context, tx *db.Tx, id int64) (Client, error) {
	return scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, id))
}

// LockClientTx is ClientTx with a lock on the row: no user or key of the client is added meanwhile.
func (s *Service) LockClientTx(ctx context.Context, tx *db.Tx, id int64) (Client, error) {
	return scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`+s.db.ForUpdate(), id))
}

// Clients lists all clients, ordered by id, without their sandboxes and without the provider.
func (s *Service) Clients(ctx context.Context) ([]Client, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT `+clientColumns+` FROM clients WHERE sandbox_of IS NULL AND id <> $1 ORDER BY id`, int64(clientid.Provider))

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

// wrap adds what was being done to an error; nil stays nil.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("%s: %w", doing, err)
}
