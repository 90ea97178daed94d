package billing

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

const tagSettlements = "settlements"

// StaffSettlement is the limit within which a client pays later.
type StaffSettlement struct {
	_ struct{} `nullable:"true"`

	Active  bool  `json:"active" doc:"Whether it takes orders"`
	Raises  bool  `json:"raises" doc:"Whether the client may raise the limit up to the cap"`
	Limit   int64 `json:"limit" doc:"Granted, whole rupiah"`
	Cap     int64 `json:"cap" doc:"Highest limit, whole rupiah"`
	Left    int64 `json:"left" doc:"Of the limit, whole rupiah"`
	Used    int64 `json:"used" doc:"Used and not paid, whole rupiah; negative while a refund came after the payment of its invoice"`
	Days    int   `json:"days" doc:"On which periods end: Monday 1, Tuesday 2 ... Sunday 64, added" example:"1"`
	Terms   int   `json:"terms" doc:"Days from the end of a period to the due date of its invoice"`
	Blocked bool  `json:"blocked" doc:"An overdue invoice stops new orders"`
}

// StaffPeriod is the time between two closes.
type StaffPeriod struct {
	Number        int64     `json:"number"`
	From          time.Time `json:"from"`
	To            time.Time `json:"to" doc:"First moment after it"`
	Open          bool      `json:"open"`
	Used          int64     `json:"used" doc:"Of a closed one, whole rupiah"`
	Credited      int64     `json:"credited" doc:"Of a closed one, whole rupiah"`
	Invoice       string    `json:"invoice" doc:"Its number; empty without one" example:"LKT-INV-2026-000042"`
	InvoiceID     string    `json:"invoiceId" doc:"Empty without one"`
	InvoiceStatus string    `json:"invoiceStatus,omitempty" enum:"unpaid,pending,paid,done" doc:"Missing without one"`
}

// ClientSettlement is the settlement of a client with its last periods.
type ClientSettlement struct {
	staff.Waiting

	Settlement *StaffSettlement `json:"settlement" doc:"null: the client has none"`
	Periods    []StaffPeriod    `json:"periods" nullable:"false" doc:"The last 50, newest first"`
}

// ChangeSettlementInput is what staff set. What is missing stays.
type ChangeSettlementInput struct {
	Active *bool  `json:"active,omitempty"`
	Raises *bool  `json:"raises,omitempty" doc:"Whether the client may raise the limit up to the cap"`
	Limit  *int64 `json:"limit,omitempty" minimum:"0" maximum:"1000000000000000" doc:"Within the cap and not below what is used" example:"25000000"`
	Cap    *int64 `json:"cap,omitempty" minimum:"0" maximum:"1000000000000000" example:"50000000"`
	Days   *int   `json:"days,omitempty" minimum:"1" maximum:"127" doc:"Monday 1, Tuesday 2 ... Sunday 64, added. The present period ends on the next one" example:"1"`
	Terms  *int   `json:"terms,omitempty" minimum:"1" maximum:"365" doc:"Invoices that were issued keep their due date" example:"14"`
	Reason string `json:"reason" maxLength:"500"`
}

type changeSettlement struct {
	ClientPath

	Key  string `header:"Idempotency-Key" maxLength:"100" doc:"The same one asks a second person once"`
	Body ChangeSettlementInput
}

type settlementAnswer struct {
	Status int
	Body   ClientSettlement
}

