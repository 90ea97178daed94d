package portal

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
	"loket/internal/schedule"
	"loket/internal/wallet"
)

const (
	tagScheduled = "scheduled-orders"

	// A body with 10,000 destinations.
	scheduledBody = 1 << 20
	scheduledPage = 10
)

// LineCounts are the lines of a scheduled order by state.
type LineCounts struct {
	Total    int `json:"total"`
	Waiting  int `json:"waiting" doc:"Without an order yet"`
	Pending  int `json:"pending" doc:"Their orders have not ended"`
	Success  int `json:"success"`
	Failed   int `json:"failed"`
	Error    int `json:"error" doc:"Bills that were paid already"`
	Canceled int `json:"canceled"`
}

// ScheduledApproval is the decision of a second user.
type ScheduledApproval struct {
	ExpiresAt time.Time  `json:"expiresAt"`
	By        *string    `json:"by" doc:"Full name"`
	DecidedAt *time.Time `json:"decidedAt"`
	Approved  *bool      `json:"approved"`
}

// LineReason is why a line was not bought.
type LineReason struct {
	Code    string `json:"code" example:"InsufficientBalanceError"`
	Message string `json:"message"`
}

// ScheduledLine is one destination of a scheduled order.
type ScheduledLine struct {
	Line          int         `json:"line" doc:"From 1, in the list's order"`
	OrderID       *string     `json:"orderId" doc:"null without an order; 19 decimal digits: keep it as text"`
	DestinationNo string      `json:"destinationNo"`
	Status        string      `json:"status" enum:"waiting,pending,success,failed,error,canceled"`
	Amount        *int64      `json:"amount" doc:"Of an open-amount product"`
	Price         *int64      `json:"price" doc:"Charged, whole rupiah"`
	Name          string      `json:"name" doc:"Of the contact or the bill's customer; empty when unknown"`
	SerialNumber  string      `json:"serialNumber"`
	Reason        *LineReason `json:"reason"`
	CreatedAt     *time.Time  `json:"createdAt" doc:"Of its order"`
	UpdatedAt     time.Time   `json:"updatedAt"`
	Refunded      bool        `json:"refunded"`
}

// ScheduledOrder is an order of one product for many destinations.
type ScheduledOrder struct {
	ID             string             `json:"id"`
	Name           string             `json:"name"`
	ProductCode    string             `json:"productCode"`
	ProductName    string             `json:"productName"`
	OperatorType   string             `json:"operatorType"`
	WalletType     string             `json:"walletType"`
	Kind           string             `json:"kind" enum:"prepaid,postpaid,open"`
	Status         string             `json:"status" enum:"draft,scheduled,done,canceled"`
	WaitsFor       *string            `json:"waitsFor" enum:"approval,late" doc:"Of a draft: another user, or the client's word because its moment passed more than a day ago"`
	ScheduledAt    time.Time          `json:"scheduledAt"`
	ExecutedAt     *time.Time         `json:"executedAt" doc:"When its run began"`
	EndedAt        *time.Time         `json:"endedAt" doc:"When its last line ended"`
	CreatedAt      time.Time          `json:"createdAt"`
	CreatedBy      string             `json:"createdBy" doc:"Full name"`
	Interval       *string            `json:"interval" enum:"monthly"`
	EndsAt         *time.Time         `json:"endsAt" doc:"Last moment of a monthly series"`
	DestinationNos []string           `json:"destinationNos" nullable:"false" doc:"In a list the first 10"`
	Quantity       int                `json:"quantity" doc:"Number of destinations"`
	UnitPrice      *int64             `json:"unitPrice" doc:"When it was made; null for bills"`
	Amount         *int64             `json:"amount" doc:"Of each line of an open-amount product"`
	EstimatedPrice *int64             `json:"estimatedPrice" doc:"null for bills"`
	Charged        int64              `json:"charged" doc:"And not refunded"`
	Counts         LineCounts         `json:"counts"`
	SeriesID       *string            `json:"seriesId" doc:"First run of its monthly series"`
	RetryOf        *string            `json:"retryOf"`
	RetriedBy      []string           `json:"retriedBy" nullable:"false"`
	Approval       *ScheduledApproval `json:"approval"`
}

// ScheduledOrderDetail is a scheduled order with its lines.
type ScheduledOrderDetail struct {
	ScheduledOrder

	Orders []ScheduledLine `json:"orders" nullable:"false"`
}

// OneScheduledOrder is the answer of calls about one.
type OneScheduledOrder struct {
	Data ScheduledOrder `json:"data"`
}

// OneScheduledOrderDetail is the answer with lines.
type OneScheduledOrderDetail struct {
	Data ScheduledOrderDetail `json:"data"`
}

