package webhook

import (
	"log/slog"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
)

// LiveTopic is the topic of live updates about the endpoints of a client.
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
	// Holder names this node.
	Holder string
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

	s := &Service{deps: deps, opt: opt}
	s.sender = sender{service: s, client: newClient(opt.AllowLocal), holder: opt.Holder, wake: make(chan struct{}, 1), busy: map[int64]bool{}}

	s.consume()
	deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.purge)

	return s
}
