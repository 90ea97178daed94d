package invoices

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

const tagSettlements = "settlements"

// Settlement is the limit within which the client pays later.
type Settlement struct {
	ID        string `json:"id" example:"1"`
	ClientID  int64  `json:"client_id" example:"1001"`
	IsActive  bool   `json:"is_active"`
	Balance   int64  `json:"balance" doc:"Whole rupiah that are left of the limit"`
	Limit     int64  `json:"limit" doc:"Whole rupiah granted"`
	Used      int64  `json:"used" doc:"limit - balance: what is not invoiced or not paid; negative after a refund of an order that was paid"`
	MaxLimit  int64  `json:"max_limit" doc:"Highest limit that the client may ask for"`
	AbleTopup bool   `json:"able_topup" doc:"Whether the client may raise the limit up to max_limit"`
	IsOverdue bool   `json:"is_overdue" doc:"Whether an unpaid invoice stops new orders"`
	Days      int64  `json:"days" doc:"Days on which a period ends: the sum of values of list-settlement-days" example:"17"`
	DueDays   int    `json:"due_days" doc:"Days from the end of a period to the due date of its invoice" example:"14"`
}

// Settlements holds the settlement of the client.
type Settlements struct {
	Data []Settlement `json:"data" doc:"Empty when the client has none, else one"`
}

// OneSettlement is the settlement after a change.
type OneSettlement struct {
	Data Settlement `json:"data"`
}

// SettlementDay is a day on which a period can end.
type SettlementDay struct {
	Value int64  `json:"value" doc:"Monday 1, Tuesday 2 ... Sunday 64" example:"1"`
	Name  string `json:"name" doc:"In the caller's language" example:"Monday"`
}

// SettlementDays are the days of a week.
type SettlementDays struct {
	Data []SettlementDay `json:"data"`
}

// SettlementPeriod is the time between two closes.
type SettlementPeriod struct {
	ID           string          `json:"id" example:"7"`
	SettlementID string          `json:"settlement_id" example:"1"`
	From         time.Time       `json:"from"`
	To           time.Time       `json:"to" doc:"First moment after the period: its last day is the one before"`
	Closed       bool            `json:"closed" doc:"Whether it was summed up and invoiced"`
	Days         int64           `json:"days" doc:"Days on which periods ended: the sum of values of list-settlement-days"`
	Limit        int64           `json:"limit" doc:"Limit at its end, or now"`
	MaxLimit     int64           `json:"max_limit"`
	Used         int64           `json:"used" doc:"Orders of a closed period, less those that were refunded in it; 0 while it is open"`
	Credited     int64           `json:"credited" doc:"Refunds of orders of earlier periods, which lower its invoice"`
	Invoices     []PeriodInvoice `json:"invoices" doc:"Empty for users without permission 204"`
}

// PeriodInvoice is an invoice of a period.
type PeriodInvoice struct {
	ID          string `json:"id"`
	InvoiceNo   string `json:"invoice_no"`
	InvoiceFile string `json:"invoice_file" doc:"Signed link to the page to read and print, for an hour"`
}

// SettlementPeriods is a page of periods.
type SettlementPeriods struct {
	Data    []SettlementPeriod `json:"data" doc:"Newest first"`
	Page    int                `json:"page"`
	PerPage int                `json:"perPage"`
}

// SettlementEvent is one row of the history of a settlement.
type SettlementEvent struct {
	ID            string    `json:"id" example:"420"`
	CreatedAt     time.Time `json:"created_at"`
	OrderID       string    `json:"order_id" doc:"Of a payment or refund, else empty; 19 decimal digits: keep it as text"`
	Reference     string    `json:"reference" doc:"The order's client reference, or the number of the paid invoice or of the credit note; empty for a changed limit"`
	CreditNote    bool      `json:"credit_note" doc:"Whether an invoice_paid is a credit note and not a payment"`
	Amount        int64     `json:"amount" doc:"Whole rupiah; negative for payment and limit_lowered"`
	BalanceBefore int64     `json:"balance_before"`
	BalanceAfter  int64     `json:"balance_after"`
	Action        string    `json:"action" enum:"topup,payment,refund,invoice_paid,limit_lowered"`
}

// SettlementEvents is a page of the history of a period.
type SettlementEvents struct {
	Data    []SettlementEvent `json:"data" doc:"Newest first"`
	Page    int               `json:"page"`
	PerPage int               `json:"perPage"`
	HasNext bool              `json:"has_next" doc:"Whether a further page exists"`
	From    time.Time         `json:"from" doc:"First moment of the period"`
	To      time.Time         `json:"to" doc:"First moment after it"`
}

// SettlementUse is what was used of a limit on one day.
type SettlementUse struct {
	Day      string `json:"day" format:"date" doc:"In the client's zone"`
	Used     int64  `json:"used" doc:"By orders, whole rupiah"`
	Refunded int64  `json:"refunded" doc:"Of failed orders, also of earlier days"`
	Balance  int64  `json:"balance" doc:"What was left of the limit at the end of the day"`
}

