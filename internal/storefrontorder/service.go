package storefrontorder

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"loket/internal/identity"
	"loket/internal/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/limiter"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
	"loket/internal/storefront"
)

// Outbox stores mails in the transaction of the change that they report.
type Outbox interface {
	Send(ctx context.Context, tx *db.Tx, m mail.Message) error
}

// Deps are the service's dependencies. Mail may be nil: then nobody is told.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	IDs      *ids.Generator
	Shops    *storefront.Service
	Orders   *order.Service
	Identity *identity.Service
	Keys     *idempotency.Keys
	Jobs     *job.Queue
	Mail     Outbox
	Log      *slog.Logger
	// Secret makes the keys that sign payment links. It must never change, since clients keep their keys.
	Secret secret.Text
	// Origin is where shops stand: https://host.
	Origin func() string
	// Deposit is the address of the screen for topping up, for mails.
	Deposit func() string
}

// Bounds of what one address, one destination and all shoppers of a node may do (decision 7).
const (
	perAddress     = 30
	perDestination = 5
	inAll          = 100_000
	window         = 10 * time.Minute
)

// Service has the use cases of storefront orders.
type Service struct {
	Deps

	addresses    *limiter.Rate[netip.Addr]
	destinations *limiter.Rate[string]
	names        *limiter.Shares[int64] // inquiries at a time, by client
}

// Inquiries of shops at a time on a node, and of one shop: few, so that suppliers have time for the client API.
const (
	inquiries     = 6
	shopInquiries = 3
)

// NewService makes the service and adds its jobs.
func NewService(deps Deps) *Service {
	s := &Service{
		Deps:         deps,
		addresses:    limiter.NewRate[netip.Addr](perAddress, inAll, window),
		destinations: limiter.NewRate[string](perDestination, inAll, window),
		names:        limiter.NewShares[int64](limiter.SharesOptions{Places: inquiries, Share: shopInquiries}),
	}
	s.registerJobs()

	return s
}

// The jobs.
const (
	jobPlace  = "storefront.place"  // one paid order
	jobWaits  = "storefront.waits"  // paid orders that could not be placed at once
	jobFollow = "storefront.follow" // what became of placed orders
	jobPurge  = "storefront.unpaid" // old orders that nobody paid

	waitsEvery  = 5 * time.Second
	followEvery = 2 * time.Second
	purgeEvery  = 24 * time.Hour
	placers     = 4
)

func (s *Service) registerJobs() {
	if s.Jobs == nil {
		return
	}

	s.Jobs.Handle(jobPlace, job.KindOptions{Workers: placers}, s.runPlace)

	for _, every := range []struct {
		kind     string
		interval time.Duration
		run      func(ctx context.Context) error
	}{{jobWaits, waitsEvery, s.PlaceWaiting}, {jobFollow, followEvery, s.Follow}, {jobPurge, purgeEvery, s.purge}} {
		s.Jobs.Handle(every.kind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error { return every.run(ctx) })
		s.Jobs.Every(every.kind, every.interval, every.kind)
	}
}
