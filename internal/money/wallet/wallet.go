// Package wallet keeps the prepaid wallets (deposits) of clients and their
// history. It is the only writer of the money tables.
package wallet

import (
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/money"
)

// Type is the type of a wallet. A product names the type that pays for it.
type Type string

// The types of wallets (docs/product/deposits.md#wallets).
const (
	Level1      Type = "level_1"
	Level2      Type = "level_2" // top-ups are followed by withheld tax, WHT 22
	Marketplace Type = "marketplace"
	Multibiller Type = "multibiller"
)

// Types lists the types in the order of the screens.
func Types() []Type { return []Type{Level1, Level2, Marketplace, Multibiller} }

// Valid reports whether a text names a type.
func (t Type) Valid() bool {
	switch t {
	case Level1, Level2, Marketplace, Multibiller:
		return true
	}

	return false
}

// Action is the reason of a change of a balance (docs/product/deposits.md#history).
type Action string

// The actions. Payment, TopupFee, Deduct and Tax22 lower a balance, the others raise it. The database refuses a
// row with the wrong sign.
const (
	Payment      Action = "payment"
	Refund       Action = "refund"
	Topup        Action = "topup"
	TopupVA      Action = "topup_va"
	TopupFee     Action = "topup_fee"
	Deduct       Action = "deduct"
	TopupPenalty Action = "topup_penalty"
	Tax22        Action = "tax_22"
)

// Actions lists the actions in the order of the screens.
func Actions() []Action {
	return []Action{Payment, Refund, Topup, TopupVA, TopupFee, Deduct, TopupPenalty, Tax22}
}

// takes reports whether the action lowers a balance.
func (a Action) takes() bool {
	switch a {
	case Payment, TopupFee, Deduct, Tax22:
		return true
	case Refund, Topup, TopupVA, TopupPenalty:
		return false
	}

	return false
}

// Account is the contra account of a change. It changes by the negated amount, so all accounts together sum to
// zero.
type Account string

// The contra accounts.
const (
	Sales        Account = "sales"         // orders, and their refunds
	BankClearing Account = "bank_clearing" // money received from a bank
	TaxPayable   Account = "tax_payable"   // withheld for the state
	Fees         Account = "fees"
	Adjustments  Account = "adjustments" // corrections by staff
	// Sandbox is the only contra account of sandboxes, whatever is posted: no other account sees money that is not real. The database refuses
	// a row of a sandbox with another one, and a row of a client with this one.
	Sandbox Account = "sandbox"
)

// seenBy is the account that a posting of a client is against.
func (a Account) seenBy(clientID int64) Account {
	if clientid.IsSandbox(clientID) {
		return Sandbox
	}

	return a
}

// Wallet is one deposit of a client.
type Wallet struct {
	ID              int64
	ClientID        int64
	Type            Type
	Active          bool
	Balance         money.Rupiah
	MinBalanceAlert *money.Rupiah // nil: no alert
	CreatedAt       time.Time

	lastSeq int64 // number of its last row of history
}

// Entry is one row of history.
type Entry struct {
	WalletID      int64
	Seq           int64 // 1.. without gaps
	ClientID      int64
	Action        Action
	Amount        money.Rupiah // signed
	BalanceBefore money.Rupiah
	BalanceAfter  money.Rupiah
	Contra        Account
	OrderID       int64  // of a payment or refund, else 0
	Key           string // posting key; empty for a payment or refund
	SourceRef     string
	CreatedAt     time.Time // never before the wallet's row before
}