// SettlementUses are the last 30 days.
type SettlementUses struct {
	Data []SettlementUse `json:"data" doc:"The oldest first, today included"`
}

type settlementPath struct {
	ID string `path:"id" maxLength:"19" doc:"Settlement" example:"1"`
}

type listPeriods struct {
	ID   string `path:"id" maxLength:"19" doc:"Settlement" example:"1"`
	Page int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
}

type listSettlementEvents struct {
	ID        string `path:"id" maxLength:"19" doc:"Settlement" example:"1"`
	Period    string `path:"period" maxLength:"19" doc:"Period" example:"7"`
	Page      int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	Action    string `query:"action" enum:"topup,payment,refund,invoice_paid,limit_lowered" doc:"All without it"`
	DateStart string `query:"date_start" maxLength:"40" doc:"First moment, RFC 3339" example:"2026-11-16T17:00:00Z"`
	DateEnd   string `query:"date_end" maxLength:"40" doc:"Last moment, RFC 3339" example:"2026-11-23T16:59:59Z"`
}

// SettlementTopup asks for a higher limit.
type SettlementTopup struct {
	ClientID int64 `json:"client_id" doc:"The caller's own" minimum:"1" maximum:"9007199254740991" example:"1001"`
	Amount   int64 `json:"amount" doc:"Whole rupiah to add to the limit" maximum:"1000000000000000" example:"5000000" missing:"limit_empty"`

	ExpectedLimit *int64 `json:"expected_limit,omitempty" minimum:"0" maximum:"9007199254740991" doc:"The limit that the user saw; refused with 409 when it is another one now. Not compared without it. No part of the input that the key stands for" example:"50000000"`
}

type raiseLimit struct {
	api.IdempotencyKey

	Body SettlementTopup
}

// NamedClientID implements api.NamesClient.
func (in *raiseLimit) NamedClientID() int64 { return in.Body.ClientID }

func registerSettlements(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-settlement-days", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/settlements/days", Summary: "Days on which a period can end",
		Tag: tagSettlements, Flag: api.FlagSettlement,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[SettlementDays], error) {
		out := SettlementDays{Data: []SettlementDay{}}
		for _, d := range settlement.Weekdays() {
			out.Data = append(out.Data, SettlementDay{int64(settlement.Bit(d)), api.Say(ctx, settlement.DayName(d))})
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-settlements", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/settlements", Summary: "The settlement of the client",
		Tag: tagSettlements, Flag: api.FlagSettlement,
		Description: "The limit within which orders are paid later. Events of the stream with the topics settlements and orders change it.",
		Access:      api.Session(), Client: api.CallersClient,
	}, s.listSettlements)

	api.Register(a, api.Operation{
		ID: "list-settlement-periods", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/settlements/{id}/periods", Summary: "Periods of a settlement",
		Tag: tagSettlements, Flag: api.FlagSettlement,
		Description: "A shorter page is the last.",
		Access:      api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listPeriods)

	api.Register(a, api.Operation{
		ID: "list-settlement-use", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/settlements/{id}/daily", Summary: "Use of the limit by day",
		Tag: tagSettlements, Flag: api.FlagSettlement,
		Description: "The last 30 days in the client's zone.",
		Access:      api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listSettlementUse)

	api.Register(a, api.Operation{
		ID: "list-settlement-events", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/settlements/{id}/periods/{period}/events", Summary: "History of a period",
		Tag: tagSettlements, Flag: api.FlagSettlement, Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listSettlementEvents)

	api.Register(a, api.Operation{
		ID: "raise-settlement-limit", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/settlements/topup", Summary: "Raise the limit",
		Description: "At once, up to max_limit. The root users and the finance address get a mail.",
		Tag:         tagSettlements, Flag: api.FlagSettlement, Access: api.Needs(identity.SettlementRaise), Client: api.InputsClient, Texts: settlement.Texts(),
		Faults:  api.IdempotencyFaults(settlement.ErrNoSettlement, settlement.ErrInactive, settlement.ErrTopupOff, settlement.ErrLimitChanged),
		Example: SettlementTopup{ClientID: 1001, Amount: 5_000_000},
	}, s.raiseLimit)
}

func (s Services) listSettlements(ctx context.Context, _ *portal.NoInput) (*portal.Body[Settlements], error) {
	st, err := s.Settlements.OfClient(ctx, portal.Caller(ctx).ClientID)
	if fault.ErrNotFound.Is(err) {
		return portal.Answer(Settlements{Data: []Settlement{}}), nil
	}

	if err != nil {
		return nil, err
	}

	shown, err := s.showSettlement(ctx, st)
	if err != nil {
		return nil, err
	}

	return portal.Answer(Settlements{Data: []Settlement{shown}}), nil
}

func (s Services) listSettlementUse(ctx context.Context, in *settlementPath) (*portal.Body[SettlementUses], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	days, err := s.Settlements.Daily(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID), zone)
	if err != nil {
		return nil, err
	}

	out := SettlementUses{Data: make([]SettlementUse, len(days))}
	for i, d := range days {
		out.Data[i] = SettlementUse{d.Day.String(), int64(d.Used), int64(d.Refunded), int64(d.Balance)}
	}

	return portal.Answer(out), nil
}

func (s Services) listPeriods(ctx context.Context, in *listPeriods) (*portal.Body[SettlementPeriods], error) {
	page := max(in.Page, 1)

	list, err := s.Settlements.Periods(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID), page)
	if err != nil {
		return nil, err
	}

	out := SettlementPeriods{Data: make([]SettlementPeriod, len(list)), Page: page, PerPage: settlement.PeriodsPerPage}

	for i, p := range list {
		out.Data[i] = SettlementPeriod{
			ID: portal.FormatID(p.ID), SettlementID: portal.FormatID(p.SettlementID), From: p.From, To: p.To, Closed: !p.Open(), Days: int64(p.Days),
			Limit: int64(p.Limit), MaxLimit: int64(p.MaxLimit), Used: int64(p.Bill.Used), Invoices: []PeriodInvoice{},
		}

		if !p.Open() {
			out.Data[i].Credited = int64(p.Bill.Credited())
		}
	}

	return portal.Answer(out), s.addInvoices(ctx, list, out.Data)
}

