package checkout

import "loket/internal/platform/fault"

// The errors of this package.
var (
	ErrClosed = fault.Definition{
		Kind: fault.Conflict, Code: "ShopClosedError", Message: msgClosed,
		Cause: "The client has taken the shop back since the shopper opened it.",
		Mend:  "Try again later. Orders that were made before can still be paid.",
	}
	ErrNotSold = fault.Definition{
		Kind: fault.Conflict, Code: "NotSoldError", Message: msgNotSold,
		Cause: "The shop doesn't sell this SKU any more, or not at present.",
		Mend:  "Read the shop's page again and choose another SKU.",
	}
	ErrAmount = fault.Definition{
		Kind: fault.Unprocessable, Code: "PaymentAmountError", Message: msgAmount,
		Cause: "The amount is not the price of the storefront order. Nothing was changed.",
		Mend:  "Compare what the shopper paid with the amount of the signed payment link. Refund what doesn't match.",
	}
	ErrTooLate = fault.Definition{
		Kind: fault.Conflict, Code: "PaymentTooLateError", Message: msgTooLate,
		Cause: "The payment came more than 24 hours after the order was made, or the order was given up before.",
		Mend:  "Refund the shopper. A new order has a new price.",
	}
	ErrPlaced = fault.Definition{
		Kind: fault.Conflict, Code: "StorefrontOrderPlacedError", Message: msgPlaced,
		Cause: "The order is on the wallet already, or has ended, so it can't be given up.",
		Mend:  "Read its status. A failed order was not charged, or was refunded to the wallet.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrClosed, ErrNotSold, ErrAmount, ErrTooLate, ErrPlaced}
}
