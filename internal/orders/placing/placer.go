package placing

import (
	"loket/internal/platform/batch"
	"loket/internal/platform/db"
)

// placer writes the orders of some clients, one batch at a time. All orders of
// a client go through the same placer. Placers charge different accounts, so
// PostgreSQL writes their batches in parallel; SQLite has one writer and one
// placer.
type placer struct {
	s       *Service
	batches *batch.Batcher[draft, PlacedOrder]

	// Only the placer's batches, which never run at the same time, use these.
	cache accountCache
	pace  pace
}

// The fewest placers on PostgreSQL, and the most where a database has several parts: each part's clients have one placer.
const (
	placersOnPostgres = 2
	mostPlacers       = 8
)

func newPlacers(s *Service) []*placer {
	n := 1
	if s.deps.DB.Engine() == db.Postgres {
		n = max(placersOnPostgres, min(s.deps.DB.Parts(), mostPlacers))
	}

	placers := make([]*placer, n)

	for i := range placers {
		p := &placer{s: s, cache: newAccountCache()}
		p.batches = batch.New(batch.Options{Max: s.opt.MaxBatch}, p.flush)
		placers[i] = p
	}

	return placers
}

// placer returns the placer of a client.
func (s *Service) placer(client int64) *placer {
	return s.placers[s.deps.DB.Spread(client, len(s.placers))]
}