// ScheduledOrders is a page.
type ScheduledOrders struct {
	Data    []ScheduledOrder `json:"data" nullable:"false"`
	Page    int              `json:"page"`
	PerPage int              `json:"perPage"`
	Total   int              `json:"total"`
}

// ScheduledProgress is how far a run is.
type ScheduledProgress struct {
	Status     string     `json:"status" enum:"draft,scheduled,done,canceled"`
	Counts     LineCounts `json:"counts"`
	Charged    int64      `json:"charged"`
	ExecutedAt *time.Time `json:"executedAt"`
	EndedAt    *time.Time `json:"endedAt"`
}

// OneScheduledProgress is the answer of the progress.
type OneScheduledProgress struct {
	Data ScheduledProgress `json:"data"`
}

// ScheduledLines are some lines.
type ScheduledLines struct {
	Data  []ScheduledLine `json:"data" nullable:"false"`
	Total int             `json:"total" doc:"Lines that the filter selects"`
}

// CanceledScheduledOrder is what a cancellation did.
type CanceledScheduledOrder struct {
	CanceledLines int    `json:"canceledLines" doc:"Lines that get no order"`
	Status        string `json:"status" enum:"canceled"`
}

// OneCanceledScheduledOrder is the answer of a cancellation.
type OneCanceledScheduledOrder struct {
	Data CanceledScheduledOrder `json:"data"`
}

