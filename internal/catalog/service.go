package catalog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/required"
)

// Service keeps the current snapshot and changes the catalogue.
type Service struct {
	db  *db.DB
	clk clock.Clock

	current   atomic.Pointer[Snapshot]
	checked   atomic.Int64  // last comparison of the version, in microseconds; 0: compare at once
	refreshed atomic.Int64  // the same, whatever changed since, or the start; for Age
	changes   atomic.Int64  // calls of stale: a comparison that runs meanwhile may have missed the change
	turn      chan struct{} // holds one value while a snapshot is read
	failures  atomic.Int64  // of refreshes beside the users

	mayBeOlder bool // the last refresh failed; of who has the turn

	started    atomic.Bool
	stop       context.CancelFunc
	background sync.WaitGroup
}

// freshTime is how long a snapshot is used without comparing its version. Screens
// may be stale for that long. Orders are not: their batch compares the version in
// its own transaction.
const freshTime = time.Second

// requiredDeps is what the service can't do without.
type requiredDeps struct {
	DB    *db.DB
	Clock clock.Clock
}

// New makes the service. It reads nothing from the database yet.
func New(d *db.DB, clk clock.Clock) *Service {
	required.Fields(requiredDeps{DB: d, Clock: clk})

	return &Service{db: d, clk: clk, turn: make(chan struct{}, 1)}
}

// Snapshot returns the catalogue, at most 1 second stale. It usually costs two
// loads from memory: a service that was started refreshes its snapshot beside the users. Errors are those of the database and of ctx.
func (s *Service) Snapshot(ctx context.Context) (*Snapshot, error) {
	if snap, ok := s.fresh(); ok {
		return snap, nil
	}

	if err := s.takeTurn(ctx); err != nil {
		return nil, err
	}
	defer s.endTurn()

	if snap, ok := s.fresh(); ok { // another goroutine has read it meanwhile
		return snap, nil
	}

	return s.refresh(ctx)
}

// Latest returns the last snapshot that was read, and doesn't wait for the next one: for those who compare the version in the
// transaction that relies on it, as a batch of orders does, and for those who should not wait, as the choice of a further supplier.
//
// It waits in two cases: for the first snapshot, and for the one after a change that this node made. It is as stale as Snapshot's and as long
// as a refresh takes; while refreshes fail (Failures, Age) it is as old as the last one that didn't. A service that was not started refreshes
// nothing by itself: it gives Snapshot.
func (s *Service) Latest(ctx context.Context) (*Snapshot, error) {
	if snap := s.current.Load(); snap != nil && s.started.Load() && s.checked.Load() != 0 {
		return snap, nil
	}

	return s.Snapshot(ctx)
}

// Reload compares the version now and returns the newest snapshot. A batch calls it
// when the version in its transaction differs from its snapshot's.
func (s *Service) Reload(ctx context.Context) (*Snapshot, error) {
	now, changes := clock.Micros(s.clk.Now()), s.changes.Load()

	version, err := readVersion(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}

	known := s.current.Load()
	if known != nil && known.version == version && !known.Due(s.clk.Now()) {
		s.recordComparison(now, changes)

		return known, nil
	}

	if err := s.takeTurn(ctx); err != nil {
		return nil, err
	}
	defer s.endTurn()

	if snap := s.current.Load(); snap != known && snap.version >= version && !snap.Due(s.clk.Now()) { // read meanwhile
		return snap, nil
	}

	return s.refresh(ctx)
}

// Age is how long ago the version was compared last, since the start at most; 0 before it.
func (s *Service) Age() time.Duration {
	refreshed := s.refreshed.Load()
	if refreshed == 0 {
		return 0
	}

	return s.clk.Now().Sub(clock.FromMicros(refreshed))
}

// Failures counts the refreshes beside the users that failed.
func (s *Service) Failures() int64 { return s.failures.Load() }

func (s *Service) takeTurn(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the catalogue: %w", ctx.Err())
	}
}

func (s *Service) endTurn() { <-s.turn }

func (s *Service) fresh() (*Snapshot, bool) {
	snap := s.current.Load()
	age := clock.Micros(s.clk.Now()) - s.checked.Load()

	return snap, snap != nil && age >= 0 && age < freshTime.Microseconds() && !snap.Due(s.clk.Now())
}

// refresh compares the version and reads what changed. Only who has the turn calls it. After a failure it reads everything: the database may
// come back as an older state of itself, restored or without the last commits, in which versions and changes count again.
func (s *Service) refresh(ctx context.Context) (*Snapshot, error) {
	now, changes := clock.Micros(s.clk.Now()), s.changes.Load()

	snap, err := s.read(ctx)
	if err != nil {
		s.mayBeOlder = true

		return nil, err
	}

	s.mayBeOlder = false
	s.current.Store(snap)
	s.recordComparison(now, changes)

	return snap, nil
}

// Committed returns the catalogue as it is in the database: a change of a price that is due, and that nobody has applied yet, is not in it. It
// writes nothing and waits for no other reader, so it may be called in a transaction: on SQLite all writers wait for that one.
func (s *Service) Committed(ctx context.Context) (*Snapshot, error) {
	version, err := readVersion(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}

	if known := s.current.Load(); known != nil && known.version == version {
		return known, nil
	}

	select {
	case s.turn <- struct{}{}:
		defer s.endTurn()
	default: // who has the turn may wait for our transaction
		return readSnapshot(ctx, s.db, version, nil)
	}

	snap, err := s.readCommitted(ctx)
	if s.mayBeOlder = err != nil; err == nil {
		s.current.Store(snap)
	}

	return snap, err
}

func (s *Service) readCommitted(ctx context.Context) (*Snapshot, error) {
	version, err := readVersion(ctx, s.db.Reader())
	if err != nil {
		return nil, err
	}

	snap := s.current.Load()
	if s.mayBeOlder || snap != nil && version < snap.version {
		snap = nil
	}

	if snap != nil && snap.version == version {
		return snap, nil
	}

	return readSnapshot(ctx, s.db, version, snap)
}

func (s *Service) read(ctx context.Context) (*Snapshot, error) {
	snap, err := s.readCommitted(ctx)
	if err != nil {
		return nil, err
	}

	if snap.Due(s.clk.Now()) {
		if err := s.applyDue(ctx, s.clk.Now()); err != nil {
			return nil, err
		}

		if snap, err = readSnapshot(ctx, s.db, snap.version, snap); err != nil {
			return nil, err
		}
	}

	return snap, nil
}

// recordComparison notes that the snapshot was compared with the version at a moment, unless a change came meanwhile: the comparison may
// have missed it.
func (s *Service) recordComparison(now, changes int64) {
	s.checked.Store(now)
	s.refreshed.Store(now)

	if s.changes.Load() != changes {
		s.checked.Store(0)
	}
}

// stale makes the next Snapshot compare the version.
func (s *Service) stale() {
	s.changes.Add(1)
	s.checked.Store(0)
}
