// Package schedule keeps scheduled orders: one product for many destinations, paid at once, later, or every month. It
// decides when a run begins and places an order for each line; package order charges, sends and refunds them. It is the
// only writer of these tables.
package schedule

import (
	"time"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Limits (docs/product/bill-payment.md#runs).
const (
	// MaxLines is the most destinations of a scheduled order.
	MaxLines = 10_000
	// MaxOpen is the most scheduled orders of a client that have not ended.
	MaxOpen = 100
	// MaxCanceled is the most lines that a client may cancel within a day before they ran.
	MaxCanceled = 100_000
	// MaxName is the longest name, in characters.
	MaxName = 100
)

// Status is the state of a scheduled order (docs/product/bill-payment.md#scheduled-orders).
type Status string

// The states. A draft waits for a person; see WaitsFor. A scheduled one waits for its moment or runs.
const (
	Draft     Status = "draft"
	Scheduled Status = "scheduled"
	Done      Status = "done" // every line ended
	Canceled  Status = "canceled"
)

// Valid reports whether a text names a state.
func (s Status) Valid() bool {
	return s == Draft || s == Scheduled || s == Done || s == Canceled
}

// Wait is what a draft waits for.
type Wait string

// What drafts wait for.
const (
	ForApproval Wait = "approval" // by another user
	ForLate     Wait = "late"     // the client's word, because its moment passed more than a day ago
)

// LineState is the state of one destination.
type LineState string

// The states of a line. A pending line has an order that has not ended.
const (
	LineWaiting  LineState = "waiting"
	LinePlacing  LineState = "placing" // its order is being placed; shown as waiting
	LinePending  LineState = "pending"
	LineSuccess  LineState = "success"
	LineFailed   LineState = "failed"
	LineError    LineState = "error" // the bill was paid already
	LineCanceled LineState = "canceled"
)

// ForClients is the state that clients see.
func (s LineState) ForClients() LineState {
	if s == LinePlacing {
		return LineWaiting
	}

	return s
}

// Counts are the lines of a scheduled order by state.
type Counts struct {
	Waiting, Pending, Success, Failed, Error, Canceled int
}

// Open is the number of lines that have not ended.
func (c Counts) Open() int { return c.Waiting + c.Pending }

// Order is a scheduled order.
type Order struct {
	ID           int64
	ClientID     int64
	UserID       int64  // who made it
	UserName     string // full name
	Name         string
	ProductCode  string
	ProductName  string
	OperatorType string
	WalletType   wallet.Type
	Kind         catalog.Kind
	Quantity     int
	Amount       money.Rupiah // of each line of an open-amount product
	UnitPrice    money.Rupiah // when it was made; 0 for bills
	Status       Status
	WaitsFor     Wait
	Immediate    bool
	ScheduledAt  time.Time
	Repeats      bool
	EndsAt       time.Time // last moment of a series; zero without one
	SeriesID     int64
	Run          int // months after the first run of its series
	RetryOf      int64
	RetriedBy    []int64
	ExecutedAt   time.Time // zero before the run
	EndedAt      time.Time // zero before the last line ended
	Counts       Counts
	Charged      money.Rupiah // and not refunded
	MoneyEnded   int          // failed lines for which the balance was too low
	ShortSince   time.Time    // since when it is too low for the next line; zero while it is not
	Approval     Approval
	CreatedAt    time.Time
	Destinations []string // at most the first ones, where the caller asked for no more

	token   string
	epoch   int64
	refunds int // lines that were refunded while others waited
}

// Approval is the decision of another user about a draft.
type Approval struct {
	ExpiresAt time.Time // zero: none is needed
	By        string    // full name
	At        time.Time
	Approved  bool
}

// EstimatedTotal is what will be charged by the price when the order was made, fees included; 0 for bills, whose price nobody
// knows yet.
func (o Order) EstimatedTotal() money.Rupiah { return o.UnitPrice * money.Rupiah(o.Quantity) }

// WaitsForMoney reports whether lines wait because the balance is too low, for what orders of the same run may refund.
func (o Order) WaitsForMoney() bool {
	return !o.ShortSince.IsZero() && o.Status == Scheduled && o.Counts.Waiting > 0
}

// Fee is our fee on each line of an open amount.
func (o Order) Fee() money.Rupiah {
	if o.Kind != catalog.Open {
		return 0
	}

	return o.UnitPrice - o.Amount
}

// TotalFee is the fee of all lines.
func (o Order) TotalFee() money.Rupiah { return o.Fee() * money.Rupiah(o.Quantity) }

// EstimatedPrice is the total without the fees of open amounts (docs/product/bill-payment.md#creating-an-order).
func (o Order) EstimatedPrice() money.Rupiah { return o.EstimatedTotal() - o.TotalFee() }

// Refusal is why a line got no order: the code of an error, and its message.
type Refusal struct {
	Code    string
	Message language.Message
}

// Line is one destination of a scheduled order.
type Line struct {
	Number        int
	DestinationNo string
	State         LineState
	OrderID       int64 // 0 without one
	Amount        money.Rupiah
	Price         money.Rupiah
	Name          string // of the bill's customer; empty when unknown
	SerialNumber  string
	Refusal       *Refusal
	CreatedAt     time.Time // of its order; zero without one
	UpdatedAt     time.Time
	Refunded      bool
	Retriable     bool // a retry may contain it now; only where it was asked for
}

// WrongNumber reports whether a line failed for its number, so that a retry will fail again.
func (l Line) WrongNumber() bool { return l.Refusal != nil && wrongNumber(l.Refusal.Code) }

func wrongNumber(code string) bool {
	switch supplier.Reason(code) {
	case supplier.ReasonNumberWrong, supplier.ReasonNumberBlocked, supplier.ReasonOtherOperator, supplier.ReasonOtherRegion:
		return true
	}

	return code == fault.ErrValidation.Code
}
