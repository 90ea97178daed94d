package order

import (
	"context"
	"errors"

	"loket/internal/platform/batch"
	"loket/internal/platform/db"
	"loket/internal/wallet"
)

// lane writes the orders of some clients, one batch at a time. Lanes charge
// different wallets, so PostgreSQL writes their batches side by side; SQLite
// has one writer and one lane.
type lane struct {
	*Service

	placing *batch.Batcher[draft, Placed]

	// Its batches alone touch these.
	memory *wallet.Memory
	pace   pace
}

const lanesOnPostgres = 2

func newLanes(s *Service) []*lane {
	n := 1
	if s.DB.Engine() == db.Postgres {
		n = lanesOnPostgres
	}

	lanes := make([]*lane, n)

	for i := range lanes {
		l := &lane{Service: s, memory: wallet.NewMemory()}
		l.placing = batch.New(batch.Options{Max: s.opt.MaxBatch}, l.flush)
		lanes[i] = l
	}

	return lanes
}

// lane is where all orders of a client are written.
func (s *Service) lane(client int64) *lane {
	return s.lanes[uint64(client)%uint64(len(s.lanes))] //nolint:gosec // ids are positive
}

func (s *Service) stopLanes(ctx context.Context) error {
	var all error

	for _, l := range s.lanes {
		all = errors.Join(all, l.placing.Stop(ctx))
	}

	return all
}
