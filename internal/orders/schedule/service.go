package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
	"loket/internal/platform/secret"
)

// LiveTopic is the topic of live updates about the scheduled orders of a client.
const LiveTopic live.Topic = "scheduled-orders"

// People knows clients and checks PINs (package identity).
type People interface {
	ClientTx(ctx context.Context, tx *db.Tx, id int64) (identity.Client, error)
	VerifyPIN(ctx context.Context, clientID, userID int64, pin secret.Text) error
	PINState(ctx context.Context, clientID, userID int64) (identity.PINState, error)
	// ReadersTx returns the active users of a client who have a permission, RootReadersTx its root users, ReaderTx one of them or nobody.
	ReadersTx(ctx context.Context, tx *db.Tx, clientID int64, p identity.Permission) ([]identity.Reader, error)
	RootReadersTx(ctx context.Context, tx *db.Tx, clientID int64) ([]identity.Reader, error)
	ReaderTx(ctx context.Context, tx *db.Tx, clientID, userID int64) ([]identity.Reader, error)
	// ClockAhead is how far the clock of a client, a sandbox, was moved forward.
	ClockAhead(ctx context.Context, q db.Querier, clientID int64) (time.Duration, error)
}

// Catalog is the catalogue.
type Catalog interface {
	Snapshot(ctx context.Context) (*catalog.Snapshot, error)
}

// Orders places the orders of lines (package order). A repeat with the same reference is the same order.
type Orders interface {
	PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result
}

// Deps are the service's dependencies. Live may be left out, and so may Jobs, without which nothing runs by itself, and Events, without which
// lines don't learn how their orders end: a second service on the same database needs neither.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	People  People
	Catalog Catalog
	Orders  Orders
	Bills   Bills
	Keys    *idempotency.Keys
	// These may be left out. Then nothing runs by itself, no ends of orders are heard of, no screen hears of changes, nothing is logged
	// and no mails are sent.
	Jobs   *job.Queue    `optional:"true"`
	Events *event.Record `optional:"true"`
	Live   *live.Hub     `optional:"true"`
	Log    *slog.Logger  `optional:"true"`
	Mail   mail.Sender   `optional:"true"`
	// Screen is where a client sees a scheduled order, for mails.
	Screen func(id int64) string `optional:"true"`
	// RecentDays is for how many days a paid number is warned about; 7 without it.
	RecentDays int
}

// Service has the use cases of scheduled orders.
type Service struct {
	deps Deps
}

// NewService makes the service and registers its jobs.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps: deps}
	if s.deps.Log == nil {
		s.deps.Log = slog.New(slog.DiscardHandler)
	}

	if s.deps.Jobs != nil {
		s.registerJobs()
		s.registerApprovalJobs()
		s.registerForecastJobs()
		s.registerSweepJobs()
	}

	if s.deps.Events != nil {
		s.consumeEnds()
	}

	return s
}

// zoneTx is the zone of a client.
func (s *Service) zoneTx(ctx context.Context, tx *db.Tx, clientID int64) (*time.Location, error) {
	c, err := s.deps.People.ClientTx(ctx, tx, clientID)
	if err != nil {
		return nil, err
	}

	return clock.Zone(c.TimeZone)
}

func wrapError(what string, id int64, err error) error {
	return fmt.Errorf("%s scheduled order %d: %w", what, id, err)
}

func subject(id int64) string { return fmt.Sprintf("scheduled_order:%d", id) }
