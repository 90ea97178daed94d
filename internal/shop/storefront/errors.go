package storefront

import "loket/internal/platform/fault"

// The errors of this package.
var (
	ErrConflict = fault.Definition{
		Kind: fault.Conflict, Code: "ConfigConflictError", Message: msgConflict,
		Cause: "The shop's configuration was changed after the version that the request names, by another tab, user or program; or one was created although there is one.",
		Mend:  "Read the configuration again, compare it with yours, and send the change with its version.",
	}
	ErrPricing = fault.Definition{
		Kind: fault.Invalid, Code: "PriceBelowNetError", Message: msgBelowNet,
		Cause: "With this pricing at least one of the SKUs would be sold below its net price. Nothing was changed.",
		Mend:  "Choose a higher price, a margin, or fewer SKUs: the fields name the first of them.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrConflict, ErrPricing} }
