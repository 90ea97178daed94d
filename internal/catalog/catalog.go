// Package catalog holds operators, products, the prices of clients and the
// suppliers' product codes. Each node keeps all of it in memory as a versioned,
// immutable snapshot.
package catalog

import (
	"time"

	"loket/internal/catalog/destination"
	"loket/internal/platform/money"
)

// Operator is a brand or biller, of one product group.
type Operator struct {
	Code   string
	Name   string
	Type   string // code of its OperatorType
	Active bool
	// Parts are what a game asks of a player, in the form of destination.ParseParts; empty: any text.
	Parts string
}

// Product is one thing that clients buy.
type Product struct {
	Code         string
	Name         string
	Description  string
	OperatorCode string
	OperatorName string
	OperatorType string
	Kind         Kind
	WalletType   string // type of the wallet that pays
	// Price is the list price of a prepaid product. For bills and open amounts it
	// is our fee on top. Snapshot.Price gives the price of a client.
	Price money.Rupiah
	// PriceByHand is whether staff set the list price: no price rule changes it.
	PriceByHand bool
	// RecommendedPrice is the recommended selling price; 0 if there is none.
	RecommendedPrice money.Rupiah
	// MinAmount and MaxAmount are the limits of an open amount; 0 sets no limit.
	MinAmount money.Rupiah
	MaxAmount money.Rupiah
	Active    bool
	Problem   bool // deliveries are slow or failing at present; ProblemReason says why
	CutOff    CutOff
	// ProblemFrom is when the problem began, or will begin while there is none yet; zero if that is not known.
	ProblemFrom time.Time
	// ProblemUntil is when the problem ends by itself; zero: when staff end it.
	ProblemUntil time.Time
	UpdatedAt    time.Time

	problemEnglish, problemIndonesian string
	parts                             *[]destination.Part // of its operator; nil for none
}

// SKU is a product's code at one supplier.
type SKU struct {
	ProductCode string
	Supplier    string
	Code        string // the supplier's own
	Preference  int64  // 1 is tried first
	Cost        money.Rupiah
	Active      bool
}

// ClientPrice is what one client pays instead of the list price.
type ClientPrice struct {
	ClientID    int64
	ProductCode string
	Price       money.Rupiah
	ByRule      bool // a price rule of the client gave it
}
