// Package placing accepts orders: it checks a request, makes its inquiry, charges what pays it and stores it.
package placing

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/limiter"
	"loket/internal/platform/live"
	"loket/internal/platform/required"
	"loket/internal/platform/trace"
	"loket/internal/supplier"
)

// Deps are the service's dependencies; all but Live are required.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Catalog   *catalog.Service
	Suppliers *supplier.Registry
	Routing   *routing.Service
	Orders    *order.Service
	Log       *slog.Logger
	// IDs may be left out where nothing is placed: staff commands have none.
	IDs *ids.Generator `optional:"true"`
	// Live may be left out, and then no screen hears of a new order.
	Live *live.Hub `optional:"true"`
	// Traces may be left out, and then no order is traced.
	Traces *trace.Recorder `optional:"true"`
	// Enqueue hands a stored order with its first attempt to the dispatch, after the commit.
	Enqueue func(order.Order, order.Attempt)
}

// Options are the settings of the service; a zero value takes the default.
type Options struct {
	// MaxBatch is the most orders in one commit; 512.
	MaxBatch int
	// MaxWaiting is the most orders of a client that wait for their suppliers or their outcome, 200,000 by default, and
	// MaxWaitingInAll of all clients together, 1,000,000. Further ones are refused with fault.ErrBusy.
	MaxWaiting      int
	MaxWaitingInAll int
	// MaxInquiries is the most inquiries of a client at a time, 1,000 by default, and MaxInquiriesInAll of all
	// clients together, 2,000.
	MaxInquiries      int
	MaxInquiriesInAll int
	// CountPause is the least time between two counts of the orders that wait; 1 s by default.
	CountPause time.Duration
	// SettlementOff refuses new orders that are paid later.
	SettlementOff bool
	// Hold bounds no orders that wait, for benchmarks that place orders without dispatch.
	Hold bool
	// Batch is called after each batch that was written, for metrics. It must return quickly.
	Batch func(size int, took time.Duration)
}

// Service places orders and makes inquiries.
type Service struct {
	deps Deps

	opt       Options
	placers   []*placer
	backlog   *backlog
	inquiries *limiter.Shares[int64] // in flight, by client
	readiness readiness

	stopCount context.CancelFunc
	counting  sync.WaitGroup // the count of waiting orders
}

// NewService makes the service. It accepts orders after Start.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	s := &Service{deps: deps, opt: opt.withDefaults()}
	s.placers = newPlacers(s)
	s.backlog = newBacklog(s.opt.MaxWaiting, s.opt.MaxWaitingInAll)
	s.inquiries = limiter.NewShares[int64](limiter.SharesOptions{Places: s.opt.MaxInquiriesInAll, Share: s.opt.MaxInquiries})

	return s
}

const (
	defaultBatch          = 512
	defaultCountPause     = time.Second
	defaultWaiting        = 200_000
	defaultWaitingInAll   = 1_000_000
	defaultInquiries      = 1000
	defaultInquiriesInAll = 2000
)

func (o Options) withDefaults() Options {
	o.MaxBatch = cmp.Or(o.MaxBatch, defaultBatch)
	o.MaxWaiting = cmp.Or(o.MaxWaiting, defaultWaiting)
	o.MaxWaitingInAll = cmp.Or(o.MaxWaitingInAll, defaultWaitingInAll)
	o.MaxInquiries = cmp.Or(o.MaxInquiries, defaultInquiries)
	o.MaxInquiriesInAll = cmp.Or(o.MaxInquiriesInAll, defaultInquiriesInAll)
	o.CountPause = cmp.Or(o.CountPause, defaultCountPause)

	if o.Batch == nil {
		o.Batch = func(int, time.Duration) {}
	}

	return o
}

// Start begins to accept orders. The service to which Enqueue hands them must be started already.
func (s *Service) Start(ctx context.Context) {
	for _, p := range s.placers {
		p.batches.Start(ctx)
	}

	if !s.opt.Hold {
		ctx, s.stopCount = context.WithCancel(context.WithoutCancel(ctx))
		s.counting.Go(func() { s.countWaiting(ctx) })
	}
}

// Stop refuses new orders and finishes the accepted ones.
func (s *Service) Stop(ctx context.Context) error {
	var all error

	for _, p := range s.placers {
		all = errors.Join(all, p.batches.Stop(ctx))
	}

	if s.stopCount != nil {
		s.stopCount()
		s.counting.Wait()
	}

	return all
}
