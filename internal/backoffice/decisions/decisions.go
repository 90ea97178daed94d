// Package decisions carries out what a second member of staff decides, whatever was asked for.
package decisions

import (
	"context"
	"slices"
	"strings"

	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/required"
)

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB          *db.DB
	Wallets     *wallet.Service
	Settlements *settlement.Service
	Topups      *topup.Service
	Catalog     *catalog.Service
	Orders      *order.Service
	Staff       *staff.Service
}

// kind is a kind of request: which right its object needs, and who carries it out.
type kind struct {
	sees   identity.Permission
	decide func(ctx context.Context, d approval.Decision) error
}

// done is a decision whose result nobody reads here.
func done[T any](decide func(ctx context.Context, d approval.Decision) (T, error)) func(ctx context.Context, d approval.Decision) error {
	return func(ctx context.Context, d approval.Decision) error {
		_, err := decide(ctx, d)

		return err
	}
}

// Service decides about requests. It is safe for concurrent use.
type Service struct {
	db    *db.DB
	kinds map[string]kind
}

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{db: deps.DB, kinds: map[string]kind{
		wallet.AdjustKind:          {identity.DepositClient, done(deps.Wallets.DecideAdjustment)},
		settlement.ChangeKind:      {identity.DepositClient, done(deps.Settlements.DecideChange)},
		topup.TransferApprovalKind: {identity.DepositClient, done(deps.Topups.DecideTransfer)},
		catalog.PriceKind:          {identity.ProductList, done(deps.Catalog.DecidePrices)},
		catalog.RuleKind:           {identity.ProductList, deps.Catalog.DecideRule},
		catalog.SegmentKind:        {identity.ProductList, deps.Catalog.DecideSegment},
		order.RefundKind:           {identity.OrderDetail, done(deps.Orders.DecideRefund)},
		staff.RoleKind:             {identity.StaffManage, done(deps.Staff.DecideRole)},
		staff.FactorResetKind:      {identity.ClientList, deps.Staff.DecideFactorReset},
	}}
}

// List returns a page of the requests whose objects the caller may see, newest first, and the cursor of the next page; 0 after the last.
func (s *Service) List(ctx context.Context, p *identity.Principal, q approval.Query) (list []approval.Approval, next int64, err error) {
	if list, err = approval.Page(ctx, s.db.Reader(), q); err != nil {
		return nil, 0, err
	}

	if len(list) == q.Limit {
		next = list[q.Limit-1].ID
	}

	return slices.DeleteFunc(list, func(a approval.Approval) bool { return !s.maySee(p, a.Kind) }), next, nil
}

// Decide approves or rejects a request of any kind; what is approved is carried out in the same transaction. Errors: fault.ErrNotFound, also
// for a request whose object the caller may not see; those of approval.DecideTx and of what is carried out.
func (s *Service) Decide(ctx context.Context, p *identity.Principal, d approval.Decision) (approval.Approval, error) {
	if strings.TrimSpace(d.Reason) == "" {
		return approval.Approval{}, fault.InvalidField("reason", msgReason)
	}

	a, err := approval.Get(ctx, s.db.Reader(), d.ID)
	if err != nil {
		return approval.Approval{}, err
	}

	if !s.maySee(p, a.Kind) {
		return approval.Approval{}, fault.ErrNotFound.New()
	}

	d.Kind = a.Kind
	if err := s.kinds[a.Kind].decide(ctx, d); err != nil {
		return approval.Approval{}, err
	}

	return approval.Get(ctx, s.db.Reader(), d.ID)
}

func (s *Service) maySee(p *identity.Principal, name string) bool {
	k, known := s.kinds[name]

	return known && p.Require(k.sees) == nil
}
