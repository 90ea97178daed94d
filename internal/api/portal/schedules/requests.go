package schedules

import (
	"context"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

const (
	tagScheduled = "scheduled-orders"

	// A body with 10,000 destinations.
	scheduledBody = 1 << 20
)

// NewScheduledOrder asks for a scheduled order.
type NewScheduledOrder struct {
	PIN            string     `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
	Name           string     `json:"name" maxLength:"400" example:"Pulsa karyawan" missing:"name"`
	ProductCode    string     `json:"productCode" maxLength:"64" example:"TSEL10"`
	DestinationNos []string   `json:"destinationNos" maxItems:"10001" nullable:"false" doc:"At most 10,000; duplicates are dropped" missing:"no_numbers"`
	ScheduledAt    *time.Time `json:"scheduledAt,omitempty" nullable:"true" doc:"In steps of 5 minutes, at least 10 minutes ahead (8 are taken, since typing the PIN takes time); null is at once"`
	Interval       *string    `json:"interval,omitempty" nullable:"true" enum:"monthly" doc:"null runs once"`
	EndsAt         *time.Time `json:"endsAt,omitempty" nullable:"true" doc:"A moment of the last month of a monthly order, in the client's zone"`
	Amount         *int64     `json:"amount,omitempty" nullable:"true" maximum:"1000000000" doc:"Of each line of an open-amount product"`
	ExpectedTotal  *int64     `json:"expectedTotal,omitempty" nullable:"true" doc:"The total that the user confirmed, fees included; none for bills. Without it the total of this moment holds: an order at once never costs more" example:"20500"`
}

type createScheduledOrder struct {
	api.IdempotencyKey

	Body NewScheduledOrder
}

type listScheduledOrders struct {
	Page         int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	PerPage      int    `query:"perPage" minimum:"1" maximum:"100" doc:"10 without it"`
	OperatorType string `query:"operatorType" maxLength:"64"`
	Status       string `query:"status" enum:"draft,scheduled,done,canceled" doc:"All without it"`
	WaitsFor     string `query:"waitsFor" enum:"approval,late" doc:"Drafts that wait for this"`
	SeriesID     string `query:"seriesId" maxLength:"19" doc:"The runs of one monthly series" example:"1"`
	Sort         string `query:"sort" enum:"running,scheduledAt,-scheduledAt,createdAt,-createdAt,name,-name" doc:"running without it: running ones first, then the last scheduled. A minus is the greatest first"`
	SearchQuery  string `query:"searchQuery" maxLength:"100" doc:"Part of the name"`
	StartDate    string `query:"startDate" maxLength:"40" doc:"First moment of scheduledAt, RFC 3339" example:"2026-10-31T17:00:00Z"`
	EndDate      string `query:"endDate" maxLength:"40" doc:"Last moment, RFC 3339" example:"2026-11-30T16:59:59Z"`
}

type scheduledOrderByKey struct {
	Key string `query:"key" required:"true" minLength:"1" maxLength:"64" doc:"Idempotency-Key of the call" example:"0f9c2d4e-7a51-4c7b-9b1e-5d7c1a2b3c4d"`
}

type oneScheduledOrder struct {
	ID string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
}

type listScheduledLines struct {
	ID     string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	From   int    `query:"from" minimum:"1" maximum:"10000" doc:"First line; 1 without it"`
	Page   int    `query:"page" minimum:"1" maximum:"10000" doc:"Page of count lines of those that the filter selects, from 1; in the place of from"`
	Count  int    `query:"count" minimum:"1" maximum:"100" doc:"10 without it"`
	Status string `query:"status" enum:"waiting,pending,success,failed,error,canceled" doc:"All without it"`
	Search string `query:"search" maxLength:"100" doc:"Part of the number in any writing, or of the name of the contact or the bill's customer"`
}

func registerRequests(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: schedule.CallCreate, Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders", Summary: "Buy for many destinations, now or later",
		Description: "The try of the PIN is counted before it is compared. An order at once begins to run with the answer; progress tells how far it is.",
		Tag:         tagScheduled, Cost: api.Bulk, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient, MaxBody: scheduledBody, Admit: s.roomFor(schedule.CallCreate), Texts: schedule.Texts(),
		Faults: api.IdempotencyFaults(identity.ErrInvalidPIN, identity.ErrPINLocked, identity.ErrPINNotSet, placing.ErrProductNotFound,
			placing.ErrProductInactive, placing.ErrProductProblem, placing.ErrProductCutOff, placing.ErrPriceAboveMaximum, wallet.ErrNoWallet, wallet.ErrInactive,
			wallet.ErrInsufficientBalance, fault.ErrBusy),
		Example: NewScheduledOrder{
			PIN: portal.ExamplePIN, Name: "Pulsa karyawan", ProductCode: "TSEL10", DestinationNos: []string{"081234567890", "081234567891"},
			ExpectedTotal: new(int64(20_500)),
		},
	}, s.createScheduledOrder)

	api.Register(a, api.Operation{
		ID: "find-scheduled-order", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders/made", Summary: "The order that a lost answer was about", Tag: tagScheduled,
		Description: "The order that the caller's create or retry with this Idempotency-Key made. NotFoundError: it made none. " +
			"IdempotencyRunningError: it still runs, ask again. The keys of other users are not found.",
		Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound, idempotency.ErrRunning},
	}, s.findScheduledOrder)

	api.Register(a, api.Operation{
		ID: "list-scheduled-orders", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders", Summary: "Scheduled orders", Tag: tagScheduled,
		Description: "Events of the stream with the topic scheduled-orders change it.",
		Access:      api.Needs(identity.ScheduledOrderList), Feature: identity.Corporate, Client: api.CallersClient,
	}, s.listScheduledOrders)

	api.Register(a, api.Operation{
		ID: "get-scheduled-order", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}", Summary: "A scheduled order with its lines", Tag: tagScheduled,
		Cost: api.Sums, Access: api.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.getScheduledOrder)

	api.Register(a, api.Operation{
		ID: "get-scheduled-order-progress", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}/progress", Summary: "How far a run is", Tag: tagScheduled,
		Access: api.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.scheduledProgress)

	api.Register(a, api.Operation{
		ID: "list-scheduled-order-lines", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}/lines", Summary: "Some lines of a scheduled order", Tag: tagScheduled,
		Cost: api.Sums, Access: api.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listScheduledLines)

	api.Register(a, api.Operation{
		ID: "cancel-scheduled-order", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/cancel", Summary: "Cancel what has not begun", Tag: tagScheduled,
		Description: "Lines without an order get none; orders that were placed go on. Of a monthly series all that follows is canceled too.",
		Access:      api.Needs(identity.ScheduledOrderCancel), Feature: identity.Corporate, Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound, schedule.ErrNotCancelable},
	}, s.cancelScheduledOrder)

	registerLate(a, s)
	registerResults(a, s)
	registerApprovals(a, s)
	registerChecks(a, s)
}

// roomFor lets the callers of a call in whose client has room for another scheduled order.
func (s Services) roomFor(call string) func(ctx context.Context, key string) error {
	return func(ctx context.Context, key string) error {
		return s.Schedules.Room(ctx, portal.Caller(ctx).ClientID, call, key)
	}
}

func (s Services) createScheduledOrder(ctx context.Context, in *createScheduledOrder) (*portal.Body[OneScheduledOrder], error) {
	b := in.Body
	b.PIN = "" // not stored, not even as a hash

	request, err := in.Request(ctx, schedule.CallCreate, b)
	if err != nil {
		return nil, err
	}

	p := portal.Caller(ctx)
	n := schedule.CreateInput{
		Request: request, ClientID: p.ClientID, UserID: p.UserID, PIN: secret.Text(in.Body.PIN), Name: b.Name, ProductCode: b.ProductCode,
		Destinations: b.DestinationNos, Monthly: b.Interval != nil, Actor: api.Actor(p), Address: api.Address(ctx),
		Amount: (*money.Rupiah)(b.Amount), ExpectedTotal: (*money.Rupiah)(b.ExpectedTotal), At: momentOf(b.ScheduledAt), EndsAt: momentOf(b.EndsAt),
	}

	o, err := s.Schedules.Create(ctx, n)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) findScheduledOrder(ctx context.Context, in *scheduledOrderByKey) (*portal.Body[OneScheduledOrder], error) {
	p := portal.Caller(ctx)

	o, err := s.Schedules.FindCreated(ctx, p.ClientID, p.UserID, in.Key)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) listScheduledOrders(ctx context.Context, in *listScheduledOrders) (*portal.Body[ScheduledOrders], error) {
	f := schedule.Filter{
		OperatorType: in.OperatorType, Status: schedule.Status(in.Status), WaitsFor: schedule.Wait(in.WaitsFor), Name: in.SearchQuery,
		Sort: schedule.Sort(in.Sort), Page: max(in.Page, 1), PerPage: in.PerPage,
	}
	if f.PerPage == 0 {
		f.PerPage = portal.PerPage
	}

	if in.SeriesID != "" {
		if f.SeriesID = portal.ParseID(in.SeriesID); f.SeriesID == 0 {
			f.SeriesID = portal.NoID
		}
	}

	var err error
	if f.From, err = portal.ParseTime("startDate", in.StartDate); err != nil {
		return nil, err
	}

	if f.To, err = portal.ParseTime("endDate", in.EndDate); err != nil {
		return nil, err
	}

	list, total, err := s.Schedules.List(ctx, portal.Caller(ctx).ClientID, f)
	if err != nil {
		return nil, err
	}

	out := ScheduledOrders{Data: make([]ScheduledOrder, len(list)), Page: f.Page, PerPage: f.PerPage, Total: total}
	for i := range list {
		out.Data[i] = showScheduled(&list[i])
	}

	return portal.Answer(out), nil
}

func (s Services) getScheduledOrder(ctx context.Context, in *oneScheduledOrder) (*portal.Body[OneScheduledOrderDetail], error) {
	o, err := s.Schedules.Get(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID))
	if err != nil {
		return nil, err
	}

	lines, _, err := s.Schedules.Lines(ctx, o.ClientID, o.ID, schedule.LineFilter{From: 1, Count: schedule.MaxLines})
	if err != nil {
		return nil, err
	}

	shown, err := s.showLines(ctx, lines)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrderDetail{ScheduledOrderDetail{showScheduled(&o), shown}}), nil
}

func (s Services) scheduledProgress(ctx context.Context, in *oneScheduledOrder) (*portal.Body[OneScheduledProgress], error) {
	o, err := s.Schedules.Progress(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID))
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledProgress{ScheduledProgress{
		Status: string(o.Status), Counts: showCounts(&o), Charged: int64(o.Charged), MoneyEnded: o.MoneyEnded, WaitsForMoney: o.WaitsForMoney(), ExecutedAt: portal.OrNil(o.ExecutedAt), EndedAt: portal.OrNil(o.EndedAt),
	}}), nil
}

func (s Services) listScheduledLines(ctx context.Context, in *listScheduledLines) (*portal.Body[ScheduledLines], error) {
	f := schedule.LineFilter{
		From: max(in.From, 1), Page: in.Page, Count: in.Count, State: schedule.LineState(in.Status), Search: strings.TrimSpace(in.Search), Retriable: true,
	}
	if f.Count == 0 {
		f.Count = portal.PerPage
	}

	if f.Search != "" {
		var err error
		if f.Named, err = s.Contacts.NumbersOf(ctx, portal.Caller(ctx).ClientID, f.Search); err != nil {
			return nil, err
		}
	}

	lines, total, err := s.Schedules.Lines(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID), f)
	if err != nil {
		return nil, err
	}

	shown, err := s.showLines(ctx, lines)
	if err != nil {
		return nil, err
	}

	return portal.Answer(ScheduledLines{shown, total}), nil
}

func (s Services) cancelScheduledOrder(ctx context.Context, in *oneScheduledOrder) (*portal.Body[OneCanceledScheduledOrder], error) {
	p := portal.Caller(ctx)

	out, err := s.Schedules.Cancel(ctx, schedule.Decision{
		ClientID: p.ClientID, ID: portal.ParseID(in.ID), Actor: api.Actor(p), Address: api.Address(ctx),
	})
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneCanceledScheduledOrder{CanceledScheduledOrder{out.Lines, string(out.Status)}}), nil
}