func registerSettlements(a *api.API, s Services) {
	const path = "/staff/v1/clients/{id}/settlement"

	api.Register(a, api.Operation{
		ID: "staff-get-settlement", Method: http.MethodGet, Path: path, Summary: "The settlement of a client with its last periods", Tag: tagSettlements,
		Access: api.Needs(identity.SettlementManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *ClientPath) (*portal.Body[ClientSettlement], error) {
		c, err := s.client(ctx, in.ID)
		if err != nil {
			return nil, err
		}

		out, err := s.settlement(ctx, c.ID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(out), nil
	})

	waits := map[int]string{http.StatusAccepted: "The cap waits for a second person, and nothing has changed yet"}
	example := int64(25_000_000)

	api.Register(a, api.Operation{
		ID: "staff-create-settlement", Method: http.MethodPost, Path: path, Summary: "Let a client pay later", Tag: tagSettlements,
		Description: "It needs a cap and the days on which periods end; its first period begins now. A cap above a limit waits for a second person.",
		Access:      api.Needs(identity.SettlementManage), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits,
		Faults:  []fault.Definition{fault.ErrNotFound},
		Example: ChangeSettlementInput{Limit: &example, Cap: &example, Reason: "Contract 12/2026"},
	}, func(ctx context.Context, in *changeSettlement) (*settlementAnswer, error) {
		return s.change(ctx, in, true)
	})

	api.Register(a, api.Operation{
		ID: "staff-change-settlement", Method: http.MethodPatch, Path: path, Summary: "Change the settlement of a client; what is missing stays", Tag: tagSettlements,
		Description: "A cap above a limit waits for a second person. Without it no order is taken from the limit; periods still end.",
		Access:      api.Needs(identity.SettlementManage), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits,
		Faults:  []fault.Definition{fault.ErrNotFound},
		Example: ChangeSettlementInput{Limit: &example, Reason: "Contract 12/2026"},
	}, func(ctx context.Context, in *changeSettlement) (*settlementAnswer, error) {
		return s.change(ctx, in, false)
	})
}

func (s Services) change(ctx context.Context, in *changeSettlement, create bool) (*settlementAnswer, error) {
	c, err := s.client(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	set := settlement.Change{
		ClientID: c.ID, Create: create, Active: in.Body.Active, AbleTopup: in.Body.Raises, DueDays: in.Body.Terms, Key: in.Key,
		Actor: staff.Actor(ctx), Reason: in.Body.Reason, Address: api.Address(ctx),
	}

	if set.Key == "" {
		set.Key = ids.Token()
	}

	if in.Body.Limit != nil {
		set.Limit = new(money.Rupiah(*in.Body.Limit))
	}

	if in.Body.Cap != nil {
		set.MaxLimit = new(money.Rupiah(*in.Body.Cap))
	}

	if in.Body.Days != nil {
		set.Days = new(settlement.Days(*in.Body.Days))
	}

	made, err := s.Settlements.Change(ctx, set)
	if err != nil {
		return nil, err
	}

	out := &settlementAnswer{Status: http.StatusOK}
	if out.Body, err = s.settlement(ctx, c.ID); err != nil {
		return nil, err
	}

	if made.Waiting != nil {
		out.Status, out.Body.ApprovalID = http.StatusAccepted, portal.FormatID(made.Waiting.ID)
	}

	return out, nil
}

// settlement is the settlement of a client, which may have none.
func (s Services) settlement(ctx context.Context, clientID int64) (ClientSettlement, error) {
	out := ClientSettlement{Periods: []StaffPeriod{}}

	st, err := s.Settlements.OfClient(ctx, clientID)
	if fault.ErrNotFound.Is(err) {
		return out, nil
	}

	if err != nil {
		return out, err
	}

	out.Settlement = &StaffSettlement{
		Active: st.Active, Raises: st.AbleTopup, Limit: int64(st.Limit), Cap: int64(st.MaxLimit), Left: int64(st.Balance), Used: int64(st.Used()),
		Days: int(st.Days), Terms: st.DueDays, Blocked: st.Overdue(s.Clock.Now()),
	}

	periods, err := s.Settlements.Periods(ctx, clientID, st.ID, 1)
	if err != nil {
		return out, err
	}

	numbers := make([]int64, len(periods))
	for i, p := range periods {
		numbers[i] = p.ID
	}

	invoices, err := s.Invoices.OfPeriods(ctx, clientID, numbers)

	for _, p := range periods {
		shown := StaffPeriod{Number: p.Number, From: p.From, To: p.To, Open: p.Open()}

		if i, issued := invoices[p.ID]; issued {
			shown.Invoice, shown.InvoiceID, shown.InvoiceStatus = i.No, portal.FormatID(i.ID), string(i.Status)
		}

		if !p.Open() {
			shown.Used, shown.Credited = int64(p.Bill.Used), int64(p.Bill.Credited())
		}

		out.Periods = append(out.Periods, shown)
	}

	return out, err
}
