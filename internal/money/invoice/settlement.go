package invoice

import (
	"context"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/db"
)

// NewForSettlement makes the service for the periods of a service of settlements, and joins the two: closed periods issue
// invoices, and paid invoices free limits. It sets Free, Carry and Orders.
func NewForSettlement(deps Deps, settlements *settlement.Service, opt Options) *Service {
	freed := func(f Freed) settlement.Freed {
		return settlement.Freed{ClientID: f.ClientID, SettlementID: f.SettlementID, Amount: f.Amount, Key: f.Key, Reference: f.Reference}
	}

	deps.Free = func(ctx context.Context, tx *db.Tx, now time.Time, f Freed) error {
		return settlements.FreeTx(ctx, tx, now, freed(f))
	}
	deps.Carry = func(ctx context.Context, tx *db.Tx, now time.Time, f Freed) (int64, error) {
		return settlements.CarryTx(ctx, tx, now, freed(f))
	}
	deps.Orders = func(ctx context.Context, clientID, periodID int64, each func(l OrderLine) error) error {
		return settlements.StreamLines(ctx, clientID, periodID, func(l settlement.Line) error {
			return each(OrderLine{OrderID: l.OrderID, Reference: l.Reference, Amount: l.Amount, Refund: l.Credit, At: l.At})
		})
	}

	service := NewService(deps, opt)
	settlements.UseInvoices(issuer{service})

	return service
}

// issuer issues the invoices of closed periods.
type issuer struct{ service *Service }

// IssueTx implements settlement.Invoices.
func (i issuer) IssueTx(ctx context.Context, tx *db.Tx, now time.Time, d settlement.Draft) error {
	_, err := i.service.IssueTx(ctx, tx, now, Draft{
		ClientID: d.ClientID, SettlementID: d.SettlementID, PeriodID: d.PeriodID, From: d.From, To: d.To,
		Used: d.Used, Refunded: d.Refunded, CreditBefore: d.CreditBefore, CreditAfter: d.CreditAfter, DueOn: d.DueOn, DueAt: d.BlockedFrom,
	})

	return err
}

// Blocked implements settlement.Invoices.
func (i issuer) Blocked(ctx context.Context) (map[int64]time.Time, error) {
	return i.service.Blocked(ctx)
}

// BlockedFromTx implements settlement.Invoices.
func (i issuer) BlockedFromTx(ctx context.Context, tx *db.Tx, settlementID int64) (time.Time, error) {
	return i.service.BlockedFromTx(ctx, tx, settlementID)
}
