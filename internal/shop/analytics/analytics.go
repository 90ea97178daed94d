// Package analytics counts what visitors of shops do and what they buy: events are stored for 35 days and rolled up by day in the
// client's zone, and the figures of any range of days are read from the rolled-up days.
package analytics

import (
	"cmp"
	"context"
	"net/netip"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/platform/limiter"
	"loket/internal/platform/required"
	"loket/internal/shop/storefront"
)

// Deps are the service's dependencies. Without Jobs nothing is rolled up by itself.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Catalog  *catalog.Service // names of operators and SKUs
	Shops    *storefront.Service
	Identity *identity.Service
	Events   *event.Record
	// Jobs may be left out, and then nothing is rolled up or deleted by itself.
	Jobs *job.Queue `optional:"true"`
}

// Options configure a Service.
type Options struct {
	// On is the deployment's flag. While it is off nothing is stored, rolled up or shown.
	On bool
	// Pause is the time between two writes of events; 25 ms by default.
	Pause time.Duration
}

// Service has the use cases.
type Service struct {
	deps Deps

	opt       Options
	held      offers
	full      full
	addresses *limiter.Quota[netip.Addr]
	shops     *limiter.Quota[int64]
	writes    *batch.Batcher[[]storedEvent, struct{}]
}

// Today is the day in a zone.
func (s *Service) Today(zone *time.Location) clock.Day {
	return clock.DayOf(s.deps.Clock.Now().In(zone))
}

// NewService makes the service and adds its jobs. Events are written from Start on.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	opt.Pause = cmp.Or(opt.Pause, defaultPause)
	s := &Service{
		deps: deps, opt: opt, held: offers{byCode: map[string]heldOffer{}}, full: full{days: map[dayKey]bool{}},
		addresses: limiter.NewQuota[netip.Addr](perAddress, keys, window), shops: limiter.NewQuota[int64](perShop, keys, window),
	}
	s.writes = batch.New(batch.Options{Max: groupBatches, Timeout: writeTime}, s.flush)
	s.registerJobs()
	s.consumeReversals()

	return s
}

// Start begins to write events.
func (s *Service) Start(ctx context.Context) { s.writes.Start(ctx) }

// Stop finishes what is being written.
func (s *Service) Stop(ctx context.Context) error { return s.writes.Stop(ctx) }

// On reports whether the deployment has analytics.
func (s *Service) On() bool { return s.opt.On }

// metric names what analytics_counts holds.
type metric string

// The metrics. Counts of the funnel are sessions of a day.
const (
	componentClicks metric = "component" // name: the component, value: operator or SKU
	bannerClicks    metric = "banner"    // name: the banner, value: where it leads
	views           metric = "view"      // name: the operator, as in all that follow
	ignored         metric = "ignored"   // saw the operator and chose nothing
	selects         metric = "select"    // value: the SKU, as in all that follow
	checkouts       metric = "checkout"
	sales           metric = "sale" // delivered orders
)
