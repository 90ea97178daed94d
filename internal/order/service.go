package order

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/supplier"
)

// LiveTopic is the topic of live updates about the orders of a client.
const LiveTopic live.Topic = "orders"

// Deps are the service's dependencies; all but Live are required.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	IDs       *ids.Generator
	Catalog   *catalog.Service
	Suppliers *supplier.Registry
	Jobs      *job.Queue
	Live      *live.Hub
	Log       *slog.Logger
}

// Options are the settings of the service; a zero value takes the default.
type Options struct {
	// MaxBatch is the most orders in one commit; 512.
	MaxBatch int
	// CheckAfter is the wait before the first status query; 60 s by default. The wait grows
	// by half with each further query, up to MaxCheckWait.
	CheckAfter   time.Duration
	MaxCheckWait time.Duration
	// GiveUpAfter is the time after which an unknown outcome waits for staff; 24 h by default.
	GiveUpAfter time.Duration
	// Workers is the number of dispatches at the same time; 64 by default.
	Workers int
	Hooks   Hooks
}

// Hooks are called after events, for metrics. They must return quickly; each may be nil.
type Hooks struct {
	Batch    func(size int, took time.Duration)
	Finished func(status Status)
}

// Service has the use cases of orders.
type Service struct {
	Deps

	opt     Options
	placers []*placer
}

// NewService makes the service and registers its jobs. It accepts orders after Start.
func NewService(deps Deps, opt Options) *Service {
	s := &Service{Deps: deps, opt: opt.withDefaults()}
	s.placers = newPlacers(s)
	s.registerJobs()

	return s
}

const (
	defaultBatch        = 512
	defaultCheckAfter   = time.Minute
	defaultMaxCheckWait = 30 * time.Minute
	defaultGiveUpAfter  = 24 * time.Hour
	defaultWorkers      = 64
)

func (o Options) withDefaults() Options {
	if o.MaxBatch == 0 {
		o.MaxBatch = defaultBatch
	}

	if o.CheckAfter == 0 {
		o.CheckAfter = defaultCheckAfter
	}

	if o.MaxCheckWait == 0 {
		o.MaxCheckWait = defaultMaxCheckWait
	}

	if o.GiveUpAfter == 0 {
		o.GiveUpAfter = defaultGiveUpAfter
	}

	if o.Workers == 0 {
		o.Workers = defaultWorkers
	}

	if o.Hooks.Batch == nil {
		o.Hooks.Batch = func(int, time.Duration) {}
	}

	if o.Hooks.Finished == nil {
		o.Hooks.Finished = func(Status) {}
	}

	return o
}

// Start begins to accept orders.
func (s *Service) Start(ctx context.Context) {
	for _, p := range s.placers {
		p.batches.Start(ctx)
	}
}

// Stop refuses new orders and finishes the accepted ones.
func (s *Service) Stop(ctx context.Context) error {
	if err := s.stopPlacers(ctx); err != nil {
		return fmt.Errorf("stop taking orders: %w", err)
	}

	return nil
}
