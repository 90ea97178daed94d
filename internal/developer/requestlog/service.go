// Package requestlog keeps what clients' programs asked with their API keys, and what they were answered, for their developers.
package requestlog

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/required"
)

const (
	// Kept is how long requests are kept.
	Kept = 30 * 24 * time.Hour
	// BodiesKept is how long their bodies are kept.
	BodiesKept = 7 * 24 * time.Hour
	// MaxBody is how many bytes of a body are kept.
	MaxBody = 4 << 10

	purgeRequests = "requests.purge"
	purgeBodies   = "requests.purge_bodies"
	purgeEvery    = time.Hour
)

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *job.Queue
	Log   *slog.Logger
}

// Options bound what waits to be written; a zero value takes the default.
type Options struct {
	// Off keeps no log: what is added is dropped and not counted. What was kept before is still read and deleted.
	Off bool
	// Queue is how many requests wait at most. Further ones are dropped.
	Queue int
	// Pause is the time between two writes, unless many requests wait. So a write is worth its commit, and there are fewer rows.
	Pause time.Duration
	// Search is how many requests a look goes through, about.
	Search int
	// Hold writes nothing before Stop, for tests of the bound.
	Hold bool
}

const (
	defaultQueue = 20_000
	// defaultSearch takes a third of a second.
	defaultSearch = 500_000
	defaultPause  = time.Second
	// maxQueued is how many bytes of bodies wait at most.
	maxQueued = 32 << 20
)

// Service has the log of requests.
type Service struct {
	deps Deps
	opt  Options

	mu      sync.Mutex
	waiting []Request
	bytes   int
	// Whether requests wait, and whether enough for a write.
	some, many chan struct{}

	dropped  atomic.Int64
	stopping chan struct{}
	halt     sync.Once
	ended    chan struct{}
	started  atomic.Bool
}

// NewService makes the service and registers its jobs. Call Start to write.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	if opt.Queue == 0 {
		opt.Queue = defaultQueue
	}

	if opt.Pause == 0 {
		opt.Pause = defaultPause
	}

	if opt.Search == 0 {
		opt.Search = defaultSearch
	}

	s := &Service{
		deps: deps, opt: opt, some: make(chan struct{}, 1), many: make(chan struct{}, 1), stopping: make(chan struct{}), ended: make(chan struct{}),
	}

	deps.Jobs.EveryPurge(purgeRequests, purgeEvery, s.purgeRequests)
	deps.Jobs.EveryPurge(purgeBodies, purgeEvery, s.purgeBodies)

	return s
}

// Dropped is how many requests this node did not write, because too many waited or the database did not take them.
func (s *Service) Dropped() int64 { return s.dropped.Load() }

// On reports whether requests are kept.
func (s *Service) On() bool { return !s.opt.Off }

// Start begins to write.
func (s *Service) Start(ctx context.Context) {
	if s.started.Swap(true) {
		return
	}

	go s.run(context.WithoutCancel(ctx))
}

// Stop writes what waits and ends, within ctx. Requests that are added later are dropped.
func (s *Service) Stop(ctx context.Context) error {
	s.halt.Do(func() { close(s.stopping) })

	if !s.started.Load() {
		return nil
	}

	select {
	case <-s.ended:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
