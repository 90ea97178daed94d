// Package topup brings money of banks into wallets: payments of virtual accounts, transfers with a unique amount, and
// the suspense account for money that matches nothing.
package topup

import (
	"context"
	"time"

	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/required"
)

// LiveTopic is the topic of live updates about the top-ups of a client. Changes of balances have wallet.LiveTopic.
const LiveTopic live.Topic = "topups"

// MaxAmount is the largest payment or transfer. A greater number is an error of its sender.
const MaxAmount = money.Rupiah(1_000_000_000_000)

// Deps are the service's dependencies; all but IDs are required.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Wallets *wallet.Service
	Clients *identity.Service
	Keys    *idempotency.Keys
	Jobs    *job.Queue
	Live    *live.Hub
	Mail    mail.Sender
	// IDs makes the ids of orders and transfers. A staff command has none, and makes neither.
	IDs *ids.Generator `optional:"true"`
	// Screen returns the URL where a client sees an order.
	Screen func(orderID int64) string
	// NoticesWait reports whether notices about an account of ours are stored and not applied yet. While there are
	// any, no order of the account expires, since one of them may pay it. It reads in the caller's transaction.
	NoticesWait func(ctx context.Context, q db.Querier, bankCode, accountNo string) (bool, error)
}

// Options are the settings of the service; a zero value takes the default.
type Options struct {
	// Lifetime is how long an order stays open; 3 hours.
	Lifetime time.Duration
	// Rest is how long a code isn't used after the end of its order; 24 hours.
	Rest time.Duration
	// Maximum is the largest nominal of an order; Rp 500.000.000.
	Maximum money.Rupiah
	// StaffMail is the address that gets the requests of clients; empty: nobody.
	StaffMail string
	// StaffLimit is the largest transfer in suspense that one member of staff assigns or returns alone; 0 is any.
	StaffLimit money.Rupiah
	// MaxOpens is how many orders a client opens in an hour; DefaultMaxOpens.
	MaxOpens int
	// MaxResting is how many codes of a bank rest for a client; DefaultMaxResting.
	MaxResting int
	// Off switches unique amounts off for all clients.
	Off bool
}

// The defaults of Options.
const (
	DefaultLifetime = 3 * time.Hour
	DefaultRest     = 24 * time.Hour
	DefaultMaximum  = money.Rupiah(500_000_000)
)

// Service has the use cases of top-ups.
type Service struct {
	deps Deps
	opt  Options
}

// NewService makes the service and registers its jobs.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	if opt.Lifetime == 0 {
		opt.Lifetime = DefaultLifetime
	}

	if opt.Rest == 0 {
		opt.Rest = DefaultRest
	}

	if opt.Maximum == 0 {
		opt.Maximum = DefaultMaximum
	}

	if opt.MaxOpens == 0 {
		opt.MaxOpens = DefaultMaxOpens
	}

	if opt.MaxResting == 0 {
		opt.MaxResting = DefaultMaxResting
	}

	s := &Service{deps, opt}
	s.registerJobs()

	return s
}

// errReason refuses a change by staff without a reason.
func errReason() error { return fault.InvalidField("reason", msgReasonMissing) }

// changedTx tells the screens of a client that a balance and its top-ups changed.
func (s *Service) changedTx(tx live.Transaction, clientID int64) {
	s.deps.Live.ChangedTx(tx, clientID, LiveTopic)
	s.deps.Live.ChangedTx(tx, clientID, wallet.LiveTopic)
}
