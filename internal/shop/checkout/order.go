// Package checkout has the orders of shoppers: made in the shop of a client, paid on the client's own payment page, confirmed by
// the client's system, and then placed on the client's wallet as an order of package order (docs/product/shop.md#orders-of-shoppers).
package checkout

import (
	"strconv"
	"time"

	"loket/internal/orders/placing"
	"loket/internal/platform/money"
)

// Status is the state of a storefront order. The texts are stored.
type Status string

// The states. Waiting becomes Paid, or Failed when the client gives it up; Paid becomes Processing or Failed; Processing becomes Success
// or Failed. Both are ends.
const (
	Waiting    Status = "waiting"    // for the payment
	Paid       Status = "paid"       // not placed yet; also while the wallet is too short
	Processing Status = "processing" // placed on the wallet, pending
	Success    Status = "success"
	Failed     Status = "failed"
	// Expired is what shoppers see of one that waits after its price ended. It is never stored: a payment that is under way still counts.
	Expired Status = "expired"
)

// Ended reports whether nothing more happens.
func (s Status) Ended() bool { return s == Success || s == Failed }

// How long an order keeps its price, and how long its payment is accepted (docs/product/shop.md#orders-of-shoppers).
const (
	PriceKept = 15 * time.Minute
	Payable   = 24 * time.Hour
)

// Order is what a shopper orders.
type Order struct {
	ID            int64
	ClientID      int64
	Token         string // of the shopper's link
	OperatorCode  string
	OperatorName  string
	OperatorType  string
	ProductCode   string
	ProductName   string
	Denomination  string
	DestinationNo string
	Price         money.Rupiah // what the shopper pays
	NetPrice      money.Rupiah // what the client pays: at first what it would, once placed what it did
	Status        Status
	PaidLate      bool // after PriceUntil
	ShortSince    *time.Time
	OrderID       int64 // on the wallet; 0 before
	SerialNumber  string
	Reason        string // code of the text that says why it failed
	CreatedAt     time.Time
	PriceUntil    time.Time
	PayableUntil  time.Time
	PaidAt        *time.Time
	PlacedAt      *time.Time
	EndedAt       *time.Time
}

// FormatID formats an id for clients and shoppers.
func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

// ClientRef is the client reference of its order on the wallet.
func (o Order) ClientRef() string { return placing.StorefrontPrefix + FormatID(o.ID) }

// Status is the state of an order as shoppers see it now.
func (s *Service) Status(o Order) Status {
	if o.Status == Waiting && !s.deps.Clock.Now().Before(o.PriceUntil) {
		return Expired
	}

	return o.Status
}

// Step is a moment in the life of an order.
type Step struct {
	Name string // created, paid, processing, success or failed
	At   time.Time
}

// Steps are the moments so far, oldest first.
func (o Order) Steps() []Step {
	list := []Step{{"created", o.CreatedAt}}

	for _, next := range []struct {
		name string
		at   *time.Time
	}{{"paid", o.PaidAt}, {"processing", o.PlacedAt}, {string(o.Status), o.EndedAt}} {
		if next.at != nil {
			list = append(list, Step{next.name, *next.at})
		}
	}

	return list
}
