// Package settlement keeps the limits within which clients pay later, their history, and the periods after which what
// was used is invoiced. It is the only writer of these tables.
package settlement

import (
	"strings"
	"time"

	"loket/internal/platform/money"
)

// Settlement is the limit of a client. What was used, Limit - Balance, stays used until the invoice about it is paid.
// It is negative while a refund came after the payment of its invoice: the next invoice is less by it.
type Settlement struct {
	ID        int64
	ClientID  int64
	Active    bool
	AbleTopup bool         // whether the client may raise the limit up to MaxLimit
	Limit     money.Rupiah // granted
	MaxLimit  money.Rupiah // the cap of Limit
	Balance   money.Rupiah // left
	// BlockedAt is the time from which an overdue invoice stops new orders; zero is never.
	BlockedAt time.Time
	Days      Days
	DueDays   int // of an invoice, after the close
	CreatedAt time.Time

	seq     int64 // number of the last history row
	changed int64 // time of the last history row or close, microseconds
}

// Used is what was used of the limit and is not paid.
func (s Settlement) Used() money.Rupiah { return s.Limit - s.Balance }

// Overdue reports whether an unpaid invoice stops new orders at a time.
func (s Settlement) Overdue(at time.Time) bool {
	return !s.BlockedAt.IsZero() && !at.Before(s.BlockedAt)
}

// Action is the reason of a change of what is left of a limit.
type Action string

// The actions. Payment and LimitLowered lower what is left, the others raise it.
const (
	Topup        Action = "topup" // the limit was raised
	Payment      Action = "payment"
	Refund       Action = "refund"
	LimitLowered Action = "limit_lowered"
	InvoicePaid  Action = "invoice_paid"
)

// Actions lists the actions in the order of the screens.
func Actions() []Action { return []Action{Topup, Payment, Refund, InvoicePaid, LimitLowered} }

// Account is the contra account of a change.
type Account string

// The contra accounts.
const (
	Sales      Account = "sales"      // orders, and their refunds
	Granted    Account = "granted"    // limits
	Receivable Account = "receivable" // invoices that were paid
)

func (a Action) contra() Account {
	switch a {
	case Payment, Refund:
		return Sales
	case InvoicePaid:
		return Receivable
	case Topup, LimitLowered:
		return Granted
	}

	return Granted
}

// Entry is one row of history.
type Entry struct {
	SettlementID  int64
	Seq           int64 // 1.. without gaps
	ClientID      int64
	Action        Action
	Amount        money.Rupiah // signed
	BalanceBefore money.Rupiah
	BalanceAfter  money.Rupiah
	OrderID       int64 // of a payment or refund, else 0
	SourceRef     string
	CreatedAt     time.Time // never before the row before
	key           string    // names the reason of a row without an order
}

// CreditNoteKey begins the key of a row that a credit note made (package invoice).
const CreditNoteKey = "credit-note/"

// CreditNote reports whether an InvoicePaid is a credit note and not a payment.
func (e Entry) CreditNote() bool { return strings.HasPrefix(e.key, CreditNoteKey) }

// Period is the time between two closes. Its rows of history are those in its time, so a late close changes nothing.
type Period struct {
	ID           int64
	SettlementID int64
	ClientID     int64
	Number       int64 // 1.. without gaps
	From         time.Time
	To           time.Time // the first moment after it
	Days         Days
	Limit        money.Rupiah
	MaxLimit     money.Rupiah
	Bill         Bill      // of a closed one
	ClosedAt     time.Time // zero while it is open

	firstSeq, lastSeq int64 // lastSeq of a closed one
}

// Open reports whether the period takes orders.
func (p Period) Open() bool { return p.ClosedAt.IsZero() }
