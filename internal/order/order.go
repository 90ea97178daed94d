// Package order places orders, sends them to suppliers and brings each to one
// end: success, or failure with its refund.
package order

import (
	"fmt"
	"strconv"
	"time"

	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/wallet"
)

// Status is the state of an order; the numbers are those of the specification
// (1, section 3) and are what the database keeps.
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

// StatusOf reads a state by its number.
func StatusOf(n int64) (Status, bool) {
	switch s := Status(n); s {
	case Failed, Success, Pending:
		return s, true
	}

	return 0, false
}

// PaymentType says from where an order is paid.
type PaymentType string

// The payment types.
const (
	Deposit    PaymentType = "deposit"
	Settlement PaymentType = "settlement"
)

// Channel says how an order came in.
type Channel string

// The channels.
const (
	ChannelH2H    Channel = "h2h" // API key
	ChannelPortal Channel = "portal"
)

// Kind says how a product is bought; see catalog.
type Kind string

// The kinds. The price of a bill or an open amount is known by an inquiry.
const (
	Prepaid  Kind = "prepaid"
	Postpaid Kind = "postpaid"
	Open     Kind = "open"
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
	Kind          Kind
	DestinationNo string
	Amount        money.Rupiah // asked for, open-amount products
	Price         money.Rupiah // charged
	Status        Status
	Refunded      bool
	PaymentType   PaymentType
	Channel       Channel
	APIKeyEnding  string            // last four characters of the API key that placed it
	Reference     map[string]string // what the product shows beside its name
	SerialNumber  string            // proof of delivery: a token, a voucher code
	Reason        supplier.Reason   // why it failed
	CreatedAt     time.Time
	UpdatedAt     time.Time

	inputHash int64
}

// FormatID writes an order id as clients see it.
func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

// supplierReference is what an attempt is called at the supplier: unique for
// ever, since order ids are.
func supplierReference(orderID int64, number int) string {
	return fmt.Sprintf("%d-%d", orderID, number)
}
