package sandbox

import (
	"context"
	"fmt"

	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// MaxLimit is the most that the limit of a sandbox can be.
const MaxLimit = money.Rupiah(1_000_000_000)

// Limit is the settlement of a sandbox, within which orders are paid later.
type Limit struct {
	SandboxID int64
	Amount    money.Rupiah
	Days      settlement.Days // on which a period ends
	DueDays   int             // of an invoice, after the close
	Actor     string
}

// SetLimit gives a sandbox a settlement of its own, or changes it. The client may raise the limit itself, up to MaxLimit. Errors: ErrNotSandbox,
// fault.ErrValidation, also for a limit below what is used.
func (s *Service) SetLimit(ctx context.Context, in Limit) (settlement.Settlement, error) {
	if !clientid.IsSandbox(in.SandboxID) {
		return settlement.Settlement{}, ErrNotSandbox.New()
	}

	_, err := s.deps.Settlements.OfClient(ctx, in.SandboxID)

	missing := fault.ErrNotFound.Is(err)
	if err != nil && !missing {
		return settlement.Settlement{}, fmt.Errorf("settlement of sandbox %d: %w", in.SandboxID, err)
	}

	most, yes := MaxLimit, true

	out, err := s.deps.Settlements.Change(ctx, settlement.Change{
		ClientID: in.SandboxID, Create: missing, Active: &yes, AbleTopup: &yes, Limit: &in.Amount, MaxLimit: &most, Days: &in.Days, DueDays: &in.DueDays,
		Key: ids.Token(), Actor: in.Actor, Reason: "sandbox",
	})

	return out.Settlement, err
}

// PayInvoice marks an open invoice of a sandbox as paid, as staff do when the money of a real one arrived. Errors: ErrNotSandbox,
// fault.ErrNotFound, invoice.ErrState for one that is paid.
func (s *Service) PayInvoice(ctx context.Context, sandboxID int64, no, actor string) (invoice.Invoice, error) {
	if !clientid.IsSandbox(sandboxID) {
		return invoice.Invoice{}, ErrNotSandbox.New()
	}

	i, err := s.deps.Invoices.ByNo(ctx, no)
	if err == nil && i.ClientID != sandboxID {
		err = fault.ErrNotFound.New()
	}

	if err != nil {
		return invoice.Invoice{}, err
	}

	return s.deps.Invoices.MarkPaid(ctx, i.ID, invoice.Staff{Actor: actor, Reason: "sandbox"})
}
