package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/inbox"
	"loket/internal/platform/limiter"
	"loket/internal/platform/live"
	"loket/internal/platform/money"
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
	Inbox     *inbox.Inbox
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
	// TakeOverAfter is the time after which a call without an answer counts as lost, since its node may be
	// gone: any node sends a status query then. It must be longer than every supplier's time-out; 90 s by
	// default.
	TakeOverAfter time.Duration
	// WaitAtMost is how long an order waits while the circuits of all its suppliers are open, counted from the
	// opening of its own. Then it fails, since it was never sent; 15 minutes by default.
	WaitAtMost time.Duration
	// MoveAfter is how long an order waits for a free slot of its supplier before it moves to another one that has free
	// slots; 5 s by default.
	MoveAfter time.Duration
	// Poll is the time between two looks for orders that this node doesn't hold in memory; 1 s by default.
	Poll time.Duration
	// MaxWaiting is the most orders of a client that wait for their suppliers or their outcome, 200,000 by default, and
	// MaxWaitingInAll of all clients together, 1,000,000. Further ones are refused with fault.ErrBusy.
	MaxWaiting      int
	MaxWaitingInAll int
	// MaxInquiries is the most inquiries of a client at a time, 1,000 by default, and MaxInquiriesInAll of all
	// clients together, 2,000.
	MaxInquiries      int
	MaxInquiriesInAll int
	// SettlementOff refuses new orders that are paid later.
	SettlementOff bool
	// Hold sends nothing to suppliers, for benchmarks that place orders without dispatch.
	Hold  bool
	Hooks Hooks
}

// Hooks are called after events, for metrics. They must return quickly; each may be nil.
type Hooks struct {
	Batch    func(size int, took time.Duration)
	Finished func(status Status)
	// BelowCost is called for a success for which the supplier took more than the client paid.
	BelowCost func(supplier, sku string, loss money.Rupiah)
}

// Service has the use cases of orders.
type Service struct {
	Deps

	opt       Options
	placers   []*placer
	backlog   *backlog
	inquiries *limiter.Shares[int64] // in flight, by client
	readiness readiness

	lines     map[string]*line // by supplier; fixed
	answers   *batch.Batcher[dispatchWrite, dispatchWritten]
	claims    *batch.Batcher[dispatchWrite, dispatchWritten] // claims, status queries and notices, which somebody waits for
	noticed   *batch.Batcher[attemptKey, []*task]            // reads of what notices are about
	stopping  context.Context                                //nolint:containedctx // of the lines and the poller; ends when Stop begins
	calling   context.Context                                //nolint:containedctx // of all calls to suppliers
	stopLines context.CancelFunc
	stopCalls context.CancelFunc
	running   sync.WaitGroup // the lines, the poller and the count of waiting orders
}

// NewService makes the service and handles the notices of suppliers. It accepts orders after Start.
func NewService(deps Deps, opt Options) *Service {
	s := &Service{Deps: deps, opt: opt.withDefaults()}
	s.placers = newPlacers(s)
	s.backlog = newBacklog(s.opt.MaxWaiting, s.opt.MaxWaitingInAll)
	s.inquiries = limiter.NewShares[int64](limiter.SharesOptions{Places: s.opt.MaxInquiriesInAll, Share: s.opt.MaxInquiries})
	s.lines = newLines(s)
	s.claims = batch.New(batch.Options{Max: s.opt.MaxBatch}, s.flushDispatch)
	s.answers = s.claims // SQLite has one writer, so all share its commits

	// An answer that refunds may wait for a wallet that another transaction holds. Claims don't wait with it.
	if s.DB.Engine() == db.Postgres {
		s.answers = batch.New(batch.Options{Max: s.opt.MaxBatch, Pause: answersPause}, s.flushDispatch)
	}

	s.noticed = batch.New(batch.Options{}, s.readNoticed)

	s.Inbox.Handle(inbox.Supplier, inbox.Handler{Apply: s.applyNotice})

	return s
}

// answersPause is the pause between commits of answers under load. Four times as many answers share a commit then, which
// costs PostgreSQL as much as thirty answers.
const answersPause = 4 * time.Millisecond

const (
	defaultBatch        = 512
	defaultCheckAfter   = time.Minute
	defaultMaxCheckWait = 30 * time.Minute
	defaultGiveUpAfter  = 24 * time.Hour
	defaultTakeOver     = 90 * time.Second
	defaultWaitAtMost   = 15 * time.Minute
	defaultMoveAfter    = 5 * time.Second
	defaultPoll         = time.Second

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

	if o.CheckAfter == 0 {
		o.CheckAfter = defaultCheckAfter
	}

	if o.MaxCheckWait == 0 {
		o.MaxCheckWait = defaultMaxCheckWait
	}

	if o.GiveUpAfter == 0 {
		o.GiveUpAfter = defaultGiveUpAfter
	}

	if o.TakeOverAfter == 0 {
		o.TakeOverAfter = defaultTakeOver
	}

	if o.WaitAtMost == 0 {
		o.WaitAtMost = defaultWaitAtMost
	}

	if o.MoveAfter == 0 {
		o.MoveAfter = defaultMoveAfter
	}

	if o.Poll == 0 {
		o.Poll = defaultPoll
	}

	if o.Hooks.Batch == nil {
		o.Hooks.Batch = func(int, time.Duration) {}
	}

	if o.Hooks.Finished == nil {
		o.Hooks.Finished = func(Status) {}
	}

	if o.Hooks.BelowCost == nil {
		o.Hooks.BelowCost = func(string, string, money.Rupiah) {}
	}

	return o
}

// Start begins to accept and to dispatch orders.
func (s *Service) Start(ctx context.Context) {
	for _, p := range s.placers {
		p.batches.Start(ctx)
	}

	s.startDispatch(ctx)
}

// Stop refuses new orders, finishes the accepted ones, and waits for the calls to suppliers that are in
// flight. When ctx ends first, these calls are cancelled; a status query finds their outcome later.
func (s *Service) Stop(ctx context.Context) error {
	if err := errors.Join(s.stopPlacers(ctx), s.stopDispatch(ctx)); err != nil {
		return fmt.Errorf("stop taking orders: %w", err)
	}

	return nil
}
