package catalog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Service keeps the current snapshot and changes the catalogue.
type Service struct {
	db  *db.DB
	clk clock.Clock

	current atomic.Pointer[Snapshot]
	checked atomic.Int64 // when the version was last compared, in microseconds; 0: compare at once
	mu      sync.Mutex   // one reader of the tables at a time
}

// freshTime is how long a snapshot is handed out without a look at the
// version. Screens may be this much behind; orders are not, since their batch
// compares the version in its own transaction.
const freshTime = time.Second

// New makes the service; it reads nothing yet.
func New(d *db.DB, clk clock.Clock) *Service { return &Service{db: d, clk: clk} }

// Snapshot gives the catalogue as it is, or was at most a second ago. It costs
// two loads of memory in most cases. Errors are those of the database.
func (s *Service) Snapshot(ctx context.Context) (*Snapshot, error) {
	if snap, ok := s.fresh(); ok {
		return snap, nil
	}

	s.mu.Lock()
	defer s.mu.Unlock()

	if snap, ok := s.fresh(); ok { // another goroutine looked meanwhile
		return snap, nil
	}

	return s.refresh(ctx)
}

// Reload compares the version now and gives the newest snapshot. A batch calls
// it when the version in its transaction is another than its snapshot's.
func (s *Service) Reload(ctx context.Context) (*Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.refresh(ctx)
}

func (s *Service) fresh() (*Snapshot, bool) {
	snap := s.current.Load()
	age := clock.Micros(s.clk.Now()) - s.checked.Load()

	return snap, snap != nil && age >= 0 && age < freshTime.Microseconds()
}

func (s *Service) refresh(ctx context.Context) (*Snapshot, error) {
	now := clock.Micros(s.clk.Now())

	version, err := readVersion(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}

	snap := s.current.Load()
	if snap == nil || snap.version != version {
		if snap, err = readSnapshot(ctx, s.db.Reader(), version); err != nil {
			return nil, err
		}

		s.current.Store(snap)
	}

	s.checked.Store(now)

	return snap, nil
}

// stale makes the next Snapshot look at the version at once.
func (s *Service) stale() { s.checked.Store(0) }

// maxReads bounds how often the tables are read again because someone changed
// them meanwhile.
const maxReads = 5

// readSnapshot reads all tables between two looks at the version. When changes
// come faster than we read, the result keeps the older version: whoever
// compares it in a transaction will then ask again.
func readSnapshot(ctx context.Context, q db.Querier, version int64) (*Snapshot, error) {
	for try := 1; ; try++ {
		snap, err := readTables(ctx, q, version)
		if err != nil {
			return nil, err
		}

		after, err := readVersion(ctx, q)
		if err != nil {
			return nil, err
		}

		if after == version || try == maxReads {
			return snap, nil
		}

		version = after
	}
}

func readTables(ctx context.Context, q db.Querier, version int64) (*Snapshot, error) {
	operators, err := readOperators(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}

	products, err := readProducts(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}

	skus, err := readSKUs(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read SKUs: %w", err)
	}

	prices, err := readPrices(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read client prices: %w", err)
	}

	return newSnapshot(version, operators, products, skus, prices), nil
}
