// Package order has orders and their attempts: types, rows, what clients and staff read of them, and the decisions of staff.
// Package placing accepts orders, package dispatch brings each to one end: success, or failure with its refund.
package order

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Status is the state of an order. The numbers are those of docs/product/orders.md#states and are stored in the database.
type Status int64

// The states. Pending becomes Success or Failed; both are ends.
const (
	Failed  Status = 3
	Success Status = 4
	Pending Status = 5
)

func (s Status) String() string {
	switch s {
	case Failed:
		return "failed"
	case Success:
		return "success"
	case Pending:
		return "pending"
	}

	return "unknown"
}

// StatusOf converts a number to a state.
func StatusOf(n int64) (Status, bool) {
	switch s := Status(n); s {
	case Failed, Success, Pending:
		return s, true
	}

	return 0, false
}

// PaymentType is the money source of an order.
type PaymentType string

// The payment types.
const (
	Deposit    PaymentType = "deposit"
	Settlement PaymentType = "settlement"
)

// Valid reports whether a text names a payment type.
func (p PaymentType) Valid() bool { return p == Deposit || p == Settlement }

// Label is how people read the type, in both languages: Deposit, Settlement. An unknown one is itself.
func (p PaymentType) Label() string {
	switch p {
	case Deposit:
		return "Deposit"
	case Settlement:
		return "Settlement"
	}

	return string(p)
}

// Channel is the way by which an order was placed.
type Channel string

// The channels.
const (
	ChannelH2H    Channel = "h2h" // API key
	ChannelPortal Channel = "portal"
	// ChannelStorefront is the client's shop: package checkout.
	ChannelStorefront Channel = "storefront"
)

// Order is one purchase for one destination.
type Order struct {
	ID            int64
	ClientID      int64
	ClientRef     string
	WalletID      int64
	WalletType    wallet.Type
	ProductCode   string
	ProductName   string
	Kind          catalog.Kind
	DestinationNo string
	Amount        money.Rupiah // requested amount of an open-amount product
	Price         money.Rupiah // charged
	Status        Status
	Refunded      bool
	PaymentType   PaymentType
	Channel       Channel
	APIKeyEnding  string            // last four characters of the API key that placed it
	DisplayFields map[string]string // keys and values shown beside the product
	SerialNumber  string            // proof of delivery: a token, a voucher code
	Reason        supplier.Reason   // reason of a failure
	CreatedAt     time.Time
	UpdatedAt     time.Time
	InputHash     int64 // digest of the request: tells a repeat from another order with its reference
}

// FormatID formats an order id for clients.
func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

// AttemptKey names an attempt. Its text is our reference at the supplier, as 1001-2611261756270300000-1: digits and two hyphens, 26
// characters for a client of four digits and an attempt below ten, 59 at most. It is unique for ever, since a client's order ids are, and
// names the client, so that a notice finds the order among the rows of its client.
type AttemptKey struct {
	ClientID, OrderID int64
	Number            int
}

func (k AttemptKey) String() string {
	return string(strconv.AppendInt(append(strconv.AppendInt(append(strconv.AppendInt(make([]byte, 0, referenceLength), k.ClientID, 10), '-'), k.OrderID, 10), '-'), int64(k.Number), 10))
}

// referenceLength is the room for most references.
const referenceLength = 40

// ParseAttemptKey is the reverse of String.
func ParseAttemptKey(reference string) (AttemptKey, bool) {
	parts := strings.Split(reference, "-")
	if len(parts) != len([...]string{"client", "order", "number"}) {
		return AttemptKey{}, false
	}

	client, err1 := strconv.ParseInt(parts[0], 10, 64)
	id, err2 := strconv.ParseInt(parts[1], 10, 64)
	number, err3 := strconv.Atoi(parts[2])
	k := AttemptKey{client, id, number}

	return k, errors.Join(err1, err2, err3) == nil && client > 0 && id > 0 && number > 0 && k.String() == reference
}
