package schedules

import (
	"cmp"
	"context"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/schedule"
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
	_ struct{} `nullable:"true"`

	ExpiresAt time.Time  `json:"expiresAt"`
	By        *string    `json:"by" doc:"Full name"`
	DecidedAt *time.Time `json:"decidedAt"`
	Approved  *bool      `json:"approved"`
}

// LineReason is why a line was not bought.
type LineReason struct {
	_ struct{} `nullable:"true"`

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
	Retriable     bool        `json:"retriable" doc:"A retry may contain it now; false in the detail of an order, whose pages of lines tell"`
	WrongNumber   bool        `json:"wrongNumber" doc:"It failed for its number: a retry will fail again"`
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
	CreatedByID    string             `json:"createdById" doc:"The user who made it, and who can't approve it"`
	Interval       *string            `json:"interval" enum:"monthly"`
	EndsAt         *time.Time         `json:"endsAt" doc:"Last moment of a monthly series"`
	DestinationNos []string           `json:"destinationNos" nullable:"false" doc:"In a list the first 10"`
	More           int                `json:"moreDestinations" doc:"How many of the quantity are not in destinationNos"`
	Quantity       int                `json:"quantity" doc:"Number of destinations"`
	UnitPrice      *int64             `json:"unitPrice" doc:"When it was made; null for bills"`
	Amount         *int64             `json:"amount" doc:"Of each line of an open-amount product"`
	EstimatedPrice *int64             `json:"estimatedPrice" doc:"Sell price, or open amount, times quantity; null for bills"`
	Fee            *int64             `json:"fee" doc:"Ours, on each line of an open amount; null for other products"`
	TotalFee       *int64             `json:"totalFee" doc:"fee times quantity"`
	EstimatedTotal *int64             `json:"estimatedTotal" doc:"estimatedPrice and totalFee: what will be charged by the price when it was made; null for bills"`
	Charged        int64              `json:"charged" doc:"And not refunded"`
	MoneyEnded     int                `json:"moneyEnded" doc:"Lines that failed because the balance ended"`
	WaitsForMoney  bool               `json:"waitsForMoney" doc:"The balance is too low for the next line. Lines wait for what orders of this run may refund, 15 minutes at most"`
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
	Status  string     `json:"status" enum:"draft,scheduled,done,canceled"`
	Counts  LineCounts `json:"counts"`
	Charged int64      `json:"charged"`

	MoneyEnded    int  `json:"moneyEnded" doc:"Lines that failed because the balance ended"`
	WaitsForMoney bool `json:"waitsForMoney" doc:"Lines wait for what orders of this run may refund"`

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

func showScheduled(o *schedule.Order) ScheduledOrder {
	out := ScheduledOrder{
		ID: portal.FormatID(o.ID), Name: o.Name, ProductCode: o.ProductCode, ProductName: o.ProductName, OperatorType: o.OperatorType,
		WalletType: string(o.WalletType), Kind: string(o.Kind), Status: string(o.Status), WaitsFor: portal.OrNil(string(o.WaitsFor)),
		ScheduledAt: o.ScheduledAt, ExecutedAt: portal.OrNil(o.ExecutedAt), EndedAt: portal.OrNil(o.EndedAt), CreatedAt: o.CreatedAt, CreatedBy: o.UserName, CreatedByID: portal.FormatID(o.UserID),
		DestinationNos: append([]string{}, o.Destinations...), More: o.Quantity - len(o.Destinations), Quantity: o.Quantity, UnitPrice: portal.OrNil(int64(o.UnitPrice)), Amount: portal.OrNil(int64(o.Amount)),
		EstimatedPrice: portal.OrNil(int64(o.EstimatedPrice())), EstimatedTotal: portal.OrNil(int64(o.EstimatedTotal())), Charged: int64(o.Charged), MoneyEnded: o.MoneyEnded, WaitsForMoney: o.WaitsForMoney(), Counts: showCounts(o), RetriedBy: make([]string, len(o.RetriedBy)),
	}

	if o.Kind == catalog.Open {
		out.Fee, out.TotalFee = new(int64(o.Fee())), new(int64(o.TotalFee()))
	}

	if o.Repeats {
		// The last moment of the month, not the first one after it.
		out.Interval, out.EndsAt, out.SeriesID = new("monthly"), new(o.EndsAt.Add(-time.Second)), new(portal.FormatID(o.SeriesID))
	}

	if o.RetryOf != 0 {
		out.RetryOf = new(portal.FormatID(o.RetryOf))
	}

	for i, id := range o.RetriedBy {
		out.RetriedBy[i] = portal.FormatID(id)
	}

	if a := o.Approval; !a.ExpiresAt.IsZero() {
		out.Approval = &ScheduledApproval{ExpiresAt: a.ExpiresAt, By: portal.OrNil(a.By), DecidedAt: portal.OrNil(a.At)}
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

	names, err := s.contactNames(ctx, portal.Caller(ctx).ClientID, lines)
	if err != nil {
		return nil, err
	}

	for i, l := range lines {
		out[i] = ScheduledLine{
			Line: l.Number, DestinationNo: l.DestinationNo, Status: string(l.State), Amount: portal.OrNil(int64(l.Amount)), Price: portal.OrNil(int64(l.Price)),
			Name: cmp.Or(l.Name, names[i]), SerialNumber: portal.ShownSerial(ctx, l.SerialNumber), CreatedAt: portal.OrNil(l.CreatedAt), UpdatedAt: l.UpdatedAt, Refunded: l.Refunded,
			Retriable: l.Retriable, WrongNumber: l.WrongNumber(),
		}

		if l.OrderID != 0 {
			out[i].OrderID = new(order.FormatID(l.OrderID))
		}

		if l.Refusal != nil {
			out[i].Reason = &LineReason{Code: l.Refusal.Code, Message: api.Say(ctx, l.Refusal.Message)}
		}
	}

	return out, nil
}
