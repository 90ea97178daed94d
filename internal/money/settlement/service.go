package settlement

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
)

// LiveTopic is the topic of live updates about the settlement of a client.
const LiveTopic live.Topic = "settlements"

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Live    *live.Hub
	Keys    *idempotency.Keys
	Mail    mail.Sender
	Log     *slog.Logger
	// Screen returns the URL of the screen where a client sees its settlement.
	Screen func() string
}

// Options are the settings of the service.
type Options struct {
	// CapLimit is the largest cap of a limit that one member of staff sets alone; 0 is any.
	CapLimit money.Rupiah
}

// Service has the use cases of settlements.
type Service struct {
	deps Deps
	opt  Options
}

// NewService makes the service.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	return &Service{deps, opt}
}

// OfClient finds the settlement of a client, or fault.ErrNotFound.
func (s *Service) OfClient(ctx context.Context, clientID int64) (Settlement, error) {
	return OfClientTx(ctx, s.deps.DB.Reader(), clientID)
}

// Overdue reports whether an unpaid invoice stops new orders now.
func (s *Service) Overdue(ctx context.Context, st Settlement) (bool, error) {
	now, err := s.now(ctx, s.deps.DB.Reader(), st.ClientID)

	return st.Overdue(now), err
}

// now is the time by the clock of a client: that of a sandbox may have been moved forward.
func (s *Service) now(ctx context.Context, q db.Querier, clientID int64) (time.Time, error) {
	ahead, err := s.deps.Clients.ClockAhead(ctx, q, clientID)

	return s.deps.Clock.Now().Add(ahead), err
}

// The statuses of clients for paying later.
const (
	StatusActive   = "active"
	StatusInactive = "inactive"
)

// Status says whether a client can pay later from an active settlement: StatusActive or StatusInactive.
func (s *Service) Status(ctx context.Context, clientID int64) (string, error) {
	st, err := s.OfClient(ctx, clientID)

	switch {
	case fault.ErrNotFound.Is(err):
		return StatusInactive, nil
	case err != nil:
		return "", err
	case st.Active:
		return StatusActive, nil
	}

	return StatusInactive, nil
}

// TopupInput is the input of RaiseLimit.
type TopupInput struct {
	Request  idempotency.Request
	ClientID int64
	Amount   money.Rupiah
	Seen     *money.Rupiah // the limit that the user saw; nil: not compared
	Actor    string        // user:12
	Username string        // of the actor, for the mail
	Address  string
}

// RaiseLimit raises the limit of a client by an amount, at once and within the cap (docs/product/settlement.md#raising-the-limit).
// The root users and the finance address get a mail. Errors:
// fault.ErrValidation, ErrNoSettlement, ErrInactive, ErrTopupOff, ErrLimitChanged, and those of idempotency.Do.
func (s *Service) RaiseLimit(ctx context.Context, in TopupInput) (Settlement, error) {
	if in.Amount <= 0 {
		return Settlement{}, fault.InvalidField("amount", msgLimitZero)
	}

	raised, _, err := idempotency.Do(ctx, s.deps.Keys, in.Request, func(tx *db.Tx, now time.Time) (Settlement, error) {
		return s.raiseTx(ctx, tx, now, in)
	})
	if err != nil {
		return Settlement{}, fmt.Errorf("raise the limit of client %d: %w", in.ClientID, err)
	}

	return raised, nil
}

func (s *Service) raiseTx(ctx context.Context, tx *db.Tx, now time.Time, in TopupInput) (Settlement, error) {
	st, err := lockOfClientTx(ctx, tx, in.ClientID)

	switch {
	case fault.ErrNotFound.Is(err):
		return Settlement{}, ErrNoSettlement.New()
	case err != nil:
		return Settlement{}, err
	case !st.Active:
		return Settlement{}, ErrInactive.New()
	case !st.AbleTopup:
		return Settlement{}, ErrTopupOff.New()
	case in.Seen != nil && *in.Seen != st.Limit:
		return Settlement{}, ErrLimitChanged.Msg(msgLimitIs.With(st.Limit))
	case in.Amount > st.MaxLimit-st.Limit:
		return Settlement{}, fault.InvalidField("amount", msgAboveCap.With(st.MaxLimit, st.MaxLimit-st.Limit))
	}

	before := st.Limit

	if st, err = grantTx(ctx, tx, now, st, Topup, in.Amount); err != nil {
		return Settlement{}, err
	}

	s.deps.Live.ChangedTx(tx, st.ClientID, LiveTopic)

	if err := s.tellRaisedTx(ctx, tx, now, in, before, st.Limit); err != nil {
		return Settlement{}, err
	}

	return st, audit.Write(ctx, tx, now, audit.Entry{
		Actor: in.Actor, Client: in.ClientID, Action: "settlement.topup", Subject: subject(st.ID), Address: in.Address,
		Detail: map[string]any{"from": int64(before), "to": int64(st.Limit)},
	})
}

func subject(id int64) string { return fmt.Sprintf("settlement:%d", id) }
