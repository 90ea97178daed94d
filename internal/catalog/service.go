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
	checked atomic.Int64 // last comparison of the version, in microseconds; 0: compare at once
	changes atomic.Int64 // calls of stale: a comparison that runs meanwhile may have missed the change
	mu      sync.Mutex   // held while the tables are read
}

// freshTime is how long a snapshot is used without comparing its version. Screens
// may be stale for that long. Orders are not: their batch compares the version in
// its own transaction.
const freshTime = time.Second

// aheadTime is the age from which a snapshot in use is compared beside its users, so that they don't wait for it. The time limit
// of that comparison is that of a screen.
const (
	aheadTime  = freshTime / 2
	aheadLimit = 10 * time.Second
)

// New makes the service. It reads nothing from the database yet.
func New(d *db.DB, clk clock.Clock) *Service { return &Service{db: d, clk: clk} }

// Snapshot returns the catalogue, at most 1 second stale. It usually costs two
// loads from memory: one that is in use is refreshed beside its users. Errors are those of the database.
func (s *Service) Snapshot(ctx context.Context) (*Snapshot, error) {
	if snap, ok := s.fresh(); ok {
		s.refreshAhead(ctx)

		return snap, nil
	}

	s.mu.Lock()
	defer s.mu.Unlock()

	if snap, ok := s.fresh(); ok { // another goroutine has read it meanwhile
		return snap, nil
	}

	return s.refresh(ctx)
}

// Reload compares the version now and returns the newest snapshot. A batch calls it
// when the version in its transaction differs from its snapshot's.
func (s *Service) Reload(ctx context.Context) (*Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.refresh(ctx)
}

// refreshAhead compares the version beside the callers once it is time, unless it is compared already. If it fails, the caller
// for whom the snapshot is too old tries again.
func (s *Service) refreshAhead(ctx context.Context) {
	if clock.Micros(s.clk.Now())-s.checked.Load() < aheadTime.Microseconds() || !s.mu.TryLock() {
		return
	}

	go func() {
		defer s.mu.Unlock()

		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), aheadLimit)
		defer cancel()

		_, _ = s.refresh(ctx)
	}()
}

func (s *Service) fresh() (*Snapshot, bool) {
	snap := s.current.Load()
	age := clock.Micros(s.clk.Now()) - s.checked.Load()

	return snap, snap != nil && age >= 0 && age < freshTime.Microseconds() && !snap.Due(s.clk.Now())
}

func (s *Service) refresh(ctx context.Context) (*Snapshot, error) {
	now, changes := clock.Micros(s.clk.Now()), s.changes.Load()

	version, err := readVersion(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}

	snap := s.current.Load()
	if snap == nil || snap.version != version {
		if snap, err = readSnapshot(ctx, s.db.Reader(), version); err != nil {
			return nil, err
		}
	}

	if snap.Due(s.clk.Now()) {
		if err := s.applyDue(ctx, s.clk.Now()); err != nil {
			return nil, err
		}

		if snap, err = readSnapshot(ctx, s.db.Reader(), snap.version); err != nil {
			return nil, err
		}
	}

	s.current.Store(snap)
	s.checked.Store(now)

	if s.changes.Load() != changes { // this comparison may have missed it
		s.checked.Store(0)
	}

	return snap, nil
}

// stale makes the next Snapshot compare the version.
func (s *Service) stale() {
	s.changes.Add(1)
	s.checked.Store(0)
}

// maxReads limits how often the tables are read again after a concurrent change.
const maxReads = 5

// readSnapshot reads all tables between two reads of the version. When changes come
// faster than the reads, the result keeps the older version, so a comparison in a
// transaction finds it stale.
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
	operators, err := ReadOperators(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}

	products, err := ReadProducts(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read products: %w", err)
	}

	skus, err := ReadSKUs(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read SKUs: %w", err)
	}

	prices, err := ReadPrices(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read client prices: %w", err)
	}

	next, err := nextChange(ctx, q)
	if err != nil {
		return nil, err
	}

	snap := newSnapshot(version, operators, products, skus, prices)
	snap.next = next

	return snap, nil
}
