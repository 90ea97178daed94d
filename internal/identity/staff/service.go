// Package staff is what the provider's staff change about clients, users, roles and API keys. Each change has an actor and a
// reason, and writes one row of the audit log in its transaction.
package staff

import (
	"context"
	"fmt"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/required"
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Identity *identity.Service
}

// Service has the use cases of staff. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	clk      clock.Clock
	identity *identity.Service
}

// New makes a service. It panics without one of its dependencies.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{db: deps.DB, clk: deps.Clock, identity: deps.Identity}
}

func (s *Service) record(ctx context.Context, tx *db.Tx, by identity.By, e identity.Entry) error {
	return by.RecordTx(ctx, tx, s.clk.Now(), e)
}

// wrap adds what was being done to an error; nil stays nil.
func wrap(err error, doing string) error {
	if err == nil {
		return nil
	}

	return fmt.Errorf("%s: %w", doing, err)
}
