// Package event keeps the record of what happened: facts that other parts must learn of, written in the transaction that
// makes them, and read by named consumers in one order. A fact never changes.
package event

import (
	"fmt"
	"strconv"
	"time"
)

// Kind names what happened. The texts are stored.
type Kind string

// The kinds, by their subjects.
const (
	OrderSucceeded Kind = "order.succeeded" // subject: the order's id; its channel
	OrderFailed    Kind = "order.failed"    // as above; refunded
	OrderReversed  Kind = "order.reversed"  // as above: it had succeeded, staff made it fail
	OrderCosted    Kind = "order.costed"    // as above: its cost became known after staff ended it, or it is reversed; data: order.CostNote; never shown to clients

	ComplaintAnswered Kind = "complaint.answered" // the order's id; its channel; data: complaint.AnswerNote

	TopupCredited Kind = "topup.credited" // the wallet's id; data: key and amount of the posting

	ScheduledOrderDone Kind = "scheduled_order.done" // the scheduled order's id

	InvoiceIssued  Kind = "invoice.issued" // the invoice's id
	InvoicePaid    Kind = "invoice.paid"
	InvoiceOverdue Kind = "invoice.overdue" // at: the end of its due day

	ShopOrderPaid      Kind = "shop_order.paid"      // the storefront order's id; the client told us of the payment
	ShopOrderDelivered Kind = "shop_order.delivered" // as above
	ShopOrderFailed    Kind = "shop_order.failed"    // as above; data: the reason's code, and what was delivered before a reversal

	PriceChanged     Kind = "price.changed"     // the product's code; of one client, or of none: the list price
	ProductDisturbed Kind = "product.disturbed" // the product's code
	ProductFine      Kind = "product.fine"

	APIChanged Kind = "api.changed" // the number of changes so far; data: those that are new

	BalanceBelowThreshold Kind = "balance.below_threshold" // the wallet's id; data: balance and threshold
)

// Event is a fact.
type Event struct {
	// Position orders the facts: greater than that of every fact that could be read before. It is 0 until the fact is read.
	Position int64
	ClientID int64 // 0: of no single client
	Kind     Kind
	Subject  string // id of what it happened to
	Channel  string // how an order was placed; empty for others
	Data     string // a small JSON object, or empty
	At       time.Time
}

// ID is the subject of a kind whose subjects are numbers.
func (e Event) ID() (int64, error) {
	id, err := strconv.ParseInt(e.Subject, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("subject of %s at %d: %w", e.Kind, e.Position, err)
	}

	return id, nil
}

// Subject writes a number as a subject.
func Subject(id int64) string { return strconv.FormatInt(id, 10) }
