// Package routing decides which suppliers get an order, and in which order they are tried: by rules of staff, else by the preference of the
// catalogue, and never at a greater loss than the settings allow. Every node has the rules in memory and follows changes within seconds.
package routing

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/follow"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
	"loket/internal/supplier"
)

const (
	// followEvery is how often a node looks for a new list of rules, and resultsEvery how often it stores and reads results.
	followEvery  = 2 * time.Second
	resultsEvery = 10 * time.Second
	followLimit  = 10 * time.Second
	// DefaultOthers is the default of Options.Others.
	DefaultOthers = 4
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Catalog   *catalog.Service
	Suppliers *supplier.Registry
	Log       *slog.Logger
}

// Options are the settings of the service.
type Options struct {
	// MaxLoss is how much more than the client pays a purchase may cost; 0 is no loss.
	MaxLoss money.Rupiah
	// Others is how many percent of the orders of a rule by recent success go to one of its other suppliers, so that their recovery is
	// seen; 4 by default.
	Others int
}

// Service chooses suppliers. It is safe for concurrent use, and chooses before Start by the catalogue's preference.
type Service struct {
	deps Deps
	opt  Options

	table   atomic.Pointer[table]
	changes sync.Mutex // of the table
	reads   sync.Mutex // of one reader of lists and results at a time: an older one must not replace a newer one
	counts  counts
	loop    follow.Loop
}

// New makes a service.
func New(deps Deps, opt Options) *Service {
	required.Fields(deps)

	opt.Others = cmp.Or(opt.Others, DefaultOthers)
	s := &Service{deps: deps, opt: opt}
	s.table.Store(&table{})

	return s
}

// Options are the settings of the service.
func (s *Service) Options() Options { return s.opt }

// Purchase is what the choice of its suppliers depends on.
type Purchase struct {
	OrderID     int64 // 0 for an inquiry without an order
	ClientID    int64
	Product     string
	Group       string // the type of the product's operator
	Kind        catalog.Kind
	Destination string
	Price       money.Rupiah // what the client pays; it counts for prepaid products alone
}

// Route returns the SKUs that may be tried, the first one first. Those that would be bought at too great a loss are left out. It must not
// be written to.
func (s *Service) Route(p Purchase, skus []catalog.SKU) []catalog.SKU {
	if clientid.IsSandbox(p.ClientID) || len(skus) == 0 {
		return skus
	}

	t := s.table.Load()
	hour := 0

	if len(t.list.Rules) > 0 {
		hour = s.hour()
	}

	_, out := t.route(p, skus, hour, s.opt, p.chance())

	return out
}

// Limit is the most that a supplier may take for a price.
func (s *Service) Limit(price money.Rupiah) money.Rupiah { return price + s.opt.MaxLoss }

func (s *Service) hour() int { return s.deps.Clock.Now().In(clock.Jakarta()).Hour() }

// Start has this node follow the rules and count results, and returns once it does.
func (s *Service) Start(ctx context.Context) error {
	return s.loop.Start(ctx, s.deps.Log,
		follow.Look{Name: "rules of routing", Every: followEvery, Do: s.Follow},
		follow.Look{Name: "results of suppliers", Every: resultsEvery, Do: s.FollowResults})
}

// Stop ends it, and stores what was counted.
func (s *Service) Stop(ctx context.Context) error {
	s.loop.Stop()

	return s.storeResults(ctx)
}

// Follow reads the list of rules.
func (s *Service) Follow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, followLimit)
	defer cancel()

	s.reads.Lock()
	defer s.reads.Unlock()

	list, err := readList(ctx, s.deps.DB.Reader())
	if err == nil {
		s.change(func(t *table) { t.list = list })
	}

	return err
}

// change replaces a part of what choices are made from.
func (s *Service) change(set func(t *table)) {
	s.changes.Lock()
	defer s.changes.Unlock()

	next := *s.table.Load()
	set(&next)
	s.table.Store(&next)
}
