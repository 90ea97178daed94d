// Package watch tells clients by mail about changes of the prices that they watch.
package watch

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

// MaxWatches is how many products a client may watch.
const MaxWatches = 500

// Deps are what a Service works with; all are needed. Screen is where a client sees prices.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Catalog *catalog.Service
	Clients *identity.Service
	Mail    mail.Sender
	Jobs    *job.Queue
	Screen  func() string
}

// Service has the use cases.
type Service struct {
	db      *db.DB
	clk     clock.Clock
	catalog *catalog.Service
	clients *identity.Service
	mail    mail.Sender
	jobs    *job.Queue
	screen  func() string

	mailed watermark
}

// NewService makes the service and adds its job. It panics without one of its dependencies.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{
		db: deps.DB, clk: deps.Clock, catalog: deps.Catalog, clients: deps.Clients, mail: deps.Mail, jobs: deps.Jobs, screen: deps.Screen,
	}
	s.registerJobs()

	return s
}

// By is who changes a watch.
type By struct {
	ClientID int64
	Actor    string // user:12
	Address  string
}

// List returns the codes of the products that a client watches, sorted.
func (s *Service) List(ctx context.Context, clientID int64) ([]string, error) {
	rows, err := s.db.Reader().Query(ctx, "SELECT product_code FROM price_watches WHERE client_id = $1 ORDER BY product_code", clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (code string, err error) { return code, row.Scan(&code) })
	if err != nil {
		return nil, fmt.Errorf("watched products of client %d: %w", clientID, err)
	}

	return list, nil
}

// Watch starts to tell a client about changes of a price, those that are scheduled already included. A repeat changes nothing.
// Errors: fault.ErrNotFound, fault.ErrValidation for more than MaxWatches.
func (s *Service) Watch(ctx context.Context, by By, product string) error {
	snap, err := s.catalog.Snapshot(ctx)
	if err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}

	if _, known := snap.Product(product); !known {
		return fault.ErrNotFound.New()
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		// The number of them is counted under this lock.
		if err := tx.Lock(ctx, fmt.Sprintf("pricewatch/%d", by.ClientID)); err != nil {
			return err
		}

		now := s.clk.Now()

		added, err := tx.Exec(ctx, "INSERT INTO price_watches (client_id, product_code, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
			by.ClientID, product, clock.Micros(now))
		if err != nil || added == 0 {
			return err
		}

		var n int
		if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM price_watches WHERE client_id = $1", by.ClientID).Scan(&n); err != nil {
			return err
		}

		if n > MaxWatches {
			return fault.InvalidField("code", msgTooMany.With(MaxWatches))
		}

		return by.note(ctx, tx, s.clk, "pricewatch.on", product)
	})
	if err != nil {
		return fmt.Errorf("watch the price of %s: %w", product, err)
	}

	s.mailed.reset() // a change of it may be scheduled

	return nil
}

// Unwatch ends what Watch started. A repeat changes nothing.
func (s *Service) Unwatch(ctx context.Context, by By, product string) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		removed, err := tx.Exec(ctx, "DELETE FROM price_watches WHERE client_id = $1 AND product_code = $2", by.ClientID, product)
		if err != nil || removed == 0 {
			return err
		}

		return by.note(ctx, tx, s.clk, "pricewatch.off", product)
	})
	if err != nil {
		return fmt.Errorf("end the watch on %s: %w", product, err)
	}

	return nil
}

func (by By) note(ctx context.Context, tx *db.Tx, clk clock.Clock, action, product string) error {
	return audit.Write(ctx, tx, clk.Now(), audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: action, Subject: "product " + product, Address: by.Address,
	})
}
