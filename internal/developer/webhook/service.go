package webhook

import (
	"cmp"
	"log/slog"
	"math"
	"net/netip"
	"slices"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/limiter"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
)

// LiveTopic is the topic of live updates about what was sent to the endpoints of a sandbox.
const LiveTopic live.Topic = "webhooks"

// Deps are the service's dependencies; all but IDs are required.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	IDs    *ids.Generator `optional:"true"` // a staff command has none, and makes no endpoints
	Events *event.Record
	Bodies *clientevent.Service
	People *identity.Service
	Jobs   *job.Queue
	Mail   mail.Sender
	Live   *live.Hub `optional:"true"` // tests have no screens
	Log    *slog.Logger
	// Key makes the secrets of endpoints. It must never change.
	Key secret.Text
	// Screen returns the URL of the screen of the endpoints.
	Screen func() string
}

// Options are the settings of the service.
type Options struct {
	// AllowLocal lets endpoints be on this machine, as in the demo.
	AllowLocal bool
	// Sources are the public addresses that requests to endpoints come from, for clients to know.
	Sources []netip.Prefix
	// Own are other public addresses of this deployment. Nothing is sent to any of both.
	Own []netip.Prefix
	// Holder names this node.
	Holder string
	// Sending is how many requests this node makes at a time; 2,000 without it.
	Sending int
}

// Service has the endpoints of clients and their deliveries.
type Service struct {
	deps   Deps
	opt    Options
	sender sender
}

const (
	purgeKind  = "webhooks.purge"
	purgeEvery = time.Hour
)

// NewService makes the service, has the record of events make deliveries, and registers its job. Call Start to send.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	places := writing
	if deps.DB.Engine() == db.SQLite {
		places = writingOnSQLite
	}

	s := &Service{deps: deps, opt: opt}
	s.sender = sender{
		service: s, client: newClient(opt.AllowLocal, slices.Concat(opt.Sources, opt.Own)), holder: opt.Holder, wake: make(chan struct{}, 1), busy: map[int64]bool{},
		places: limiter.NewTurns[int64](limiter.TurnsOptions{Places: cmp.Or(opt.Sending, sending), Queue: math.MaxInt32}),
		writes: make(chan struct{}, places),
	}

	s.consume()
	deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.Purge)

	return s
}

// Sources are the public addresses and networks that requests to endpoints come from; an address stands without its length.
func (s *Service) Sources() []string {
	list := make([]string, len(s.opt.Sources))

	for i, p := range s.opt.Sources {
		if list[i] = p.String(); p.IsSingleIP() {
			list[i] = p.Addr().String()
		}
	}

	return list
}
