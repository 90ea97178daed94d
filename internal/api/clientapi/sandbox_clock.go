package clientapi

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/developer/sandbox"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// MoveInput moves the clock of the sandbox.
type MoveInput struct {
	Days  int64 `json:"days,omitempty" minimum:"0" maximum:"40" doc:"Days and hours are added up: an hour at least, 40 days at most" example:"30"`
	Hours int64 `json:"hours,omitempty" minimum:"0" maximum:"960" example:"12"`
}

// TestClock is the clock of the sandbox.
type TestClock struct {
	Now        time.Time `json:"now" doc:"Its time: that of scheduled orders, periods and invoices" example:"2026-12-27T03:00:00Z"`
	AheadHours int64     `json:"aheadHours" doc:"How far it is ahead of the real one" example:"720"`
}

// LimitInput sets the settlement of the sandbox.
type LimitInput struct {
	Limit   int64 `json:"limit" minimum:"1" maximum:"1000000000" doc:"Whole rupiah" example:"10000000"`
	Days    int64 `json:"days" minimum:"1" maximum:"127" doc:"Days on which a period ends: Monday 1, Tuesday 2 ... Sunday 64, added up" example:"1"`
	DueDays int   `json:"dueDays" minimum:"1" maximum:"365" doc:"Days from the end of a period to the due date of its invoice" example:"14"`
}

// TestLimit is the settlement of the sandbox.
type TestLimit struct {
	Limit   int64 `json:"limit" doc:"Whole rupiah" example:"10000000"`
	Balance int64 `json:"balance" doc:"Whole rupiah that are left of it" example:"10000000"`
	Days    int64 `json:"days" doc:"As sent" example:"1"`
	DueDays int   `json:"dueDays" doc:"As sent" example:"14"`
}

func registerSandboxClock(a *api.API, s Services, own api.Operation) {
	move := own
	move.ID, move.Method, move.Path, move.Summary, move.Cost = "move-test-clock", http.MethodPost, "/h2h/v1/sandbox/clock", "Move the clock of the sandbox forward", api.Bulk
	move.Description = "What is due by then happens: scheduled orders run, periods close, invoices are issued and become overdue. Orders and wallets keep the real time."
	move.Faults = []fault.Definition{sandbox.ErrNotSandbox, fault.ErrNotFound}
	move.Example = MoveInput{Days: 30} //nolint:mnd // an example
	api.Register(a, move, func(ctx context.Context, in *struct{ Body MoveInput }) (*body[TestClock], error) {
		const day = 24

		by := identity.By{Actor: api.Actor(api.Principal(ctx)), Reason: "clock", Address: api.Address(ctx)}

		moved, err := s.Sandbox.MoveClock(ctx, by, clientID(ctx), time.Duration(in.Body.Days*day+in.Body.Hours)*time.Hour)
		if err != nil {
			return nil, err
		}

		return answer(TestClock{moved.Now, int64(moved.Ahead / time.Hour)}), nil
	})

	own.Flag = api.FlagSettlement

	limit := own
	limit.ID, limit.Method, limit.Path, limit.Summary = "set-test-limit", http.MethodPost, "/h2h/v1/sandbox/settlement", "Set the settlement of the sandbox"
	limit.Description = "Within its limit orders with `paymentType` `settlement` are paid later. A first call makes it."
	limit.Faults, limit.Texts = []fault.Definition{sandbox.ErrNotSandbox}, settlement.Texts()
	limit.Example = LimitInput{Limit: 10_000_000, Days: 1, DueDays: settlement.DefaultDueDays}
	api.Register(a, limit, func(ctx context.Context, in *struct{ Body LimitInput }) (*body[TestLimit], error) {
		st, err := s.Sandbox.SetLimit(ctx, sandbox.Limit{
			SandboxID: clientID(ctx), Amount: money.Rupiah(in.Body.Limit), Days: settlement.Days(in.Body.Days), DueDays: in.Body.DueDays,
			Actor: api.Actor(api.Principal(ctx)),
		})
		if err != nil {
			return nil, err
		}

		return answer(TestLimit{int64(st.Limit), int64(st.Balance), int64(st.Days), st.DueDays}), nil
	})
}
