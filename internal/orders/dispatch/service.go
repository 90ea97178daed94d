// Package dispatch sends stored orders to suppliers and brings each to one end: success, or failure with its refund.
package dispatch

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/live"
	"loket/internal/platform/money"
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
	Inbox     *inbox.Inbox
	Live      *live.Hub
	Log       *slog.Logger
	// Traces may be left out, and then no order is traced.
	Traces *trace.Recorder `optional:"true"`
}

// Options are the settings of the service; a zero value takes the default.
type Options struct {
	// MaxBatch is the most writes in one commit; 512.
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
	// Hold sends nothing to suppliers, for benchmarks that place orders without dispatch.
	Hold  bool
	Hooks Hooks
}

// Hooks are called after events, for metrics. They must return quickly; each may be nil.
type Hooks struct {
	Finished func(status order.Status)
	// BelowCost is called for a success for which the supplier took more than the client paid.
	BelowCost func(supplier, sku string, loss money.Rupiah)
}

// Service sends orders to suppliers and brings each to its end.
type Service struct {
	deps Deps

	opt       Options
	readiness readiness

	queues      map[string]*supplierQueue // by supplier; fixed
	answers     *batch.Batcher[dispatchWrite, dispatchResult]
	claims      *batch.Batcher[dispatchWrite, dispatchResult]     // claims, status queries and notices, which somebody waits for
	noticeReads *batch.Batcher[order.AttemptKey, []*orderAttempt] // reads of what notices are about
	stopping    context.Context                                   //nolint:containedctx // of the supplier queues and the poller; ends when Stop begins
	calling     context.Context                                   //nolint:containedctx // of all calls to suppliers
	stopQueues  context.CancelFunc
	stopCalls   context.CancelFunc
	running     sync.WaitGroup // the supplier queues and the poller
}

// NewService makes the service and handles the notices of suppliers. It sends orders after Start.
func NewService(deps Deps, opt Options) *Service {
	s := &Service{deps: deps, opt: opt.withDefaults()}
	s.queues = newQueues(s)
	s.claims = batch.New(batch.Options{Max: s.opt.MaxBatch}, s.flushDispatch)
	s.answers = s.claims // SQLite has one writer, so all share its commits

	// An answer that refunds may wait for a wallet that another transaction holds. Claims don't wait with it.
	if s.deps.DB.Engine() == db.Postgres {
		s.answers = batch.New(batch.Options{Max: s.opt.MaxBatch, Pause: s.deps.DB.Pause(answersPause, answersPauseSpread)}, s.flushDispatch)
	}

	s.noticeReads = batch.New(batch.Options{}, s.readNoticeAttempts)

	s.deps.Inbox.Handle(inbox.Supplier, inbox.Handler{Apply: s.applyNotice})

	return s
}

// answersPause is the pause between commits of answers under load. Four times as many answers share a commit then, which
// costs PostgreSQL as much as thirty answers.
const (
	answersPause       = 4 * time.Millisecond
	answersPauseSpread = 20 * time.Millisecond // where the database has several parts
)

// GiveUpAfter is the time after the first send of an attempt at which its status queries end, and staff decide.
func (s *Service) GiveUpAfter() time.Duration { return s.opt.GiveUpAfter }

const (
	defaultWrites       = 512
	defaultCheckAfter   = time.Minute
	defaultMaxCheckWait = 30 * time.Minute
	defaultGiveUpAfter  = 24 * time.Hour
	defaultTakeOver     = 90 * time.Second
	defaultWaitAtMost   = 15 * time.Minute
	defaultMoveAfter    = 5 * time.Second
	defaultPoll         = time.Second
)

func (o Options) withDefaults() Options {
	o.MaxBatch = cmp.Or(o.MaxBatch, defaultWrites)
	o.CheckAfter = cmp.Or(o.CheckAfter, defaultCheckAfter)
	o.MaxCheckWait = cmp.Or(o.MaxCheckWait, defaultMaxCheckWait)
	o.GiveUpAfter = cmp.Or(o.GiveUpAfter, defaultGiveUpAfter)
	o.TakeOverAfter = cmp.Or(o.TakeOverAfter, defaultTakeOver)
	o.WaitAtMost = cmp.Or(o.WaitAtMost, defaultWaitAtMost)
	o.MoveAfter = cmp.Or(o.MoveAfter, defaultMoveAfter)
	o.Poll = cmp.Or(o.Poll, defaultPoll)

	if o.Hooks.Finished == nil {
		o.Hooks.Finished = func(order.Status) {}
	}

	if o.Hooks.BelowCost == nil {
		o.Hooks.BelowCost = func(string, string, money.Rupiah) {}
	}

	return o
}
