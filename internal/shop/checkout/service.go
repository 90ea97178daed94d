package checkout

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/limiter"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

// Deps are the service's dependencies. Mail may be nil: then nobody is told.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Catalog  *catalog.Service
	Shops    *storefront.Service
	Orders   *order.Service
	Placing  *placing.Service
	Identity *identity.Service
	Keys     *idempotency.Keys
	Jobs     *job.Queue
	Events   *event.Record
	Mail     mail.Sender
	Log      *slog.Logger
	// IDs may be left out where nothing is ordered: staff commands have none.
	IDs *ids.Generator `optional:"true"`
	// Secret makes the keys that sign payment links. It must never change, since clients keep their keys.
	Secret secret.Text
	// Origin is where shops stand: https://host.
	Origin func() string
	// Deposit is the address of the screen for topping up, for mails.
	Deposit func() string
}

// Service has the use cases of storefront orders.
type Service struct {
	deps Deps

	orders    bounds
	inquiries bounds
	tries     *limiter.Quota[netip.Addr] // orders that came to nothing
	shops     *limiter.Quota[int64]      // stored orders, by client
	names     *limiter.Turns[asker]      // inquiries at a time
}

// asker is an address that asks for names, or the shop where it does.
type asker struct {
	source netip.Addr
	shop   int64
}

// Inquiries of shops at a time on a node: few, so that suppliers have time for the client API. Others wait in turns that are fair between
// addresses and shops.
const (
	inquiryPlaces = 6
	addressPlaces = 2
	addressQueue  = 3
	inquiryQueue  = 200
	inquiryWait   = 5 * time.Second
	inquiryRetry  = 2 * time.Second
)

// NewService makes the service and adds its jobs.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{
		deps:      deps,
		orders:    newBounds(),
		inquiries: newBounds(),
		tries:     limiter.NewQuota[netip.Addr](perTries, keys, window),
		shops:     limiter.NewQuota[int64](perShop, keys, window),
		names: limiter.NewTurns[asker](limiter.TurnsOptions{
			Places: inquiryPlaces, Share: addressPlaces, Queue: inquiryQueue, KeyQueue: addressQueue, Wait: inquiryWait, Retry: inquiryRetry,
		}),
	}
	s.registerJobs()
	s.consumeEnds()

	return s
}

// The jobs.
const (
	jobPlace = "storefront.place"  // one paid order
	jobWaits = "storefront.waits"  // paid orders that could not be placed at once
	jobPurge = "storefront.unpaid" // old orders that nobody paid

	waitsEvery = 5 * time.Second
	purgeEvery = 24 * time.Hour
	placers    = 4
)

func (s *Service) registerJobs() {
	s.deps.Jobs.Handle(jobPlace, job.KindOptions{Workers: placers}, s.runPlaceJob)

	s.deps.Jobs.Handle(jobWaits, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return s.PlaceWaiting(ctx) })
	s.deps.Jobs.Every(jobWaits, waitsEvery, jobWaits)
	s.deps.Jobs.EveryPurge(jobPurge, purgeEvery, s.purge)
}
