package developer

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/sandbox"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// SandboxClock is the clock of the sandbox.
type SandboxClock struct {
	Now        time.Time `json:"now" doc:"Its time: that of scheduled orders, periods and invoices"`
	AheadHours int64     `json:"aheadHours" doc:"How far it is ahead of the real one" example:"720"`
}

// SandboxSettlement is the limit within which orders of the sandbox are paid later.
type SandboxSettlement struct {
	_ struct{} `nullable:"true"`

	Limit   int64 `json:"limit" doc:"Whole rupiah" example:"10000000"`
	Balance int64 `json:"balance" doc:"Whole rupiah that are left of it"`
	Days    int64 `json:"days" doc:"Days on which a period ends: Monday 1, Tuesday 2 ... Sunday 64, added up" example:"1"`
	DueDays int   `json:"dueDays" doc:"Days from the end of a period to the due date of its invoice" example:"14"`
}

// SandboxInvoice is an invoice of the sandbox that is not paid.
type SandboxInvoice struct {
	InvoiceNo string `json:"invoiceNo" example:"TEST-1000001002-INV-2026-000001"`
	Amount    int64  `json:"amount" doc:"Whole rupiah that are left to pay"`
	DueDate   string `json:"dueDate" example:"2026-12-11"`
	Overdue   bool   `json:"overdue" doc:"By the clock of the sandbox"`
}

// SandboxMove moves the clock of the sandbox.
type SandboxMove struct {
	Days  int64 `json:"days,omitempty" minimum:"0" maximum:"40" doc:"Days and hours are added up: an hour at least, 40 days at most" example:"30"`
	Hours int64 `json:"hours,omitempty" minimum:"0" maximum:"960" example:"12"`
}

// Forward is how far the clock moves.
func (m SandboxMove) Forward() time.Duration {
	const day = 24

	return time.Duration(m.Days*day+m.Hours) * time.Hour
}

// SandboxLimit sets the settlement of the sandbox.
type SandboxLimit struct {
	Limit   int64 `json:"limit" minimum:"1" maximum:"1000000000" doc:"Whole rupiah" example:"10000000"`
	Days    int64 `json:"days" minimum:"1" maximum:"127" doc:"Days on which a period ends: Monday 1, Tuesday 2 ... Sunday 64, added up" example:"1"`
	DueDays int   `json:"dueDays" minimum:"1" maximum:"365" doc:"Days from the end of a period to the due date of its invoice" example:"14"`
}

// SandboxPayment marks an invoice of the sandbox as paid.
type SandboxPayment struct {
	InvoiceNo string `json:"invoiceNo" minLength:"1" maxLength:"64" example:"TEST-1000001002-INV-2026-000001"`
}

func showClock(c sandbox.Clock) SandboxClock { return SandboxClock{c.Now, int64(c.Ahead / time.Hour)} }

func showLimit(st settlement.Settlement) SandboxSettlement {
	return SandboxSettlement{Limit: int64(st.Limit), Balance: int64(st.Balance), Days: int64(st.Days), DueDays: st.DueDays}
}

func registerSandboxClock(a *api.API, s Services, own api.Operation) {
	own.Method, own.Faults = http.MethodPost, []fault.Definition{fault.ErrNotFound}

	move := own
	move.ID, move.Path, move.Summary, move.Cost = "move-clock-of-sandbox", "/v1/sandbox/clock", "Move the clock of the sandbox forward", api.Bulk
	move.Description = "What is due by then happens: scheduled orders run, periods close, invoices are issued and become overdue. Orders and wallets keep the real time."
	move.Example = SandboxMove{Days: 30} //nolint:mnd // an example
	api.Register(a, move, func(ctx context.Context, in *struct{ Body SandboxMove }) (*portal.Body[SandboxClock], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		by := identity.By{Actor: api.Actor(portal.Caller(ctx)), Reason: "clock", Address: api.Address(ctx)}

		moved, err := s.Sandbox.MoveClock(ctx, by, id, in.Body.Forward())
		if err != nil {
			return nil, err
		}

		return portal.Answer(showClock(moved)), nil
	})

	own.Flag = api.FlagSettlement

	limit := own
	limit.ID, limit.Path, limit.Summary = "set-limit-of-sandbox", "/v1/sandbox/settlement", "Set the settlement of the sandbox"
	limit.Description = "Within its limit orders of the sandbox are paid later. A first call makes it. The client may raise the limit up to 1,000,000,000."
	limit.Texts = settlement.Texts()
	limit.Example = SandboxLimit{Limit: 10_000_000, Days: 1, DueDays: settlement.DefaultDueDays}
	api.Register(a, limit, func(ctx context.Context, in *struct{ Body SandboxLimit }) (*portal.Body[SandboxSettlement], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		st, err := s.Sandbox.SetLimit(ctx, sandbox.Limit{
			SandboxID: id, Amount: money.Rupiah(in.Body.Limit), Days: settlement.Days(in.Body.Days), DueDays: in.Body.DueDays, Actor: api.Actor(portal.Caller(ctx)),
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(showLimit(st)), nil
	})

	pay := own
	pay.ID, pay.Path, pay.Summary = "pay-invoice-of-sandbox", "/v1/sandbox/invoices/pay", "Mark an invoice of the sandbox as paid"
	pay.Description = "As staff do when the money of a real one arrived. Its amount is free in the limit again."
	pay.Faults = append(pay.Faults, invoice.ErrState)
	pay.Example = SandboxPayment{InvoiceNo: "TEST-1000001002-INV-2026-000001"}
	api.Register(a, pay, func(ctx context.Context, in *struct{ Body SandboxPayment }) (*portal.Body[portal.Empty], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		_, err = s.Sandbox.PayInvoice(ctx, id, in.Body.InvoiceNo, api.Actor(portal.Caller(ctx)))

		return portal.EmptyAnswer(err)
	})
}
