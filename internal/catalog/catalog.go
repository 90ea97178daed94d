// Package catalog knows what is sold: operators, products, what each client
// pays, and under which code each supplier delivers. Nodes keep all of it in
// memory as a versioned, immutable snapshot.
package catalog

import (
	"time"

	"loket/internal/platform/money"
)

// Operator is a brand or biller, of one product group.
type Operator struct {
	Code   string
	Name   string
	Type   string // code of its OperatorType
	Active bool
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
	WalletType   string // of the wallet that pays
	// Price is the list price of a prepaid product, else our fee on top of the
	// bill or of the amount. What a client pays is Snapshot.Price.
	Price money.Rupiah
	// RecommendedPrice is what we suggest for selling on; 0 where there is none.
	RecommendedPrice money.Rupiah
	// MinAmount and MaxAmount bound the amount of open products; 0 sets no bound.
	MinAmount money.Rupiah
	MaxAmount money.Rupiah
	Active    bool
	Problem   bool // sold, but deliveries are slow or failing
	UpdatedAt time.Time
}

// SKU is a product at one supplier.
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
}

// Filter narrows a list of products; zero values leave all in.
type Filter struct {
	Search       string // part of code or name, any case
	OperatorType string
	OperatorCode string
	WalletType   string
	Active       *bool
}
