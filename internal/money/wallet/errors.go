package wallet

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// The errors of wallets.
var (
	ErrInsufficientBalance = fault.Definition{
		Kind: fault.Conflict, Code: "InsufficientBalanceError", Message: msgBalanceLow,
		Cause: "The wallet that pays for the product holds less than the price.",
		Mend:  "Top up the wallet and send the request again with the same reference; nothing was kept of it. An order of a key is told in `missing` how many rupiah.",
	}
	ErrInactive = fault.Definition{
		Kind: fault.Conflict, Code: "WalletInactiveError", Message: msgInactive,
		Cause: "The wallet that pays for the product was set inactive by the provider.",
		Mend:  "Ask the provider to set the wallet active.",
	}
	ErrNoWallet = fault.Definition{
		Kind: fault.Conflict, Code: "WalletMissingError", Message: msgNoWalletOfType,
		Cause: "The client has no wallet of the product's wallet type.",
		Mend:  "Ask the provider for a wallet of that type, or choose another product.",
	}
	ErrPostingConflict = fault.ErrIdempotencyConflict
)

// short is ErrInsufficientBalance with what is missing for a price.
func short(balance, price money.Rupiah) *fault.Error {
	e := ErrInsufficientBalance.New()
	e.Missing = int64(price - balance)

	return e
}

// NoSuchWallet is the error for a wallet that the client does not have.
func NoSuchWallet() *fault.Error { return fault.ErrNotFound.Msg(msgNoWallet) }

// InvalidType is the error for a field that names no type of wallet.
func InvalidType(field string) *fault.Error { return fault.InvalidField(field, msgNoWalletType) }

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrInsufficientBalance, ErrInactive, ErrNoWallet, ErrPostingConflict}
}
