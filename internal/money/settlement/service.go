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
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// LiveTopic is the topic of live updates about the settlement of a client.
const LiveTopic live.Topic = "settlements"

// Clients reads clients in the caller's transaction (package identity).
type Clients interface {
	ClientTx(ctx context.Context, tx *db.Tx, id int64) (identity.Client, error)
}

// Mailer queues mails in the caller's transaction (package mail).
type Mailer interface {
	Send(ctx context.Context, tx *db.Tx, m mail.Message) error
}

// People are the users who get mails (package identity).
type People interface {
	ReadersTx(ctx context.Context, tx *db.Tx, clientID int64, p identity.Permission) ([]identity.Reader, error)
}

// Deps are the service's dependencies. Live may be left out, and so may Jobs, without which no period is closed, and Keys,
// without which clients don't raise limits.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients Clients
	Live    *live.Hub
	Jobs    *job.Queue
	Keys    *idempotency.Keys
	Log     *slog.Logger
	// Mail and People are needed for mails to clients. Screen is where a client sees its settlement.
	Mail   Mailer
	People People
	Screen func() string
	// CapLimit is the largest cap of a limit that one member of staff sets alone; 0 is any.
	CapLimit money.Rupiah
}

// Service has the use cases of settlements.
type Service struct {
	Deps

	invoices Invoices
}

// NewService makes the service and registers its job.
func NewService(deps Deps) *Service {
	s := &Service{Deps: deps}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}

	if s.Jobs != nil {
		s.registerJobs()
	}

	return s
}

// OfClient finds the settlement of a client, or fault.ErrNotFound.
func (s *Service) OfClient(ctx context.Context, clientID int64) (Settlement, error) {
	return OfClientTx(ctx, s.DB.Reader(), clientID)
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

	raised, _, err := idempotency.Do(ctx, s.Keys, in.Request, func(tx *db.Tx, now time.Time) (Settlement, error) {
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

	s.Live.ChangedTx(tx, st.ClientID, LiveTopic)

	if err := s.tellRaisedTx(ctx, tx, now, in, before, st.Limit); err != nil {
		return Settlement{}, err
	}

	return st, audit.Write(ctx, tx, now, audit.Entry{
		Actor: in.Actor, Client: in.ClientID, Action: "settlement.topup", Subject: subject(st.ID), Address: in.Address,
		Detail: map[string]any{"from": int64(before), "to": int64(st.Limit)},
	})
}

func subject(id int64) string { return fmt.Sprintf("settlement:%d", id) }