// NewScheduledOrder asks for a scheduled order.
type NewScheduledOrder struct {
	PIN            string     `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
	Name           string     `json:"name" maxLength:"400" example:"Pulsa karyawan" missing:"name"`
	ProductCode    string     `json:"productCode" maxLength:"64" example:"TSEL10"`
	DestinationNos []string   `json:"destinationNos" maxItems:"10001" nullable:"false" doc:"At most 10,000; duplicates are dropped" missing:"no_numbers"`
	ScheduledAt    *time.Time `json:"scheduledAt,omitempty" nullable:"true" doc:"In steps of 5 minutes, at least 5 minutes ahead; null is at once"`
	Interval       *string    `json:"interval,omitempty" nullable:"true" enum:"monthly" doc:"null runs once"`
	EndsAt         *time.Time `json:"endsAt,omitempty" nullable:"true" doc:"A moment of the last month of a monthly order, in the client's zone"`
	Amount         *int64     `json:"amount,omitempty" nullable:"true" maximum:"1000000000" doc:"Of each line of an open-amount product"`
	ExpectedTotal  *int64     `json:"expectedTotal,omitempty" nullable:"true" doc:"The total that the user confirmed; none for bills" example:"20500"`
}

type createScheduledOrder struct {
	httpapi.IdempotencyKey

	Body NewScheduledOrder
}

type listScheduledOrders struct {
	Page         int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	PerPage      int    `query:"perPage" minimum:"1" maximum:"100" doc:"10 without it"`
	OperatorType string `query:"operatorType" maxLength:"64"`
	Status       string `query:"status" enum:"draft,scheduled,done,canceled" doc:"All without it"`
	SearchQuery  string `query:"searchQuery" maxLength:"100" doc:"Part of the name"`
	StartDate    string `query:"startDate" maxLength:"40" doc:"First moment of scheduledAt, RFC 3339" example:"2026-10-31T17:00:00Z"`
	EndDate      string `query:"endDate" maxLength:"40" doc:"Last moment, RFC 3339" example:"2026-11-30T16:59:59Z"`
}

type oneScheduledOrder struct {
	ID string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
}

type listScheduledLines struct {
	ID     string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	From   int    `query:"from" minimum:"1" maximum:"10000" doc:"First line; 1 without it"`
	Count  int    `query:"count" minimum:"1" maximum:"100" doc:"10 without it"`
	Status string `query:"status" enum:"waiting,pending,success,failed,error,canceled" doc:"All without it"`
}

func registerScheduledOrders(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "create-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders", Summary: "Buy for many destinations, now or later",
		Description: "The try of the PIN is counted before it is compared. An order at once begins to run with the answer; progress tells how far it is.",
		Tag:         tagScheduled, Access: httpapi.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Tenant: httpapi.TenantCaller,
		StrictQuery: true, MaxBody: scheduledBody, Texts: schedule.Texts(),
		Faults: httpapi.IdempotencyFaults(identity.ErrInvalidPIN, identity.ErrPINLocked, identity.ErrPINNotSet, order.ErrProductNotFound,
			order.ErrProductInactive, order.ErrProductProblem, order.ErrProductCutOff, order.ErrPriceAboveMaximum, wallet.ErrNoWallet, wallet.ErrInactive,
			wallet.ErrInsufficientBalance, fault.ErrBusy),
		Example: NewScheduledOrder{
			PIN: examplePIN, Name: "Pulsa karyawan", ProductCode: "TSEL10", DestinationNos: []string{"081234567890", "081234567891"},
			ExpectedTotal: new(int64(20_500)),
		},
	}, s.createScheduledOrder)

	httpapi.Register(a, httpapi.Operation{
		ID: "list-scheduled-orders", Method: http.MethodGet, Path: "/v1/scheduled-orders", Summary: "Scheduled orders", Tag: tagScheduled,
		Description: "The last scheduled first. Events of the stream with the topic scheduled-orders change it.",
		Access:      httpapi.Needs(identity.ScheduledOrderList), Feature: identity.Corporate, Tenant: httpapi.TenantCaller,
	}, s.listScheduledOrders)

	httpapi.Register(a, httpapi.Operation{
		ID: "get-scheduled-order", Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}", Summary: "A scheduled order with its lines", Tag: tagScheduled,
		Access: httpapi.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.getScheduledOrder)

	httpapi.Register(a, httpapi.Operation{
		ID: "get-scheduled-order-progress", Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}/progress", Summary: "How far a run is", Tag: tagScheduled,
		Access: httpapi.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.scheduledProgress)

	httpapi.Register(a, httpapi.Operation{
		ID: "list-scheduled-order-lines", Method: http.MethodGet, Path: "/v1/scheduled-orders/{id}/lines", Summary: "Some lines of a scheduled order", Tag: tagScheduled,
		Access: httpapi.Needs(identity.ScheduledOrderGet), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listScheduledLines)

	httpapi.Register(a, httpapi.Operation{
		ID: "cancel-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/cancel", Summary: "Cancel what has not begun", Tag: tagScheduled,
		Description: "Lines without an order get none; orders that were placed go on. Of a monthly series all that follows is canceled too.",
		Access:      httpapi.Needs(identity.ScheduledOrderCancel), Feature: identity.Corporate, Tenant: httpapi.TenantCaller, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound, schedule.ErrNotCancelable},
	}, s.cancelScheduledOrder)

	registerScheduledDecisions(a, s)
	registerScheduledResults(a, s)
	registerScheduledApprovals(a, s)
	registerScheduledChecks(a, s)
}

func (s Services) createScheduledOrder(ctx context.Context, in *createScheduledOrder) (*body[OneScheduledOrder], error) {
	b := in.Body
	b.PIN = "" // not stored, not even as a hash

	request, err := in.Request(ctx, "create-scheduled-order", b)
	if err != nil {
		return nil, err
	}

	p := caller(ctx)
	n := schedule.NewOrder{
		Request: request, ClientID: p.ClientID, UserID: p.UserID, PIN: secret.Text(in.Body.PIN), Name: b.Name, ProductCode: b.ProductCode,
		Destinations: b.DestinationNos, Monthly: b.Interval != nil, Actor: httpapi.Actor(p), Address: httpapi.Address(ctx),
		Amount: (*money.Rupiah)(b.Amount), ExpectedTotal: (*money.Rupiah)(b.ExpectedTotal),
	}

	if b.ScheduledAt != nil {
		n.At = b.ScheduledAt.UTC()
	}

	if b.EndsAt != nil {
		n.EndsAt = b.EndsAt.UTC()
	}

	o, err := s.Schedules.Create(ctx, n)
	if err != nil {
		return nil, err
	}

	return answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) listScheduledOrders(ctx context.Context, in *listScheduledOrders) (*body[ScheduledOrders], error) {
	f := schedule.Filter{
		OperatorType: in.OperatorType, Status: schedule.Status(in.Status), Name: in.SearchQuery, Page: max(in.Page, 1), PerPage: in.PerPage,
	}
	if f.PerPage == 0 {
		f.PerPage = scheduledPage
	}

	var err error
	if f.From, err = moment("startDate", in.StartDate); err != nil {
		return nil, err
	}

	if f.To, err = moment("endDate", in.EndDate); err != nil {
		return nil, err
	}

	list, total, err := s.Schedules.List(ctx, caller(ctx).ClientID, f)
	if err != nil {
		return nil, err
	}

	out := ScheduledOrders{Data: make([]ScheduledOrder, len(list)), Page: f.Page, PerPage: f.PerPage, Total: total}
	for i := range list {
		out.Data[i] = showScheduled(&list[i])
	}

	return answer(out), nil
}

func (s Services) getScheduledOrder(ctx context.Context, in *oneScheduledOrder) (*body[OneScheduledOrderDetail], error) {
	o, err := s.Schedules.Get(ctx, caller(ctx).ClientID, pathID(in.ID))
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

	return answer(OneScheduledOrderDetail{ScheduledOrderDetail{showScheduled(&o), shown}}), nil
}

func (s Services) scheduledProgress(ctx context.Context, in *oneScheduledOrder) (*body[OneScheduledProgress], error) {
	o, err := s.Schedules.Progress(ctx, caller(ctx).ClientID, pathID(in.ID))
	if err != nil {
		return nil, err
	}

	return answer(OneScheduledProgress{ScheduledProgress{
		Status: string(o.Status), Counts: showCounts(&o), Charged: int64(o.Charged), ExecutedAt: orNil(o.ExecutedAt), EndedAt: orNil(o.EndedAt),
	}}), nil
}

func (s Services) listScheduledLines(ctx context.Context, in *listScheduledLines) (*body[ScheduledLines], error) {
	f := schedule.LineFilter{From: max(in.From, 1), Count: in.Count, State: schedule.LineState(in.Status)}
	if f.Count == 0 {
		f.Count = scheduledPage
	}

	lines, total, err := s.Schedules.Lines(ctx, caller(ctx).ClientID, pathID(in.ID), f)
	if err != nil {
		return nil, err
	}

	shown, err := s.showLines(ctx, lines)
	if err != nil {
		return nil, err
	}

	return answer(ScheduledLines{shown, total}), nil
}

func (s Services) cancelScheduledOrder(ctx context.Context, in *oneScheduledOrder) (*body[OneCanceledScheduledOrder], error) {
	p := caller(ctx)

	out, err := s.Schedules.Cancel(ctx, schedule.Decision{
		ClientID: p.ClientID, ID: pathID(in.ID), Actor: httpapi.Actor(p), Address: httpapi.Address(ctx),
	})
	if err != nil {
		return nil, err
	}

	return answer(OneCanceledScheduledOrder{CanceledScheduledOrder{out.Lines, string(out.Status)}}), nil
}

func showScheduled(o *schedule.Order) ScheduledOrder {
	out := ScheduledOrder{
		ID: number(o.ID), Name: o.Name, ProductCode: o.ProductCode, ProductName: o.ProductName, OperatorType: o.OperatorType,
		WalletType: string(o.WalletType), Kind: string(o.Kind), Status: string(o.Status), WaitsFor: orNil(string(o.WaitsFor)),
		ScheduledAt: o.ScheduledAt, ExecutedAt: orNil(o.ExecutedAt), EndedAt: orNil(o.EndedAt), CreatedAt: o.CreatedAt, CreatedBy: o.UserName,
		DestinationNos: o.Destinations, Quantity: o.Quantity, UnitPrice: orNil(int64(o.UnitPrice)), Amount: orNil(int64(o.Amount)),
		EstimatedPrice: orNil(int64(o.EstimatedPrice())), Charged: int64(o.Charged), Counts: showCounts(o), RetriedBy: make([]string, len(o.RetriedBy)),
	}

	if o.Repeats {
		// The last moment of the month, not the first one after it.
		out.Interval, out.EndsAt, out.SeriesID = new("monthly"), new(o.EndsAt.Add(-time.Second)), new(number(o.SeriesID))
	}

	if o.RetryOf != 0 {
		out.RetryOf = new(number(o.RetryOf))
	}

	for i, id := range o.RetriedBy {
		out.RetriedBy[i] = number(id)
	}

	if a := o.Approval; !a.ExpiresAt.IsZero() {
		out.Approval = &ScheduledApproval{ExpiresAt: a.ExpiresAt, By: orNil(a.By), DecidedAt: orNil(a.At)}
		if !a.At.IsZero() {
			out.Approval.Approved = &a.Approved
		}
	}

	return out
}

func showCounts(o *schedule.Order) LineCounts {
	c := o.Counts

	return LineCounts{o.Quantity, c.Waiting, c.Pending, c.Success, c.Failed, c.Error, c.Canceled}
}

// showLines shows lines, with the names of contacts where no bill names a customer.
func (s Services) showLines(ctx context.Context, lines []schedule.Line) ([]ScheduledLine, error) {
	out := make([]ScheduledLine, len(lines))

	names, err := s.contactNames(ctx, caller(ctx).ClientID, lines)
	if err != nil {
		return nil, err
	}

	for i, l := range lines {
		out[i] = ScheduledLine{
			Line: l.Number, DestinationNo: l.DestinationNo, Status: string(l.State), Amount: orNil(int64(l.Amount)), Price: orNil(int64(l.Price)),
			Name: cmp.Or(l.Name, names[i]), SerialNumber: l.SerialNumber, CreatedAt: orNil(l.CreatedAt), UpdatedAt: l.UpdatedAt, Refunded: l.Refunded,
		}

		if l.OrderID != 0 {
			out[i].OrderID = new(order.FormatID(l.OrderID))
		}

		if l.Refusal != nil {
			out[i].Reason = &LineReason{l.Refusal.Code, httpapi.Say(ctx, l.Refusal.Message)}
		}
	}

	return out, nil
}

// orNil is nil for a zero value.
func orNil[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}

	return &v
}