// addInvoices adds the invoices of periods for a user who may see invoices.
func (s Services) addInvoices(ctx context.Context, list []settlement.Period, shown []SettlementPeriod) error {
	p := portal.Caller(ctx)
	if p.Require(identity.InvoiceList) != nil {
		return nil //nolint:nilerr // others see the periods without them
	}

	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}

	byPeriod, err := s.Invoices.OfPeriods(ctx, p.ClientID, ids)
	if err != nil {
		return err
	}

	for i, id := range ids {
		one, has := byPeriod[id]
		if !has {
			continue
		}

		urls, err := s.Invoices.URLs(&one)
		if err != nil {
			return err
		}

		shown[i].Invoices = append(shown[i].Invoices, PeriodInvoice{portal.FormatID(one.ID), one.No, urls.Page})
	}

	return nil
}

func (s Services) listSettlementEvents(ctx context.Context, in *listSettlementEvents) (*portal.Body[SettlementEvents], error) {
	f := settlement.EventFilter{Action: settlement.Action(in.Action), Page: max(in.Page, 1)}

	var err error
	if f.From, err = portal.ParseTime("date_start", in.DateStart); err != nil {
		return nil, err
	}

	if f.To, err = portal.ParseTime("date_end", in.DateEnd); err != nil {
		return nil, err
	}

	events, err := s.Settlements.Events(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID), portal.ParseID(in.Period), f)
	if err != nil {
		return nil, err
	}

	out := SettlementEvents{
		Data: make([]SettlementEvent, len(events.Entries)), Page: f.Page, PerPage: settlement.EventsPerPage, HasNext: events.More,
		From: events.Period.From, To: events.Period.To,
	}

	for i, e := range events.Entries {
		out.Data[i] = SettlementEvent{
			ID: portal.FormatID(e.Seq), CreatedAt: e.CreatedAt, Reference: e.SourceRef, Amount: int64(e.Amount), BalanceBefore: int64(e.BalanceBefore),
			BalanceAfter: int64(e.BalanceAfter), Action: string(e.Action), CreditNote: e.CreditNote(),
		}

		if e.OrderID != 0 {
			out.Data[i].OrderID = order.FormatID(e.OrderID)
		}
	}

	return portal.Answer(out), nil
}

func (s Services) raiseLimit(ctx context.Context, in *raiseLimit) (*portal.Body[OneSettlement], error) {
	// A repeat after a lost answer may have seen the raised limit; it is still the same request.
	input := in.Body
	input.ExpectedLimit = nil

	request, err := in.Request(ctx, "raise-settlement-limit", input)
	if err != nil {
		return nil, err
	}

	p := portal.Caller(ctx)

	st, err := s.Settlements.RaiseLimit(ctx, settlement.TopupInput{
		Request: request, ClientID: p.ClientID, Amount: money.Rupiah(in.Body.Amount), Seen: (*money.Rupiah)(in.Body.ExpectedLimit), Actor: api.Actor(p), Username: p.Username, Address: api.Address(ctx),
	})
	if err != nil {
		return nil, err
	}

	shown, err := s.showSettlement(ctx, st)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneSettlement{shown}), nil
}

func (s Services) showSettlement(ctx context.Context, st settlement.Settlement) (Settlement, error) {
	overdue, err := s.Settlements.Overdue(ctx, st)

	return Settlement{
		ID: portal.FormatID(st.ID), ClientID: st.ClientID, IsActive: st.Active, Balance: int64(st.Balance), Limit: int64(st.Limit), Used: int64(st.Used()),
		MaxLimit: int64(st.MaxLimit), AbleTopup: st.AbleTopup, IsOverdue: overdue, Days: int64(st.Days), DueDays: st.DueDays,
	}, err
}
