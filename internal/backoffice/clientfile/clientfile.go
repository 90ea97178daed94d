// Package clientfile has what staff see and do about a client as a whole: what is still missing after it was made, what is open, and its
// closing.
package clientfile

import (
	"context"
	"slices"

	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/required"
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Identity    *identity.Service
	Staff       *staff.Service
	Wallets     *wallet.Service
	Catalog     *catalog.Service
	Orders      *order.Service
	Schedules   *schedule.Service
	Invoices    *invoice.Service
	Settlements *settlement.Service
	Topups      *topup.Service

	// PaidShopOrders counts the orders that shoppers have paid and that wait for the client's wallet.
	PaidShopOrders func(ctx context.Context, clientID int64) (int, error)
}

// Service looks at clients and closes them. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

// StepID names a step of the checklist.
type StepID string

// The steps, in their order.
const (
	StepClient StepID = "client"
	StepWallet StepID = "wallet" // an active one
	StepUser   StepID = "user"   // an active root user
	StepSignIn StepID = "sign_in"
	StepKey    StepID = "key"
	StepPrices StepID = "prices"
)

// Step is what must be done before a client can order.
type Step struct {
	ID    StepID
	Done  bool
	Count int // of what there is
	// Optional steps are no hindrance: without a key a client orders in the dashboard, without prices of its own at list prices.
	Optional bool
}

// Checklist says what is done and what is left for a client.
func (s *Service) Checklist(ctx context.Context, clientID int64) ([]Step, error) {
	wallets, err := s.deps.Wallets.List(ctx, clientID)
	if err != nil {
		return nil, err
	}

	users, err := s.deps.Identity.Users(ctx, clientID)
	if err != nil {
		return nil, err
	}

	keys, err := s.deps.Identity.APIKeys(ctx, clientID)
	if err != nil {
		return nil, err
	}

	snapshot, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	step := func(id StepID, count int, optional bool) Step { return Step{id, count > 0, count, optional} }
	roots := slices.DeleteFunc(slices.Clone(users), func(u identity.User) bool { return !u.Active || !slices.Contains(u.RoleIDs, identity.ClientRootID) })
	seen := slices.DeleteFunc(slices.Clone(users), func(u identity.User) bool { return u.LastUsedAt.IsZero() })
	active := slices.DeleteFunc(slices.Clone(wallets), func(w wallet.Wallet) bool { return !w.Active })

	return []Step{
		step(StepClient, 1, false), step(StepWallet, len(active), false), step(StepUser, len(roots), false), step(StepSignIn, len(seen), false),
		step(StepKey, len(keys), true), step(StepPrices, snapshot.OwnPrices(clientID), true),
	}, nil
}
